package app

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/report"
)

// The documents of a change, side by side in a folder of the corpus.
const (
	baseFile = "base.md"
	headFile = "head.md"
)

// about checks what a labelled document belongs to: the change if it is one
// side of one, else the document by itself. Side says where its lines stand.
func (e *evaluator) about(name string) (r report.Report, side finding.Side, data []byte, err error) {
	dir, file := path.Split(name)
	isChange := true
	for _, f := range []string{baseFile, headFile} {
		_, err := fs.Stat(e.fsys, dir+f)
		isChange = isChange && err == nil
	}
	if !isChange || file != baseFile && file != headFile {
		r, data, err = e.report(name)
		return r, finding.Head, data, err
	}
	base, err := fs.ReadFile(e.fsys, dir+baseFile)
	if err != nil {
		return report.Report{}, "", nil, err
	}
	head, err := fs.ReadFile(e.fsys, dir+headFile)
	if err != nil {
		return report.Report{}, "", nil, err
	}
	side, data = finding.Head, head
	if file == baseFile {
		side, data = finding.Base, base
	}
	r, ok := e.checked[dir]
	if !ok {
		if r, err = e.check(dir+"spec.md", head, base); err != nil {
			return report.Report{}, "", nil, fmt.Errorf("check the change %q: %w", dir, err)
		}
		e.checked[dir] = r
	}
	return r, side, data, nil
}

// oneFile is a revision that holds one file.
type oneFile struct {
	name string
	data []byte
	same bool // the head holds the same
}

func (f oneFile) List(_ context.Context, under []string) (files, opaque []string, err error) {
	if slices.Contains(under, f.name) {
		files = []string{f.name}
	}
	return files, nil, nil
}

func (f oneFile) Read(_ context.Context, name string, _ int) ([]byte, error) {
	if name != f.name {
		return nil, fmt.Errorf("read %q: %w", name, fs.ErrNotExist)
	}
	return f.data, nil
}

func (f oneFile) Has(name string) bool { return name == f.name }

func (f oneFile) ID() string { return baseFile }

func (f oneFile) Same(_ context.Context, name string) (bool, error) {
	return name == f.name && f.same, nil
}
