package proof

import (
	"errors"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// astGrep holds files to one rule of ast-grep. Its report has no word for a
// file that was not read, a rule that is off or a comment that silences it, so
// that three things are asked: who silences, what does not parse, what matches.
func astGrep() Kind {
	return Kind{
		ID: "ast-grep",
		Doc: Doc{
			Title: "one rule of ast-grep over the files that it guards",
			Text: "Scans every tracked file that the glob check_target selects with the rule check_rule of sgconfig.yml, which stands at the root or in check_dir. " +
				"It passes if the rule is an error, was applied to each file, each file parses, and nothing matches; a comment that makes ast-grep ignore the rule counts as a match. " +
				"It has failed for the right reason if the rule matches the violation, a snippet, in each of the files. Needs grep, and ast-grep 0.51 or later on the path or in a folder that policy names in prove.carry. Languages of your own are not loaded.",
			Example: "check_kind: ast-grep\ncheck_target: src/**/*.py\ncheck_rule: no-pickle\ncheck_violation: violations/P-003.snippet",
			Since:   "0.1.0",
		},
		Needs:  []string{"check_target", "check_rule", "check_violation"},
		Guards: true,
		Tools:  []Tool{{Name: "ast-grep", Local: true}, {Name: "grep"}},
		Check:  checkGuard,
		Plan:   planAstGrep,
		Read:   readAstGrep,
		Bundle: astGrepBundle,
	}
}

// parseRules finds what does not parse, in every language that ast-grep brings.
const (
	parseRules = "parse.yml"
	parseRule  = "surmise-parse"
	// ignoreMark starts a comment that silences every rule, or those that it
	// names, on a line or in a file.
	ignoreMark = "ast-grep-ignore"
)

func planAstGrep(c probe.Check, h Host) (Plan, error) {
	tool, err := h.tool("ast-grep")
	if err != nil {
		return Plan{}, err
	}
	grep, err := h.tool("grep")
	if err != nil {
		return Plan{}, err
	}
	files, err := supportFiles(parseRules)
	if err != nil {
		return Plan{}, err
	}
	guarded, err := h.guarded(c)
	if err != nil {
		return Plan{}, err
	}
	scan := []string{tool, "scan", "--json=compact", "--inspect=entity", "--color=never"}
	step := func(argv ...string) Step {
		return Step{Argv: append(append(argv, "--"), guarded...), Dir: c.Dir, Env: []string{"CI=true", "NO_COLOR=1"}, Budget: budget(c)}
	}
	return Plan{Files: files, Steps: []Step{
		step(grep, "-cHE", "-e", ignoreMark+"([^:]|$|:.*"+regexp.QuoteMeta(c.Rule)+")"),
		step(append(scan[:len(scan):len(scan)], "--rule", path.Join(h.Temp, parseRules))...),
		step(append(scan[:len(scan):len(scan)], "--config", "sgconfig.yml", "--filter", "^"+regexp.QuoteMeta(c.Rule)+"$")...),
	}}, nil
}

var (
	astRule = pattern.Lazy(`(?m)^sg: entity\|rule\|(.+): finalSeverity=(\w+)\r?$`)
	astSaid = pattern.Lazy(`(?m)^Error: .*`)
	astFile = pattern.Lazy(`(?m)^sg: entity\|file\|(.+): language=\w+,appliedRuleCount=(\d+)\r?$`)
)

func readAstGrep(c probe.Check, t Transcript) Result {
	if len(t.Steps) != 3 {
		return Result{State: Infrastructure, Detail: "a run of ast-grep has three steps"}
	}
	silenced, parsed, scanned := t.Steps[0], t.Steps[1], t.Steps[2]
	switch {
	case silenced.Exit > 1:
		return Result{State: NotLinted, Detail: quote(firstLine(string(silenced.Stderr)))}
	case strings.Contains(string(scanned.Stderr), "Rule not found: "):
		return Result{State: RuleNotActive, Detail: "sgconfig.yml leads to no rule " + quote(c.Rule)}
	case parsed.Exit > 1 || scanned.Exit > 1:
		return Result{State: Infrastructure, Detail: "ast-grep could not run: " + quote(astSaid().FindString(string(parsed.Stderr)+"\n"+string(scanned.Stderr)))}
	}
	files, err := astFiles(string(silenced.Stdout))
	if err != nil {
		return malformed(err.Error())
	}
	for _, s := range []struct {
		record StepRecord
		rule   string
		hit    func(*guardedFile, string)
	}{
		{parsed, parseRule, func(f *guardedFile, text string) { f.state, f.why = ParseFailed, text }},
		{scanned, c.Rule, func(f *guardedFile, text string) { f.hits = append(f.hits, text) }},
	} {
		matches, err := astMatches(s.record)
		if err != nil {
			return malformed(err.Error())
		}
		for _, m := range matches {
			i := slices.IndexFunc(files, func(f guardedFile) bool { return f.path == m.file })
			if m.rule != s.rule || i < 0 {
				return foreign(m.rule + " in " + m.file)
			}
			s.hit(&files[i], m.text)
		}
		if clean := len(matches) == 0; clean != (s.record.Exit == 0) {
			return agree(Result{}, s.record.Exit, clean)
		}
	}
	if off := astOff(c.Rule, scanned); off != "" {
		return Result{State: RuleNotActive, Detail: off}
	}
	return guardResult(t.Role, astSeen(files, astApplied(parsed), astApplied(scanned)))
}

// astFiles are the guarded files, from the count of comments in each of them
// that silence the rule.
func astFiles(counts string) ([]guardedFile, error) {
	var out []guardedFile
	for line := range strings.Lines(counts) {
		file, count, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		if n, err := strconv.Atoi(count); !ok || err != nil || n < 0 {
			return nil, errors.New("the comments were not counted: " + quote(line))
		}
		f := guardedFile{path: file}
		if count != "0" {
			f.hits = []string{file + ": " + count + " comments silence the rule"}
		}
		out = append(out, f)
	}
	return out, nil
}

// astSeen marks the files that were not read, or not with the rule.
func astSeen(files []guardedFile, parsed, scanned map[string]string) []guardedFile {
	for i, f := range files {
		switch {
		case f.state != "":
		case parsed[f.path] == "" || scanned[f.path] == "":
			files[i].state, files[i].why = NotLinted, "ast-grep does not read it"
		case scanned[f.path] == "0":
			files[i].state, files[i].why = RuleNotActive, "the rule is not for this file"
		}
	}
	return files
}

// astApplied is how many rules were applied, by file.
func astApplied(s StepRecord) map[string]string {
	out := map[string]string{}
	for _, m := range astFile().FindAllStringSubmatch(string(s.Stderr), -1) {
		out[m[1]] = m[2]
	}
	return out
}

// astOff is why the rule does not stop anybody; "" if it is an error.
func astOff(rule string, s StepRecord) string {
	all := astRule().FindAllStringSubmatch(string(s.Stderr), -1)
	switch {
	case len(all) != 1 || all[0][1] != rule:
		return "the rule " + quote(rule) + " is off"
	case all[0][2] != "Error":
		return "the rule has the severity " + quote(all[0][2])
	}
	return ""
}

// astMatch is one finding.
type astMatch struct {
	rule, file, text string
}

func astMatches(s StepRecord) ([]astMatch, error) {
	v, err := parseJSON(s.Stdout)
	if err != nil {
		return nil, err
	}
	all, ok := v.([]any)
	if !ok {
		return nil, errors.New("the findings are not a list")
	}
	var out []astMatch
	for _, v := range all {
		fields, _ := v.(map[string]any)
		m := astMatch{}
		m.rule, _ = fields["ruleId"].(string)
		m.file, _ = fields["file"].(string)
		message, _ := fields["message"].(string)
		lines, _ := fields["lines"].(string)
		if m.rule == "" || m.file == "" {
			return nil, errors.New("a finding has no rule or no file")
		}
		m.text = strings.TrimSpace(m.file + ": " + message + ": " + firstLine(lines))
		out = append(out, m)
	}
	return out, nil
}

// astGrepBundle needs nothing but ast-grep.
func astGrepBundle() Bundle {
	check := probe.Check{Kind: "ast-grep", Target: "good.js", Rule: "no-eval", Violation: "none"}
	failing := check
	failing.Target = "bad.js"
	return Bundle{
		Files: map[string]string{
			"sgconfig.yml":      "ruleDirs: [rules]\n",
			"rules/no-eval.yml": "id: no-eval\nlanguage: JavaScript\nseverity: error\nmessage: seen to fail\nrule:\n  pattern: eval($A)\n",
			"good.js":           "export const answer = 42;\n",
			"bad.js":            "export const answer = eval('42');\n",
		},
		Pass: check, Fail: failing,
	}
}
