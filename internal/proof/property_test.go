package proof_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/proof"
)

// decides finds, in a line of a report, the events on which a kind's decision
// rests. A line without one may be absent, repeated or elsewhere.
func decides() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"go-test":    regexp.MustCompile(`"Action":"(?:start|run|pass|fail|skip)"`),
		"cargo-test": regexp.MustCompile(`^running |^test `),
		"node-test":  regexp.MustCompile(`.`),
		"pytest":     regexp.MustCompile(`.`),
		"tap":        regexp.MustCompile(`^\s*(?:ok|not ok|\d+\.\.\d)`),
		"command":    regexp.MustCompile(`.`),
	}
}

var (
	goTestOf    = regexp.MustCompile(`"Test":"([^"]*)"`)
	tapPlanLine = regexp.MustCompile(`^\s*\d+\.\.\d`)
)

// equivalent reports whether two reports hold the same decisions in the same
// order, test by test: what runs beside each other may be told in any order.
func equivalent(kind string, a, b [][]byte) bool {
	decision := decides()[kind]
	of := func(lines [][]byte) map[string][]string {
		out := map[string][]string{}
		for i, line := range lines {
			if !decision.Match(line) {
				continue
			}
			key := ""
			if m := goTestOf.FindSubmatch(line); m != nil {
				key = string(m[1])
			} else if kind == "tap" && tapPlanLine.Match(line) {
				key = string(line) // may come first or last at its level
			} else if kind == "go-test" && i > 0 && i < len(lines)-1 {
				key = "misplaced"
			}
			out[key] = append(out[key], string(line))
		}
		return out
	}
	x, y := of(a), of(b)
	if len(x) != len(y) {
		return false
	}
	for key := range x {
		if !slices.Equal(x[key], y[key]) {
			return false
		}
	}
	return true
}

// with is the case with another report of one run.
func (c capture) with(role proof.Role, change func(*proof.StepRecord)) capture {
	runs := map[proof.Role]proof.Transcript{}
	for r, transcript := range c.runs {
		transcript.Steps = slices.Clone(transcript.Steps)
		if r == role {
			change(&transcript.Steps[len(transcript.Steps)-1])
		}
		runs[r] = transcript
	}
	c.runs = runs
	return c
}

func (c capture) code(t testing.TB) proof.Code {
	t.Helper()
	return c.judge(c.read(t)).Code
}

func proven(t *testing.T, kind string) []capture {
	t.Helper()
	return slices.DeleteFunc(captures(t, kind), func(c capture) bool { return !strings.HasPrefix(c.want, string(proof.Proven)+"\n") })
}

func caseName(c capture) string { return strings.TrimSuffix(filepath.Base(c.path), ".txtar") }

// TestEventsAreAllNeeded deletes, repeats and shuffles the events of every
// proven run.
func TestEventsAreAllNeeded(t *testing.T) {
	t.Parallel()
	for kind := range decides() {
		for _, c := range proven(t, kind) {
			t.Run(kind+"/"+caseName(c), func(t *testing.T) {
				t.Parallel()
				if got := c.code(t); got != proof.Proven {
					t.Fatalf("the case is %s to begin with", got)
				}
				for _, role := range roles() {
					c.disturb(t, kind, role)
				}
			})
		}
	}
}

func (c capture) disturb(t *testing.T, kind string, role proof.Role) {
	t.Helper()
	run := c.runs[role]
	last := run.Steps[len(run.Steps)-1]
	report := last.Stdout
	if last.Report != nil {
		report = last.Report
	}
	lines := slices.Collect(bytes.Lines(report))
	try := func(what string, changed [][]byte) {
		if equivalent(kind, lines, changed) {
			return
		}
		data := bytes.Join(changed, nil)
		got := c.with(role, func(s *proof.StepRecord) {
			if s.Report != nil {
				s.Report = data
			} else {
				s.Stdout = data
			}
		}).code(t)
		if got == proof.Proven {
			t.Fatalf("%s of the %s still proves:\n%s", what, role, data)
		}
	}
	for i, line := range lines {
		try("without the event "+string(line), slices.Delete(slices.Clone(lines), i, i+1))
		try("with twice the event "+string(line), slices.Insert(slices.Clone(lines), i, line))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		shuffled := slices.Clone(lines)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		try("the shuffled report", shuffled)
	}
	for i := range len(lines) - 1 {
		swapped := slices.Clone(lines)
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
		try("with two events swapped, the report", swapped)
	}
}

// TestProcessesAreAllNeeded spoils what became of each process of every proven
// run, of every kind.
func TestProcessesAreAllNeeded(t *testing.T) {
	t.Parallel()
	spoil := []struct {
		name string
		do   func(*proof.StepRecord)
	}{
		{"exit status", func(s *proof.StepRecord) {
			if s.Exit == 0 {
				s.Exit = 1
			} else {
				s.Exit = 0
			}
		}},
		{"deadline", func(s *proof.StepRecord) { s.TimedOut = true }},
		{"signal", func(s *proof.StepRecord) { s.Signal = "killed" }},
		{"lost output", func(s *proof.StepRecord) { s.Truncated = true }},
		{"processes left behind", func(s *proof.StepRecord) { s.Leftover = true }},
		{"not started", func(s *proof.StepRecord) { s.Started = false }},
		{"failed start", func(s *proof.StepRecord) { s.Failed = "no such file" }},
		{"no record at all", func(s *proof.StepRecord) { *s = proof.StepRecord{} }},
	}
	for _, k := range proof.Kinds() {
		for _, c := range proven(t, k.ID) {
			for _, role := range roles() {
				for _, s := range spoil {
					if got := c.with(role, s.do).code(t); got == proof.Proven {
						t.Errorf("%s/%s: with another %s, the %s still proves", k.ID, caseName(c), s.name, role)
					}
				}
				runs := map[proof.Role]proof.Transcript{}
				for r, transcript := range c.runs {
					if r != role {
						runs[r] = transcript
					}
				}
				d := c
				d.runs = runs
				if got := d.code(t); got == proof.Proven {
					t.Errorf("%s/%s: without the %s it still proves", k.ID, caseName(c), role)
				}
			}
		}
	}
}

// TestNoiseProvesNothing adds output outside of the report to every case that
// is not proven.
func TestNoiseProvesNothing(t *testing.T) {
	t.Parallel()
	for _, k := range proof.Kinds() {
		for _, c := range captures(t, k.ID) {
			if strings.HasPrefix(c.want, string(proof.Proven)+"\n") {
				continue
			}
			noise := []byte("\nok 1 - " + c.check.Test + "\n--- PASS: " + c.check.Test + " (0.00s)\nPASS\n" +
				`{"Action":"pass","Package":"wired","Test":"` + c.check.Test + `"}` + "\n<testsuite><testcase name=\"" + c.check.Test + "\"/></testsuite>\n" +
				"AssertionError: assertion failed\n")
			runs := map[proof.Role]proof.Transcript{}
			for role, transcript := range c.runs {
				transcript.Steps = slices.Clone(transcript.Steps)
				for i := range transcript.Steps {
					s := &transcript.Steps[i]
					s.Stderr = append(slices.Clone(s.Stderr), noise...)
					if s.Report != nil || i < len(transcript.Steps)-1 {
						s.Stdout = append(slices.Clone(s.Stdout), noise...)
					}
				}
				runs[role] = transcript
			}
			c.runs = runs
			if got := c.code(t); got == proof.Proven {
				t.Errorf("%s/%s: noise makes it %s", k.ID, caseName(c), got)
			}
		}
	}
}
