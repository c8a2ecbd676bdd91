package detect

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/align"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func removedRequirement() Detector {
	return Detector{
		ID: "removed-requirement",
		Doc: Doc{
			Title: "removed requirement",
			Text: "Finds requirements and criteria of the base that the head no longer states. A deleted file is one finding, and so " +
				"is an item with its sub-items. Words that now stand in another spec that is read, or that a section \"REMOVED " +
				"Requirements\" takes away with a reason, are silent. Text that went into a code block, a comment or a section that " +
				"binds nobody is a removal.",
			Bad:   "FR-012: Refunds MUST be paid within 14 days. (deleted)",
			Good:  "FR-012: Refunds MUST be paid within 14 days. (moved to refunds.md)",
			Since: "0.1.0",
		},
		Class: finding.Missing, Affects: "requirements", Severity: finding.High,
		Kinds:  []string{"removed-requirement"},
		Change: reportRemovals,
	}
}

func reportRemovals(p *ChangePass) {
	kept := make(map[string]*spec.Document)
	for _, d := range p.Head {
		kept[d.File.Path()] = d
	}
	gone := make(map[*spec.Statement]bool)
	byFile := make(map[string][]align.Ref)
	for _, r := range p.comparison.removed {
		gone[r.Statement] = true
		byFile[r.Doc.File.Path()] = append(byFile[r.Doc.File.Path()], r)
	}
	searched := 0
	for _, r := range p.comparison.removed {
		path := r.Doc.File.Path()
		head := kept[path]
		if head == nil {
			if all := byFile[path]; len(all) > 0 {
				reportDeletedFile(p, all, "statement")
				delete(byFile, path)
			}
			continue
		}
		if p.BaseDeclared.Of(path).Covers(r.Statement) {
			continue // told as a prohibition
		}
		if r.Statement.Parent == nil || !gone[r.Statement.Parent] {
			searched += head.File.Len()
			reportRemoval(p, r, searched <= mostSearched && strings.Contains(head.File.Content(), r.Doc.File.Excerpt(r.Statement.Span)))
		}
	}
	reportDeletedScenarios(p, kept)
}

// reportDeletedScenarios is one finding for each file that is gone, held
// scenarios that stand nowhere now, and had no requirement of which that is told.
func reportDeletedScenarios(p *ChangePass, kept map[string]*spec.Document) {
	told := make(map[string]bool)
	for _, r := range p.comparison.removed {
		told[r.Doc.File.Path()] = true
	}
	byFile := make(map[string][]align.Ref)
	for _, l := range p.comparison.lost {
		if path := l.Doc.File.Path(); kept[path] == nil && !told[path] {
			byFile[path] = append(byFile[path], align.Ref{Doc: l.Doc, Statement: l.Scenario.Steps[0]})
		}
	}
	for _, l := range p.comparison.lost {
		path := l.Doc.File.Path()
		if all := byFile[path]; len(all) > 0 {
			reportDeletedFile(p, all, "scenario")
			delete(byFile, path)
		}
	}
}

// mostSearched is how many bytes of heads are searched for words that went
// somewhere else in their file. Behind it they are said to be removed, which is
// true as well.
const mostSearched = 64 << 20

// reportDeletedFile is one finding on the title of the base file, with what was
// lost in it.
func reportDeletedFile(p *ChangePass, all []align.Ref, what string) {
	d := all[0].Doc
	span := all[0].Statement.Span
	if t := d.Title(); t != nil {
		span = t.Heading.Span
	}
	members := make([]string, len(all))
	for i, r := range all {
		members[i] = r.Statement.Text.Canonical()
	}
	p.Report(Result{
		Doc: d, Side: finding.Base, Span: firstLine(d, span),
		Message: fmt.Sprintf("the file is gone with what it required, %s: restore or move it", count(len(all), what)),
		Hint:    "move the requirements to a spec that is read, or have someone with the right to decide confirm the deletion",
		Default: "nothing of the file is built or kept",
		Members: members,
	})
}

// reportRemoval is the finding of one requirement. Stands says that the head
// still has its words, where they bind nobody.
func reportRemoval(p *ChangePass, r align.Ref, stands bool) {
	s := r.Statement
	what := strings.Join(strings.Fields(s.Text.String()[s.Body():]), " ")
	what = strings.TrimLeft(what, ":-–— .)]")
	message := fmt.Sprintf("removed: %q; restore it or confirm the removal", shorten(what, maxQuote))
	if stands {
		message = fmt.Sprintf("no longer a requirement where it stands: %q; restore it", shorten(what, maxQuote))
	}
	p.Report(Result{
		Doc: r.Doc, Side: finding.Base, Span: s.Span, At: s,
		Message: message,
		Hint:    "put it back, move it to a spec that is read, or list it under \"REMOVED Requirements\" with the reason",
		Default: "nobody is held to it any more",
	})
}

// firstLine cuts a span at the end of the line that it starts on.
func firstLine(d *spec.Document, s source.Span) source.Span {
	line := d.File.Line(d.File.Position(s.Start).Line)
	return source.Span{Start: s.Start, End: min(s.End, line.End)}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
