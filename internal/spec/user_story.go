package spec

import "strings"

func userStory() Shape {
	return Shape{
		ID: "user-story",
		Doc: ShapeDoc{
			Title:     "user stories",
			Text:      "Statements of the form \"As a ..., I want ...\", with or without a \"User Story:\" label.",
			Criterion: "each item under the story",
			Example:   "As a librarian, I want to extend a loan, so that readers need not come in.\n\n- The due date moves by 14 days\n",
			Since:     "0.1.0",
		},
		Present: func(d *Document) bool {
			for _, s := range d.Statements {
				if s.Role != Exempt && isStory(s.Text.plain) {
					return true
				}
			}
			return false
		},
		Role: func(_ *Document, s *Statement) (Role, bool) {
			if isStory(s.Text.plain) {
				s.Section.hasStory = true
				return Story, true
			}
			if s.Section.hasStory && s.Item != nil && s.Section.Title != "" && !questionLike(s) {
				return Criterion, true
			}
			return Prose, false
		},
	}
}

// isStory recognises the Connextra form in English.
func isStory(text string) bool {
	if i := strings.Index(text[:min(len(text), 40)], "tory:"); i >= 0 {
		text = strings.TrimLeft(text[i+len("tory:"):], " ")
	}
	if !hasPrefixFold(text, "as a ") && !hasPrefixFold(text, "as an ") && !hasPrefixFold(text, "as the ") {
		return false
	}
	const enough = 400
	head := strings.ToLower(text[:min(len(text), enough)])
	for _, wish := range []string{" i want", " i need", " i can", " i would like", " i'd like", " i should be able"} {
		if strings.Contains(head, wish) {
			return true
		}
	}
	return false
}

func questionLike(s *Statement) bool { return strings.HasSuffix(strings.TrimSpace(s.Text.plain), "?") }
