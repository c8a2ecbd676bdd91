package detect

import (
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
)

func escapeClause(vague *tables[vagueWords]) Detector {
	return Detector{
		ID: "escape-clause",
		Doc: Doc{
			Title: "escape clause",
			Text: "Finds words in requirements, criteria and scenario outcomes that let the reader off without saying when: \"if " +
				"possible\", \"where appropriate\", \"as far as practicable\", \"at the discretion of\", and \"as needed\" where nothing " +
				"follows. It is silent where the same sentence says when (\"as required by the house rules\"), or goes on with a colon, " +
				"dash, list or parenthesis that explains. One finding per statement.",
			Bad:   "The ferry must announce each stop, if possible.",
			Good:  "The ferry must announce each stop unless the engine room has cut the speakers off.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Medium,
		Kinds:    []string{"escape-clause", "vague-term"},
		Needs:    lang.VagueWords,
		Document: func(p *Pass) { reportVague(p, vague, lang.Use.Escapes) },
	}
}
