package spec

import "github.com/surmise-ci/surmise/internal/source"

// Anchors are the names that a document defines and others may refer to.
type Anchors struct {
	IDs   map[string]source.Span // explicit ids (FR-001), upper case, to their first definition
	Slugs map[string]source.Span // heading and HTML ids, as a link's fragment writes them
}
