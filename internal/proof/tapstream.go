package proof

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/pattern"
)

// tapPoint is one test line of a TAP stream.
type tapPoint struct {
	id     string // descriptions from the outermost test inwards, joined by " > "
	state  State
	failed bool   // it says "not ok", whatever its directive
	about  string // the block and the comments that belong to it
}

// tapLevel is one nesting level that is being read.
type tapLevel struct {
	plan    int // -1 before it was seen
	late    bool
	count   int
	failed  bool
	points  []tapPoint // of this level and below, without the names above
	skipAll bool
}

// tapReader reads a stream line by line.
type tapReader struct {
	levels []*tapLevel
	bail   bool
	block  string // indentation of the open YAML block and "..."; "" outside
	first  bool
}

var (
	tapVersion = pattern.Lazy(`^TAP version 1[2-4]$`)
	tapPlan    = pattern.Lazy(`^1\.\.(\d{1,7})(?:\s*#\s*(.*))?$`)
	tapTest    = pattern.Lazy(`^(not )?ok(?: +(\d{1,7})\b)?(?:\s+(.*))?$`)
	tapMark    = pattern.Lazy(`(?i)^\s*(skip|todo)\b`)
	tapLooks   = pattern.Lazy(`^(?:(?:not )?ok(?:\s|$)|\d+\.\.\d)`)
	tapClass   = pattern.Lazy(`(?m)ERR_ASSERTION|^\s*(?:name|type):\s*'?"?AssertionError|^\s*operator:`)
)

const tapIndent = "    "

// parseTAP reads a whole TAP 13 or 14 stream. It is strict about everything
// that decides: plans, numbers, nesting. What it cannot place but does not look
// like a decision is output of the tests.
func parseTAP(data []byte) (points []tapPoint, bail bool, problem string) {
	if !utf8.Valid(data) {
		return nil, false, "the stream is not UTF-8"
	}
	r := &tapReader{levels: []*tapLevel{{plan: -1}}, first: true}
	n := 0
	for raw := range bytes.Lines(data) {
		n++
		line := strings.TrimRight(string(raw), "\r\n")
		if problem := r.line(line); problem != "" {
			return nil, false, "line " + strconv.Itoa(n) + ": " + problem
		}
		if r.bail {
			return nil, true, ""
		}
		if line != "" {
			r.first = false
		}
	}
	if r.block != "" {
		return nil, false, "a block has no end"
	}
	if len(r.levels) > 1 {
		return nil, false, "a subtest has no test line after it"
	}
	if problem := r.levels[0].close(); problem != "" {
		return nil, false, problem
	}
	return r.levels[0].points, false, ""
}

func (r *tapReader) line(line string) string {
	if r.block != "" {
		r.attach(line)
		if line == r.block {
			r.block = ""
		}
		return ""
	}
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	top := r.levels[len(r.levels)-1]
	depth := indent / len(tapIndent)
	if text == "---" && indent == (len(r.levels)-1)*len(tapIndent)+2 && len(top.points) > 0 {
		r.block = strings.Repeat(" ", indent) + "..."
		r.attach(line)
		return ""
	}
	if strings.HasPrefix(text, "Bail out!") {
		r.bail = true
		return ""
	}
	if !tapLooks().MatchString(text) {
		if strings.HasPrefix(text, "#") {
			r.attach(line)
		}
		if tapVersion().MatchString(text) && indent == 0 && !r.first {
			return "a second stream starts"
		}
		return ""
	}
	switch {
	case indent%len(tapIndent) != 0:
		return quote(text) + " is indented by " + strconv.Itoa(indent) + " blanks, which is no level"
	case depth > len(r.levels):
		return quote(text) + " is nested too deep"
	case depth >= maxNesting:
		return "the stream is nested deeper than " + strconv.Itoa(maxNesting)
	case depth == len(r.levels):
		r.levels = append(r.levels, &tapLevel{plan: -1})
	case depth < len(r.levels)-2:
		return "a subtest has no test line after it"
	}
	var inner *tapLevel
	if depth == len(r.levels)-2 {
		inner = r.levels[len(r.levels)-1]
		if problem := inner.close(); problem != "" {
			return problem
		}
		r.levels = r.levels[:len(r.levels)-1]
	}
	level := r.levels[depth]
	if m := tapPlan().FindStringSubmatch(text); m != nil {
		if inner != nil {
			return "a subtest has no test line after it"
		}
		return level.setPlan(m[1], m[2])
	}
	return level.test(text, inner)
}

// attach adds a line to the last point, whose failure it explains.
func (r *tapReader) attach(line string) {
	if points := r.levels[len(r.levels)-1].points; len(points) > 0 {
		points[len(points)-1].about += strings.TrimSpace(line) + "\n"
	}
}

func (l *tapLevel) setPlan(count, directive string) string {
	if l.plan >= 0 {
		return "a second plan"
	}
	l.plan, l.late = atoi(count), l.count > 0
	l.skipAll = l.plan == 0 || tapMark().MatchString(directive)
	return ""
}

