package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Finder knows which files hold a text without handing them out.
type Finder interface {
	// Holding names the files that end in one of the endings and hold one of
	// the texts, sorted.
	Holding(ctx context.Context, texts, endings []string) ([]string, error)
}

// mostElsewhere bounds how many files outside of the globs are read.
const mostElsewhere = 200

// Elsewhere tells of files that declare prohibitions and are no specs of the
// policy, of which nothing is therefore proven, and of what it could not read.
func Elsewhere(ctx context.Context, t Tree, f Finder, p policy.Policy, d Declarations) ([]string, error) {
	return outside(ctx, Request{Head: t, Finder: f}, p, d.all)
}

// elsewhere is the same for a run: with a base, of what the change touches, and
// then also of files that state requirements.
func elsewhere(ctx context.Context, r Request, p policy.Policy, head revision) ([]string, error) {
	if r.Head == nil || r.Paths != nil || r.Documents != nil || r.Finder == nil && r.Base == nil {
		return nil, nil
	}
	declared, _ := head.declarations() // problems are told where they stand
	return outside(ctx, r, p, declared.all)
}

// candidates are the files of the head that are not looked at and can declare
// something: with a base, those that the change touches.
func candidates(ctx context.Context, r Request, p policy.Policy) ([]string, error) {
	var names []string
	var err error
	if r.Base == nil {
		names, err = r.Finder.Holding(ctx, []string{"rohibition", "ROHIBITION"}, []string{".md", ".markdown", probe.SidecarSuffix})
	} else {
		names, _, err = r.Head.List(ctx, []string{"."})
	}
	if err != nil {
		return nil, err
	}
	names = keep(names, func(name string) bool { return mayDeclare(name) && !looked(p, name) && !foreignFolder(name) })
	if r.Base == nil {
		return names, nil
	}
	var touched []string
	for _, name := range names {
		same, err := r.Base.Same(ctx, name)
		if err != nil {
			return nil, err
		}
		if !same {
			touched = append(touched, name)
		}
	}
	return touched, nil
}

func mayDeclare(name string) bool {
	return isMarkdown(name) || strings.HasSuffix(name, probe.SidecarSuffix)
}

// outside reads the candidates and names the ones that declare what no spec
// does. What could not be looked at is told as well: it may declare something.
func outside(ctx context.Context, r Request, p policy.Policy, known []Declared) ([]string, error) {
	names, err := candidates(ctx, r, p)
	if err != nil {
		return nil, err
	}
	all := len(names)
	names = names[:min(all, mostElsewhere)]
	if far, ok := r.Head.(prefetcher); ok && len(names) > 0 {
		if err := far.Prefetch(ctx, names); err != nil {
			return nil, err
		}
	}
	lexicon := spec.NewLexicon()
	var found, demanding, unread []string
	for _, name := range names {
		data, err := r.Head.Read(ctx, name, p.Limits.FileBytes)
		switch {
		case err == nil:
			f := source.New(name, data)
			doc, err := r.glance(f, p.Limits, lexicon)
			declares, legible := declaresMore(f, doc, known)
			switch {
			case err != nil, !legible:
				unread = append(unread, name)
				continue
			case declares:
				found = append(found, name)
			}
			if r.Base != nil && doc != nil && demands(doc) {
				demanding = append(demanding, name)
			}
		case refusal(err) != "":
			unread = append(unread, name)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	notes := append(overlooked(found, "declare", "prohibitions"), overlooked(demanding, "state", "requirements")...)
	if len(unread) > 0 {
		notes = append(notes, "not looked at for prohibitions outside of the specs, cannot be read: "+shortList(unread))
	}
	if all > mostElsewhere {
		notes = append(notes, fmt.Sprintf("only the first %d of %d files outside of the specs are looked at for prohibitions", mostElsewhere, all))
	}
	return notes, nil
}

// overlooked is the note of files that say something and are no specs of the
// policy; nothing without any.
func overlooked(names []string, verb, what string) []string {
	if len(names) == 0 {
		return nil
	}
	if len(names) == 1 {
		verb += "s"
	}
	return []string{fmt.Sprintf("%s %s %s that are not looked at; add to specs.include of %s", shortList(names), verb, what, config.Path)}
}

// glance reads a Markdown file outside of the specs; nil if it is none, or if it
// can say nothing of what is asked.
func (r Request) glance(f *source.File, limits policy.Limits, lexicon *spec.Lexicon) (*spec.Document, error) {
	text := f.Content()
	if !isMarkdown(f.Path()) || r.Base == nil && !strings.Contains(text, "rohibition") && !strings.Contains(text, "ROHIBITION") {
		return nil, nil
	}
	return newReader(limits, lexicon).parse(f)
}

// demands reports whether a document has a section of requirements in which
// something binds by its modal verb. What must be installed, and what
// contributors have to do, is none of a product's requirements.
func demands(doc *spec.Document) bool {
	switch stem, _, _ := strings.Cut(strings.ToLower(path.Base(doc.File.Path())), "."); stem {
	case "readme", "contributing", "changelog", "agents", "claude":
		return false
	}
	return slices.ContainsFunc(doc.Statements, func(s *spec.Statement) bool {
		return s.Role.Binding() && s.Section.Within(lang.Requirements) && slices.ContainsFunc(s.Sentences, func(x spec.Sentence) bool { return x.Modality == lang.Must })
	})
}

// looked reports whether a file is a spec, or lies beside one that it declares
// for, or is one that the policy takes out.
func looked(p policy.Policy, name string) bool {
	is := func(spec string) bool { return p.IsSpec(spec) || p.Excluded(spec) }
	if stem, beside := strings.CutSuffix(name, probe.SidecarSuffix); beside {
		return is(stem+".md") || is(stem+".markdown") || is(stem)
	}
	return is(name)
}

// foreignFolder reports whether a file is somebody else's, or an example.
func foreignFolder(name string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(folder string) bool {
		return slices.Contains([]string{"testdata", "fixtures", "vendor", "third_party", "node_modules"}, folder)
	})
}

// declaresMore reports whether a file, read as a document unless it stands
// beside one, declares a prohibition with an id that is not known, and whether
// it could be read at all.
func declaresMore(f *source.File, doc *spec.Document, known []Declared) (declares, legible bool) {
	var sources []probe.Source
	if strings.HasSuffix(f.Path(), probe.SidecarSuffix) {
		beside := config.Sidecar(f)
		if len(beside.Raws) == 0 && len(beside.Problems) > 0 {
			return false, false
		}
		sources = []probe.Source{beside}
	} else if doc != nil {
		sources = inDocument(doc)
	}
	return slices.ContainsFunc(probe.Collect(f.Path(), sources...).Items, func(item probe.Prohibition) bool {
		return !slices.ContainsFunc(known, func(d Declared) bool { return strings.EqualFold(d.ID, item.ID) })
	}), true
}
