package github

import (
	"path"
	"slices"
	"strings"

	gh "github.com/google/go-github/v62/github"

	"github.com/surmise-ci/surmise/internal/pull"
)

// The platform's limits of an annotation: characters of a title, which also
// bounds the title of a run, and bytes of a message.
const (
	titleLimit   = 255
	messageLimit = 64 << 10
)

// fitAll makes annotations fit to be sent and counts those that cannot be.
func fitAll(all []pull.Annotation) (fit []pull.Annotation, dropped int) {
	for _, a := range all {
		if b, ok := fitOne(a); ok {
			fit = append(fit, b)
		} else {
			dropped++
		}
	}
	return fit, dropped
}

// fitOne mends lines, columns and lengths. An annotation without words, of an
// unknown level, or on no file of the repository is not fit.
func fitOne(a pull.Annotation) (pull.Annotation, bool) {
	a.Title = cut(clean(a.Title), titleLimit, "…")
	a.Message = cut(clean(a.Message), messageLimit, "…")
	if strings.TrimSpace(a.Message) == "" {
		a.Message = a.Title
	}
	levels := []pull.Level{pull.Notice, pull.Warning, pull.Failure}
	if strings.TrimSpace(a.Message) == "" || !slices.Contains(levels, a.Level) || !isFile(a.Path) {
		return a, false
	}
	a.StartLine = max(a.StartLine, 1)
	a.EndLine = max(a.EndLine, a.StartLine)
	if a.StartLine != a.EndLine || a.StartColumn < 1 || a.EndColumn < a.StartColumn {
		a.StartColumn, a.EndColumn = 0, 0
	}
	return a, true
}

// isFile reports whether a path can be a file of a repository.
func isFile(name string) bool {
	return name != "" && name != "." && path.Clean(name) == name && clean(name) == name &&
		!strings.HasPrefix(name, "/") && name != ".." && !strings.HasPrefix(name, "../")
}

func outgoing(a pull.Annotation) *gh.CheckRunAnnotation {
	out := &gh.CheckRunAnnotation{
		Path: &a.Path, StartLine: &a.StartLine, EndLine: &a.EndLine,
		AnnotationLevel: gh.String(string(a.Level)), Message: &a.Message,
	}
	if a.Title != "" {
		out.Title = &a.Title
	}
	if a.StartColumn > 0 {
		out.StartColumn, out.EndColumn = &a.StartColumn, &a.EndColumn
	}
	return out
}

func received(a *gh.CheckRunAnnotation) pull.Annotation {
	return pull.Annotation{
		Path: a.GetPath(), StartLine: a.GetStartLine(), EndLine: a.GetEndLine(),
		Level: pull.Level(a.GetAnnotationLevel()), Title: a.GetTitle(),
	}
}

// identity is what of an annotation comes back as it was sent: the platform may
// touch a message.
func identity(a pull.Annotation) pull.Annotation {
	a.Message, a.StartColumn, a.EndColumn = "", 0, 0
	return a
}
