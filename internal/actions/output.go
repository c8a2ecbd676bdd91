package actions

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Outputs are the action's outputs. Each is a word of ours, a number or a path,
// never text of a pull request.
type Outputs struct {
	Conclusion          string // "success", "failure"; "" if nothing was decided
	HighOpen            int
	QuestionsOpen       int
	ProhibitionsFailing int
	LedgerPath          string
	ReportPath          string
	PromptPath          string
}

// SetOutputs writes the outputs, all or none. A value that could be read as
// another output is refused.
func (r *Runtime) SetOutputs(o Outputs) error {
	if o.Conclusion != "" && o.Conclusion != "success" && o.Conclusion != "failure" {
		return fmt.Errorf(`set output conclusion: %q is neither "success" nor "failure"`, o.Conclusion)
	}
	var out bytes.Buffer
	for _, v := range []struct{ name, value string }{
		{"conclusion", o.Conclusion},
		{"high-open", strconv.Itoa(o.HighOpen)},
		{"questions-open", strconv.Itoa(o.QuestionsOpen)},
		{"prohibitions-failing", strconv.Itoa(o.ProhibitionsFailing)},
		{"ledger-path", o.LedgerPath},
		{"report-path", o.ReportPath},
		{"prompt-path", o.PromptPath},
	} {
		// One line each, so that no delimiter is needed that a value could hold.
		if !utf8.ValidString(v.value) || strings.ContainsFunc(v.value, unicode.IsControl) {
			return fmt.Errorf("set output %s: %q is not one line of text", v.name, v.value)
		}
		fmt.Fprintf(&out, "%s=%s\n", v.name, v.value)
	}
	return r.appendTo("GITHUB_OUTPUT", out.Bytes())
}

// summaryLimit is the largest summary of a step in bytes. The runner drops a
// larger one as a whole.
const summaryLimit = 1 << 20

const summaryCut = "\n\n… cut: the step's summary would be too large.\n"

// Summarise adds Markdown to the step's summary, cut where that would become
// too large. Without a summary to write to it does nothing.
func (r *Runtime) Summarise(markdown string) error {
	name := r.getenv("GITHUB_STEP_SUMMARY")
	if name == "" {
		return nil
	}
	there := int64(0)
	switch info, err := os.Stat(name); {
	case err == nil:
		there = info.Size()
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("write GITHUB_STEP_SUMMARY: %w", err)
	}
	text := strings.ToValidUTF8(markdown, "\uFFFD") + "\n"
	if room := summaryLimit - int(min(there, summaryLimit)); len(text) > room {
		if room < len(summaryCut) {
			return nil // it says already that it was cut, or somebody filled it up
		}
		text = trim(text, room-len(summaryCut)) + summaryCut
	}
	return r.appendTo("GITHUB_STEP_SUMMARY", []byte(text))
}

// cut shortens text to at most limit bytes and says so.
func cut(s string, limit int) string {
	const mark = "…"
	if len(s) <= limit {
		return s
	}
	return trim(s, limit-len(mark)) + mark
}

// trim keeps at most limit bytes, ending between characters.
func trim(s string, limit int) string {
	for limit > 0 && limit < len(s) && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:min(limit, len(s))]
}
