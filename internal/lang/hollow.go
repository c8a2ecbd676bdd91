package lang

// HollowWords are the words with which a criterion says no more than that
// things are good or done: "works as expected", "is user friendly". A criterion
// of nothing else gives nobody anything to look at. The map is for looking up
// only; it covers all languages at once, since none of these words names an
// outcome in another.
func HollowWords() map[string]bool {
	words := make(map[string]bool)
	for _, list := range [][]string{
		// what it is about, as long as it has no name
		{
			"it", "this", "that", "they", "them", "everything", "everyone", "anything", "all", "things", "thing", "stuff",
			"feature", "features", "functionality", "function", "functions", "system", "app", "application", "product",
			"solution", "software", "project", "implementation", "change", "changes", "code", "user", "users", "customer",
			"customers", "people", "team", "stakeholder", "stakeholders", "ui", "ux", "interface", "experience",
			"requirement", "requirements", "criteria", "criterion", "performance", "quality", "design",
		},
		// what is said of it
		{
			"work", "works", "working", "worked", "function", "functions", "functioning", "behave", "behaves", "behavior",
			"behaviour", "perform", "performs", "run", "runs", "running", "operate", "operates", "look", "looks", "feel",
			"feels", "done", "complete", "completed", "completely", "finished", "ready", "implemented", "fulfilled", "met",
			"satisfied", "satisfies", "happy", "pleased", "delighted", "love", "loves", "like", "likes", "enjoy", "verify",
			"verified", "ensure", "check", "make", "sure", "tested", "acceptable", "accepted", "approved", "improve",
			"improves", "enhance", "optimise", "optimize", "optimised", "optimized", "polish", "polished", "fix", "fixed",
			"fixes", "update", "updated", "refactor", "refactored", "support", "supported", "handle", "handled",
		},
		// how it is said to be
		{
			"as", "expected", "expectation", "expectations", "intended", "designed", "described", "specified", "planned",
			"desired", "required", "needed", "correct", "correctly", "proper", "properly", "right", "well", "fine", "ok",
			"okay", "good", "great", "nice", "nicely", "better", "best", "improved", "enhanced", "fast", "faster", "quick",
			"quickly", "smooth", "smoothly", "seamless", "seamlessly", "easy", "easily", "simple", "intuitive",
			"user-friendly", "friendly", "reliable", "reliably", "stable", "robust", "scalable", "secure", "modern",
			"clean", "usable", "useful", "use", "successful", "successfully", "perfectly", "flawlessly", "normally", "effectively",
			"efficiently", "appropriately", "high", "problems", "problem", "issue",
			"issues", "bug", "bugs", "errors", "always", "fully", "very",
		},
		// what holds a sentence together
		{
			"i", "we", "you", "us", "a", "an", "the", "and", "or", "of", "to", "for", "by", "with", "without", "in", "on", "at", "is", "are", "be",
			"been", "being", "was", "were", "has", "have", "do", "does", "can", "could", "must", "shall", "should", "will",
			"would", "may", "no", "not", "any", "our", "their", "its", "there", "given", "when", "then", "but",
		},
		// placeholders
		{"tbd", "todo", "tbc", "tba", "fixme", "xxx", "n/a", "na", "n", "none", "pending", "placeholder", "later"},
		{
			"funktioniert", "funktionieren", "wie", "erwartet", "gewünscht", "korrekt", "richtig", "gut", "fertig",
			"erledigt", "alles", "das", "die", "der", "es", "ist", "und", "feature", "anwendung", "nutzer", "zufrieden",
		},
		{
			"fonctionne", "fonctionnent", "comme", "prévu", "attendu", "correctement", "bien", "terminé", "fait", "tout",
			"la", "le", "les", "et", "est", "fonctionnalité", "utilisateurs", "satisfaits",
		},
		{
			"funciona", "funcionan", "como", "se", "espera", "esperado", "correctamente", "corretamente", "bien", "bem",
			"hecho", "feito", "terminado", "listo", "pronto", "todo", "tudo", "el", "la", "los", "o", "os", "y", "e", "es",
			"está", "funcionalidad", "funcionalidade", "usuario", "usuarios", "usuário", "usuários",
		},
		{"期待通り", "期待通りに動作する", "正しく動作する", "正常に動作する", "動作する", "完了", "未定", "按预期工作", "正常工作", "符合预期", "完成", "待定"},
	} {
		for _, w := range list {
			words[w] = true
		}
	}
	return words
}

// WorkingVerbs are the verbs that say of something that it does what it does.
// A sentence that ends in one is praise, whatever it is about: "the export
// button works". Those with false are also nouns or take an object, and are
// praise only with hollow words behind them.
func WorkingVerbs() map[string]bool {
	return map[string]bool{
		"works": true, "behaves": true, "operates": true,
		"work": false, "working": false, "behave": false, "function": false, "functions": false, "functioning": false,
		"operate": false, "perform": false, "performs": false,
		"funktioniert": true, "funktionieren": true, "fonctionne": true, "fonctionnent": true, "funciona": true, "funcionan": true,
	}
}

// RoutineWords are those of criteria that are set for any work, whatever it is
// about: "all tests pass", "the code is reviewed and merged". One can check
// them, and they say nothing about this work. Those with true name the routine;
// the others belong to it only beside one of them.
func RoutineWords() map[string]bool {
	words := make(map[string]bool)
	for named, list := range map[bool][]string{
		true: {
			"test", "tests", "ci", "lint", "linter", "linting", "doc", "docs", "documentation", "readme", "changelog", "code", "build",
			"qa", "reviewer", "reviewers", "coverage", "typecheck",
		},
		false: {
			"pass", "passes", "passed", "passing", "unit", "integration", "e2e", "end-to-end", "suite", "testing", "review", "reviewed",
			"documented", "merged", "merge", "deployed", "released", "green", "builds", "linted", "approved", "approves", "approval",
			"sign-off", "signed", "off", "covered", "covers", "peer", "warnings", "written", "added", "specific", "command", "comments",
			"commented", "existing", "regression", "regressions", "acceptance", "formatted", "compiles", "new", "exist", "exists", "least", "one",
		},
	} {
		for _, w := range list {
			words[w] = named
		}
	}
	return words
}
