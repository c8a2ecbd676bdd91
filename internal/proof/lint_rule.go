package proof

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/probe"
)

// lintRule holds files to one rule of eslint. The violation stands at the end
// of each guarded file, so that it meets the configuration that holds there: a
// rule that is off for one of them proves nothing.
func lintRule() Kind {
	return Kind{
		ID: "lint-rule",
		Doc: Doc{
			Title: "one rule of eslint over the files that it guards",
			Text: "Lints every tracked file that the glob check_target selects with the eslint and the configuration that the tree resolves, and looks for check_rule. " +
				"It passes if each file was linted, has the rule as an error and not one message of it; comments that disable it are not obeyed, and suppressed messages count. " +
				"It has failed for the right reason if the rule reports the violation, a snippet, in each of the files. Needs node, and eslint 8 or later in a folder that policy names in prove.carry.",
			Example: "check_kind: lint-rule\ncheck_target: src/**/*.js\ncheck_rule: no-eval\ncheck_violation: violations/P-003.snippet",
			Since:   "0.1.0",
		},
		Needs:  []string{"check_target", "check_rule", "check_violation"},
		Guards: true,
		Tools:  []Tool{{Name: "node"}},
		Check:  checkGuard,
		Plan:   planLintRule,
		Read:   readLintRule,
		Bundle: lintRuleBundle,
	}
}

// guardedName is the list of guarded files that a driver reads.
const guardedName = "guarded.json"

func planLintRule(c probe.Check, h Host) (Plan, error) {
	node, err := h.tool("node")
	if err != nil {
		return Plan{}, err
	}
	files, err := supportFiles("eslint.cjs")
	if err != nil {
		return Plan{}, err
	}
	guarded, err := h.guarded(c)
	if err != nil {
		return Plan{}, err
	}
	list, err := json.Marshal(guarded)
	if err != nil {
		return Plan{}, err
	}
	list = append(list, '\n')
	return Plan{Files: append(files, File{Name: guardedName, Data: list}), Steps: []Step{{
		Argv: []string{node, path.Join(h.Temp, "eslint.cjs"), c.Rule},
		Dir:  c.Dir, Env: nodeEnv(), Report: path.Join(h.Temp, reportName), Budget: budget(c),
	}}}, nil
}

// lintReport is what our driver writes.
type lintReport struct {
	Missing string     `json:"missing"`
	Failed  string     `json:"failed"`
	Linter  string     `json:"linter"`
	Version string     `json:"version"`
	Files   []lintFile `json:"files"`
}

type lintFile struct {
	File       string     `json:"file"`
	Ignored    bool       `json:"ignored"`
	Processed  bool       `json:"processed"` // something stands between the file and the rules
	Level      string     `json:"level"`     // what the configuration says of the rule
	Messages   []lintHint `json:"messages"`
	Suppressed []lintHint `json:"suppressed"`
}

type lintHint struct {
	Rule    string `json:"rule"`
	Fatal   bool   `json:"fatal"`
	Line    int    `json:"line"`
	Message string `json:"message"`
}

func readLintRule(c probe.Check, t Transcript) Result {
	step, _ := last(t)
	var report lintReport
	if err := decode(step.Report, &report); err != nil {
		return malformed(err.Error())
	}
	switch {
	case report.Missing != "":
		return noRunner(report.Missing)
	case report.Failed != "":
		return Result{State: Infrastructure, Detail: "eslint could not run: " + quote(firstLine(report.Failed))}
	case report.Linter != "eslint":
		return malformed("the report is of the linter " + quote(report.Linter))
	case step.Exit != 0:
		return Result{State: ExitMismatch, Detail: fmt.Sprintf("the report is whole and the exit status is %d", step.Exit)}
	}
	files := make([]guardedFile, 0, len(report.Files))
	for _, f := range report.Files {
		files = append(files, f.judge(c.Rule))
	}
	return guardResult(t.Role, files)
}

// judge is what the report says of the rule in one file.
func (f lintFile) judge(rule string) guardedFile {
	out := guardedFile{path: f.File}
	for _, m := range slices.Concat(f.Messages, f.Suppressed) {
		switch {
		case m.Fatal:
			out.state, out.why = ParseFailed, fmt.Sprintf("line %d: %s", m.Line, m.Message)
			return out
		case m.Rule == rule:
			out.hits = append(out.hits, fmt.Sprintf("%s:%d: %s", f.File, m.Line, m.Message))
		case m.Rule == "":
			out.state, out.why = NotLinted, m.Message
		}
	}
	switch {
	case f.Ignored:
		out.state, out.why = NotLinted, "the configuration ignores it"
	case f.Processed:
		out.state, out.why = NotLinted, "a processor of the configuration decides what of it is linted"
	case out.state != "":
	case f.Level == "":
		out.state, out.why = RuleNotActive, "the configuration does not name the rule"
	case f.Level == "1" || f.Level == "warn":
		out.state, out.why = RuleNotActive, "the rule is a warning there"
	case f.Level != "2" && f.Level != "error":
		out.state, out.why = RuleNotActive, "the rule is off there"
	}
	return out
}

// guardedFile is what a linter says of its rule in one file.
type guardedFile struct {
	path  string
	state State // what makes its silence worthless; "" if nothing does
	why   string
	hits  []string
}

// guardResult joins the guarded files. Without a violation one hit is a
// failure; with one every file must have a hit, or the rule does not guard it.
func guardResult(role Role, files []guardedFile) Result {
	for i, f := range files {
		if slices.ContainsFunc(files[:i], func(g guardedFile) bool { return g.path == f.path }) {
			return ambiguous(f.path, 2)
		}
	}
	if len(files) == 0 {
		return Result{State: NotLinted, Detail: "no file was linted"}
	}
	var hits, silent []string
	for _, state := range []State{ParseFailed, NotLinted, RuleNotActive} {
		if i := slices.IndexFunc(files, func(f guardedFile) bool { return f.state == state }); i >= 0 {
			return Result{State: state, Detail: quote(files[i].path) + ": " + files[i].why}
		}
	}
	for _, f := range files {
		hits = append(hits, f.hits...)
		if len(f.hits) == 0 {
			silent = append(silent, f.path)
		}
	}
	switch {
	case len(hits) == 0:
		return Result{State: Passed}
	case role == Violation && len(silent) > 0:
		return Result{State: Passed, Detail: fmt.Sprintf("the rule reports nothing in %d of %d guarded files, first %s", len(silent), len(files), quote(silent[0]))}
	}
	return Result{State: Failed, Class: Assertion, Message: strings.Join(hits, "\n")}
}

// lintRuleBundle needs the eslint of the tree.
func lintRuleBundle() Bundle {
	check := probe.Check{Kind: "lint-rule", Target: "good.js", Rule: "no-eval", Violation: "none"}
	failing := check
	failing.Target = "bad.js"
	return Bundle{
		Files: map[string]string{
			"eslint.config.cjs": "module.exports = [{ files: ['*.js'], rules: { 'no-eval': 'error' } }];\n",
			"good.js":           "export const answer = 42;\n",
			"bad.js":            "export const answer = eval('42');\n",
		},
		Pass: check, Fail: failing,
	}
}
