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
		name: "explain", args: "[DETECTOR|ENTRY]",
		summary: "say what a detector finds, or what became of an entry",
		examples: []example{
			{"surmise explain", "every detector"},
			{"surmise explain vague-term", "one of them"},
			{"surmise explain --report surmise-report/ a-7k3m9q", "who decided what about an entry, what counts, and why"},
		},
		text: `
--report names a JSON report, or the folder that a run of the action leaves. The
folder holds the record of the pull request too, so that the comments that were
refused are told with their reasons.
`,
		define: func(fs *flags) action {
			from := fs.String("report", "", "explain an entry of the recorded report `FILE`")
			return func(_ context.Context, env Env, args []string) error {
				text, err := explanation(env, *from, args)
				if err != nil {
					return err
				}
				_, err = io.WriteString(env.Stdout, text)
				return err
			}
		},
	}
}

func explanation(env Env, from string, args []string) (string, error) {
	switch {
	case from != "":
		if err := onlyArgs(args, "ENTRY"); err != nil {
			return "", err
		}
		return entryPage(env.Dir, from, args[0])
	case len(args) == 0:
		return detectorList(), nil
	}
	if err := onlyArgs(args, "DETECTOR"); err != nil {
		return "", err
	}
	if entryID.MatchString(args[0]) {
		return "", usagef("%q is an entry; name the report that it is in with --report FILE", args[0])
	}
	return detectorPage(args[0])
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
			{"affects", d.Affects}, {"since", d.Doc.Since}, {"measured", measured(d.ID)},
		})
		fmt.Fprintf(&b, "\n%s\n\n%s\n", wrap(d.Doc.Text, 80), wrap(measuredOn, 80))
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

// measuredOn says what the row "measured" was counted on.
const measuredOn = "Measured on the labelled lines of Surmise's own example specs: n counts those that the detector flags, and " +
	"precision is the share that deserves it. Half of the lines are held out from whoever tunes a detector."

func measured(id string) string {
	all, heldOut := app.MeasuredPrecision(id)
	if all.Of == 0 {
		return "not measured: it flags none of the labelled lines (n 0)"
	}
	text := fmt.Sprintf("precision %.2f (n %d)", all.Value(), all.Of)
	if heldOut.Of == 0 {
		return text + "; held out not measured (n 0)"
	}
	return text + fmt.Sprintf("; held out %.2f (n %d)", heldOut.Value(), heldOut.Of)
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
