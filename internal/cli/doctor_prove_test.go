package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/cli"
)

const (
	proveFile = ".github/workflows/surmise-prove.yml"
	heldSpec  = clearSpec + "\n## Prohibitions\n\n- P-001: The lamp must NOT light up for nobody.\n  - verification: test\n"
)

// initialised are the workflows that init writes for a spec.
func initialised(t *testing.T, spec string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "SPEC.md"), []byte(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := cli.Run(t.Context(), cli.Env{
		Args: []string{"init"}, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Dir: dir,
		Lookup: func(string) (string, bool) { return "", false },
	})
	if code != 0 {
		t.Fatalf("init: exit %d: %s", code, &errs)
	}
	files := map[string]string{"SPEC.md": spec}
	for _, name := range []string{workflowFile, proveFile} {
		if data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err == nil {
			files[name] = string(data)
		}
	}
	return files
}

// TestDoctorProofs breaks the two workflows of a repository whose tests hold
// something, in one way at a time.
func TestDoctorProofs(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file, old, new string
		want                 []string
	}{
		{"as init writes them", "", "", "", nil},
		{"evidence starts nothing", workflowFile, "  workflow_run:\n    workflows: [surmise-prove]\n    types: [completed]\n", "",
			[]string{`✗ the trigger "workflow_run" is missing: proofs are not looked at when they are there`}},
		{"evidence starts too early", workflowFile, "types: [completed]", "types: [requested]", []string{`✗ workflow_run does not start on "completed"`}},
		{"evidence cannot be read", workflowFile, "      actions: read\n", "", []string{`✗ the permission "actions: read" is missing; the job has "none"`}},
		{"tests can be started again", workflowFile, "actions: read", "actions: write", nil},
		{"started with the default branch's rights", proveFile, "  pull_request:\n", "  pull_request_target:\n", []string{
			`✗ pull_request_target starts code of pull requests, and evidence of it does not count`,
			`✗ the trigger "pull_request" is missing: nothing is proven`}},
		{"not in the queue", proveFile, "  merge_group:\n    types: [checks_requested]\n", "", []string{
			`✗ the trigger "merge_group" is missing: nothing is proven in a merge queue`}},
		{"only some paths", proveFile, "  pull_request:\n", "  pull_request:\n    paths: [src/**]\n", []string{
			`✗ pull_request has a filter "paths": a change that it skips never gets the check`}},
		{"may write", proveFile, "contents: read", "contents: write", []string{`✗ the job has "contents: write", and it runs code of pull requests`}},
		{"may do everything", proveFile, "    permissions:\n      contents: read\n", "    permissions: write-all\n", []string{
			`✗ the job has "write-all", and it runs code of pull requests`}},
		{"permissions left to the settings", proveFile, "permissions: {}\n\n", "", nil},
		{"a secret", proveFile, "        with:\n          run: prove", "        env: {KEY: '${{ secrets.DEPLOY_KEY }}'}\n        with:\n          run: prove", []string{
			`✗ the workflow uses the secret "DEPLOY_KEY", and it runs code of pull requests`}},
		{"the token stays", proveFile, "          persist-credentials: false\n", "", []string{`✗ the checkout leaves the token where tests find it`}},
		{"the merge is proven", proveFile, "          ref: ${{ github.event.pull_request.head.sha || github.sha }}\n", "", []string{
			`✗ the checkout is of the merge, and evidence has to be of the head itself`}},
		{"without the default branch", proveFile, "          fetch-depth: 0\n", "", []string{`✗ the checkout lacks the default branch, whose policy counts`}},
		{"named like the check", proveFile, "surmise-prove-runner", "surmise", []string{
			`✗ the job is named "surmise" like the check, and a green job would count as a pass`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			files := initialised(t, heldSpec)
			if len(files) != 3 || tt.file != "" && strings.Count(files[tt.file], tt.old) != 1 {
				t.Fatalf("%d files; %s does not hold %q once", len(files), tt.file, tt.old)
			}
			if tt.file != "" {
				files[tt.file] = strings.Replace(files[tt.file], tt.old, tt.new, 1)
			}
			_, lines := examine(t, files, nil, "--offline")
			var got []string
			for _, l := range lines {
				_, found, placed := strings.Cut(l, ": ")
				if placed && strings.HasPrefix(l, "✗") {
					got = append(got, "✗ "+found)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s\nall lines:\n%s", diff, strings.Join(lines, "\n"))
			}
		})
	}
	if len(initialised(t, clearSpec)) != 2 {
		t.Error("a workflow for tests is written where no test holds anything")
	}
}
