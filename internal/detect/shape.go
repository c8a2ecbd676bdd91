package detect

import "github.com/surmise-ci/surmise/internal/spec"

// describesFeature reports whether the document is written in one of the
// shapes that say what somebody gets. Prose that binds by its modal verbs
// alone may be about anything.
func describesFeature(doc *spec.Document) bool {
	if doc.Normative {
		return false
	}
	for _, shape := range doc.Shapes {
		switch shape {
		case "rfc2119", "normative":
		default:
			return true
		}
	}
	return false
}
