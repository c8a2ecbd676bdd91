package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/proof"
)

// distant is a revision that lies far away: the files that plans need are
// announced before they are read, and no other one is read.
type distant struct {
	ctx   context.Context // of the one round that it serves
	tree  Snapshot
	files []string
	needs map[string]bool
	err   error // why the revision could not be read to its end
}

// distantBase is the base of a distant head.
type distantBase struct {
	*distant
	head Snapshot
}

// newDistance announces what the plans of these prohibitions need of a head and
// of its base. Of the base that is only what holds a prohibition there that the
// change touches.
func newDistance(ctx context.Context, head, base Snapshot, all []Declared) (*distant, *distantBase, error) {
	h, err := newDistant(ctx, head)
	if err != nil {
		return nil, nil, err
	}
	b, err := newDistant(ctx, base)
	if err != nil {
		return nil, nil, err
	}
	before := &distantBase{b, head}
	held := before.touched(all)
	var names []string
	for _, d := range held {
		names = append(names, before.holding(d)...)
	}
	if err := b.need(names); err != nil {
		return nil, nil, err
	}
	if err := h.need(h.named(slices.Concat(all, held))); err != nil {
		return nil, nil, err
	}
	err = h.need(slices.Concat(edited(h, all), edited(b, held)))
	return h, before, cmp.Or(err, h.err, b.err)
}

func newDistant(ctx context.Context, tree Snapshot) (*distant, error) {
	files, _, err := tree.List(ctx, []string{"."})
	return &distant{ctx: ctx, tree: tree, files: files, needs: make(map[string]bool)}, err
}

func (f *distant) need(names []string) error {
	for _, name := range names {
		f.needs[name] = true
	}
	return f.tree.Prefetch(f.ctx, names)
}

// named are the files that descriptors name, and those that configure their
// tests.
func (f *distant) named(all []Declared) []string {
	links, configs := &linker{head: f, files: f.files}, newConfigs(f.files)
	var names []string
	for _, d := range all {
		tests := links.testFiles(d.Check)
		names = slices.Concat(names, []string{d.Check.Violation, d.Check.Control}, tests)
		if k, known := proof.Find(d.Check.Kind); known && k.Guards {
			names = append(names, policy.Select(d.Check.Target, f.files)...)
		}
		for _, test := range append(tests, "") {
			names = append(names, configs.of(d.Check, test)...)
		}
	}
	return unique(names)
}

// edited are the files that violations and controls change, as they stand in a
// revision.
func edited(in Subject, all []Declared) []string {
	var names []string
	for _, d := range all {
		for _, name := range []string{d.Check.Violation, d.Check.Control} {
			data, err := in.Read(name)
			if err != nil {
				continue // the plan says so
			}
			if file, err := proof.ParseViolation(name, data); err == nil {
				for _, e := range file.Edits {
					names = append(names, e.Path)
				}
			}
		}
	}
	return names
}

// Files lists the regular files.
func (f *distant) Files() []string { return slices.Clone(f.files) }

// Read returns one of those that were announced.
func (f *distant) Read(name string) ([]byte, error) {
	if !f.needs[name] {
		return nil, fmt.Errorf("read %q: it is not looked at: %w", name, fs.ErrNotExist)
	}
	const most = 16 << 20
	data, err := f.tree.Read(f.ctx, name, most)
	if err != nil && refusal(err) == "" && !errors.Is(err, fs.ErrNotExist) && f.err == nil {
		f.err = err
	}
	return data, err
}

// Same compares object ids.
func (b *distantBase) Same(name string) bool {
	object := b.tree.Object(name)
	return object != "" && object == b.head.Object(name)
}

// touched are the prohibitions as the base declared them of which the change
// touches something that holds them.
func (b *distantBase) touched(all []Declared) []Declared {
	var out []Declared
	for _, d := range all {
		if d.Base == nil {
			continue
		}
		other := proof.Describe(d.Base.Check).SHA256 != proof.Describe(d.Check).SHA256
		if other || slices.ContainsFunc(b.holding(*d.Base), func(name string) bool { return !b.Same(name) }) {
			out = append(out, *d.Base)
		}
	}
	return out
}

// holding are the files that may hold a prohibition: its violation, its control
// and those in which its test is looked for.
func (b *distantBase) holding(d Declared) []string {
	names := (&linker{head: b, files: b.files}).testFiles(d.Check)
	for _, name := range []string{d.Check.Violation, d.Check.Control} {
		if name != "" && name != autoControl {
			names = append(slices.Clip(names), name)
		}
	}
	return names
}
