package githubtest

import (
	"cmp"
	"crypto/sha1" // git names objects by it
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// The file modes of git trees.
const (
	ModeFile      = "100644"
	ModeScript    = "100755"
	ModeSymlink   = "120000" // the content is the target
	ModeSubmodule = "160000" // the content is the commit id of the other repository
	modeTree      = "040000"
)

// store holds the objects of a repository and all of its forks, under the ids
// that git itself would give them.
type store struct {
	blobs   map[string][]byte
	trees   map[string][]entry
	commits map[string]*commit
	written map[string]string // trees and commits as git writes them
}

func newStore() *store {
	return &store{blobs: map[string][]byte{}, trees: map[string][]entry{}, commits: map[string]*commit{}, written: map[string]string{}}
}

// entry is a line of a tree, or a file by its path.
type entry struct{ name, mode, sha string }

func (e entry) kind() string {
	switch e.mode {
	case modeTree:
		return "tree"
	case ModeSubmodule:
		return "commit"
	}
	return "blob"
}

type commit struct {
	sha, tree         string
	parents           []string
	author, committer signature
	coAuthors         []signature
	at                time.Time
	message           string
}

// signature names who made a commit. The login is "" where the e-mail address
// belongs to no account.
type signature struct{ login, name, email string }

func sign(login string) signature {
	if login == "web-flow" { // the platform's own committer
		return signature{login, "GitHub", "noreply@github.com"}
	}
	return signature{login, login, login + "@users.noreply.github.com"}
}

func objectID(kind string, data []byte) string {
	h := sha1.New()
	fmt.Fprintf(h, "%s %d\x00", kind, len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

func (o *store) blob(data []byte) string {
	sha := objectID("blob", data)
	o.blobs[sha] = data
	return sha
}

// tree writes the tree of files keyed by path, and the trees below it.
func (o *store) tree(files map[string]entry) string {
	below := map[string]map[string]entry{}
	var entries []entry
	for p, e := range files {
		dir, rest, nested := strings.Cut(p, "/")
		if !nested {
			entries = append(entries, entry{p, e.mode, e.sha})
			continue
		}
		if below[dir] == nil {
			below[dir] = map[string]entry{}
		}
		below[dir][rest] = e
	}
	for dir, files := range below {
		entries = append(entries, entry{dir, modeTree, o.tree(files)})
	}
	order := func(e entry) string {
		if e.mode == modeTree {
			return e.name + "/"
		}
		return e.name
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(order(a), order(b)) })
	var raw []byte
	for _, e := range entries {
		id, err := hex.DecodeString(e.sha)
		if err != nil {
			panic(fmt.Sprintf("githubtest: object id %q of %q: %v", e.sha, e.name, err))
		}
		raw = fmt.Appendf(raw, "%s %s\x00%s", strings.TrimPrefix(e.mode, "0"), e.name, id)
	}
	sha := objectID("tree", raw)
	o.trees[sha], o.written[sha] = entries, string(raw)
	return sha
}

// commit writes a commit; its id is filled in.
func (o *store) commit(c commit) *commit {
	var b strings.Builder
	fmt.Fprintf(&b, "tree %s\n", c.tree)
	for _, p := range c.parents {
		fmt.Fprintf(&b, "parent %s\n", p)
	}
	for _, s := range []struct {
		role string
		signature
	}{{"author", c.author}, {"committer", c.committer}} {
		fmt.Fprintf(&b, "%s %s <%s> %d +0000\n", s.role, s.name, s.email, c.at.Unix())
	}
	fmt.Fprintf(&b, "\n%s\n", c.message)
	c.sha = objectID("commit", []byte(b.String()))
	o.commits[c.sha], o.written[c.sha] = &c, b.String()
	return &c
}

// files flattens a tree: every file by its path.
func (o *store) files(tree string) map[string]entry {
	out := map[string]entry{}
	var walk func(sha, prefix string)
	walk = func(sha, prefix string) {
		for _, e := range o.trees[sha] {
			if e.mode == modeTree {
				walk(e.sha, prefix+e.name+"/")
				continue
			}
			out[prefix+e.name] = entry{prefix + e.name, e.mode, e.sha}
		}
	}
	walk(tree, "")
	return out
}

// find is the tree entry at a path; "" is the tree itself.
func (o *store) find(tree, path string) (entry, bool) {
	e := entry{"", modeTree, tree}
	if path == "" {
		return e, true
	}
	for name := range strings.SplitSeq(path, "/") {
		if e.mode != modeTree {
			return entry{}, false
		}
		i := slices.IndexFunc(o.trees[e.sha], func(e entry) bool { return e.name == name })
		if i < 0 {
			return entry{}, false
		}
		e = o.trees[e.sha][i]
	}
	return e, true
}

// history is a commit and everything before it.
func (o *store) history(sha string) map[string]bool {
	seen := map[string]bool{}
	todo := []string{sha}
	for len(todo) > 0 {
		c := o.commits[todo[0]]
		todo = todo[1:]
		if c == nil || seen[c.sha] {
			continue
		}
		seen[c.sha] = true
		todo = append(todo, c.parents...)
	}
	return seen
}

// mergeBase is the best common ancestor, "" if there is none.
func (o *store) mergeBase(a, b string) string {
	left := o.history(a)
	common := o.history(b)
	maps.DeleteFunc(common, func(sha string, _ bool) bool { return !left[sha] })
	best := ""
	for _, sha := range slices.Sorted(maps.Keys(common)) {
		if best == "" || o.history(sha)[best] {
			best = sha
		}
	}
	return best
}

// between lists the commits of head that base does not have, oldest first.
func (o *store) between(base, head string) []*commit {
	old := o.history(base)
	var out []*commit
	seen := map[string]bool{}
	var walk func(sha string)
	walk = func(sha string) {
		c := o.commits[sha]
		if c == nil || old[sha] || seen[sha] {
			return
		}
		seen[sha] = true
		for _, p := range c.parents {
			walk(p)
		}
		out = append(out, c)
	}
	walk(head)
	return out
}

// change is one file that differs between two trees.
type change struct {
	status              string // added, modified, removed, renamed
	path, previous, sha string
	additions, removals int
}

func (o *store) diff(base, head string) []change {
	before, after := o.files(base), o.files(head)
	gone := map[string]string{} // paths of removed files by content
	var out []change
	for _, p := range slices.Sorted(maps.Keys(before)) {
		if _, ok := after[p]; !ok {
			gone[before[p].sha] = p
		}
	}
	for _, p := range slices.Sorted(maps.Keys(after)) {
		e := after[p]
		old, ok := before[p]
		switch {
		case ok && old == e:
		case ok:
			c := change{status: "modified", path: p, sha: e.sha}
			c.additions, c.removals = o.lines(old.sha, e.sha)
			out = append(out, c)
		case gone[e.sha] != "":
			out = append(out, change{status: "renamed", path: p, previous: gone[e.sha], sha: e.sha})
			delete(gone, e.sha)
		default:
			c := change{status: "added", path: p, sha: e.sha}
			c.additions, _ = o.lines("", e.sha)
			out = append(out, c)
		}
	}
	for _, p := range slices.Sorted(maps.Values(gone)) {
		c := change{status: "removed", path: p, sha: before[p].sha}
		_, c.removals = o.lines(c.sha, "")
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b change) int { return cmp.Compare(a.path, b.path) })
	return out
}

// lines counts the lines that came and went, as one hunk.
func (o *store) lines(before, after string) (added, removed int) {
	split := func(sha string) []string { return slices.Collect(strings.Lines(string(o.blobs[sha]))) }
	a, b := split(before), split(after)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(b), len(a)
}
