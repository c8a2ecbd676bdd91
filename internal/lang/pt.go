package lang

func portuguese() Pack {
	return Pack{
		Tag: "pt",
		Headings: []Heading{
			{"fora de escopo", OutOfScope},
			{"fora de âmbito", OutOfScope},
			{"fora do escopo", OutOfScope},
			{"fora do âmbito", OutOfScope},
			{"não objetivos", OutOfScope},
			{"não-objetivos", OutOfScope},
			{"exclusões", OutOfScope},
			{"requisitos", Requirements},
			{"requisitos *", Requirements},
			{"requisito *", Requirements},
			{"* requisitos", Requirements},
			{"restrições", Requirements},
			{"regras de negócio", Requirements},
			{"critérios de aceitação", Criteria},
			{"critérios de aceite", Criteria},
			{"critérios de sucesso", Criteria},
			{"definição de pronto", Criteria},
			{"perguntas em aberto", Questions},
			{"perguntas abertas", Questions},
			{"questões em aberto", Questions},
			{"questões abertas", Questions},
			{"pontos em aberto", Questions},
			{"casos extremos", Questions},
			{"casos de borda", Questions},
			{"casos limite", Questions},
			{"esclarecimentos", Clarifications},
			{"perguntas respondidas", Clarifications},
			{"decisões", Clarifications},
			{"histórias de usuário", Scenarios},
			{"histórias de utilizador", Scenarios},
			{"história de usuário *", Scenarios},
			{"cenários", Scenarios},
			{"cenários de usuário", Scenarios},
			{"casos de uso", Scenarios},
			{"premissas", Assumptions},
			{"suposições", Assumptions},
			{"dependências", Assumptions},
			{"glossário", Glossary},
			{"terminologia", Glossary},
			{"definições", Glossary},
			{"alternativas", Past},
			{"alternativas consideradas", Past},
			{"alternativas rejeitadas", Past},
			{"alternativas descartadas", Past},
			{"contexto", Background},
			{"motivação", Background},
			{"justificativa", Background},
			{"histórico", Past},
			{"histórico de alterações", Past},
			{"histórico de versões", Past},
			{"histórico de revisões", Past},
			{"histórico de mudanças", Past},
			{"referências", Background},
			{"anexo", Background},
			{"anexos", Background},
			{"índice", Guidance},
			{"sumário", Guidance},
			{"resumo", Request},
			{"introdução", Request},
			{"propósito", Request},
			{"objetivo", Request},
			{"objetivos", Request},
			{"problema", Request},
			{"visão geral", Request},
		},
		Modals: []Modal{
			{Phrase: "deve", Modality: Must},
			{Phrase: "devem", Modality: Must},
			{Phrase: "deverá", Modality: Must},
			{Phrase: "deverão", Modality: Must},
			{Phrase: "não deve", Modality: Must},
			{Phrase: "não devem", Modality: Must},
			{Phrase: "não deverá", Modality: Must},
			{Phrase: "não pode", Modality: Must},
			{Phrase: "não podem", Modality: Must},
			{Phrase: "tem que", Modality: Must},
			{Phrase: "têm que", Modality: Must},
			{Phrase: "deveria", Modality: Should},
			{Phrase: "deveriam", Modality: Should},
			{Phrase: "pode", Modality: May},
			{Phrase: "podem", Modality: May},
			{Phrase: "poderá", Modality: May},
			{Phrase: "poderão", Modality: May},
		},
		Markers: []string{"TBD", "TODO", "FIXME", "XXX", "???"},
		Undecided: []string{
			"a definir", "a determinar", "a decidir", "a confirmar", "a especificar", "por definir",
			"ainda não definido", "ainda não decidido", "pendente de definição", "será definido posteriormente",
		},
		Doubts: []string{
			"ainda não está claro", "ainda não se sabe", "ainda incerto", "por ver", "sem decisão",
		},
		Vague:      portugueseVagueness,
		StopWords:  portugueseStopWords,
		PlainWords: portuguesePlainWords,
		Records:    portugueseRecords,
		Data:       portugueseData,
	}
}

func portugueseStopWords() []string {
	return []string{
		"o", "os", "as", "de", "que", "e", "em", "um", "uma", "do", "da", "dos", "das", "no", "na", "nos",
		"nas", "por", "com", "para", "não", "ao", "se", "mais", "deve", "quando", "são", "ou", "seu", "sua",
		"usuário", "sistema", "pelo", "pela", "é", "ser", "até", "às", "também", "sem",
	}
}

func portuguesePlainWords() []string {
	return []string{
		"adicionar", "alterar", "apagar", "arquivo", "arquivos", "atualizar", "botão", "busca", "corrigir", "criar", "critérios", "devem",
		"enviar", "excluir", "faturas", "ficheiro", "melhor", "melhorar", "mostrar", "nova", "novo", "objetivo", "otimizar", "podem", "página",
		"rapidamente", "remover", "requisitos", "salvar", "senha", "sem", "tela", "todos", "tudo", "usuários", "utilizador",
	}
}

func portugueseRecords() Record {
	return Record{
		Log:      []string{"registro de alterações", "registo de alterações", "notas de versão", "histórico"},
		Decision: []string{"decisão"},
		Beside:   []string{"estado", "contexto", "consequências"},
	}
}

func portugueseData() Data {
	return Data{
		Range:      []string{"arredond", "limiar", "máxim", "mínim", "limite", "percent", "porcent", "montante", "valor", "preço", "quantidade", "número", "decima"},
		Collection: []string{"lista", "ordenad", "ordena", "agrup", "mescl", "fundid", "item", "itens", "elemento", "duplicad", "intervalo", "sobrep", "conjunto", "coleç"},
		Text:       []string{"texto", "nome", "caract", "caráter", "comprimento", "trunc", "mensagem", "mensagens", "rótulo", "etiqueta"},
		State:      []string{"salv", "guard", "grava", "armazen", "atualiz", "cria", "elimin", "apag", "exclu", "remov", "regist", "envia", "submet", "inser"},
		Transfer:   []string{"arquivo", "ficheiro", "pedido", "requisi", "carreg", "descarreg", "baixa", "rede", "conex", "ligaç"},
	}
}
