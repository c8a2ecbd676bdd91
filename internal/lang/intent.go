package lang

// Intent holds the words of one language that tell a request without a measure.
type Intent struct {
	Vague     []string // wishes without an outcome: "improve", "better"
	Unbounded []string // scopes without an end: "everything", "from scratch"
}

// Intents are the words of a language, and the English ones; of an unknown
// language only those.
func Intents(tag string) Intent {
	out := Intent{
		Vague: []string{
			"improve", "improves", "improved", "improving", "improvement", "improvements", "better", "polish", "nice",
			"nicer", "clean up", "cleanup", "cleaner", "tidy up", "enhance", "enhances", "enhancing", "enhancement",
			"enhancements", "optimise", "optimize", "optimising", "optimizing", "streamline", "modernise", "modernize",
			"revamp", "overhaul", "tweak", "some things", "some stuff", "some improvements", "some changes", "some fixes",
			"various", "etc", "and so on", "and so forth", "stuff", "make it good", "make it work", "make it nice",
			"make it fast", "more user friendly", "more user-friendly", "more intuitive", "more robust", "as needed",
		},
		Unbounded: []string{
			"everything", "all the things", "all the code", "all the pages", "all the screens", "all the features",
			"all the bugs", "all the issues", "all the modules", "all the places", "all of it", "across the board",
			"whole codebase", "whole code base", "whole repo", "whole repository", "whole project", "whole app",
			"whole application", "whole system", "whole platform", "whole product", "whole site", "whole website",
			"whole ui", "whole thing", "entire codebase", "entire code base", "entire repo", "entire repository",
			"entire project", "entire app", "entire application", "entire system", "entire platform", "entire product",
			"entire site", "entire website", "entire ui", "entire stack", "rewrite", "rewriting", "from scratch",
		},
	}
	switch tag {
	case "de":
		out.Vague = append(out.Vague, "verbessern", "verbesserung", "verbesserungen", "besser", "schöner", "aufräumen",
			"optimieren", "optimierung", "aufhübschen", "überarbeiten", "usw", "und so weiter")
		out.Unbounded = append(out.Unbounded, "alles", "die ganze anwendung", "das ganze system", "das gesamte system",
			"die gesamte anwendung", "gesamte codebasis", "neu schreiben", "von grund auf")
	case "fr":
		out.Vague = append(out.Vague, "améliorer", "amélioration", "améliorations", "mieux", "meilleur", "meilleure",
			"optimiser", "moderniser", "peaufiner", "nettoyer", "etc")
		out.Unbounded = append(out.Unbounded, "tout le code", "toute l'application", "tout le système",
			"toute la plateforme", "réécrire", "de zéro", "repartir de zéro")
	case "es":
		out.Vague = append(out.Vague, "mejorar", "mejora", "mejoras", "mejor", "optimizar", "modernizar", "pulir", "limpiar")
		out.Unbounded = append(out.Unbounded, "todo el código", "toda la aplicación", "todo el sistema", "reescribir", "desde cero")
	case "pt":
		out.Vague = append(out.Vague, "melhorar", "melhoria", "melhorias", "melhor", "otimizar", "modernizar", "polir")
		out.Unbounded = append(out.Unbounded, "todo o código", "toda a aplicação", "todo o sistema", "reescrever", "do zero")
	case "ja":
		out.Vague = append(out.Vague, "改善", "改良", "より良く", "最適化", "きれいに", "いい感じに", "など")
		out.Unbounded = append(out.Unbounded, "すべてを", "全てを", "全面的に", "ゼロから", "全体を書き直")
	case "zh":
		out.Vague = append(out.Vague, "改善", "改进", "优化", "更好", "提升体验", "美化", "等等")
		out.Unbounded = append(out.Unbounded, "所有的", "整个系统", "整个项目", "全面重构", "重写", "从零开始")
	}
	return out
}
