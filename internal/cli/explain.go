package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/policy"
)

func explain() subcommand {
	return subcommand{
		name: "explain", args: "[DETECTOR]",
		summary: "say what a detector finds",
		examples: []example{
			{"surmise explain", "every detector"},
			{"surmise explain vague-term", "one of them"},
		},
		define: func(*flags) action {
			return func(_ context.Context, env Env, args []string) error {
				if len(args) == 0 {
					_, err := io.WriteString(env.Stdout, detectorList())
					return err
				}
				if err := onlyArgs(args, "DETECTOR"); err != nil {
					return err
				}
				page, err := detectorPage(args[0])
				if err != nil {
					return err
				}
				_, err = io.WriteString(env.Stdout, page)
				return err
			}
		},
	}
}

func detectorList() string {
	var b strings.Builder
	var rows [][2]string
	for _, d := range app.Detectors(policy.Default().Clarification) {
		rows = append(rows, [2]string{d.ID, fmt.Sprintf("%-6s  %s", d.Severity, d.Doc.Title)})
	}
	columns(&b, rows)
	return b.String()
}

func detectorPage(id string) (string, error) {
	var ids []string
	for _, d := range app.Detectors(policy.Default().Clarification) {
		ids = append(ids, d.ID)
		if d.ID != id {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s: %s\n\n", d.ID, d.Doc.Title)
		columns(&b, [][2]string{
			{"severity", d.Severity.String()}, {"class", string(d.Class)},
			{"affects", d.Affects}, {"since", d.Doc.Since},
		})
		fmt.Fprintf(&b, "\n%s\n", wrap(d.Doc.Text, 80))
		if d.Doc.Bad != "" {
			fmt.Fprintf(&b, "\nFLAGGED\n%s\n", indent(d.Doc.Bad))
		}
		if d.Doc.Good != "" {
			fmt.Fprintf(&b, "\nMENDED\n%s\n", indent(d.Doc.Good))
		}
		fmt.Fprintf(&b, "\nTO SILENCE ONE, WITH A REASON\n%s\n", indent("<!-- surmise:allow "+d.ID+" -- REASON -->"))
		return b.String(), nil
	}
	return "", unknown("detector", id, ids)
}

func indent(s string) string { return "  " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n  ") }

// wrap folds each paragraph of text to lines of at most width bytes.
func wrap(text string, width int) string {
	var paragraphs []string
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		var b strings.Builder
		column := 0
		for _, word := range strings.Fields(p) {
			switch {
			case column == 0:
			case column+1+len(word) > width:
				b.WriteByte('\n')
				column = 0
			default:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += len(word)
		}
		paragraphs = append(paragraphs, b.String())
	}
	return strings.Join(paragraphs, "\n\n")
}
