package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/surmise-ci/surmise/internal/config"
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
		return Declarations{}, &InputError{
			Err:  fmt.Errorf("no file matches specs.include of the policy: %q", p.Specs.Include),
			Next: "mend the globs, or remove them to use the defaults",
		}
	}
	in := newReader(p.Limits, spec.NewLexicon())
	if err := in.tree(ctx, t, s); err != nil {
		return Declarations{}, err
	}
	read := in.finish()
	out := Declarations{Unread: read.unread}
	var problems source.Problems
	for _, d := range read.docs {
		files := map[string]*source.File{d.File.Path(): d.File}
		sources := []probe.Source{probe.FromDocument(d)}
		for _, b := range d.Blocks {
			if b.Kind == spec.FrontMatter {
				sources = append(sources, config.FrontMatter(d.File, b.Span))
			}
		}
		beside, err := sidecar(ctx, t, d.File.Path())
		if err != nil {
			return Declarations{}, err
		}
		if beside != nil {
			files[beside.Path()] = beside
			sources = append(sources, config.Sidecar(beside))
			out.Paths = append(out.Paths, beside.Path())
		}
		out.Paths = append(out.Paths, d.File.Path())
		declared := probe.Collect(d.File.Path(), sources...)
		for _, b := range declared.Problems {
			problems = append(problems, source.Problem{Path: b.Path, At: files[b.Path].Position(b.Span.Start), Message: b.Message})
		}
		for _, item := range declared.Items {
			if item.Tier == probe.Test && item.Required() {
				out.Required = append(out.Required, Declared{Prohibition: item, Line: files[item.Path].Position(item.Span.Start).Line})
			}
		}
	}
	slices.Sort(out.Paths)
	return out, problems.Err()
}

// sidecar is the file beside a spec that declares for it; nil without one.
func sidecar(ctx context.Context, t Tree, name string) (*source.File, error) {
	name = probe.SidecarOf(name)
	data, err := t.Read(ctx, name, config.MaxBytes)
	switch reason := refusal(err); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case reason != "":
		return nil, source.Problems{{Path: name, Message: "the file beside the spec " + reason}}
	case err != nil:
		return nil, err
	}
	return source.New(name, data), nil
}

// PolicyOf is the policy that counts for a head: the tip's, or without a tip
// its own. The notes say if the other one does not count.
func PolicyOf(ctx context.Context, head, tip Tree) (policy.Policy, []string, error) {
	return loadPolicy(ctx, Request{Head: head, Tip: tip})
}
