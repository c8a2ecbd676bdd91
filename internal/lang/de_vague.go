package lang

import "slices"

func germanVagueness() *Vagueness {
	return &Vagueness{
		Terms: slices.Concat(
			terms(Fixed, []string{"gut und böse", "einfache mehrheit", "einfacher mehrheit", "einfachen mehrheit", "einfachen dienst", "moderne fremdsprachen"}),
			terms(Quality, declined(
				"benutzerfreundlich", "nutzerfreundlich", "anwenderfreundlich", "bedienerfreundlich", "intuitiv",
				"einfach", "robust", "flexibel", "flexibl", "skalierbar", "performant", "effizient", "schnell",
				"zuverlässig", "modern", "ansprechend", "übersichtlich", "angemessen", "geeignet", "ausreichend",
				"sinnvoll", "zeitgemäß", "komfortabel", "leistungsfähig", "leistungsstark", "wartbar",
				"wartungsfreundlich", "stabil", "nahtlos", "reibungslos", "ergonomisch", "benutzbar", "verständlich",
				"selbsterklärend", "hochwertig", "optimal", "ideal", "zufriedenstellend", "akzeptabel", "vernünftig",
				"adäquat", "zweckmäßig", "praktikabel", "attraktiv", "schlank", "barrierearm", "umfassend",
				"unkompliziert", "hochperformant", "anpassbar", "erweiterbar", "fehlertolerant", "fair", "hilfreich",
				"nützlich", "aussagekräftig", "benutzergerecht", "bedarfsgerecht", "praxisgerecht", "pflegeleicht", "relevant",
			)),
			terms(Quality, []string{
				"leicht verständlich", "leicht bedienbar", "leicht zu bedienen", "leicht erlernbar", "gut lesbar",
				"gut bedienbar", "hohe qualität", "hoher qualität", "stand der technik", "state of the art",
				"gängige standards", "gängigen standards", "übliche standards", "üblichen standards", "branchenüblich",
				"gängige sicherheitsstandards", "gängigen sicherheitsstandards", "übliche sicherheitsstandards", "üblichen sicherheitsstandards", "gute performance", "hohe performance", "gute usability",
			}),
			terms(Manner, []string{
				"zeitnah", "zügig", "rasch", "umgehend", "möglichst schnell", "ordnungsgemäß", "sachgerecht",
				"fachgerecht", "korrekt", "sauber", "sorgfältig", "problemlos", "mühelos", "bequem", "gut", "wie erwartet",
				"wie gewohnt", "in angemessener weise", "in geeigneter weise", "ohne verzögerung", "ohne probleme",
				"ohne unterbrechung", "sofort verständlich", "möglichst", "bestmöglich",
			}),
			terms(Degree, []string{
				"erheblich", "wesentlich schneller", "deutlich schneller", "deutlich besser", "signifikant",
				"minimal", "einige", "etliche", "mehrere benutzer", "zahlreiche", "diverse", "große mengen",
				"große datenmengen", "großen datenmengen", "kaum", "nahezu", "weitgehend", "weitestgehend",
				"hinreichend", "genügend", "zu groß", "zu lang", "zu lange", "zu viele", "zu hoch",
			}),
			terms(Escape, []string{
				"wenn möglich", "falls möglich", "soweit möglich", "sofern möglich", "nach möglichkeit",
				"so weit wie möglich", "so gut wie möglich", "so schnell wie möglich", "so * wie möglich",
				"wo sinnvoll", "wenn sinnvoll", "falls sinnvoll", "sofern sinnvoll", "falls angebracht",
				"wo angebracht", "nach ermessen", "gegebenenfalls", "ggf", "unter umständen", "u.u", "in der regel",
				"im allgemeinen", "im regelfall", "normalerweise", "üblicherweise", "grundsätzlich", "idealerweise",
				"vorzugsweise", "eventuell", "evtl", "in den meisten fällen", "unter normalen bedingungen", "unter normalen umständen", "im normalbetrieb", "bei normaler last", "soweit erforderlich und möglich",
				"oder vergleichbar", "oder gleichwertig", "im rahmen des möglichen", "im rahmen der möglichkeiten",
				"soweit praktikabel", "soweit sinnvoll", "soweit zumutbar", "wo immer möglich", "wann immer möglich",
				"soweit technisch möglich", "sofern technisch möglich", "wenn technisch möglich", "falls technisch möglich",
			}),
			terms(EscapeLast, []string{
				"bei bedarf", "falls erforderlich", "wenn erforderlich", "wo erforderlich", "soweit erforderlich",
				"sofern erforderlich", "falls nötig", "wenn nötig", "wo nötig", "soweit nötig", "falls notwendig",
				"wenn notwendig", "soweit notwendig",
			}),
		),
		Explains: []string{
			"d.h", "das heißt", "nämlich", "gemäß", "laut", "nach maßgabe", "das bedeutet", "entsprechend", "anhand",
			"mittels", "insbesondere durch", "definiert", "festgelegt", "beschrieben", "konfigurierbar", "siehe",
			"also", "statt", "anstatt", "anstelle", "im vergleich zu", "gegenüber",
		},
		Restates: []string{
			"konkret", "das heißt", "d.h", "das bedeutet", "zum beispiel", "z.b", "nämlich", "genauer",
			"im einzelnen",
		},
		Purposes: []string{
			"damit", "sodass", "so dass", "um sicherzustellen", "weil", "da", "zwecks", "aufgrund",
		},
		ListEnds: []string{
			"usw", "etc", "und so weiter", "und so fort", "und ähnliches", "und ähnliche", "oder ähnliches", "o.ä",
			"u.ä", "u.a", "und vieles mehr", "und weitere", "u.v.m", "und dergleichen", "und mehr",
		},
		ListOpeners: []string{
			"einschließlich aber nicht beschränkt auf", "nicht beschränkt auf", "nicht abschließend",
			"mindestens aber nicht nur",
		},
		Examples: []string{
			"wie", "wie zum beispiel", "wie z.b", "z.b", "zum beispiel", "beispielsweise", "etwa", "unter anderem",
		},
		Cues: []string{
			"gängige", "gängigen", "übliche", "üblichen", "verschiedene", "verschiedenen", "diverse", "diversen",
			"weitere", "zahlreiche", "bekannte", "bekannten", "relevante", "relevanten",
		},
		Quantifiers: []string{
			"alle", "jede", "jeder", "jedes", "sämtliche",
		},
		OpenDomains: []string{
			"geräte", "geräten", "browser", "browsern", "plattformen", "betriebssysteme", "sprachen", "umgebungen",
			"formate", "situationen", "fälle", "fällen",
		},
		Amounts: []string{
			"in echtzeit", "geringe latenz", "niedrige latenz", "kurze antwortzeiten", "kurze antwortzeit",
			"schnelle antwortzeiten", "angemessene antwortzeit", "angemessene antwortzeiten", "angemessener zeit",
			"vertretbarer zeit", "akzeptabler zeit", "kurzer zeit", "hohe verfügbarkeit", "hoher verfügbarkeit",
			"hochverfügbar", "hohe last", "hoher last", "regelmäßig", "periodisch", "gelegentlich",
			"von zeit zu zeit", "in regelmäßigen abständen", "nach einiger zeit", "nach einer gewissen zeit",
			"einer gewissen zeit", "nach mehreren fehlversuchen", "mehrere fehlversuche", "eine maximale größe",
			"eine maximale anzahl", "begrenzte anzahl", "geringer speicherverbrauch",
		},
		Settled: []string{
			"konfigurierbar", "konfiguriert", "konfigurierte", "einstellbar", "festgelegt", "festgelegten",
			"definiert", "definierten",
		},
	}
}

// declined are the forms of German adjectives.
func declined(stems ...string) []string {
	var out []string
	for _, stem := range stems {
		for _, ending := range []string{"", "e", "en", "er", "es", "em"} {
			out = append(out, stem+ending)
		}
	}
	return out
}