// test reads a test line. inner is the level of its subtests, nil without.
func (l *tapLevel) test(text string, inner *tapLevel) string {
	m := tapTest().FindStringSubmatch(text)
	if m == nil {
		return "the test line " + quote(text) + " cannot be read"
	}
	l.count++
	switch {
	case l.late:
		return "a test line after the closing plan"
	case l.plan >= 0 && l.count > l.plan:
		return "more test lines than planned"
	case m[2] != "" && atoi(m[2]) != l.count:
		return "test line " + m[2] + " is number " + strconv.Itoa(l.count)
	}
	description, directive := tapDescription(m[3])
	p := tapPoint{id: description, failed: m[1] != ""}
	switch {
	case directive == "skip":
		p.state = Skipped
	case directive == "todo":
		p.state = Todo
	case p.failed:
		p.state = Failed
	default:
		p.state = Passed
	}
	l.failed = l.failed || p.state == Failed
	if inner != nil {
		if inner.failed && p.state == Passed {
			return "the test " + quote(description) + " is ok, but a subtest is not"
		}
		if inner.skipAll && p.state == Passed {
			p.state = Skipped // nothing ran below it
		}
		for _, q := range inner.points {
			q.id = description + " > " + q.id
			l.points = append(l.points, q)
		}
	}
	l.points = append(l.points, p)
	return ""
}

// close holds a level to its plan.
func (l *tapLevel) close() string {
	switch {
	case l.plan < 0:
		return "there is no plan"
	case l.skipAll && l.count > 0:
		return "the plan skips everything, but a test ran"
	case l.plan != l.count:
		return strconv.Itoa(l.count) + " test lines, but " + strconv.Itoa(l.plan) + " are planned"
	}
	return ""
}

// tapDescription parts a description from its directive and undoes its escapes.
func tapDescription(text string) (description, directive string) {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "- "), "-")
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			i++
			continue
		}
		if text[i] == '#' && (i == 0 || text[i-1] == ' ') {
			if m := tapMark().FindStringSubmatch(text[i+1:]); m != nil {
				directive, text = strings.ToLower(m[1]), text[:i]
				break
			}
		}
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && (text[i+1] == '#' || text[i+1] == '\\') {
			i++
		}
		b.WriteByte(text[i])
	}
	return strings.TrimSpace(b.String()), directive
}

// tapResult decides what a stream and an exit status say of one test.
func tapResult(id string, data, stderr []byte, exit int) Result {
	if len(bytes.TrimSpace(data)) == 0 {
		return Result{State: ReportMissing, Detail: "the stream is empty"}
	}
	points, bail, problem := parseTAP(data)
	switch {
	case bail:
		return Result{State: Crashed, Detail: "the stream says Bail out!"}
	case problem != "":
		return malformed(problem)
	}
	named, n := tapPoint{}, 0
	for _, p := range points {
		if p.id == id {
			named, n = p, n+1
		}
	}
	switch {
	case n == 0:
		return Result{State: NotFound, Detail: "no test line is about " + quote(id)}
	case n > 1:
		return Result{State: Ambiguous, Detail: strconv.Itoa(n) + " test lines are about " + quote(id)}
	}
	failed := slices.ContainsFunc(points, func(p tapPoint) bool { return p.state == Failed })
	if r, bad := disagree(named.state, failed, exit); bad {
		return r
	}
	r := Result{State: named.state}
	if named.state == Failed {
		diagnostics := tapDiagnostics(id, string(bytes.ToValidUTF8(stderr, []byte("\uFFFD"))))
		r.Message = strings.TrimSpace(named.about + diagnostics)
		if diagnostics != "" || tapClass().MatchString(named.about) {
			r.Class = Assertion
		}
	}
	return r
}

// tapDiagnostics is what Perl's Test::More says on stderr of the failure of one
// assertion; nothing else of stderr belongs to any test.
func tapDiagnostics(id, stderr string) string {
	if i := strings.LastIndex(id, " > "); i >= 0 {
		id = id[i+len(" > "):]
	}
	title := "Failed test '" + id + "'"
	var b strings.Builder
	inside := false
	for line := range strings.Lines(stderr) {
		text, comment := strings.CutPrefix(strings.TrimSpace(line), "#")
		text = strings.TrimSpace(text)
		switch {
		case !comment, strings.HasPrefix(text, "Looks like you "):
			inside = false
		case strings.HasPrefix(text, "Failed test "):
			inside = text == title
		}
		if inside {
			b.WriteString(text + "\n")
		}
	}
	return b.String()
}

// disagree holds the state of the named test, whether anything failed, and the
// exit status to each other.
func disagree(named State, failed bool, exit int) (Result, bool) {
	status := "the exit status is " + strconv.Itoa(exit)
	switch {
	case failed && exit == 0:
		return Result{State: ExitMismatch, Detail: "a test failed, but " + status}, true
	case failed && named != Failed:
		return Result{State: ExitMismatch, Detail: "another test failed; run the named one alone"}, true
	case !failed && exit != 0:
		return Result{State: ExitMismatch, Detail: "no test failed, but " + status}, true
	}
	return Result{}, false
}
