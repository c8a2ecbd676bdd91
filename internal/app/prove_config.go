package app

import (
	"path"
	"slices"

	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// maxConfig is the size in bytes beyond which a file that configures tools is
// not recorded by itself: the digest of the tree holds it all the same.
const maxConfig = 1 << 20

// configs finds the files of a tree that decide how a test is run.
type configs struct {
	files map[string][]string // all of them, by folder; "." is the root
	known map[string][]string // those that decide, by the folder that they speak for
}

func newConfigs(files []string) *configs {
	c := &configs{files: make(map[string][]string), known: make(map[string][]string)}
	for _, name := range files {
		dir := path.Dir(name)
		c.files[dir] = append(c.files[dir], name)
	}
	return c
}

// of are those that stand where the test does, where its command is run or where
// its rule looks, or in a folder above, sorted.
func (c *configs) of(check probe.Check, testFile string) []string {
	target := check.Target
	if testFile != "" {
		target = path.Dir(testFile)
	}
	var out []string
	for _, dir := range append(fixedParts([]string{target}), path.Clean(check.Dir)) {
		for ; dir != "."; dir = path.Dir(dir) {
			out = append(out, c.in(dir)...)
		}
	}
	return unique(append(out, c.in(".")...))
}

// in are those that speak for one folder.
func (c *configs) in(dir string) []string {
	out, known := c.known[dir]
	if known {
		return out
	}
	for _, name := range c.files[dir] {
		if proof.Configures(path.Base(name)) {
			out = append(out, name)
		}
	}
	for _, folder := range proof.ConfigFolders() {
		out = append(out, c.files[path.Join(dir, folder)]...)
	}
	c.known[dir] = slices.Clip(out)
	return out
}
