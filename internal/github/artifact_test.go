package github_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/pull"
)

// file is one entry of an archive that a test makes by hand.
type file struct {
	name, text string
	mode       fs.FileMode
}

func zipped(t *testing.T, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		h.SetMode(f.mode | 0o644)
		entry, err := w.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(entry, f.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// artifactWorld is a world whose token may read what workflows left.
func artifactWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.server.Grant(map[string]string{"contents": "read", "actions": "read"})
	return w
}

// leave lets the head's run leave an artifact, and reads it.
func (w *world) leave(t *testing.T, a githubtest.Artifact) (map[string][]byte, error) {
	t.Helper()
	a.Name = "evidence"
	run := w.repo.Ran(githubtest.WorkflowRun{HeadSHA: w.pull.Head()}, a, githubtest.Artifact{Name: "log"})
	found, err := w.client.Artifacts(t.Context(), run, "evidence")
	if err != nil || len(found) != 1 {
		t.Fatalf("%d artifacts, %v", len(found), err)
	}
	return w.client.Files(t.Context(), found[0])
}

func TestFiles(t *testing.T) {
	t.Parallel()
	w := artifactWorld(t)
	got, err := w.leave(t, githubtest.Artifact{Files: map[string]string{"a.json": "{}\n", "empty.json": ""}})
	if diff := cmp.Diff(map[string][]byte{"a.json": []byte("{}\n"), "empty.json": {}}, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// TestHostileArtifacts are archives that somebody made to get more out of us
// than files, or to let other files be read than were meant.
func TestHostileArtifacts(t *testing.T) {
	t.Parallel()
	good := zipped(t, file{name: "a.json", text: strings.Repeat("a", 200)})
	broken := bytes.Clone(good)
	broken[40] ^= 0xff
	many := make([]file, 1001)
	for i := range many {
		many[i].name = fmt.Sprintf("%d.json", i)
	}
	heavy := make([]file, 70)
	for i := range heavy {
		heavy[i] = file{name: fmt.Sprintf("%d.json", i), text: strings.Repeat("x", 1<<20)}
	}
	tests := []struct {
		name     string
		artifact githubtest.Artifact
		want     string
	}{
		{"expired", githubtest.Artifact{Expired: true}, "has expired"},
		{"no archive", githubtest.Artifact{Zip: []byte("evidence")}, "is no zip archive"},
		{"cut off", githubtest.Artifact{Zip: good[:len(good)-10]}, "is no zip archive"},
		{"broken bytes", githubtest.Artifact{Zip: broken}, `holds "a.json", which cannot be unpacked`},
		{"other bytes than announced", githubtest.Artifact{Zip: good, Digest: "sha256:" + strings.Repeat("0", 64)}, "has other bytes than its digest says"},
		{"path that leaves", githubtest.Artifact{Zip: zipped(t, file{name: "../a.json"})}, `holds "../a.json", which is no plain name of a file`},
		{"absolute path", githubtest.Artifact{Zip: zipped(t, file{name: "/etc/a.json"})}, `holds "/etc/a.json", which is no plain name of a file`},
		{"backslash", githubtest.Artifact{Zip: zipped(t, file{name: `..\a.json`})}, `holds "..\\a.json", which is no plain name of a file`},
		{"folder", githubtest.Artifact{Zip: zipped(t, file{name: "a/"})}, `holds "a/", which is no plain name of a file`},
		{"link", githubtest.Artifact{Zip: zipped(t, file{name: "a.json", text: "/etc/passwd", mode: fs.ModeSymlink})}, `holds "a.json", which is no regular file`},
		{"device", githubtest.Artifact{Zip: zipped(t, file{name: "a.json", mode: fs.ModeDevice})}, `holds "a.json", which is no regular file`},
		{"name twice", githubtest.Artifact{Zip: zipped(t, file{name: "a.json"}, file{name: "a.json", text: "x"})}, `holds "a.json" twice`},
		{"many files", githubtest.Artifact{Zip: zipped(t, many...)}, "holds 1001 files; at most 1000 are read"},
		{"bomb of one file", githubtest.Artifact{Zip: zipped(t, file{name: "a.json", text: strings.Repeat("x", 1<<20+1)})},
			`holds "a.json", which unpacks to more than the 1048576 bytes that are read`},
		{"bomb of many files", githubtest.Artifact{Zip: zipped(t, heavy...)}, "unpacks to more than the 67108864 bytes that are read"},
		{"large archive", githubtest.Artifact{Zip: make([]byte, 16<<20+1)}, "has 16777217 bytes; at most 16777216 are read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			files, err := artifactWorld(t).leave(t, tt.artifact)
			refusal, ok := errors.AsType[*github.Refusal](err)
			if !ok || files != nil || refusal.Reason != tt.want {
				t.Errorf("%d files, %v; want the refusal %q", len(files), err, tt.want)
			}
		})
	}
}

// TestArtifactsElsewhere shows where a download may lead: never with the token,
// never to what is not encrypted, and not on from there.
func TestArtifactsElsewhere(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, location string
		store          http.Header // of the answer there
	}{
		{"plain http", "http://store.example/1.zip", nil},
		{"another scheme", "file:///etc/passwd", nil},
		{"nowhere", "", nil},
		{"user in the address", "https://a:b@store.example/1.zip", nil},
		{"on from the store", "https://store.example/1.zip", http.Header{"Location": {"https://elsewhere.example/"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := artifactWorld(t)
			w.client = w.connect(t, func(o *github.Options) {
				o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
					answer := &http.Response{StatusCode: http.StatusFound, Header: http.Header{"Location": {tt.location}}, Body: http.NoBody, Request: r}
					if r.URL.Host == "store.example" && tt.store != nil {
						if r.Header.Get("Authorization") != "" {
							t.Error("the token goes to the store")
						}
						answer.Header = tt.store
					} else if r.URL.Host != strings.TrimPrefix(w.server.URL, "http://") {
						t.Errorf("a request goes to %q", r.URL)
					}
					return answer, nil
				})
			})
			files, err := w.client.Files(t.Context(), pull.Artifact{ID: 1, Name: "evidence"})
			if _, ok := errors.AsType[*github.UnavailableError](err); !ok || files != nil {
				t.Errorf("%d files, %v; want an error of type UnavailableError", len(files), err)
			}
		})
	}
}

