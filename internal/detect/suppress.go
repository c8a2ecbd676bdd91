package detect

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// A comment of a spec that begins with the prefix speaks to the program. The
// one thing that it can say is
//
//	<!-- surmise:allow DETECTOR, DETECTOR -- REASON -->
const (
	directivePrefix = "surmise:"
	allowDirective  = directivePrefix + "allow"
	reasonMark      = " -- "
)

// allowance is one comment that silences detectors where it stands.
type allowance struct {
	detectors []string
	reason    string
	problem   string // why it silences nothing; "" if it does
	at        finding.Place
	governs   source.Span
	statement *spec.Statement // the first one it governs; nil if there is none
}

// allowances are the allowances of a revision by path, in source order.
type allowances map[string][]allowance

// readAllowances reads the comments of documents. A comment inside a text
// governs that paragraph, item, cell or heading; one that is a block of its
// own governs the next block, whole.
func readAllowances(docs []*spec.Document, side finding.Side, detectors []Detector) allowances {
	out := make(allowances)
	for _, d := range docs {
		for _, c := range d.Comments {
			if !strings.HasPrefix(c.Text, directivePrefix) {
				continue
			}
			a := parseAllowance(c.Text, detectors)
			a.at = finding.PlaceOf(d.File, side, c.Span)
			if span, ok := governed(d.Blocks, c.Span); ok {
				a.governs, a.statement = span, firstIn(d, span)
			} else if a.problem == "" {
				a.problem = fmt.Sprintf("%q has nothing after it to speak for", allowDirective)
			}
			out[d.File.Path()] = append(out[d.File.Path()], a)
		}
	}
	return out
}

// parseAllowance reads the text of a comment.
func parseAllowance(text string, detectors []Detector) allowance {
	text = strings.Join(strings.Fields(text), " ")
	directive, rest, _ := strings.Cut(text, " ")
	if directive != allowDirective {
		return allowance{problem: fmt.Sprintf("unknown %q; it must be %q", directive, allowDirective)}
	}
	names, reason, _ := strings.Cut(" "+rest+" ", reasonMark)
	a := allowance{reason: strings.TrimSpace(reason)}
	var known []string
	for _, d := range detectors {
		known = append(known, d.ID)
	}
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
			a.problem = fmt.Sprintf("%q names no detector; write it before %q", allowDirective, "-- REASON")
		case !slices.Contains(known, name):
			hint := "\"surmise explain\" lists them"
			if near := nearest.Name(name, known); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			a.problem = fmt.Sprintf("unknown detector %q; %s", name, hint)
		default:
			a.detectors = append(a.detectors, name)
		}
	}
	if a.problem == "" && a.reason == "" {
		a.problem = fmt.Sprintf("%q gives no reason; write %q after the detector", allowDirective, "-- REASON")
	}
	return a
}

// governed is the span that a comment speaks for: the innermost block with a
// text around it, else the block that follows. Blocks are siblings.
func governed(blocks []*spec.Block, comment source.Span) (source.Span, bool) {
	i := sort.Search(len(blocks), func(i int) bool { return blocks[i].Span.End > comment.Start })
	if i < len(blocks) && blocks[i].Span.Contains(comment) {
		b := blocks[i]
		if inner, ok := governed(b.Children, comment); ok {
			return inner, true
		}
		if b.Text != nil {
			return b.Span, true
		}
		i++
	}
	if i < len(blocks) {
		return blocks[i].Span, true
	}
	return source.Span{}, false
}

// firstIn is the first statement inside a span, nil if there is none.
func firstIn(d *spec.Document, span source.Span) *spec.Statement {
	i := sort.Search(len(d.Statements), func(i int) bool { return d.Statements[i].Span.Start >= span.Start })
	if i < len(d.Statements) && span.Contains(d.Statements[i].Span) {
		return d.Statements[i]
	}
	return nil
}

// cover is the suppression that speaks for a finding, nil if there is none.
func (a allowances) cover(f *finding.Finding) *finding.Suppression {
	for _, one := range a[f.Path] {
		if one.governs.Contains(f.Span) && one.problem == "" && slices.Contains(one.detectors, f.Detector) {
			return &finding.Suppression{Reason: one.reason, Source: finding.Inline, At: one.at}
		}
	}
	return nil
}

// suppress marks what the specs themselves silence. With a base, a suppression
// counts for what it silenced at the merge base already: nothing that a change
// writes can silence what the change brings. What lies in the base is silenced
// by the base. Head and base are findings of these revisions, and partners what
// [finding.Match] gave for them.
func suppress(own, before allowances, head, base []finding.Finding, partners []int) {
	for i := range head {
		f := &head[i]
		switch {
		case f.Side == finding.Base:
			f.Suppressed = before.cover(f)
		case before == nil, partners[i] >= 0 && before.cover(&base[partners[i]]) != nil:
			f.Suppressed = own.cover(f)
		default:
			f.Unaccepted = own.cover(f)
		}
	}
}
