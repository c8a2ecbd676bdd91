package app_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/source"
)

// tree is a revision in memory. A content that starts with "!" is a refusal
// with that reason; one that starts with "?" cannot be read at all.
type tree map[string]string

type refused string

func (r refused) Error() string   { return "refused: " + string(r) }
func (r refused) Refused() string { return string(r) }

func (t tree) List(_ context.Context, under []string) (files, opaque []string, err error) {
	for name, content := range t {
		if !slices.ContainsFunc(under, func(u string) bool { return u == "." || name == u || strings.HasPrefix(name, u+"/") }) {
			continue
		}
		if strings.HasPrefix(content, "!") {
			opaque = append(opaque, name)
		} else {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	slices.Sort(opaque)
	return files, opaque, nil
}

func (t tree) Read(_ context.Context, name string, limit int) ([]byte, error) {
	content, ok := t[name]
	switch {
	case !ok:
		return nil, fmt.Errorf("read %q: %w", name, fs.ErrNotExist)
	case strings.HasPrefix(content, "!"):
		return nil, refused(content[1:])
	case strings.HasPrefix(content, "?"):
		return nil, errors.New(content[1:])
	case len(content) > limit:
		return nil, refused("is larger than the limit")
	}
	return []byte(content), nil
}

func (t tree) Has(name string) bool { _, ok := t[name]; return ok }

// baseTree is a merge base that is compared with a head.
type baseTree struct {
	tree
	head tree
}

func (baseTree) ID() string { return strings.Repeat("b", 40) }

func (b baseTree) Same(_ context.Context, name string) (bool, error) {
	old, ok := b.tree[name]
	return ok && old == b.head[name], nil
}

// Texts of specs: one that leaves a question open, one that leaves nothing.
const (
	openSpec = "# Rack\n\nRiders MUST see a stand in `rack.html` within [NEEDS CLARIFICATION: how long?].\n\n" +
		"## Acceptance Criteria\n\n- A rider who opens `rack.html` sees one stand within 2 seconds.\n"
	clearSpec = "# Lamp\n\nRiders MUST see the lamp in `rack.html` light up.\n\n" +
		"## Acceptance Criteria\n\n- A rider who opens `rack.html` sees the lamp within 2 seconds.\n"
	japanese = "# 信号\n\n信号は最後の場所が埋まると、`rack.html` で素早く赤に変わらなければならない。\n\n" +
		"## 受け入れ基準\n\n- `rack.html` を開いた人は、2 秒後に赤い信号を見る。\n"
)

func interrogate(t *testing.T, r app.Request) report.Report {
	t.Helper()
	out, err := app.Interrogate(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// outline is what the tests compare of a report.
type outline struct {
	Status  string
	Specs   []string
	Open    []string // path and detector of what counts
	Unread  []string
	Changes []string
	Limits  []string
}

func outlineOf(r report.Report) outline {
	o := outline{Status: r.Verdict.Status.String(), Specs: r.Specs, Limits: r.Limits}
	for _, f := range r.Findings {
		if f.Active() && !f.PreExisting {
			o.Open = append(o.Open, f.Path+" "+f.Detector)
		}
	}
	for _, u := range r.NotInterrogated {
		state := ""
		if u.Unchanged {
			state = " (unchanged)"
		}
		o.Unread = append(o.Unread, u.Path+" "+u.Reason+state)
	}
	for _, c := range r.Changes {
		o.Changes = append(o.Changes, string(c.Kind))
	}
	return o
}

func TestInterrogate(t *testing.T) {
	t.Parallel()
	const policyPath = ".github/surmise.yml"
	tests := []struct {
		name  string
		head  tree
		base  tree // nil: without a base
		tip   tree // nil: the base
		paths []string
		want  outline
	}{
		{name: "clear", head: tree{"SPEC.md": clearSpec},
			want: outline{Status: "pass", Specs: []string{"SPEC.md"}}},
		{name: "open", head: tree{"SPEC.md": openSpec, "README.md": openSpec, "specs/a/plan.md": openSpec},
			want: outline{Status: "fail", Specs: []string{"SPEC.md"}, Open: []string{"SPEC.md clarification-marker"}}},
		{name: "no spec", head: tree{"README.md": openSpec}, want: outline{Status: "pass"}},
		{name: "binary", head: tree{"SPEC.md": "# A\n\x00", "docs/specs/desk.md": clearSpec},
			want: outline{Status: "fail", Specs: []string{"docs/specs/desk.md"}, Unread: []string{"SPEC.md is binary: NUL byte in line 2"}}},
		{name: "not UTF-8", head: tree{"SPEC.md": "# A\n\n\xff"},
			want: outline{Status: "fail", Unread: []string{"SPEC.md is not UTF-8: invalid byte in line 3"}}},
		{name: "refused by the tree", head: tree{"SPEC.md": "!is a symbolic link"},
			want: outline{Status: "fail", Unread: []string{"SPEC.md is a symbolic link"}}},
		{name: "refused by the parser", head: tree{"SPEC.md": strings.Repeat("> ", 200) + "deep"},
			want: outline{Status: "fail", Unread: []string{"SPEC.md line 1: 200 nested quotes or lists in one line, the limit is 100"}}},
		{name: "link that may hide specs", head: tree{"docs/specs": "!is a symbolic link", "elsewhere": "!is a symbolic link", "SPEC.md": clearSpec},
			want: outline{Status: "pass", Specs: []string{"SPEC.md"},
				Limits: []string{`"docs/specs" is a link or a submodule; nothing below it was looked at`}}},
		{name: "demands where nothing is read", head: tree{"SPEC.md": clearSpec + "\n> It MUST ring.\n\n<p>\nREQ-9: it opens\n</p>\n", "docs/specs/desk.md": clearSpec},
			want: outline{Status: "pass", Specs: []string{"SPEC.md", "docs/specs/desk.md"},
				Limits: []string{`not interrogated: MUST, SHALL or an id in HTML, a quotation, code or background: "SPEC.md" at line 9, 12`}}},
		{name: "language covered in part", head: tree{"docs/specs/a.md": japanese, "docs/specs/b.md": japanese, "docs/specs/c.md": japanese, "docs/specs/d.md": japanese},
			want: outline{Status: "pass", Specs: []string{"docs/specs/a.md", "docs/specs/b.md", "docs/specs/c.md", "docs/specs/d.md"},
				Limits: []string{`language "ja" is covered in part, not judged by vague-term, escape-clause, open-ended-list, ` +
					`unbounded-quantifier, comparative-without-baseline, passive-without-actor, ambiguous-pronoun, compound-requirement, ` +
					`weak-modal, missing-number, missing-unit, missing-path, undefined-acronym, database-mismatch (in part), version-mismatch (in part), ` +
					`untestable-criterion (in part), missing-failure-behaviour, blind-spot, ` +
					`missing-dimension: "docs/specs/a.md", "docs/specs/b.md", "docs/specs/c.md", and 1 more`}}},
		{name: "a folder's specs", head: tree{"specs/a/spec.md": clearSpec, "specs/a/plan.md": openSpec}, paths: []string{"specs"},
			want: outline{Status: "pass", Specs: []string{"specs/a/spec.md"}}},
		{name: "a folder without specs", head: tree{"notes/a.md": clearSpec, "notes/b.txt": openSpec}, paths: []string{"notes"},
			want: outline{Status: "pass", Specs: []string{"notes/a.md"}}},
		{name: "a file of any name", head: tree{"notes.txt": openSpec}, paths: []string{"notes.txt"},
			want: outline{Status: "fail", Specs: []string{"notes.txt"}, Open: []string{"notes.txt clarification-marker"}}},

		{name: "unchanged", head: tree{"SPEC.md": openSpec}, base: tree{"SPEC.md": openSpec},
			want: outline{Status: "pass", Specs: []string{"SPEC.md"}}},
		{name: "changed", head: tree{"SPEC.md": openSpec}, base: tree{"SPEC.md": clearSpec},
			want: outline{Status: "fail", Specs: []string{"SPEC.md"}, Changes: []string{"removed", "changed", "new"},
				Open: []string{"SPEC.md clarification-marker", "SPEC.md removed-requirement"}}},
		{name: "renamed", head: tree{"specs/b/spec.md": openSpec}, base: tree{"specs/a/spec.md": openSpec},
			want: outline{Status: "pass", Specs: []string{"specs/b/spec.md"}}},
		{name: "unreadable as before", head: tree{"SPEC.md": "\xff"}, base: tree{"SPEC.md": "\xff"},
			want: outline{Status: "pass", Unread: []string{"SPEC.md is not UTF-8: invalid byte in line 1 (unchanged)"}}},
		{name: "unreadable now", head: tree{"SPEC.md": "\xff"}, base: tree{"SPEC.md": clearSpec},
			want: outline{Status: "fail", Unread: []string{"SPEC.md is not UTF-8: invalid byte in line 1"}}},
		{name: "unreadable before", head: tree{"SPEC.md": clearSpec}, base: tree{"SPEC.md": "\xff"},
			want: outline{Status: "pass", Specs: []string{"SPEC.md"}, Changes: []string{"new", "new"},
				Limits: []string{`"SPEC.md" was not compared: at the base it is not UTF-8: invalid byte in line 1`}}},
		{name: "unreadable before and gone now", head: tree{"PRD.md": clearSpec}, base: tree{"PRD.md": clearSpec, "SPEC.md": "\xff"},
			want: outline{Status: "fail", Specs: []string{"PRD.md"},
				Unread: []string{"SPEC.md is gone, and at the base it is not UTF-8: invalid byte in line 1"}}},
		{name: "the head's policy does not count",
			head: tree{"SPEC.md": openSpec, policyPath: "version: 1\ndetectors:\n  clarification-marker: off\n"}, base: tree{"PRD.md": clearSpec},
			want: outline{Status: "fail", Specs: []string{"SPEC.md"}, Changes: []string{"removed", "changed", "new"},
				Limits: []string{policyPath + " differs from the base's, which is the one that counts"},
				Open:   []string{"PRD.md removed-requirement", "SPEC.md clarification-marker"}}},
		{name: "the tip's policy counts",
			head: tree{"rfc.md": openSpec}, base: tree{}, tip: tree{policyPath: "version: 1\nspecs:\n  include: [rfc.md]\n"},
			want: outline{Status: "fail", Specs: []string{"rfc.md"}, Changes: []string{"new", "new"},
				Limits: []string{policyPath + " differs from the base's, which is the one that counts"},
				Open:   []string{"rfc.md clarification-marker"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := app.Request{Head: tt.head, Paths: tt.paths}
			if tt.base != nil {
				r.Base, r.Tip = baseTree{tt.base, tt.head}, tt.base
			}
			if tt.tip != nil {
				r.Tip = tt.tip
			}
			if diff := cmp.Diff(tt.want, outlineOf(interrogate(t, r))); diff != "" {
				t.Errorf("report (-want +got):\n%s", diff)
			}
		})
	}
}

func TestInterrogateDocuments(t *testing.T) {
	t.Parallel()
	r := interrogate(t, app.Request{Documents: []app.Document{{Path: "<stdin>", Data: []byte(openSpec)}}})
	want := outline{Status: "fail", Specs: []string{"<stdin>"}, Open: []string{"<stdin> clarification-marker"}}
	if diff := cmp.Diff(want, outlineOf(r)); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
}

// TestRunLimit shows that a run that has read enough says which specs it did
// not look at.
func TestRunLimit(t *testing.T) {
	t.Parallel()
	p := app.Document{Path: "p.yml", Data: []byte("version: 1\nlimits:\n  file_bytes: 1024\n  run_bytes: 1024\n")}
	filler := clearSpec + "\n" + strings.Repeat("Bells ring. ", 40)
	r := interrogate(t, app.Request{Head: tree{"PRD.md": filler, "SPEC.md": filler}, Policy: &p})
	if r.Verdict.Status != gate.Fail || len(r.Specs) != 1 || len(r.NotInterrogated) != 1 ||
		r.NotInterrogated[0].Reason != "the run's limit of 1024 bytes is used up" {
		t.Errorf("specs %q, not interrogated %v, verdict %v", r.Specs, r.NotInterrogated, r.Verdict.Status)
	}
}

func TestInterrogateErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		request app.Request
		want    string
		kind    func(error) bool
	}{
		{"missing paths", app.Request{Head: tree{"a.md": "a"}, Paths: []string{"a.md", "b.md", "c"}},
			`nothing to check at "b.md", "c"; name Markdown or .feature files, or folders that hold Markdown`, isInput},
		{"written globs match nothing", app.Request{Head: tree{".github/surmise.yml": "version: 1\nspecs:\n  include: [x.md]\n"}},
			`no file matches specs.include of the policy: ["x.md"]; mend the globs, or remove them to use the defaults`, isInput},
		{"broken policy", app.Request{Head: tree{".github/surmise.yml": "version: 2\n"}},
			".github/surmise.yml:1:10: version is 2; it must be 1", isProblems},
		{"refused policy", app.Request{Head: tree{".github/surmise.yml": "!is a symbolic link"}},
			".github/surmise.yml: the policy is a symbolic link", isProblems},
		{"tree that cannot be read", app.Request{Head: tree{"SPEC.md": "?disk on fire"}}, "disk on fire",
			func(err error) bool { return !isInput(err) && !isProblems(err) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := app.Interrogate(t.Context(), tt.request)
			if err == nil || err.Error() != tt.want || !tt.kind(err) {
				t.Errorf("error = %v (%T), want %q", err, err, tt.want)
			}
		})
	}
}

func isInput(err error) bool    { _, ok := errors.AsType[*app.InputError](err); return ok }
func isProblems(err error) bool { _, ok := errors.AsType[source.Problems](err); return ok }

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := app.Interrogate(ctx, app.Request{Head: tree{"SPEC.md": clearSpec}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
}
