package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func removedProhibition() Detector {
	return Detector{
		ID: "removed-prohibition",
		Doc: Doc{
			Title: "removed prohibition",
			Text: "Finds prohibitions that the base declares and the head does not, in whatever form: deleted, moved into a code block or a " +
				"comment, or left as a sentence without its declaration. One that moved to another spec or form with its words, and one " +
				"that was dismissed before, are silent. A deleted file is one finding.",
			Bad:   "- P-003: The export must NOT hold names. (deleted)",
			Good:  "- P-003: The export must NOT hold names. (moved to privacy.md with its keys)",
			Since: "0.1.0",
		},
		Class: finding.Missing, Affects: "prohibitions", Severity: finding.High,
		Kinds:  []string{"removed-prohibition"},
		Change: reportRemovedProhibitions,
	}
}

func reportRemovedProhibitions(p *ChangePass) {
	told := make(map[string]bool)
	for _, s := range p.Prohibitions {
		if !s.Removed() {
			continue
		}
		lost := *s.Base
		doc := find(p.Base, lost.Spec)
		if doc == nil {
			continue
		}
		if find(p.Head, lost.Spec) != nil {
			p.Report(Result{
				Doc: doc, Side: finding.Base, Span: lost.Span, Prohibition: &lost, File: fileOf(doc, p.BaseDeclared, lost.Path),
				Message: fmt.Sprintf("%s is no longer declared: restore it or confirm that it is lifted", shorten(lost.ID, maxQuote)),
				Hint:    "put the declaration back with its keys, dismiss it with a reason, or have someone with the right to decide confirm that it is lifted",
				Default: "nothing holds what it forbids any more",
			})
			continue
		}
		if !told[lost.Spec] && !tellsDeletion(p.comparison.removed, lost.Spec) {
			reportDeletedProhibitions(p, doc)
		}
		told[lost.Spec] = true
	}
}

// tellsDeletion reports whether the deletion of a file is told as that of its
// requirements.
func tellsDeletion(removed []align.Ref, path string) bool {
	for _, r := range removed {
		if r.Doc.File.Path() == path {
			return true
		}
	}
	return false
}

// reportDeletedProhibitions is one finding for a file that is gone.
func reportDeletedProhibitions(p *ChangePass, doc *spec.Document) {
	r := Result{
		Doc: doc, Side: finding.Base, Span: source.Span{},
		Hint:    "move the prohibitions to a spec that is read, or have someone with the right to decide confirm the deletion",
		Default: "nothing holds what the file forbade any more",
	}
	for _, s := range p.Prohibitions {
		if s.Removed() && s.Base.Spec == doc.File.Path() {
			r.Members = append(r.Members, declaration(*s.Base))
		}
	}
	if t := doc.Title(); t != nil {
		r.Span = firstLine(doc, t.Heading.Span)
	}
	r.Message = fmt.Sprintf("the file is gone with what it forbade, %s: restore or move it", count(len(r.Members), "prohibition"))
	p.Report(r)
}

// declaration is all that a prohibition says, for identity.
func declaration(p probe.Prohibition) string {
	var b strings.Builder
	for i, f := range p.Fields() {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(f.Key + ": " + f.Value)
	}
	return b.String()
}

// fileOf is the file in which something about a spec is declared.
func fileOf(doc *spec.Document, declared probe.Revision, path string) *source.File {
	if f := declared.Files[path]; f != nil {
		return f
	}
	return doc.File
}

func find(docs []*spec.Document, path string) *spec.Document {
	for _, d := range docs {
		if d.File.Path() == path {
			return d
		}
	}
	return nil
}
