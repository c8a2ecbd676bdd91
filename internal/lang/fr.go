package lang

func french() Pack {
	return Pack{
		Tag: "fr",
		Headings: []Heading{
			{"hors périmètre", OutOfScope},
			{"hors scope", OutOfScope},
			{"non-objectifs", OutOfScope},
			{"non objectifs", OutOfScope},
			{"exclusions", OutOfScope},
			{"exigences", Requirements},
			{"exigences *", Requirements},
			{"exigence *", Requirements},
			{"* exigences", Requirements},
			{"besoins", Requirements},
			{"besoins fonctionnels", Requirements},
			{"besoins non fonctionnels", Requirements},
			{"spécifications fonctionnelles", Requirements},
			{"contraintes", Requirements},
			{"contraintes *", Requirements},
			{"règles métier", Requirements},
			{"règles de gestion", Requirements},
			{"critères d'acceptation", Criteria},
			{"critères d'acceptance", Criteria},
			{"critères de succès", Criteria},
			{"critères de réussite", Criteria},
			{"critères de validation", Criteria},
			{"définition de terminé", Criteria},
			{"questions ouvertes", Questions},
			{"questions en suspens", Questions},
			{"points ouverts", Questions},
			{"points en suspens", Questions},
			{"cas limites", Questions},
			{"cas particuliers", Questions},
			{"clarifications", Clarifications},
			{"questions résolues", Clarifications},
			{"décisions", Clarifications},
			{"scénarios", Scenarios},
			{"scénarios utilisateur", Scenarios},
			{"récits utilisateur", Scenarios},
			{"récits utilisateurs", Scenarios},
			{"cas d'utilisation", Scenarios},
			{"cas d'usage", Scenarios},
			{"hypothèses", Assumptions},
			{"dépendances", Assumptions},
			{"prérequis", Assumptions},
			{"glossaire", Glossary},
			{"terminologie", Glossary},
			{"définitions", Glossary},
			{"alternatives", Past},
			{"alternatives envisagées", Past},
			{"alternatives considérées", Past},
			{"alternatives écartées", Past},
			{"alternatives rejetées", Past},
			{"contexte", Background},
			{"historique", Past},
			{"historique des modifications", Past},
			{"historique des versions", Past},
			{"historique des révisions", Past},
			{"justification", Background},
			{"motivation", Background},
			{"références", Background},
			{"annexe", Background},
			{"annexes", Background},
			{"table des matières", Guidance},
			{"sommaire", Guidance},
			{"aperçu", Request},
			{"vue d'ensemble", Request},
			{"résumé", Request},
			{"introduction", Request},
			{"objectif", Request},
			{"objectifs", Request},
			{"but", Request},
			{"problème", Request},
			{"problématique", Request},
		},
		Modals: []Modal{
			{Phrase: "doit", Modality: Must},
			{Phrase: "doivent", Modality: Must},
			{Phrase: "ne doit pas", Modality: Must},
			{Phrase: "ne doivent pas", Modality: Must},
			{Phrase: "ne peut pas", Modality: Must},
			{Phrase: "ne peuvent pas", Modality: Must},
			{Phrase: "est tenu de", Modality: Must},
			{Phrase: "devra", Modality: Must},
			{Phrase: "devront", Modality: Must},
			{Phrase: "devrait", Modality: Should},
			{Phrase: "devraient", Modality: Should},
			{Phrase: "peut", Modality: May},
			{Phrase: "peuvent", Modality: May},
			{Phrase: "pourra", Modality: May},
			{Phrase: "pourront", Modality: May},
		},
		Markers: []string{"TBD", "TODO", "FIXME", "XXX", "???"},
		Undecided: []string{
			"à définir", "à déterminer", "à préciser", "à confirmer", "à clarifier", "à compléter",
			"reste à définir", "reste à déterminer", "pas encore défini", "pas encore décidé",
		},
		Doubts: []string{
			"pas encore sûr", "pas encore certain", "pas encore clair", "encore incertain", "encore à voir", "reste à voir", "pas encore connu",
		},
		Vague:      frenchVagueness,
		StopWords:  frenchStopWords,
		PlainWords: frenchPlainWords,
		Records:    frenchRecords,
		Data:       frenchData,
	}
}

func frenchStopWords() []string {
	return []string{
		"le", "la", "les", "des", "et", "est", "une", "du", "dans", "pour", "par", "que", "qui", "sur",
		"pas", "au", "aux", "avec", "ce", "cette", "doit", "être", "sont", "ou", "il", "ne", "son", "sa",
		"peut", "lorsque", "plus", "de", "en", "un", "à", "ces", "leur", "si", "sans", "chaque", "doivent",
	}
}

func frenchPlainWords() []string {
	return []string{
		"afficher", "ajouter", "améliorer", "bouton", "changer", "corriger", "critères", "créer", "doit", "doivent", "enregistrer",
		"envoyer", "exigences", "facture", "factures", "fichier", "fichiers", "mettre", "mieux", "nouveau", "nouvelle", "objectif",
		"optimiser", "permettre", "peuvent", "rapide", "rapidement", "recherche", "sans", "supprimer", "tableau", "toutes", "tous", "tout",
		"utilisateur", "utilisateurs", "vérifier", "écran",
	}
}

func frenchRecords() Record {
	return Record{
		Log:      []string{"journal des modifications", "notes de version", "historique"},
		Decision: []string{"décision"},
		Beside:   []string{"statut", "contexte", "conséquences"},
	}
}

func frenchData() Data {
	return Data{
		Range:      []string{"arrond", "seuil", "maxim", "minim", "limite", "pourcent", "montant", "prix", "nombre", "décimal", "taux"},
		Collection: []string{"liste", "trie", "trié", "tri", "group", "fusionn", "élément", "doublon", "intervalle", "plage", "chevauch", "ensemble"},
		Text:       []string{"texte", "nom", "noms", "caractère", "longueur", "tronqu", "message", "libellé", "étiquette", "chaîne"},
		State:      []string{"enregistr", "sauvegard", "conserv", "met à jour", "crée", "créer", "supprim", "efface", "inscri", "réessa", "insér"},
		Transfer:   []string{"fichier", "requête", "télévers", "télécharg", "réseau", "connexion"},
	}
}
