package lang

import "slices"

func portugueseVagueness() *Vagueness {
	return &Vagueness{
		Terms: slices.Concat(
			terms(Fixed, []string{"maioria simples"}),
			terms(Quality, []string{
				"amigável", "amigáveis", "intuitivo", "intuitiva", "intuitivos", "intuitivas", "fácil", "fáceis",
				"fácil de usar", "simples de usar", "robusto", "robusta", "flexível", "flexíveis", "escalável",
				"escaláveis", "eficiente", "eficientes", "eficaz", "eficazes", "rápido", "rápida", "rápidos",
				"rápidas", "confiável", "confiáveis", "moderno", "moderna", "adequado", "adequada", "adequados",
				"adequadas", "apropriado", "apropriada", "apropriados", "apropriadas", "suficiente", "suficientes",
				"razoável", "razoáveis", "aceitável", "aceitáveis", "satisfatório", "satisfatória", "ótimo", "ótima",
				"agradável", "agradáveis", "atraente", "atraentes", "fluido", "fluida", "de qualidade",
				"de alta qualidade", "boas práticas", "boa experiência do usuário", "relevante", "relevantes",
				"pertinente", "pertinentes", "compreensível", "compreensíveis", "legível", "legíveis", "ergonômico",
				"ergonômica", "ágil", "ágeis",
			}),
			terms(Manner, []string{
				"rapidamente", "facilmente", "eficientemente", "eficazmente", "corretamente", "adequadamente",
				"apropriadamente", "razoavelmente", "claramente", "intuitivamente", "sem problemas",
				"sem dificuldade", "sem demora", "o mais rápido possível", "o quanto antes", "como esperado",
				"conforme esperado", "de forma adequada", "de maneira adequada", "de forma apropriada",
				"de maneira apropriada", "de forma eficiente", "de maneira eficiente", "cuidadosamente",
				"oportunamente", "prontamente",
			}),
			terms(Degree, []string{
				"considerável", "consideravelmente", "significativo", "significativa", "significativamente", "muito",
				"grande quantidade de", "um grande número de", "numerosos", "numerosas", "vários usuários", "alguns",
				"algumas", "demasiado", "insignificante", "em grande medida",
			}),
			terms(Escape, []string{
				"se possível", "quando possível", "sempre que possível", "na medida do possível",
				"o mais * possível", "tão * quanto possível", "idealmente", "preferencialmente", "de preferência",
				"em geral", "geralmente", "normalmente", "habitualmente", "usualmente", "na maioria dos casos",
				"eventualmente", "a critério de", "quando aplicável", "se aplicável", "conforme apropriado",
				"quando apropriado", "se apropriado", "ou equivalente", "ou similar",
			}),
			terms(EscapeLast, []string{
				"se necessário", "quando necessário", "caso necessário", "conforme necessário", "se preciso",
				"quando preciso",
			}),
		),
		Explains: []string{
			"isto é", "ou seja", "a saber", "segundo", "conforme a", "de acordo com", "definido por", "definida por",
			"definido em", "definida em", "descrito em", "descrita em", "veja", "ver", "por meio de", "mediante",
			"configurável", "em vez de", "em relação a", "em comparação com",
		},
		Restates: []string{
			"concretamente", "isto é", "ou seja", "por exemplo", "em particular", "especificamente",
		},
		Purposes: []string{
			"para que", "a fim de", "com o objetivo de", "porque", "pois", "já que", "de modo que", "de forma que",
		},
		ListEnds: []string{
			"etc", "e assim por diante", "e outros", "e outras", "entre outros", "entre outras", "e mais",
			"e similares", "e afins",
		},
		ListOpeners: []string{
			"incluindo mas não limitado a", "incluindo mas não se limitando a", "não se limitando a",
			"não limitado a", "lista não exaustiva", "não exaustiva",
		},
		Examples: []string{
			"como", "tais como", "tal como", "por exemplo", "p.ex",
		},
		Cues: []string{
			"diversos", "diversas", "vários", "várias", "diferentes", "comuns", "principais", "outros", "outras",
		},
		Quantifiers: []string{
			"todos", "todas", "qualquer", "cada",
		},
		OpenDomains: []string{
			"dispositivos", "navegadores", "plataformas", "idiomas", "ambientes", "formatos", "situações", "casos",
		},
		Amounts: []string{
			"em tempo real", "tempo de resposta razoável", "tempo de resposta aceitável", "tempo de resposta curto", "tempo razoável",
			"prazo razoável", "alta disponibilidade", "baixa latência", "alta carga", "regularmente",
			"periodicamente", "em intervalos regulares", "de vez em quando", "ocasionalmente", "após algum tempo",
			"certo tempo", "após várias tentativas", "várias tentativas", "um tamanho máximo", "um número máximo",
			"um número limitado",
		},
		Settled: []string{
			"configurável", "configuráveis", "definido", "definida", "parametrizável",
		},
	}
}
