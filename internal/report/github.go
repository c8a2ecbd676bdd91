package report

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// maxCommandMessage is where the runner cuts a workflow command's message.
const maxCommandMessage = 4096

// renderGitHub writes the report as workflow commands, for a job's log.
func renderGitHub(r Report, _ Style) ([]byte, error) {
	p := Publication{HeadSHA: r.Head, Policy: policy.Default(), Requests: []PullRequest{{Report: r}}}
	x := newIndex(r)
	for _, e := range r.Ledger.Entries {
		if e.PreExisting && x.blocks[e.ID] {
			p.Policy.Scope = policy.ScopeAll // it can only block where all is in scope
		}
	}
	return []byte(p.WorkflowCommands()), nil
}

// WorkflowCommands are the annotations as lines that the runner of a job turns
// into annotations, and the verdict in plain words. They are what is left where
// no check run can be written. The runner shows ten of a level for each step.
func (p Publication) WorkflowCommands() string {
	var out strings.Builder
	notes := p.annotations(p.pages())
	for _, n := range append(notes.out, notes.homeless...) {
		out.WriteString(workflowCommand(n) + "\n")
	}
	if notes.held > 0 {
		out.WriteString(more(notes.held, "entry") + " not annotated\n")
	}
	out.WriteString(inert("surmise: "+p.Title()) + "\n")
	return out.String()
}

// workflowCommand is one note as the runner reads it; one without a place has
// no file.
func workflowCommand(n pull.Annotation) string {
	name := map[pull.Level]string{pull.Failure: "error", pull.Warning: "warning", pull.Notice: "notice"}[n.Level]
	var properties []string
	property := func(key, value string) {
		escaped := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(terminal(value))
		properties = append(properties, key+"="+escaped)
	}
	if n.StartLine > 0 {
		property("file", n.Path)
		property("line", fmt.Sprint(n.StartLine))
		property("endLine", fmt.Sprint(n.EndLine))
	}
	if n.StartColumn > 0 {
		property("col", fmt.Sprint(n.StartColumn))
		property("endColumn", fmt.Sprint(n.EndColumn))
	}
	property("title", n.Title)
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(cutRunes(n.Message, maxCommandMessage))
	return inert(fmt.Sprintf("::%s %s::%s", name, strings.Join(properties, ","), message))
}

// inert keeps the runner's older form of commands, which it finds anywhere in a
// line, from being found.
func inert(line string) string { return strings.ReplaceAll(line, "##[", "##\u200b[") }
