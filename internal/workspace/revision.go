package workspace

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Revision is the tree of one commit. Its listing is read once; contents come
// from one git process that lives until [Revision.Close]. It is not safe for
// concurrent use.
type Revision struct {
	git     *Git
	id      string
	paths   []string // sorted
	entries map[string]treeEntry
	changed map[string]bool // against the working tree; nil until asked for
	batch   *batch          // nil until the first read
}

// treeEntry is one line of git's listing.
type treeEntry struct {
	object string
	size   int64
	reason string // why it is not read; "" for a regular file
}

// Revision opens the tree of the commit with this object id. The caller closes
// it.
func (g *Git) Revision(ctx context.Context, id string) (*Revision, error) {
	out, err := g.run(ctx, "ls-tree", "-r", "-z", "-l", "--full-tree", "--end-of-options", id)
	if err != nil {
		return nil, err
	}
	r := &Revision{git: g, id: id, entries: make(map[string]treeEntry)}
	for line := range bytes.SplitSeq(bytes.TrimSuffix(out, []byte{0}), []byte{0}) {
		if len(line) == 0 {
			continue
		}
		name, entry, err := parseTreeLine(string(line))
		if err != nil {
			return nil, err
		}
		r.paths = append(r.paths, name)
		r.entries[name] = entry
	}
	slices.Sort(r.paths)
	return r, nil
}

// parseTreeLine reads "MODE TYPE OBJECT SIZE\tPATH".
func parseTreeLine(line string) (string, treeEntry, error) {
	meta, name, tabbed := strings.Cut(line, "\t")
	fields := strings.Fields(meta)
	if !tabbed || len(fields) != 4 {
		return "", treeEntry{}, fmt.Errorf("read git listing: unexpected line %q", line)
	}
	entry := treeEntry{object: fields[2]}
	switch mode := fields[0]; {
	case mode == "120000":
		entry.reason = reasonLink
	case mode == "160000":
		entry.reason = reasonSubmodule
	case !strings.HasPrefix(mode, "100"):
		entry.reason = reasonIrregular
	}
	if entry.reason == "" {
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if err != nil {
			return "", treeEntry{}, fmt.Errorf("read git listing: unexpected size in %q", line)
		}
		entry.size = size
	}
	return name, entry, nil
}

// ID is the commit's object id.
func (r *Revision) ID() string { return r.id }

// List names the files at or below the given paths; see [Folder.List].
func (r *Revision) List(_ context.Context, under []string) (files, opaque []string, err error) {
	starts := outermost(under)
	for _, name := range r.paths {
		if !slices.ContainsFunc(starts, func(s string) bool { return below(name, s) }) {
			continue
		}
		if slices.Contains(strings.Split(name, "/"), "node_modules") {
			continue
		}
		if r.entries[name].reason != "" {
			opaque = append(opaque, name)
		} else {
			files = append(files, name)
		}
	}
	return files, opaque, nil
}

// Read returns the content of one file; see [Folder.Read].
func (r *Revision) Read(ctx context.Context, name string, limit int) ([]byte, error) {
	entry, ok := r.entries[name]
	switch {
	case !ok:
		return nil, fmt.Errorf("read %q at %s: %w", name, r.id, fs.ErrNotExist)
	case entry.reason != "":
		return nil, &Refusal{Path: name, Reason: entry.reason}
	case entry.size > int64(limit):
		return nil, &Refusal{Path: name, Reason: tooLarge(entry.size, limit)}
	}
	if r.batch == nil {
		b, err := r.git.startBatch(ctx)
		if err != nil {
			return nil, err
		}
		r.batch = b
	}
	data, err := r.batch.read(entry)
	if err != nil {
		return nil, fmt.Errorf("read %q at %s: %w", name, r.id, err)
	}
	return data, nil
}

// Has reports whether there is a file, a folder, a link or a submodule at that
// path.
func (r *Revision) Has(name string) bool {
	name = path.Clean(name)
	if _, file := r.entries[name]; file || name == "." {
		return true
	}
	// Names such as "a-b" sort between "a" and "a/b".
	i, _ := slices.BinarySearch(r.paths, name+"/")
	return i < len(r.paths) && strings.HasPrefix(r.paths[i], name+"/")
}

// Object is the id of the file at that path; "" if there is none that is read.
func (r *Revision) Object(name string) string {
	if e := r.entries[name]; e.reason == "" {
		return e.object
	}
	return ""
}

// Same reports whether the working tree holds exactly what this revision has
// under that name.
func (r *Revision) Same(ctx context.Context, name string) (bool, error) {
	if _, ok := r.entries[name]; !ok {
		return false, nil
	}
	if r.changed == nil {
		out, err := r.git.run(ctx, "diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv",
			"--ignore-submodules=none", "--end-of-options", r.id, "--")
		if err != nil {
			return false, err
		}
		r.changed = make(map[string]bool)
		for changed := range bytes.SplitSeq(out, []byte{0}) {
			r.changed[string(changed)] = true
		}
	}
	return !r.changed[name], nil
}

// Close ends the reading process, if one was started. Every answer was checked
// when it was read, so how the process ends says nothing more.
func (r *Revision) Close() {
	if r.batch != nil {
		r.batch.close()
	}
}

// batch is a running "git cat-file --batch".
type batch struct {
	cancel context.CancelFunc
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
}

func (g *Git) startBatch(ctx context.Context) (*batch, error) {
	ctx, cancel := context.WithTimeout(ctx, gitDeadline)
	cmd := g.command(ctx, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		cancel()
		return nil, fmt.Errorf("run git cat-file: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		cancel()
		return nil, fmt.Errorf("run git cat-file: %w", err)
	}
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("run git cat-file: %w", err)
	}
	return &batch{cancel: cancel, cmd: cmd, in: in, out: bufio.NewReader(out)}, nil
}

// read asks for one object and takes its answer: a header, the bytes, a line
// break. The size was judged by the caller and must be the one announced.
func (b *batch) read(entry treeEntry) ([]byte, error) {
	if _, err := io.WriteString(b.in, entry.object+"\n"); err != nil {
		return nil, fmt.Errorf("ask git for object %s: %w", entry.object, err)
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("ask git for object %s: %w", entry.object, err)
	}
	if want := fmt.Sprintf("%s blob %d\n", entry.object, entry.size); header != want {
		return nil, fmt.Errorf("ask git for object %s: unexpected answer %q", entry.object, strings.TrimSpace(header))
	}
	data := make([]byte, entry.size+1)
	if _, err := io.ReadFull(b.out, data); err != nil {
		return nil, fmt.Errorf("ask git for object %s: %w", entry.object, err)
	}
	return data[:entry.size], nil
}

func (b *batch) close() {
	defer b.cancel()
	b.in.Close()
	b.cmd.Wait()
}
