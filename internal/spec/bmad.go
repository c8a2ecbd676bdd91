package spec

import "strings"

func bmad() Shape {
	return Shape{
		ID: "bmad",
		Doc: ShapeDoc{
			Title: "BMAD product requirements and stories",
			Text: "Numbered epics with numbered stories, items FR1 and NFR1, or a story file with notes and records for agents. " +
				"What is tagged as a non-goal, an assumption or a note is no requirement.",
			Criterion: "each item under the acceptance criteria of a story",
			Example:   "## Requirements\n\n- FR1: The desk refuses a sixth loan.\n- NFR1: The desk answers within 2 seconds.\n",
			Since:     "0.1.0",
		},
		Present: isBMAD,
		Role:    bmadRole,
	}
}

// isBMAD looks for what only these documents have: requirements that are
// counted without a hyphen, in both kinds or beside an epic, stories that are
// counted within epics, and the agents' sections of a story file.
func isBMAD(d *Document) bool {
	functional, quality, epic := false, false, false
	for _, s := range d.Sections {
		switch {
		case hasPrefixFold(s.Title, "goals and background context"), hasPrefixFold(s.Title, "dev agent record"):
			return true
		case hasPrefixFold(s.Title, "epic ") && counted(s.Title[len("epic "):]):
			epic = true
		case hasPrefixFold(s.Title, "story ") && strings.Contains(s.Title[:min(len(s.Title), len("story 12.3"))], ".") && counted(s.Title[len("story "):]):
			return true
		}
	}
	for _, s := range d.Statements {
		functional = functional || isBMADRequirement(s) && strings.HasPrefix(s.ID, "F")
		quality = quality || isBMADRequirement(s) && strings.HasPrefix(s.ID, "N")
	}
	return functional && (quality || epic)
}

func bmadRole(_ *Document, s *Statement) (Role, bool) {
	for _, tag := range []string{"[NON-GOAL", "[ASSUMPTION", "[NOTE FOR"} {
		if strings.Contains(s.Text.plain, tag) {
			return Prose, true
		}
	}
	return Requirement, isBMADRequirement(s)
}

// isBMADRequirement recognises FR1 and NFR12.
func isBMADRequirement(s *Statement) bool {
	return counted(strings.TrimPrefix(strings.TrimPrefix(s.ID, "N"), "FR")) && strings.Contains(s.ID, "FR")
}

func counted(text string) bool { return text != "" && isDigit(text[0]) }
