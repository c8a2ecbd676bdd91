package proof

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// Read is the result of one run. It holds what is the same for every kind: a
// step that did not start, was killed, ran too long, lost output or left
// processes behind is never read any further.
func Read(k Kind, c probe.Check, plan Plan, t Transcript) Result {
	if len(t.Steps) != len(plan.Steps) || len(plan.Steps) == 0 {
		return Result{State: Infrastructure, Detail: "the run has " + strconv.Itoa(len(t.Steps)) + " of " + strconv.Itoa(len(plan.Steps)) + " steps"}
	}
	for i, s := range t.Steps {
		if program := plan.Steps[i].Program; program != nil {
			if _, err := program(t.Steps[:i]); err != nil {
				return Result{State: NotFound, Detail: err.Error()}
			}
		}
		if r, ended := interrupted(plan.Steps[i], s); ended {
			return r
		}
	}
	r := k.Read(c, t)
	r.Matched = matched(c, r, t)
	return r
}

// interrupted is the result of a step that says nothing about the test.
func interrupted(step Step, s StepRecord) (Result, bool) {
	what := "the run"
	if step.Build {
		what = "the build"
	}
	switch {
	case s.Failed != "":
		return Result{State: Infrastructure, Detail: what + " could not be started: " + s.Failed}, true
	case !s.Started:
		return Result{State: Infrastructure, Detail: what + " was not started"}, true
	case s.TimedOut:
		return Result{State: TimedOut, Detail: what + " was ended at its deadline"}, true
	case s.Leftover:
		return Result{State: Infrastructure, Detail: what + " left processes behind"}, true
	case s.Truncated:
		return Result{State: OutputTruncated, Detail: what + " printed more than is kept"}, true
	case s.Signal != "":
		return Result{State: Crashed, Detail: what + " was ended by " + s.Signal}, true
	case step.Build && s.Exit != 0:
		return Result{State: BuildFailed, Detail: quote(complaint(string(s.Stderr) + "\n" + string(s.Stdout)))}, true
	case step.Report != "" && s.Stale:
		return Result{State: ReportStale, Detail: "the report is not a fresh regular file"}, true
	case step.Report != "" && s.Report == nil:
		return Result{State: ReportMissing, Detail: what + " wrote no report"}, true
	}
	return Result{}, false
}

var complains = pattern.Lazy(`(?m)^.*(?:\berror\b|\.\w+:\d+).*$`)

// complaint is the line of a build's output that most probably says what is
// wrong.
func complaint(output string) string {
	return strings.TrimSpace(or(complains().FindString(output), firstLine(output)))
}

// matched reports whether check_expect matches. A failure is held to what it
// says; any other run to everything that it prints.
func matched(c probe.Check, r Result, t Transcript) bool {
	if c.Expect == "" {
		return false
	}
	expect, err := regexp.Compile(c.Expect)
	if err != nil {
		return false
	}
	if r.State == Failed {
		return expect.MatchString(r.Message)
	}
	texts := [][]byte{[]byte(r.Message), r.Output}
	for _, s := range t.Steps {
		texts = append(texts, s.Stdout, s.Stderr, s.Report)
	}
	return expect.Match(bytes.Join(texts, []byte("\n")))
}

// malformed is the result of a report that cannot be read.
func malformed(detail string) Result { return Result{State: ReportMalformed, Detail: detail} }
