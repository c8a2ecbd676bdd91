package probe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Source is what one form of declaration in one file gives.
type Source struct {
	Path     string
	Raws     []Raw
	Problems []Problem

	declared map[*spec.Statement]bool // statements that are part of a declaration
}

// Declarations is everything that one spec declares, in all forms.
type Declarations struct {
	Spec     string
	Items    []Prohibition // by file, then by place; those with problems are left out
	Problems []Problem     // by file, then by place
	declared map[*spec.Statement]bool
}

// Covers reports whether a statement of the spec's own text is part of a
// declaration.
func (d Declarations) Covers(s *spec.Statement) bool { return d.declared[s] }

// Collect reads what several sources declare for one spec. An id stands once,
// whatever the form and whatever the case of its letters: of two declarations
// nobody could say which one holds.
func Collect(spec string, sources ...Source) Declarations {
	out := Declarations{Spec: spec}
	type first struct {
		path string
		at   source.Span
	}
	seen := make(map[string]first)
	for _, s := range sources {
		if s.declared != nil {
			out.declared = s.declared
		}
		out.Problems = append(out.Problems, s.Problems...)
		for _, raw := range s.Raws {
			p, problems := raw.Prohibition(spec, s.Path)
			id := strings.ToLower(p.ID)
			if before, twice := seen[id]; twice && p.ID != "" {
				where := "above"
				if before.path != p.Path {
					where = fmt.Sprintf("in %q", before.path)
				}
				problems = append(problems, Problem{p.Path, p.Span, fmt.Sprintf("%s is declared %s already; keep one declaration of it", p.ID, where)})
			} else {
				seen[id] = first{p.Path, p.Span}
			}
			if out.Problems = append(out.Problems, problems...); len(problems) == 0 {
				out.Items = append(out.Items, p)
			}
		}
	}
	slices.SortStableFunc(out.Items, func(a, b Prohibition) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	slices.SortStableFunc(out.Problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return out
}

// Revision is what the specs of one revision declare.
type Revision struct {
	Specs []Declarations
	Files map[string]*source.File // the sidecars, by path
}

// Items are the declarations of all specs.
func (r Revision) Items() []Prohibition {
	var out []Prohibition
	for _, d := range r.Specs {
		out = append(out, d.Items...)
	}
	return out
}

// Of is what one spec declares.
func (r Revision) Of(spec string) Declarations {
	i := slices.IndexFunc(r.Specs, func(d Declarations) bool { return d.Spec == spec })
	if i < 0 {
		return Declarations{Spec: spec}
	}
	return r.Specs[i]
}

// SidecarSuffix ends the name of a file that declares the prohibitions of the
// spec beside it.
const SidecarSuffix = ".prohibitions.yml"

// SidecarOf is the path of a spec's sidecar: "docs/export.md" has
// "docs/export.prohibitions.yml".
func SidecarOf(spec string) string {
	for _, ext := range []string{".markdown", ".md"} {
		if len(spec) > len(ext) && strings.EqualFold(spec[len(spec)-len(ext):], ext) {
			return spec[:len(spec)-len(ext)] + SidecarSuffix
		}
	}
	return spec + SidecarSuffix
}

// SidecarLike are the paths of what was probably meant as a spec's sidecar and
// is none: nobody reads a file of that name.
func SidecarLike(spec string) []string {
	stem := strings.TrimSuffix(SidecarOf(spec), SidecarSuffix)
	out := []string{stem + ".prohibitions.yaml", stem + ".prohibition.yml", stem + ".prohibition.yaml"}
	if stem != spec {
		out = append(out, spec+SidecarSuffix, spec+".prohibitions.yaml")
	}
	return out
}

// Undeclared is what a spec forbids without declaring how that is held.
type Undeclared struct {
	Sentences int
	First     source.Span // of the first
	// Referred are sentences about topics that are owned elsewhere; they are
	// not among the others.
	Referred []Referral
}

// Referral is a topic and who owns it.
type Referral struct{ Topic, Owner string }

// FindUndeclared looks for sentences that forbid something and are no part of a
// declaration. It knows English.
func FindUndeclared(d *spec.Document, declared Declarations) Undeclared {
	var out Undeclared
	for _, s := range d.Statements {
		if declared.Covers(s) || s.Role == spec.Exempt || s.Role == spec.Step || s.Block.Kind == spec.Heading {
			continue
		}
		for _, sentence := range s.Sentences {
			if !mustNot(sentence.Tokens) {
				continue
			}
			if topic, owner := CanonTopic(s.Text.String()[sentence.Start:sentence.End]); topic != "" {
				if r := (Referral{topic, owner}); !slices.Contains(out.Referred, r) {
					out.Referred = append(out.Referred, r)
				}
				continue
			}
			if out.Sentences++; out.Sentences == 1 {
				out.First = s.Text.Span(sentence.Start, sentence.End)
			}
		}
	}
	return out
}

// mustNot reports whether a sentence holds "must not" or "shall not".
func mustNot(tokens []spec.Token) bool {
	for i, t := range tokens {
		switch t.Lower {
		case "mustn't", "mustn’t", "shan't", "shan’t":
			return true
		case "must", "shall":
			if i+1 < len(tokens) && (tokens[i+1].Lower == "not" || tokens[i+1].Lower == "never") {
				return true
			}
		}
	}
	return false
}
