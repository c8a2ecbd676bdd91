package app

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/policy"
)

// Tree is the files of one revision. Paths are slash-separated and relative to
// the repository's root.
type Tree interface {
	// List names the files at or below the given paths, sorted. What is there
	// but is neither read nor entered, a link or a submodule, is in opaque.
	List(ctx context.Context, under []string) (files, opaque []string, err error)
	// Read returns one file of at most limit bytes. A file that is there but
	// is not read is an error that says so with a method Refused() string; a
	// missing one is [io/fs.ErrNotExist].
	Read(ctx context.Context, path string, limit int) ([]byte, error)
	// Has reports whether there is a file or a folder at that path.
	Has(path string) bool
}

// Base is the revision that the head is compared with.
type Base interface {
	Tree
	// ID is the revision's full name.
	ID() string
	// Same reports whether the head holds the same bytes under that path.
	Same(ctx context.Context, path string) (bool, error)
}

// InputError says that what the run was told to look at cannot be looked at:
// a path, a revision, a policy. It is for the person who typed it.
type InputError struct {
	Err  error
	Next string // what to do about it; "" if Err says it
}

// Error is the cause, then the next step.
func (e *InputError) Error() string {
	if e.Next == "" {
		return e.Err.Error()
	}
	return e.Err.Error() + "; " + e.Next
}

// Unwrap is the cause.
func (e *InputError) Unwrap() error { return e.Err }

// noSpec is the error of a policy whose own globs leave no spec, with how many
// files its specs.exclude takes out.
func noSpec(p policy.Policy, excluded int) error {
	if excluded > 0 {
		return &InputError{Err: errors.New(gate.NoneLeft(excluded)), Next: "narrow its globs"}
	}
	return &InputError{
		Err:  fmt.Errorf("no file matches specs.include of the policy: %q", p.Specs.Include),
		Next: "mend the globs, or remove them to use the defaults",
	}
}

// refusal is the reason why a file is not read, or "".
func refusal(err error) string {
	var r interface {
		error
		Refused() string
	}
	if errors.As(err, &r) {
		return r.Refused()
	}
	return ""
}

// selection is which files of a revision are specs.
type selection struct {
	specs  []string // to be read, sorted
	opaque []string // would be specs, but are links or submodules
	hidden []string // links and submodules that may have specs below them
	// foreign are files that somebody named and that no reader is for.
	foreign  []string
	excluded int // would be specs, but the policy takes them out
}

// selectSpecs applies the policy's globs, or with paths, takes those.
func selectSpecs(ctx context.Context, t Tree, p policy.Policy, paths []string) (selection, error) {
	if paths != nil {
		return selectPaths(ctx, t, p, paths)
	}
	roots := fixedParts(p.Specs.Include)
	files, opaque, err := t.List(ctx, roots)
	if err != nil {
		return selection{}, err
	}
	var s selection
	s.specs = keep(files, p.IsSpec)
	s.excluded = len(keep(files, p.Excluded))
	for _, o := range opaque {
		switch {
		case p.IsSpec(o):
			s.opaque = append(s.opaque, o)
		case !isMarkdown(o) && path.Ext(o) == "":
			s.hidden = append(s.hidden, o)
		}
	}
	return s, nil
}

// selectPaths takes what somebody named. A file is taken as it is, if it can be
// one that people write specs in. A folder
// stands for the specs below it that the policy knows, or if it has none, for
// every Markdown file below it.
func selectPaths(ctx context.Context, t Tree, p policy.Policy, paths []string) (selection, error) {
	var s selection
	for _, name := range paths {
		files, opaque, err := t.List(ctx, []string{name})
		if err != nil {
			return selection{}, err
		}
		switch {
		case slices.Contains(files, name) && !isText(name) && !p.IsSpec(name):
			s.foreign = append(s.foreign, name)
			continue
		case slices.Contains(files, name):
			s.specs = append(s.specs, name)
			continue
		case slices.Contains(opaque, name):
			s.opaque = append(s.opaque, name)
			continue
		}
		specs := keep(files, p.IsSpec)
		if len(specs) == 0 {
			specs = keep(files, isMarkdown)
		}
		s.specs = append(s.specs, specs...)
		for _, o := range opaque {
			if p.IsSpec(o) || len(specs) == 0 && isMarkdown(o) {
				s.opaque = append(s.opaque, o)
			}
		}
	}
	s.specs, s.opaque, s.foreign = unique(s.specs), unique(s.opaque), unique(s.foreign)
	return s, nil
}

// missing are the paths of the request that name nothing to interrogate at the
// head or the base.
func missing(ctx context.Context, r Request, p policy.Policy) error {
	var names []string
	for _, name := range r.Paths {
		found := false
		for _, t := range r.trees() {
			s, err := selectPaths(ctx, t, p, []string{name})
			if err != nil {
				return err
			}
			found = found || len(s.specs)+len(s.opaque)+len(s.foreign) > 0
		}
		if !found {
			names = append(names, fmt.Sprintf("%q", name))
		}
	}
	if names == nil {
		return nil
	}
	return &InputError{
		Err:  fmt.Errorf("nothing to check at %s", strings.Join(names, ", ")),
		Next: "name Markdown or .feature files, or folders that hold Markdown",
	}
}

// fixedParts are the paths that globs are certain of: what stands before the
// first segment with a special character.
func fixedParts(globs []string) []string {
	var out []string
	for _, g := range globs {
		segments := strings.Split(g, "/")
		n := slices.IndexFunc(segments, func(s string) bool { return strings.ContainsAny(s, `*?[{\`) })
		if n < 0 {
			n = len(segments)
		}
		out = append(out, path.Clean(strings.Join(segments[:n], "/")))
	}
	return unique(out)
}

func isMarkdown(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown":
		return true
	}
	return false
}

// isText reports whether a file can hold a spec by its name: Markdown, a text
// without a format of its own, or a feature.
func isText(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case "", ".txt", ".text", ".mdx", ".feature":
		return true
	}
	return isMarkdown(name)
}

func keep(names []string, want func(string) bool) []string {
	var out []string
	for _, n := range names {
		if want(n) {
			out = append(out, n)
		}
	}
	return out
}

func unique(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
