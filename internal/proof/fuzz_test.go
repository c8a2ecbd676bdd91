package proof_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/proof"
)

// FuzzRead feeds reports to every reader: whatever they hold, the result is one
// of the states, and nothing passes with an exit status, or without the name of
// the test in the report.
func FuzzRead(f *testing.F) {
	kinds := proof.Kinds()
	for i, k := range kinds {
		for _, c := range captures(f, k.ID) {
			for _, role := range roles() {
				if run, ok := c.runs[role]; ok {
					last := run.Steps[len(run.Steps)-1]
					report := last.Stdout
					if last.Report != nil {
						report = last.Report
					}
					f.Add(uint(i), report, last.Stderr, last.Exit)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, n uint, report, stderr []byte, exit int) {
		k := kinds[n%uint(len(kinds))]
		c := parseCheck(t, k.ID, k.Doc.Example)
		h := host(k, c, nil)
		h.Guarded = []string{c.Target}
		plan, err := k.Plan(c, h)
		if err != nil {
			t.Fatal(err)
		}
		run := proof.Transcript{Steps: make([]proof.StepRecord, len(plan.Steps))}
		for i, s := range plan.Steps {
			run.Steps[i] = proof.StepRecord{Started: true}
			if s.Build {
				continue
			}
			run.Steps[i] = proof.StepRecord{Started: true, Exit: exit, Stdout: report, Stderr: stderr}
			if s.Report != "" {
				run.Steps[i].Report = report
			}
		}
		r := proof.Read(k, c, plan, run)
		if diff := cmp.Diff(r, proof.Read(k, c, plan, run)); diff != "" {
			t.Errorf("two readings differ:\n%s", diff)
		}
		if !slices.Contains(proof.States(), r.State) || r.Class != proof.Unclear && r.State != proof.Failed {
			t.Errorf("the result is %+v", r)
		}
		if k.Guards {
			return // a driver of ours tells what a linter found
		}
		if r.State == proof.Passed && exit != 0 || r.State == proof.Failed && exit == 0 {
			t.Errorf("%s with the exit status %d", r.State, exit)
		}
	})
}

// FuzzDecodeEvidence takes only what it would write.
func FuzzDecodeEvidence(f *testing.F) {
	f.Add(sampleEvidence().Encode())
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := proof.DecodeEvidence(data)
		if err == nil && !bytes.Equal(e.Encode(), data) {
			t.Errorf("decoded, but not as it is written: %q", data)
		}
	})
}

// FuzzViolation applies whatever parses, and never out of the tree.
func FuzzViolation(f *testing.F) {
	for _, k := range proof.Kinds() {
		for _, c := range captures(f, k.ID) {
			f.Add([]byte(c.violation), []byte(c.tree["parcel.go"]))
		}
	}
	f.Add([]byte("--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"), []byte("a\nb"))
	f.Fuzz(func(t *testing.T, file, content []byte) {
		v, err := proof.ParseViolation("v.edit", file)
		if err != nil {
			if _, ok := err.(*proof.Refusal); !ok {
				t.Fatalf("the error is no refusal: %v", err)
			}
			return
		}
		read := func(path string) ([]byte, error) {
			if !filepath.IsLocal(path) {
				t.Fatalf("it reads %q", path)
			}
			if path == "absent" {
				return nil, os.ErrNotExist
			}
			return content, nil
		}
		changes, err := proof.ApplyViolation(v.On([]string{"a.go"}), read)
		if err != nil {
			if _, ok := err.(*proof.Refusal); !ok {
				t.Fatalf("the error is no refusal: %v", err)
			}
			return
		}
		for _, c := range changes {
			if bytes.Equal(c.Before, c.After) || c.Line < 1 {
				t.Errorf("the change %+v", c)
			}
		}
		proof.RefuseChanges(v, changes, proof.Protected{})
		for i, ext := range []string{".go", ".js", ".py", ".txt"} {
			proof.RefuseBlanks(probe.Check{Kind: "go-test"}, v, []proof.Change{{Path: "a" + ext, Before: content, After: changes[i%len(changes)].After}})
		}
		proof.AutoControl(changes)
	})
}
