package proof

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
)

// junitCase is one testcase.
type junitCase struct {
	class, name string
	state       State
	kind        Class
	message     string
	unknown     string // a child element that nobody knows
}

// junitReader reads one report. encoding/xml by itself takes a second root, an
// attribute twice, and any root at all.
type junitReader struct {
	open     []string
	roots    int
	cases    []junitCase
	current  *junitCase
	inside   string // the child of the testcase that is being read
	text     strings.Builder
	claimed  int // failures and errors that the suites count
	found    int
	problems []State // children of the current testcase that decide
}

var (
	junitAssert    = pattern.Lazy(`^(?:\S*Assertion(?:Error|FailedError|Exception)?\b|assert\b|\S*ComparisonFailure\b)|ERR_ASSERTION`)
	junitException = pattern.Lazy(`^[\w.$:]*(?:Error|Exception)\b`)
)

// parseJUnit reads a whole report and refuses whatever is not plainly one.
func parseJUnit(data []byte) ([]junitCase, error) {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.Strict = true
	r := &junitReader{}
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = r.token(token)
		}
		if err != nil {
			line, _ := dec.InputPos()
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if r.roots != 1 {
		return nil, errors.New("the report has no testsuites or testsuite")
	}
	if r.claimed > r.found {
		return nil, fmt.Errorf("the suites count %d failures, but %d are there", r.claimed, r.found)
	}
	return r.cases, nil
}

func (r *junitReader) token(token xml.Token) error {
	switch t := token.(type) {
	case xml.Directive:
		return errors.New("a document type is declared")
	case xml.ProcInst:
		if t.Target != "xml" || r.roots > 0 {
			return fmt.Errorf("the instruction %s", quote(t.Target))
		}
	case xml.CharData:
		if len(r.open) == 0 && len(bytes.TrimSpace(t)) > 0 {
			return errors.New("text outside of the report")
		}
		if r.inside != "" {
			r.text.Write(t)
		}
	case xml.StartElement:
		return r.start(t)
	case xml.EndElement:
		r.end(t.Name.Local)
	}
	return nil
}

func (r *junitReader) start(t xml.StartElement) error {
	name := t.Name.Local
	attrs := map[string]string{}
	for _, a := range t.Attr {
		key := a.Name.Space + " " + a.Name.Local
		if _, twice := attrs[key]; twice {
			return fmt.Errorf("the attribute %s is there twice", quote(a.Name.Local))
		}
		attrs[key] = a.Value
	}
	attr := func(name string) string { return attrs[" "+name] }
	switch {
	case t.Name.Space != "":
		return fmt.Errorf("the element %s has a name space", quote(name))
	case len(r.open) == 0 && r.roots > 0:
		return errors.New("a second document")
	case len(r.open) == 0 && name != "testsuites" && name != "testsuite":
		return fmt.Errorf("the report starts with %s", quote(name))
	case len(r.open) >= maxNesting:
		return fmt.Errorf("nested deeper than %d", maxNesting)
	}
	parent := ""
	if len(r.open) == 0 {
		r.roots++
	} else {
		parent = r.open[len(r.open)-1]
	}
	r.open = append(r.open, name)
	switch {
	case parent == "testcase":
		return r.child(name, attr)
	case r.current != nil:
		if name == "testcase" || name == "testsuite" {
			return fmt.Errorf("the element %s inside of a test", quote(name))
		}
	case name == "testcase":
		r.current = &junitCase{class: attr("classname"), name: attr("name")}
		r.problems = nil
		for _, key := range []string{"status", "result"} {
			if slices.Contains([]string{"notrun", "skipped", "disabled", "ignored", "pending", "suppressed", "todo"}, strings.ToLower(attr(key))) {
				r.problems = append(r.problems, Skipped)
			}
		}
	case name == "testsuite":
		return r.count(attr)
	case slices.Contains([]string{"failure", "error", "skipped"}, name):
		// Some writers report a suite that did not load this way.
		r.found++
		r.cases = append(r.cases, junitCase{name: "(suite)", state: LoadFailed})
	}
	return nil
}

// count adds what a suite says of itself.
func (r *junitReader) count(attr func(string) string) error {
	for _, key := range []string{"failures", "errors"} {
		if attr(key) == "" {
			continue
		}
		n, err := strconv.Atoi(attr(key))
		if err != nil || n < 0 {
			return fmt.Errorf("%s is %s", key, quote(attr(key)))
		}
		// A suite inside of a suite is counted by the outer one again.
		if len(r.open) >= 2 && r.open[len(r.open)-2] == "testsuite" {
			continue
		}
		r.claimed += n
	}
	return nil
}

