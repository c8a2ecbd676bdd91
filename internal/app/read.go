package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/gherkin"
	"github.com/surmise-ci/surmise/internal/manifest"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// revision is one side of a run, read.
type revision struct {
	docs    []*spec.Document
	sources map[string]*source.File
	unread  []gate.Unread
	hidden  []string
	// excluded are the files that would be specs, had the policy not taken them
	// out.
	excluded int
	// declared is what its specs declare of prohibitions.
	declared probe.Revision
	// manifests is what the revision declares of itself, and unreadManifests
	// tells of those that could not be read.
	manifests       manifest.Set
	unreadManifests []string
}

// reader reads the specs of one revision. What cannot be read or parsed is
// told and left out; the other files go on.
type reader struct {
	limits  policy.Limits
	lexicon *spec.Lexicon
	room    int // bytes that the run may still read
	// same yields the document that was already read from equal bytes.
	same    map[string]*spec.Document
	pending []*parsing // accepted for parsing, in order
	out     revision
}

// parsing is a file on its way to a document.
type parsing struct {
	file *source.File
	doc  *spec.Document // nil if err says why
	err  error
}

func newReader(limits policy.Limits, lexicon *spec.Lexicon) *reader {
	return &reader{limits: limits, lexicon: lexicon, room: limits.RunBytes, out: revision{sources: make(map[string]*source.File)}}
}

// tree reads what was selected of a revision. An error means that the tree
// itself cannot be read.
func (r *reader) tree(ctx context.Context, t Tree, s selection) error {
	for _, name := range s.opaque {
		_, err := t.Read(ctx, name, r.limits.FileBytes)
		r.refuse(name, orElse(refusal(err), "is neither file nor folder"))
	}
	for _, name := range s.specs {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read specs: %w", err)
		}
		data, err := t.Read(ctx, name, r.limits.FileBytes)
		switch reason := refusal(err); {
		case reason != "":
			r.refuse(name, reason)
		case errors.Is(err, fs.ErrPermission):
			r.refuse(name, "cannot be read: permission denied")
		case err != nil:
			return err
		default:
			r.document(name, data)
		}
	}
	for _, name := range s.foreign {
		r.refuse(name, "is no Markdown, plain text or .feature file; name a spec")
	}
	r.out.hidden, r.out.excluded = s.hidden, s.excluded
	return nil
}

// finish parses what was read, on all processors, and is the revision.
func (r *reader) finish() revision {
	spread(len(r.pending), func(i int) {
		if p := r.pending[i]; p.doc == nil {
			p.doc, p.err = r.parse(p.file)
		}
	})
	for _, p := range r.pending {
		if p.err != nil {
			r.refuse(p.file.Path(), p.err.Error())
			continue
		}
		r.out.docs = append(r.out.docs, p.doc)
		r.out.sources[p.file.Path()] = p.file
	}
	slices.SortFunc(r.out.unread, func(a, b gate.Unread) int { return strings.Compare(a.Path, b.Path) })
	return r.out
}

// spread calls do for each number below n, on all processors.
func spread(n int, do func(int)) {
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		done.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	done.Wait()
}

// document takes one file's bytes.
func (r *reader) document(name string, data []byte) {
	if len(data) > r.room {
		r.refuse(name, fmt.Sprintf("the run's limit of %d bytes is used up", r.limits.RunBytes))
		return
	}
	r.room -= len(data)
	if doc := r.same[name]; doc != nil && doc.File.Content() == string(data) {
		r.pending = append(r.pending, &parsing{file: doc.File, doc: doc})
		return
	}
	f := source.New(name, data)
	if reason := unreadable(f, data); reason != "" {
		r.refuse(name, reason)
		return
	}
	r.pending = append(r.pending, &parsing{file: f})
}

func (r *reader) refuse(name, reason string) {
	r.out.unread = append(r.out.unread, gate.Unread{Path: name, Reason: reason})
}

// parse reads one document. A parser that gives up on hostile input must not
// take the other documents with it: a panic is a refusal too.
func (r *reader) parse(f *source.File) (doc *spec.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, fmt.Errorf("the parser failed: %v", p)
		}
	}()
	read := markdown.Parse
	if strings.EqualFold(path.Ext(f.Path()), ".feature") {
		read = gherkin.Parse
	}
	tree, err := read(f, r.limits)
	if err != nil {
		return nil, err
	}
	return r.lexicon.Read(f, tree), nil
}

// unreadable says why bytes are no text that anybody could interrogate, or "".
func unreadable(f *source.File, data []byte) string {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return fmt.Sprintf("is binary: NUL byte in line %d", f.Position(i).Line)
	}
	if utf8.Valid(data) {
		return wordless(data)
	}
	i := 0
	for i < len(data) {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	return fmt.Sprintf("is not UTF-8: invalid byte in line %d", f.Position(i).Line)
}

// wordless says why a text has nothing to interrogate: no letter or digit in it,
// or more characters that a wrong decoding left behind than letters.
func wordless(data []byte) string {
	if bytes.IndexFunc(data, inWord) < 0 {
		return "has no words"
	}
	damaged := bytes.Count(data, []byte(string(utf8.RuneError)))
	for rest := data; damaged > 0; damaged-- {
		i := bytes.IndexFunc(rest, inWord)
		if i < 0 {
			return "is damaged: more replacement characters (U+FFFD) than letters"
		}
		_, size := utf8.DecodeRune(rest[i:])
		rest = rest[i+size:]
	}
	return ""
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
