package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/proof"
)

func explain() subcommand {
	return subcommand{
		name: "explain", args: "[DETECTOR|KIND|CODE|ENTRY]",
		summary: "say what a detector, a check kind or a code means, or what became of an entry",
		examples: []example{
			{"surmise explain", "every detector, check kind and code"},
			{"surmise explain vague-term", "a detector"},
			{"surmise explain go-test", "a check kind, with a descriptor to paste"},
			{"surmise explain SURVIVED", "a code of a prohibition, and what to do about it"},
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
		return explained(), nil
	}
	if err := onlyArgs(args, "NAME"); err != nil {
		return "", err
	}
	if entryID().MatchString(args[0]) {
		return "", usagef("%q is an entry; name the report that it is in with --report FILE", args[0])
	}
	return page(args[0])
}

// explained lists everything that has a page.
func explained() string {
	var b strings.Builder
	var rows [][2]string
	for _, d := range app.Detectors(policy.Default().Clarification) {
		rows = append(rows, [2]string{d.ID, fmt.Sprintf("%-6s  %s", d.Severity, d.Doc.Title)})
	}
	b.WriteString("DETECTORS\n")
	columns(&b, rows)
	rows = nil
	for _, k := range proof.Kinds() {
		rows = append(rows, [2]string{k.ID, k.Doc.Title})
	}
	b.WriteString("\nCHECK KINDS\n")
	columns(&b, rows)
	rows = nil
	for _, c := range app.Codes() {
		rows = append(rows, [2]string{c.ID, c.Title})
	}
	b.WriteString("\nCODES OF PROHIBITIONS (one that ends in _ stands for several, such as BASELINE_SKIP)\n")
	columns(&b, rows)
	return b.String()
}

// page is the page of a detector, a check kind or a code, which are told apart
// by their names: codes alone are in capitals.
func page(name string) (string, error) {
	var known []string
	for _, d := range app.Detectors(policy.Default().Clarification) {
		if d.ID == name {
			return detectorPage(d), nil
		}
		known = append(known, d.ID)
	}
	if k, ok := proof.Find(name); ok {
		return kindPage(k), nil
	}
	if c, ok := app.FindCode(strings.ToUpper(name)); ok {
		return codePage(c), nil
	}
	for _, k := range proof.Kinds() {
		known = append(known, k.ID)
	}
	for _, c := range app.Codes() {
		known = append(known, c.ID)
	}
	if near := nearest.Name(name, known); near != "" {
		return "", usagef("no detector, check kind or code is named %q; did you mean %q?", name, near)
	}
	return "", usagef("no detector, check kind or code is named %q; \"surmise explain\" lists them", name)
}

func detectorPage(d detect.Detector) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", d.ID, d.Doc.Title)
	columns(&b, [][2]string{
		{"severity", d.Severity.String()}, {"class", string(d.Class)},
		{"affects", d.Affects}, {"since", d.Doc.Since}, {"measured", measured(d.ID)},
	})
	fmt.Fprintf(&b, "\n%s\n\n%s\n", wrap(d.Doc.Text, 80), wrap(measuredOn, 80))
	if d.Blind != "" {
		fmt.Fprintf(&b, "\n%s\n", wrap("It does not see "+d.Blind+".", 80))
	}
	if d.Doc.Bad != "" {
		fmt.Fprintf(&b, "\nFLAGGED\n%s\n", indent(d.Doc.Bad))
	}
	if d.Doc.Good != "" {
		fmt.Fprintf(&b, "\nMENDED\n%s\n", indent(d.Doc.Good))
	}
	fmt.Fprintf(&b, "\nTO SILENCE ONE, WITH A REASON\n%s\n", indent("<!-- surmise:allow "+d.ID+" -- REASON -->"))
	return b.String()
}

func kindPage(k proof.Kind) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", k.ID, k.Doc.Title)
	var tools []string
	for _, t := range k.Tools {
		tools = append(tools, t.Name)
	}
	columns(&b, [][2]string{
		{"keys", strings.Join(k.Needs, ", ")}, {"programs", orElse(strings.Join(tools, ", "), "the command's own")}, {"since", k.Doc.Since},
	})
	fmt.Fprintf(&b, "\n%s\n", wrap(k.Doc.Text, 80))
	fmt.Fprintf(&b, "\nA DESCRIPTOR\n%s\n", indent(k.Doc.Example))
	return b.String()
}

func codePage(c app.Code) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n%s\n", c.ID, c.Title, wrap(c.Text, 80))
	fmt.Fprintf(&b, "\nWHAT TO DO\n%s\n", indent(wrap(c.Next, 78)))
	var members []string
	for _, m := range proof.Codes() {
		if f, ok := m.Family(); ok && f.Prefix == c.ID {
			members = append(members, string(m))
		}
	}
	if members != nil {
		fmt.Fprintf(&b, "\nCODES\n%s\n", indent(wrap(strings.Join(members, " "), 78)))
	}
	return b.String()
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
