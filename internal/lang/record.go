package lang

// Record lists the headings by which a document shows that it tells of
// something and asks for nothing, as [NormalHeading] writes them.
type Record struct {
	Log      []string // title of a list of what has changed
	Decision []string // what was decided
	Beside   []string // what stands beside a decision
}

// Records are the headings of records in English and in that language.
func Records(tag string) Record {
	out := Record{
		Log:      []string{"changelog", "change log", "changes", "release notes", "releases", "history", "what's new"},
		Decision: []string{"decision", "decision outcome", "our decision", "the decision"},
		Beside: []string{"status", "context", "context and problem statement", "consequences", "considered options", "options considered",
			"decision drivers", "alternatives considered", "pros and cons of the options"},
	}
	add := func(log, decision, beside []string) {
		out.Log, out.Decision, out.Beside = append(out.Log, log...), append(out.Decision, decision...), append(out.Beside, beside...)
	}
	switch tag {
	case "de":
		add([]string{"änderungen", "änderungsprotokoll", "versionshinweise"}, []string{"entscheidung", "entscheid"}, []string{"kontext", "konsequenzen", "folgen"})
	case "fr":
		add([]string{"journal des modifications", "notes de version", "historique"}, []string{"décision"}, []string{"statut", "contexte", "conséquences"})
	case "es":
		add([]string{"registro de cambios", "notas de la versión", "historial"}, []string{"decisión"}, []string{"estado", "contexto", "consecuencias"})
	case "pt":
		add([]string{"registro de alterações", "registo de alterações", "notas de versão", "histórico"}, []string{"decisão"}, []string{"estado", "contexto", "consequências"})
	case "ja":
		add([]string{"変更履歴", "リリースノート"}, []string{"決定", "決定事項"}, []string{"ステータス", "背景", "コンテキスト", "影響", "結果"})
	case "zh":
		add([]string{"更新日志", "变更日志", "发布说明"}, []string{"决定", "决策"}, []string{"状态", "背景", "上下文", "后果", "影响"})
	}
	return out
}
