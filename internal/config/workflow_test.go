package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/source"
)

func text(value string, line, column int) Text {
	return Text{value, source.Position{Line: line, Column: column}}
}

func TestReadWorkflow(t *testing.T) {
	t.Parallel()
	const data = `name: lamp
on:
  pull_request_target:
    types: [opened, edited]
    paths-ignore: ['*.txt']
  workflow_run: {workflows: prove}
  schedule:
    - cron: '0 0 * * *'
  push:
permissions: read-all
jobs:
  light:
    name: Light
    if: github.actor && secrets.SWITCH
    permissions: &least
      checks: write
    concurrency: {group: a, cancel-in-progress: "${{ inputs.now }}"}
    steps:
      - uses: octo-org/lamp@v1
        with: {Wick: 3}
        env: {KEY: "${{ secrets.OIL }} and ${{ secrets['WAX'] }}", NOTE: secrets.NONE}
      - run: light
  call:
    uses: octo-org/lamp/.github/workflows/call.yml@v1
    permissions: *least
    concurrency: one
    secrets: inherit
`
	least := func(line, column int) *Permissions {
		return &Permissions{At: source.Position{Line: line, Column: column}, Scopes: []Setting{{text("checks", 16, 7), text("write", 16, 15)}}}
	}
	want := Workflow{
		Path: "w.yml",
		Events: []Event{
			{
				Name:    text("pull_request_target", 3, 3),
				Types:   []Text{text("opened", 4, 13), text("edited", 4, 21)},
				Filters: []Text{text("paths-ignore", 5, 5)},
			},
			{Name: text("workflow_run", 6, 3)},
			{Name: text("schedule", 7, 3)},
			{Name: text("push", 9, 3)},
		},
		Permissions: &Permissions{At: source.Position{Line: 10, Column: 14}, All: "read-all"},
		Jobs: []Job{
			{
				ID: text("light", 12, 3), Name: text("Light", 13, 11), If: text("github.actor && secrets.SWITCH", 14, 9),
				Permissions: least(15, 18),
				Concurrency: &Concurrency{At: source.Position{Line: 17, Column: 5}, Cancels: true},
				Steps: []Step{
					{
						Uses: text("octo-org/lamp@v1", 19, 15),
						With: []Setting{{text("Wick", 20, 16), text("3", 20, 22)}},
					},
					{Run: text("light", 22, 14)},
				},
			},
			{
				ID: text("call", 23, 3), Uses: text("octo-org/lamp/.github/workflows/call.yml@v1", 24, 11),
				Permissions: least(25, 18), Concurrency: &Concurrency{At: source.Position{Line: 26, Column: 5}},
			},
		},
		Secrets: []Secret{
			{Name: text("SWITCH", 14, 9)},
			{Name: text("OIL", 21, 20), Uses: "octo-org/lamp@v1"},
			{Name: text("", 21, 20), Uses: "octo-org/lamp@v1"},
			{Name: text("inherit", 27, 14), Uses: "octo-org/lamp/.github/workflows/call.yml@v1"},
		},
	}
	got, err := ReadWorkflow("w.yml", []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ReadWorkflow (-want +got):\n%s", diff)
	}
	for scope, level := range map[string]string{"checks": "write", "contents": "none"} {
		if l := got.Jobs[0].Permissions.Level(scope); l != level {
			t.Errorf("level of %s: %q, want %q", scope, l, level)
		}
	}
	if l := got.Permissions.Level("contents"); l != "read" {
		t.Errorf(`level with "read-all": %q`, l)
	}
	if v := got.Jobs[0].Steps[0].Input("wick").Value; v != "3" {
		t.Errorf("input %q", v)
	}
}

// manyAliases doubles a list again and again.
func manyAliases() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := 1; i < 40; i++ {
		n, before := string(rune('a'+i/10))+string(rune('0'+i%10)), string(rune('a'+(i-1)/10))+string(rune('0'+(i-1)%10))
		b.WriteString(n + ": &" + n + " [*" + before + ", *" + before + "]\n")
	}
	return b.String()
}

func TestReadWorkflowRefusal(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, data, want string }{
		{"empty", "", `w.yml: the workflow is empty; it begins with "name:"`},
		{"no YAML", "on: [", "w.yml:2:1: the workflow is no YAML: did not find expected node content"},
		{"a list", "- on\n", "w.yml:1:1: the workflow is a list; it must be a mapping"},
		{"no parts", "name: lamp\n", "w.yml:1:1: the workflow has no \"on\"\nw.yml:1:1: the workflow has no \"jobs\""},
		{"trigger of a wrong kind", "on: {push: 3}\njobs: {}\n", `w.yml:1:12: on.push is "3"; it must be a mapping`},
		{"trigger in a list", "on: [[push]]\njobs: {}\n", `w.yml:1:6: on is a list; it must be a single value`},
		{"permission of a wrong level", "on: push\njobs: {}\npermissions: {checks: Write}\n",
			`w.yml:3:23: permissions.checks is "Write"; it must be one of read, write, none`},
		{"all permissions of a wrong word", "on: push\njobs: {}\npermissions: all\n",
			`w.yml:3:14: permissions is "all"; it must be one of read-all, write-all`},
		{"a job twice", "on: push\njobs:\n  a: {}\n  a: {}\n", `w.yml:4:3: key "a" of jobs stands in line 3 already`},
		{"steps as a mapping", "on: push\njobs: {a: {steps: {}}}\n", `w.yml:2:19: jobs.a.steps is a mapping; it must be a list`},
		{"itself inside", "on: push\njobs: &a {b: *a}\n", `w.yml:1:1: the workflow's aliases unfold to more than 100000 values; write them out`},
		{"aliases without end", "on: push\njobs: {}\n" + manyAliases(), `w.yml:1:1: the workflow's aliases unfold to more than 100000 values; write them out`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := ReadWorkflow("w.yml", []byte(tt.data))
			var problems source.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("ReadWorkflow gives %v, want problems", err)
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzReadWorkflow holds hostile files to the promise that they give a workflow
// or problems, and never a panic.
func FuzzReadWorkflow(f *testing.F) {
	f.Add([]byte("on: push\njobs: {a: {steps: [{uses: b@c, with: {d: e}}]}}\n"))
	f.Add([]byte("on: {push: {types: x}}\njobs: &a {b: *a}\n"))
	f.Add([]byte(manyAliases()))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := ReadWorkflow("w.yml", data)
		var problems source.Problems
		if err != nil && !errors.As(err, &problems) {
			t.Fatalf("error %v is no list of problems", err)
		}
	})
}
