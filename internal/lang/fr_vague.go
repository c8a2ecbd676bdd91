package lang

import "slices"

func frenchVagueness() *Vagueness {
	return &Vagueness{
		Terms: slices.Concat(
			terms(Fixed, []string{"majorité simple", "clé simple"}),
			terms(Quality, []string{
				"convivial", "conviviale", "conviviaux", "intuitif", "intuitive", "simple d'utilisation",
				"facile à utiliser", "facile d'utilisation", "facile", "faciles", "ergonomique", "ergonomiques",
				"robuste", "robustes", "flexible", "flexibles", "souple", "souples", "évolutif", "évolutive",
				"performant", "performante", "performants", "performantes", "efficace", "efficaces", "rapide",
				"rapides", "fiable", "fiables", "moderne", "modernes", "adapté", "adaptée", "adaptés", "adaptées",
				"approprié", "appropriée", "appropriés", "appropriées", "adéquat", "adéquate", "adéquats",
				"adéquates", "suffisant", "suffisante", "suffisants", "suffisantes", "raisonnable", "raisonnables",
				"acceptable", "acceptables", "satisfaisant", "satisfaisante", "optimal", "optimale", "agréable",
				"agréables", "attrayant", "attrayante", "fluide", "fluides", "transparent pour l'utilisateur",
				"de qualité", "de haute qualité", "bonnes pratiques", "état de l'art",
				"bonne expérience utilisateur", "pertinent", "pertinente", "pertinents", "pertinentes", "ludique",
				"épuré", "épurée", "léger", "légère", "esthétique", "explicite", "compréhensible", "compréhensibles",
				"lisible", "lisibles",
			}),
			terms(Manner, []string{
				"rapidement", "facilement", "efficacement", "correctement", "simplement", "aisément",
				"convenablement", "raisonnablement", "clairement", "intuitivement", "sans difficulté",
				"sans problème", "sans délai", "dans les meilleurs délais", "dans les plus brefs délais",
				"au plus vite", "comme prévu", "comme attendu", "de manière appropriée", "de façon appropriée",
				"de manière adéquate", "de façon adéquate", "de manière satisfaisante", "proprement",
				"soigneusement", "fluidement",
			}),
			terms(Degree, []string{
				"considérable", "considérablement", "significatif", "significative", "significativement", "minimal",
				"minimale", "très", "trop long", "trop longue", "trop grand", "trop grande", "trop nombreux",
				"un certain nombre", "certain nombre de", "de nombreux", "de nombreuses", "plusieurs utilisateurs",
				"quelques", "négligeable", "largement",
			}),
			terms(Escape, []string{
				"si possible", "dans la mesure du possible", "autant que possible", "aussi * que possible",
				"le plus * possible", "lorsque c'est possible", "quand c'est possible", "si nécessaire et possible",
				"le cas échéant", "idéalement", "de préférence", "en général", "généralement", "normalement",
				"habituellement", "la plupart du temps", "dans la plupart des cas", "éventuellement",
				"à la discrétion de", "si approprié", "lorsque approprié", "ou équivalent", "si pertinent",
			}),
			terms(EscapeLast, []string{
				"si nécessaire", "si besoin", "au besoin", "en cas de besoin", "lorsque nécessaire", "si requis",
				"s'il y a lieu",
			}),
		),
		Explains: []string{
			"c'est-à-dire", "à savoir", "selon", "conformément", "défini par", "définie par", "défini dans",
			"définie dans", "décrit dans", "décrite dans", "voir", "au moyen de", "via", "configurable",
			"plutôt que", "au lieu de", "par rapport à",
		},
		Restates: []string{
			"concrètement", "c'est-à-dire", "par exemple", "à savoir", "plus précisément", "notamment",
		},
		Purposes: []string{
			"afin de", "afin que", "pour que", "parce que", "car", "puisque", "de sorte que", "de manière à",
			"de façon à",
		},
		ListEnds: []string{
			"etc", "et cetera", "et ainsi de suite", "et autres", "et plus encore", "entre autres", "ou similaire",
			"ou autre",
		},
		ListOpeners: []string{
			"y compris mais sans s'y limiter", "sans s'y limiter", "sans s'y limiter à", "liste non exhaustive",
			"non exhaustive", "non exhaustif",
		},
		Examples: []string{
			"comme", "tels que", "telles que", "tel que", "telle que", "par exemple", "p.ex", "notamment",
		},
		Cues: []string{
			"divers", "diverses", "différents", "différentes", "courants", "courantes", "principaux", "principales",
			"autres", "nombreux", "nombreuses",
		},
		Quantifiers: []string{
			"tous", "toutes", "tout", "chaque",
		},
		OpenDomains: []string{
			"appareils", "navigateurs", "plateformes", "plates-formes", "langues", "environnements", "formats",
			"situations", "cas",
		},
		Amounts: []string{
			"en temps réel", "temps de réponse raisonnable", "temps de réponse acceptable", "temps de réponse court",
			"temps de réponse rapide", "délai raisonnable", "délais raisonnables", "temps raisonnable",
			"haute disponibilité", "faible latence", "forte charge", "forte affluence", "régulièrement",
			"périodiquement", "à intervalles réguliers", "de temps en temps", "occasionnellement",
			"après un certain temps", "un certain temps", "après plusieurs tentatives", "plusieurs tentatives",
			"une taille maximale", "un nombre maximal", "un nombre limité",
		},
		Settled: []string{
			"configurable", "configurables", "paramétrable", "défini", "définie", "fixé", "fixée",
		},
	}
}
