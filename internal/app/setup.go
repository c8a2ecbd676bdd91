package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/config"
)

// Site is a working tree that new files can be written to.
type Site interface {
	Tree
	// Create writes a new file; one that is there is [io/fs.ErrExist] and stays.
	Create(path string, data []byte) error
}

// Template is a file that a repository starts with.
type Template struct {
	Path string
	Data []byte
}

// Placing is what became of one template.
type Placing struct {
	Path    string
	Written bool
	// Differs are the lines by which the file that was there differs from the
	// template, "-" for its own and "+" for the template's; nil if it is equal.
	Differs []string
	// Instead is the other workflow that runs Surmise already; "" without one.
	Instead string
}

// Placed reports whether the repository now has what the template says.
func (p Placing) Placed() bool { return p.Differs == nil && p.Instead == "" }

// Setup writes the templates that the repository does not have yet. It never
// writes over a file, and never adds a second workflow that runs Surmise.
func Setup(ctx context.Context, site Site, templates []Template) ([]Placing, error) {
	d := &doctor{patient: Patient{Tree: site}}
	workflows, err := d.readWorkflows(ctx)
	if err != nil {
		return nil, err
	}
	var out []Placing
	for _, t := range templates {
		p, err := place(ctx, site, t, workflows)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func place(ctx context.Context, site Site, t Template, workflows []config.Workflow) (Placing, error) {
	out := Placing{Path: t.Path}
	old, err := site.Read(ctx, t.Path, config.MaxBytes)
	switch {
	case err == nil:
		if !bytes.Equal(old, t.Data) {
			out.Differs = lineDiff(string(old), string(t.Data))
		}
		return out, nil
	case !errors.Is(err, fs.ErrNotExist):
		return Placing{}, err
	}
	if strings.HasPrefix(t.Path, config.WorkflowDir+"/") {
		does := decides
		if t.Path == ProveWorkflow {
			does = proves
		}
		i := slices.IndexFunc(workflows, func(w config.Workflow) bool { return runs(w, does) })
		if i >= 0 {
			out.Instead = workflows[i].Path
			return out, nil
		}
	}
	if err := site.Create(t.Path, t.Data); err != nil {
		return Placing{}, err
	}
	out.Written = true
	return out, nil
}

// runs reports whether a workflow has such a step.
func runs(w config.Workflow, does func(config.Step) bool) bool {
	return slices.ContainsFunc(w.Jobs, func(j config.Job) bool { return slices.ContainsFunc(j.Steps, does) })
}

// The most that a difference is worked out for and shown.
const (
	diffLines = 2000
	diffShown = 20
)

// lineDiff is what a must lose and gain to become b, without what both have.
// The list is never empty, and ends in a count of what is left out.
func lineDiff(a, b string) []string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	if len(x) > diffLines || len(y) > diffLines {
		return []string{fmt.Sprintf("- %d lines", len(x)), fmt.Sprintf("+ %d lines", len(y))}
	}
	// common[i][j] is the length of what x[i:] and y[j:] have in common.
	common := make([][]int, len(x)+1)
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var out []string
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && common[i+1][j] >= common[i][j+1]:
			out = append(out, fmt.Sprintf("- %d: %s", i+1, x[i]))
			i++
		default:
			out = append(out, fmt.Sprintf("+ %d: %s", j+1, y[j]))
			j++
		}
	}
	if more := len(out) - diffShown; more > 0 {
		out = append(out[:diffShown:diffShown], fmt.Sprintf("… and %d more lines", more))
	}
	return out
}