// child reads the start of an element below a testcase.
func (r *junitReader) child(name string, attr func(string) string) error {
	r.inside = name
	r.text.Reset()
	c := r.current
	message := attr("message")
	switch name {
	case "failure", "error":
		r.found++
		state := Failed
		switch {
		case name == "error" && strings.HasPrefix(message, "failed on "):
			state = SetupFailed
		case name == "error" && message == "collection failure":
			state = LoadFailed
		}
		r.problems = append(r.problems, state)
		c.kind = junitClass(name, attr("type"), message)
		c.message += message + "\n"
	case "skipped":
		state := Skipped
		switch attr("type") {
		case "pytest.xfail":
			state = ExpectedFailure
		case "todo":
			state = Todo
		}
		r.problems = append(r.problems, state)
	case "flakyFailure", "flakyError", "rerunFailure", "rerunError":
		r.problems = append(r.problems, Flaky)
	case "system-out", "system-err", "properties":
	default:
		c.unknown = name
	}
	return nil
}

func (r *junitReader) end(name string) {
	r.open = r.open[:len(r.open)-1]
	if r.current == nil {
		return
	}
	if len(r.open) > 0 && r.open[len(r.open)-1] == "testcase" {
		if name == "failure" || name == "error" {
			text := strings.TrimSpace(r.text.String())
			r.current.message += text + "\n"
			if r.current.kind == Unclear {
				r.current.kind = junitText(text)
			}
		}
		r.inside = ""
		return
	}
	if name == "testcase" {
		c := r.current
		c.message = strings.TrimSpace(c.message)
		c.state = junitState(r.problems, c)
		r.cases = append(r.cases, *c)
		r.current = nil
	}
}

// junitState is what the children of a testcase say together.
func junitState(problems []State, c *junitCase) State {
	for _, s := range []State{Flaky, Todo, ExpectedFailure, SetupFailed, LoadFailed} {
		if slices.Contains(problems, s) {
			return s
		}
	}
	failed, skipped := slices.Contains(problems, Failed), slices.Contains(problems, Skipped)
	switch {
	case c.unknown != "":
		return ReportMalformed
	case failed && skipped:
		return Todo
	case failed:
		return Failed
	case skipped:
		return Skipped
	}
	return Passed
}

// junitClass is the class that the attributes of a failure give away.
func junitClass(element, kind, message string) Class {
	for _, s := range []string{kind, message} {
		if i := strings.LastIndexByte(s, '.'); s == kind && i >= 0 {
			s = s[i+1:]
		}
		switch {
		case junitAssert().MatchString(s):
			return Assertion
		case junitException().MatchString(s):
			return Exception
		}
	}
	if element == "error" {
		return Exception
	}
	return Unclear
}

// junitText is the class that the text of a failure gives away.
func junitText(text string) Class {
	switch {
	case goPanic().MatchString(text):
		return Panic
	case goSays().MatchString(text), junitAssert().MatchString(text):
		return Assertion
	case junitException().MatchString(text):
		return Exception
	}
	return Unclear
}

// junitResult decides what a report and an exit status say of one test, which
// is named by its name or by its class, a dot and its name.
func junitResult(id string, data []byte, exit int) Result {
	if len(bytes.TrimSpace(data)) == 0 {
		return Result{State: ReportMissing, Detail: "the report is empty"}
	}
	cases, err := parseJUnit(data)
	if err != nil {
		return malformed(err.Error())
	}
	var named []junitCase
	failed := false
	for _, c := range cases {
		failed = failed || slices.Contains([]State{Failed, SetupFailed, LoadFailed}, c.state)
		if c.name == id || c.class != "" && c.class+"."+c.name == id {
			named = append(named, c)
		}
	}
	switch {
	case len(named) == 0:
		return Result{State: NotFound, Detail: fmt.Sprintf("none of %d tests is %s", len(cases), quote(id))}
	case len(named) > 1:
		return Result{State: Ambiguous, Detail: fmt.Sprintf("%d tests are %s", len(named), quote(id))}
	}
	c := named[0]
	switch c.state {
	case SetupFailed, LoadFailed, Flaky:
		return Result{State: c.state, Message: c.message}
	case ReportMalformed:
		return malformed("the test has the element " + quote(c.unknown))
	}
	if r, bad := disagree(c.state, failed, exit); bad {
		return r
	}
	if c.state != Failed {
		return Result{State: c.state}
	}
	return Result{State: Failed, Class: c.kind, Message: c.message}
}