func TestWorkflowRuns(t *testing.T) {
	t.Parallel()
	w := artifactWorld(t)
	fork := w.repo.Fork("mallory")
	head := w.pull.Head()
	first := w.repo.Ran(githubtest.WorkflowRun{HeadSHA: head, Path: ".github/workflows/other.yml@refs/heads/main", Event: "push", HeadRepo: fork})
	w.repo.Ran(githubtest.WorkflowRun{HeadSHA: w.repo.Tip("main")})
	w.server.Advance(1e9)
	second := w.repo.Ran(githubtest.WorkflowRun{HeadSHA: head, Running: true, Attempt: 2})
	got, err := w.client.WorkflowRuns(t.Context(), head)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i].URL == "" || got[i].CreatedAt.IsZero() {
			t.Errorf("run %d has no address or time: %+v", i, got[i])
		}
		got[i].URL, got[i].CreatedAt = "", got[0].CreatedAt
	}
	want := []pull.WorkflowRun{
		{ID: second, Attempt: 2, Workflow: githubtest.ProveWorkflow, Event: "pull_request", HeadSHA: head, HeadRepo: "octo-org/octo-repo", CreatedAt: got[0].CreatedAt},
		{ID: first, Attempt: 1, Workflow: ".github/workflows/other.yml", Event: "push", HeadSHA: head, HeadRepo: "mallory/octo-repo", Done: true, CreatedAt: got[0].CreatedAt},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	fork.Delete()
	if got, err = w.client.WorkflowRuns(t.Context(), head); err != nil || got[1].HeadRepo != "" {
		t.Errorf("the fork is gone, and the run is of %q, %v", got[1].HeadRepo, err)
	}
	if err := w.client.Rerun(t.Context(), first); err == nil || !strings.Contains(err.Error(), `lacks "actions: write"`) {
		t.Errorf("run again without the permission: %v", err)
	}
	w.server.Grant(map[string]string{"actions": "write"})
	if err := w.client.Rerun(t.Context(), first); err != nil || len(w.repo.Reruns()) != 1 {
		t.Errorf("run again: %v, %v", err, w.repo.Reruns())
	}
	if err := w.client.Rerun(t.Context(), second); err == nil {
		t.Error("a run that is under way is started again")
	}
	w.server.Grant(map[string]string{"contents": "read"})
	if _, err := w.client.WorkflowRuns(t.Context(), head); err == nil || !strings.Contains(err.Error(), `lacks "actions: read"`) {
		t.Errorf("listed without the permission: %v", err)
	}
}
