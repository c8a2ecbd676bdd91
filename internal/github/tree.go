package github

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	gh "github.com/google/go-github/v62/github"
)

// Refusal is the error for a file that is there but is not read. The other
// files of the tree are not concerned by it.
type Refusal struct {
	Path   string
	Reason string // "is a symbolic link"
}

// Error names the file and the reason.
func (r *Refusal) Error() string { return fmt.Sprintf("%q %s", r.Path, r.Reason) }

// Refused is the reason alone, for reports that name the path themselves.
func (r *Refusal) Refused() string { return r.Reason }

// Tree is the files of one commit, listed when it is opened and read when they
// are asked for. Paths are slash-separated and relative to the root.
type Tree struct {
	client  *Client
	sha     string
	paths   []string // of everything but folders, sorted
	entries map[string]treeEntry
}

// treeEntry is anything but a folder that a listing names; folders are kept for
// their object ids alone.
type treeEntry struct {
	object string
	size   int64
	reason string // why it is not read; "" for a regular file
	folder bool
}

// Listings that are cut off are read folder by folder, up to these bounds.
const (
	listingRequests = 500
	listingEntries  = 2_000_000
)

// Revision lists the commit with that object id.
func (c *Client) Revision(ctx context.Context, sha string) (*Tree, error) {
	if err := checkObjectID(sha); err != nil {
		return nil, err
	}
	t := &Tree{client: c, sha: sha, entries: make(map[string]treeEntry)}
	if err := t.list(ctx); err != nil {
		return nil, err
	}
	for name, e := range t.entries {
		if !e.folder {
			t.paths = append(t.paths, name)
		}
	}
	slices.Sort(t.paths)
	return t, nil
}

// list reads the whole listing: in one request if the platform gives it whole,
// else folder by folder, each again whole if possible.
func (t *Tree) list(ctx context.Context) error {
	type folder struct{ object, prefix string }
	open := []folder{{t.sha, ""}}
	for n := 0; len(open) > 0; n++ {
		if n == listingRequests || len(t.entries) > listingEntries {
			return fmt.Errorf("list commit %s: it holds more files than are listed", short(t.sha))
		}
		at := open[len(open)-1]
		open = open[:len(open)-1]
		tree, err := t.request(ctx, at.object, true)
		if err != nil {
			return err
		}
		whole := !tree.GetTruncated()
		if !whole {
			if tree, err = t.request(ctx, at.object, false); err != nil {
				return err
			}
			if tree.GetTruncated() {
				return fmt.Errorf("list commit %s: folder %q holds more files than the API lists", short(t.sha), at.prefix)
			}
		}
		for _, e := range tree.Entries {
			name := at.prefix + e.GetPath()
			if err := t.add(name, e); err != nil {
				return err
			}
			if !whole && e.GetType() == "tree" {
				open = append(open, folder{e.GetSHA(), name + "/"})
			}
		}
	}
	return nil
}

func (t *Tree) request(ctx context.Context, object string, recursive bool) (*gh.Tree, error) {
	address := t.client.path("git", "trees", object)
	if recursive {
		address += "?recursive=1"
	}
	tree := new(gh.Tree)
	k := call{doing: "list commit " + short(t.sha), needs: "contents: read", limit: largeLimit}
	err := t.client.get(ctx, k, address, tree)
	return tree, t.client.hollow(k, err, tree.GetSHA() != "")
}

// add takes one entry of a listing.
func (t *Tree) add(name string, e *gh.TreeEntry) error {
	if !objectID().MatchString(e.GetSHA()) || e.GetPath() == "" {
		return fmt.Errorf("list commit %s: unexpected entry %q with object id %q", short(t.sha), name, e.GetSHA())
	}
	entry := treeEntry{object: e.GetSHA(), size: int64(e.GetSize())}
	switch mode := e.GetMode(); {
	case mode == "040000":
		entry.folder = true
	case mode == "120000":
		entry.reason = "is a symbolic link, which is not followed"
	case mode == "160000":
		entry.reason = "lies in a submodule, which is not entered"
	case !strings.HasPrefix(mode, "100") || e.Size == nil || entry.size < 0:
		entry.reason = "is not a regular file"
	}
	t.entries[name] = entry
	return nil
}

// List names the files at or below the given paths, sorted. Links and
// submodules there are in opaque. Installed packages are left out.
func (t *Tree) List(_ context.Context, under []string) (files, opaque []string, err error) {
	starts := make([]string, len(under))
	for i, u := range under {
		starts[i] = path.Clean(u)
	}
	for _, name := range t.paths {
		if !slices.ContainsFunc(starts, func(s string) bool { return below(name, s) }) ||
			slices.Contains(strings.Split(name, "/"), "node_modules") {
			continue
		}
		if t.entries[name].reason != "" {
			opaque = append(opaque, name)
		} else {
			files = append(files, name)
		}
	}
	return files, opaque, nil
}

// below reports whether p is dir or lies under it.
func below(p, dir string) bool {
	return dir == "." || p == dir || strings.HasPrefix(p, dir+"/")
}

// Read returns one file of at most limit bytes, checked against its object id.
// A missing one is [fs.ErrNotExist], one that is not read a [*Refusal].
func (t *Tree) Read(ctx context.Context, name string, limit int) ([]byte, error) {
	entry, ok := t.entries[name]
	switch {
	case !ok || entry.folder:
		return nil, fmt.Errorf("read %q at %s: %w", name, short(t.sha), fs.ErrNotExist)
	case entry.reason != "":
		return nil, &Refusal{name, entry.reason}
	case entry.size > int64(limit):
		return nil, &Refusal{name, fmt.Sprintf("is larger than the limit: %d bytes, limit %d", entry.size, limit)}
	}
	data, err := t.client.blob(ctx, wantedBlob{entry.object, entry.size})
	if err != nil {
		return nil, fmt.Errorf("read %q at %s: %w", name, short(t.sha), err)
	}
	return data, nil
}

// Prefetch says which files are going to be read. They are fetched together, a
// hundred to a request, with the next file that is read from this commit or any
// other of the same [Client]; so announcing those of several commits before
// reading any costs the fewest requests. Those that are not read are left out.
func (t *Tree) Prefetch(_ context.Context, paths []string) error {
	for _, name := range paths {
		if e, ok := t.entries[name]; ok && !e.folder && e.reason == "" {
			t.client.want(wantedBlob{e.object, e.size})
		}
	}
	return nil
}

// Object is the id of the file, folder, link or submodule at that path; "" if
// there is nothing.
func (t *Tree) Object(name string) string { return t.entries[path.Clean(name)].object }

// Has reports whether there is anything at that path.
func (t *Tree) Has(name string) bool {
	name = path.Clean(name)
	_, ok := t.entries[name]
	return ok || name == "."
}

// short is an object id as people read it.
func short(sha string) string { return sha[:min(len(sha), 12)] }
