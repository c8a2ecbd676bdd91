package claim

import "github.com/surmise-ci/surmise/internal/spec"

// Content is the words that say what sentence k of a statement is about:
// normalised, in order, without its modal phrases and without words that carry
// nothing.
func Content(s *spec.Statement, k int) []string {
	if len(s.Sentences[k].Tokens) > longest {
		return nil
	}
	r := reader{text: s.Text.String(), statement: s}
	ws := r.read(&s.Sentences[k], k == 0)
	var out []string
	for i := 0; i < len(ws); {
		if m, ok := modalAt(ws, i); ok {
			i = m.end
			continue
		}
		switch w := ws[i]; {
		case w.punct, stop(w.text), product(w.text):
		case w.opaque, w.number:
			out = append(out, w.text)
		default:
			out = append(out, Normal(w.text))
		}
		i++
	}
	return out
}
