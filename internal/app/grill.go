package app

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/grill"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// grilled lets the items of a grill report be findings like any other, with a
// fingerprint. Each lies on the requirement whose id it names or whose words it
// quotes, and stays as long as those words do; one that names none is about the
// whole spec, as it stands now.
func grilled(r *grill.Report, about string) detect.Detector {
	return detect.Detector{
		ID: "grill",
		Doc: detect.Doc{
			Title: "line of a grill report",
			Text: "Takes over what a grill report says of a spec: \"surmise check --grill report.md\" reads one. Sections for contradictions, " +
				"security, scale and reliability are high, and so is a line about acceptance criteria; the others are medium. " +
				"Lines that only say that there is nothing are no findings; a report without sections, or with a section that " +
				"says nothing, is an error.",
			Bad:   "### Contradictions\n\n1. FR-002 allows five loans and FR-007 seven.",
			Good:  "### Contradictions\n\nNone identified.",
			Since: "0.1.0",
		},
		Class: finding.Ambiguous, Affects: "requirements", Severity: finding.Medium,
		Needs: lang.NoWords,
		Document: func(p *detect.Pass) {
			if r == nil || p.Doc.File.Path() != about {
				return
			}
			for _, i := range r.Items {
				p.Report(grillResult(p.Doc, i))
			}
		},
	}
}

func grillResult(doc *spec.Document, i grill.Item) detect.Result {
	out := detect.Result{
		Severity: i.Severity(), Class: i.Class(), Affects: i.Affects(), Members: []string{i.Text},
		Message: shortenTo(i.Text, maxGrillMessage),
		Hint:    fmt.Sprintf("say in the spec what holds; the report asks it on line %d, under %q", i.Line, i.Section),
		Default: "the narrowest reading that the words of the spec allow",
	}
	if out.Class == finding.Contradictory {
		out.Default = "none: a person has to say which side holds"
	}
	if at := named(doc, i.Text); len(at) > 0 {
		out.At, out.Span = at[0], at[0].Span
		if out.Class == finding.Contradictory && len(at) > 1 {
			out.Related = []finding.Related{{Place: finding.PlaceOf(doc.File, finding.Head, at[1].Span), Note: "the other side"}}
			out.Members = append(out.Members, at[1].Text.Canonical())
		}
		return out
	}
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(doc.File.Content()), " ")))
	out.Members = append(out.Members, hex.EncodeToString(sum[:]))
	switch t := doc.Title(); {
	case t != nil:
		out.Span = t.Heading.Span
	case len(doc.Statements) > 0:
		out.Span = doc.Statements[0].Span
	default:
		out.Span = source.Span{}
	}
	return out
}

// maxGrillMessage is how many characters of a report's line a message repeats.
const maxGrillMessage = 120

func shortenTo(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// named are the statements whose explicit ids a text names, in the order of the
// document, else the first one that it quotes.
func named(doc *spec.Document, text string) []*spec.Statement {
	var out []*spec.Statement
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;:()[]`'\"“”", r) })
	for _, s := range doc.Statements {
		if s.ID != "" && slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(strings.TrimRight(w, "."), s.ID) }) {
			out = append(out, s)
		}
	}
	if len(out) > 0 {
		return out
	}
	const shortest = 12 // bytes: less is no quotation of a sentence
	for _, quote := range quotations(text) {
		for _, s := range doc.Statements {
			if len(quote) >= shortest && strings.Contains(s.Text.String(), quote) {
				return []*spec.Statement{s}
			}
		}
	}
	return nil
}

// quotations are what stands between quotation marks.
func quotations(text string) []string {
	var out []string
	for i, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\"“”`", r) }) {
		if i > 0 || strings.HasPrefix(text, "\"") || strings.HasPrefix(text, "“") || strings.HasPrefix(text, "`") {
			out = append(out, strings.TrimSpace(part))
		}
	}
	return out
}

// readGrill reads the report of a request, and says which of the specs it is
// about: the one that it names, else the only one there is.
func readGrill(d *Document, docs []*spec.Document) (*grill.Report, string, error) {
	if d == nil {
		return nil, "", nil
	}
	r, err := grill.Read(source.New(d.Path, d.Data))
	if err != nil {
		return nil, "", err
	}
	var paths []string
	for _, doc := range docs {
		if p := doc.File.Path(); r.Spec != "" && (p == path.Clean(r.Spec) || path.IsAbs(r.Spec) && strings.HasSuffix(path.Clean(r.Spec), "/"+p)) {
			return &r, p, nil
		}
		paths = append(paths, doc.File.Path())
	}
	if len(paths) == 1 && r.Spec == "" {
		return &r, paths[0], nil
	}
	problem := fmt.Errorf("the grill report %q is about %q, which is not interrogated here", d.Path, r.Spec)
	if r.Spec == "" {
		problem = fmt.Errorf("the grill report %q does not say which spec it is about", d.Path)
	}
	return nil, "", &InputError{Err: problem, Next: "name the spec as \"- Spec: PATH\" in the report, and check that one"}
}
