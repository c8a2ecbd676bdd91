package app

import (
	"context"
	"slices"

	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Declarations is what the specs of a revision declare.
type Declarations struct {
	// Required are the test-tier prohibitions in force, by file and place.
	Required []Declared
	// Paths are the specs, and the files beside them that declare something.
	Paths []string
	// Unread are the specs that could not be read; nothing is known of them.
	Unread []gate.Unread
	all    []Declared // in force or not
}

// Declare reads the prohibitions of a revision's specs, or of those at paths.
// Declarations that are wrong are [source.Problems], all at once.
func Declare(ctx context.Context, t Tree, p policy.Policy, paths []string) (Declarations, error) {
	if err := missing(ctx, Request{Head: t, Paths: paths}, p); err != nil {
		return Declarations{}, err
	}
	s, err := selectSpecs(ctx, t, p, paths)
	if err != nil {
		return Declarations{}, err
	}
	if len(s.specs)+len(s.opaque) == 0 && p.Specs.Written && paths == nil {
		return Declarations{}, noSpec(p, s.excluded)
	}
	in := newReader(p.Limits, spec.NewLexicon())
	if err := in.tree(ctx, t, s); err != nil {
		return Declarations{}, err
	}
	read := in.finish()
	if read.declared, err = declareAll(ctx, t, read.docs); err != nil {
		return Declarations{}, err
	}
	return read.declarations()
}

// declarations are what is proven of the revision: the same for the run that
// proves and for the verdict on it.
func (r revision) declarations() (Declarations, error) {
	out := Declarations{Unread: r.unread}
	var problems source.Problems
	for _, s := range r.declared.Specs {
		out.Paths = append(out.Paths, s.Spec)
		for _, b := range s.Problems {
			problems = append(problems, source.Problem{Path: b.Path, At: r.fileOf(b.Path).Position(b.Span.Start), Message: b.Message})
		}
		for _, item := range s.Items {
			d := Declared{Prohibition: item, Line: r.fileOf(item.Path).Position(item.Span.Start).Line}
			out.all = append(out.all, d)
			if item.Tier == probe.Test && item.Required() {
				out.Required = append(out.Required, d)
			}
		}
	}
	for name := range r.declared.Files {
		out.Paths = append(out.Paths, name)
	}
	slices.Sort(out.Paths)
	return out, problems.Err()
}

// Against fills in what the base declared in the place of each required one,
// whatever its tier and status there.
func (d *Declarations) Against(base Declarations) {
	items := func(all []Declared) []probe.Prohibition {
		var out []probe.Prohibition
		for _, one := range all {
			out = append(out, one.Prohibition)
		}
		return out
	}
	for _, s := range probe.Required(nil, items(base.all), items(d.all)) {
		if s.Base == nil || s.Head == nil {
			continue
		}
		is := func(p *probe.Prohibition) func(Declared) bool {
			return func(o Declared) bool { return o.Spec == p.Spec && o.ID == p.ID }
		}
		at, was := slices.IndexFunc(d.Required, is(s.Head)), slices.IndexFunc(base.all, is(s.Base))
		if at >= 0 && was >= 0 {
			d.Required[at].Base = &base.all[was]
		}
	}
}

// PolicyOf is the policy that counts for a head: the tip's, or without a tip
// its own. The notes say if the other one does not count.
func PolicyOf(ctx context.Context, head, tip Tree) (policy.Policy, []string, error) {
	return loadPolicy(ctx, Request{Head: head, Tip: tip})
}
