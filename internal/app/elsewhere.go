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
	"github.com/surmise-ci/surmise/internal/markdown"
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
// policy, of which nothing is therefore proven: one line, or none.
func Elsewhere(ctx context.Context, t Tree, f Finder, p policy.Policy, d Declarations) ([]string, error) {
	return outside(ctx, Request{Head: t, Finder: f}, p, d.all)
}

// elsewhere is the same for a run: with a base, of what the change touches.
func elsewhere(ctx context.Context, r Request, p policy.Policy, head revision) ([]string, error) {
	if r.Head == nil || r.Paths != nil || r.Documents != nil || r.Finder == nil && r.Base == nil {
		return nil, nil
	}
	declared, _ := head.declarations() // problems are told where they stand
	return outside(ctx, r, p, declared.all)
}

// candidates are the files of the head that can declare something and are not
// looked at. Without a finder they are those that the change touches.
func candidates(ctx context.Context, r Request, p policy.Policy) ([]string, error) {
	var names []string
	var err error
	if r.Finder != nil {
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
// does.
func outside(ctx context.Context, r Request, p policy.Policy, known []Declared) ([]string, error) {
	names, err := candidates(ctx, r, p)
	if err != nil {
		return nil, err
	}
	more := ""
	if len(names) > mostElsewhere {
		more = fmt.Sprintf(" (the first %d of %d files)", mostElsewhere, len(names))
		names = names[:mostElsewhere]
	}
	if far, ok := r.Head.(prefetcher); ok && len(names) > 0 {
		if err := far.Prefetch(ctx, names); err != nil {
			return nil, err
		}
	}
	lexicon := spec.NewLexicon()
	var found []string
	for _, name := range names {
		data, err := r.Head.Read(ctx, name, p.Limits.FileBytes)
		if err != nil && refusal(err) == "" && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil && declaresMore(source.New(name, data), p.Limits, lexicon, known) {
			found = append(found, name)
		}
	}
	if found == nil {
		return nil, nil
	}
	verb := "declares"
	if len(found) > 1 {
		verb = "declare"
	}
	return []string{fmt.Sprintf("%s %s prohibitions that are not looked at%s; add to specs.include of %s", shortList(found), verb, more, config.Path)}, nil
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

// declaresMore reports whether a file declares a prohibition with an id that is
// not known; one that cannot be read declares nothing.
func declaresMore(f *source.File, limits policy.Limits, lexicon *spec.Lexicon, known []Declared) bool {
	var sources []probe.Source
	if strings.HasSuffix(f.Path(), probe.SidecarSuffix) {
		sources = []probe.Source{config.Sidecar(f)}
	} else if text := f.Content(); strings.Contains(text, "rohibition") || strings.Contains(text, "ROHIBITION") {
		tree, err := markdown.Parse(f, limits)
		if err != nil {
			return false
		}
		sources = inDocument(lexicon.Read(f, tree))
	}
	return slices.ContainsFunc(probe.Collect(f.Path(), sources...).Items, func(item probe.Prohibition) bool {
		return !slices.ContainsFunc(known, func(d Declared) bool { return strings.EqualFold(d.ID, item.ID) })
	})
}
