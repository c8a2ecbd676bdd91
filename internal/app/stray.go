package app

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/probe"
)

// strayPolicies names the files of a tree that somebody took for the policy, by
// a folder, an ending or a spelling that it does not have.
func strayPolicies(ctx context.Context, t Tree) ([]string, error) {
	folder := path.Dir(config.Path)
	files, opaque, err := t.List(ctx, []string{folder})
	if err != nil {
		return nil, err
	}
	out := keep(slices.Concat(files, opaque), func(name string) bool {
		return path.Dir(name) == folder && name != config.Path && likePolicy(path.Base(name))
	})
	for _, at := range []string{"", ".config/", "docs/"} {
		for _, name := range []string{"surmise.yml", "surmise.yaml", ".surmise.yml", ".surmise.yaml"} {
			if t.Has(at + name) {
				out = append(out, at+name)
			}
		}
	}
	return out, nil
}

// misnamed are the files beside a spec that were meant to declare for it and have
// a name that is not read.
func misnamed(t Tree, spec string) []string {
	if t == nil {
		return nil
	}
	return keep(probe.SidecarLike(spec), t.Has)
}

// likePolicy reports whether a file has the policy's name but for dots, case
// and ending.
func likePolicy(base string) bool {
	stem, ending, _ := strings.Cut(strings.ToLower(strings.TrimLeft(base, ".")), ".")
	return stem == "surmise" && (ending == "yml" || ending == "yaml" || ending == "json" || ending == "toml")
}

// strayNotes says of files that were taken for the policy that they are none.
func strayNotes(names []string) []string {
	var out []string
	for _, name := range names {
		out = append(out, fmt.Sprintf("%q is not read: the policy is %s", name, config.Path))
	}
	return out
}
