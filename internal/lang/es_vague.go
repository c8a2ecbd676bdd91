package lang

import "slices"

func spanishVagueness() *Vagueness {
	return &Vagueness{
		Terms: slices.Concat(
			terms(Fixed, []string{"mayoría simple"}),
			terms(Quality, []string{
				"amigable", "amigables", "intuitivo", "intuitiva", "intuitivos", "intuitivas", "fácil", "fáciles",
				"fácil de usar", "sencillo", "sencilla", "robusto", "robusta", "flexible", "flexibles", "escalable",
				"escalables", "eficiente", "eficientes", "eficaz", "eficaces", "rápido", "rápida", "rápidos",
				"rápidas", "confiable", "confiables", "fiable", "fiables", "moderno", "moderna", "adecuado",
				"adecuada", "adecuados", "adecuadas", "apropiado", "apropiada", "apropiados", "apropiadas",
				"suficiente", "suficientes", "razonable", "razonables", "aceptable", "aceptables", "satisfactorio",
				"satisfactoria", "óptimo", "óptima", "agradable", "agradables", "atractivo", "atractiva", "fluido",
				"fluida", "de calidad", "de alta calidad", "buenas prácticas", "buena experiencia de usuario",
				"relevante", "relevantes", "pertinente", "pertinentes", "comprensible", "comprensibles", "legible",
				"legibles", "ergonómico", "ergonómica", "ágil", "ágiles",
			}),
			terms(Manner, []string{
				"rápidamente", "fácilmente", "eficientemente", "eficazmente", "correctamente", "adecuadamente",
				"apropiadamente", "razonablemente", "claramente", "intuitivamente", "sin problemas",
				"sin dificultad", "sin demora", "lo antes posible", "cuanto antes", "como se espera",
				"de forma adecuada", "de manera adecuada", "de forma apropiada", "de manera apropiada",
				"de forma eficiente", "de manera eficiente", "cuidadosamente", "oportunamente", "ágilmente",
			}),
			terms(Degree, []string{
				"considerable", "considerablemente", "significativo", "significativa", "significativamente",
				"mínimo posible", "muy", "demasiado largo", "demasiado grande", "demasiados", "demasiadas",
				"numerosos", "numerosas", "gran cantidad de", "un gran número de", "varios usuarios", "algunos",
				"algunas", "insignificante", "en gran medida",
			}),
			terms(Escape, []string{
				"si es posible", "de ser posible", "en la medida de lo posible", "siempre que sea posible",
				"cuando sea posible", "lo más * posible", "tan * como sea posible", "en su caso", "idealmente",
				"preferiblemente", "preferentemente", "en general", "generalmente", "normalmente", "habitualmente",
				"usualmente", "en la mayoría de los casos", "eventualmente", "a discreción de", "si procede",
				"cuando proceda", "según corresponda", "cuando corresponda", "o equivalente", "o similar",
			}),
			terms(EscapeLast, []string{
				"si es necesario", "cuando sea necesario", "en caso necesario", "en caso de ser necesario",
				"si hace falta", "cuando haga falta", "según sea necesario", "si se requiere", "cuando se requiera",
			}),
		),
		Explains: []string{
			"es decir", "a saber", "según", "conforme a", "de acuerdo con", "definido por", "definida por",
			"definido en", "definida en", "descrito en", "descrita en", "véase", "ver", "mediante", "por medio de",
			"configurable", "en lugar de", "en vez de", "respecto a", "en comparación con",
		},
		Restates: []string{
			"concretamente", "es decir", "por ejemplo", "a saber", "en particular", "en concreto",
		},
		Purposes: []string{
			"para que", "con el fin de", "a fin de", "porque", "ya que", "puesto que", "de modo que",
			"de manera que",
		},
		ListEnds: []string{
			"etc", "etcétera", "y así sucesivamente", "y otros", "y otras", "y demás", "entre otros", "entre otras",
			"y más", "y similares",
		},
		ListOpeners: []string{
			"incluyendo pero no limitado a", "incluyendo pero sin limitarse a", "sin limitarse a",
			"pero no limitado a", "lista no exhaustiva", "no exhaustiva", "no exhaustivo",
		},
		Examples: []string{
			"como", "tales como", "tal como", "por ejemplo", "p.ej",
		},
		Cues: []string{
			"diversos", "diversas", "varios", "varias", "diferentes", "comunes", "principales", "otros", "otras",
			"distintos", "distintas",
		},
		Quantifiers: []string{
			"todos", "todas", "cualquier", "cada",
		},
		OpenDomains: []string{
			"dispositivos", "navegadores", "plataformas", "idiomas", "entornos", "formatos", "situaciones", "casos",
		},
		Amounts: []string{
			"en tiempo real", "tiempo de respuesta razonable", "tiempo de respuesta aceptable", "tiempo de respuesta corto",
			"tiempo razonable", "plazo razonable", "tiempo prudencial", "alta disponibilidad", "baja latencia",
			"alta carga", "regularmente", "periódicamente", "a intervalos regulares",
			"de vez en cuando", "ocasionalmente", "después de un tiempo", "cierto tiempo",
			"después de varios intentos", "varios intentos", "un tamaño máximo", "un número máximo",
			"un número limitado",
		},
		Settled: []string{
			"configurable", "configurables", "definido", "definida", "parametrizable",
		},
	}
}
