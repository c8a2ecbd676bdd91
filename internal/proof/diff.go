package proof

import (
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
)

var hunkHeader = pattern.Lazy(`^@@ -(\d{1,7})(?:,(\d{1,7}))? \+(\d{1,7})(?:,(\d{1,7}))? @@(?: .*)?$`)

// diff reads a unified diff: changes of text files that exist, and nothing
// else. New, deleted, renamed and copied files, modes and binary content are
// refused.
func (p *violationParser) diff() error {
	path := ""
	for i := 0; i < len(p.lines); {
		line := strings.TrimSuffix(p.lines[i], "\r")
		switch {
		case strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "index "):
			path = ""
			i++
		case strings.HasPrefix(line, "--- "):
			if i+1 == len(p.lines) || !strings.HasPrefix(p.lines[i+1], "+++ ") {
				return p.malformed(i+1, "a --- line has no +++ line after it", "write the diff as git diff does")
			}
			old, okOld := strings.CutPrefix(fileOf(line), "a/")
			now, okNew := strings.CutPrefix(fileOf(strings.TrimSuffix(p.lines[i+1], "\r")), "b/")
			if !okOld || !okNew || old != now {
				return p.malformed(i+1, "the diff goes from "+quote(fileOf(line))+" to "+quote(fileOf(p.lines[i+1])),
					"change files that exist: --- a/PATH and +++ b/PATH with one path")
			}
			path = old
			i += 2
		case strings.HasPrefix(line, "@@ ") && path != "":
			next, err := p.hunk(path, i)
			if err != nil {
				return err
			}
			i = next
		default:
			return p.malformed(i+1, "the line "+quote(line)+" has no place in a violation's diff",
				"keep to changes of lines; new, deleted, renamed and binary files and modes are refused")
		}
	}
	return nil
}

// fileOf is the name in a --- or +++ line.
func fileOf(line string) string {
	name, _, _ := strings.Cut(line[4:], "\t")
	return name
}

// hunk reads one hunk and gives the index of the line after it.
func (p *violationParser) hunk(path string, i int) (int, error) {
	m := hunkHeader().FindStringSubmatch(strings.TrimSuffix(p.lines[i], "\r"))
	if m == nil {
		return 0, p.malformed(i+1, "the hunk header "+quote(p.lines[i])+" cannot be read", "write the diff as git diff does")
	}
	at, old, added := atoi(m[1]), 1, 1
	if m[2] != "" {
		old = atoi(m[2])
	}
	if m[4] != "" {
		added = atoi(m[4])
	}
	e := Edit{Form: EditAt, Path: path, Line: i + 1, At: at}
	shift := 0 // earlier hunks of the file have moved this one
	for _, before := range p.out.Edits {
		if before.Path == path {
			shift += len(before.New) - len(before.Old)
		}
	}
	e.At += shift
	changed, last := false, byte(' ')
	for i++; len(e.Old) < old || len(e.New) < added; i++ {
		if i == len(p.lines) || p.lines[i] == "" || strings.IndexByte(" -+", p.lines[i][0]) < 0 && p.lines[i][0] != '\\' {
			return 0, p.malformed(i+1, "the hunk ends before its counts are reached", "make the diff again; do not edit it by hand")
		}
		text := strings.TrimSuffix(p.lines[i][1:], "\r")
		switch mark := p.lines[i][0]; mark {
		case ' ':
			e.Old, e.New, last = append(e.Old, text), append(e.New, text), mark
		case '-':
			e.Old, changed, last = append(e.Old, text), true, mark
		case '+':
			e.New, changed, last = append(e.New, text), true, mark
		case '\\':
			e.open(last)
		}
	}
	for ; i < len(p.lines) && strings.HasPrefix(p.lines[i], `\`); i++ {
		e.open(last)
	}
	if len(e.Old) != old || len(e.New) != added || !changed {
		return 0, p.malformed(e.Line, "the hunk does not have the lines that it counts", "make the diff again; do not edit it by hand")
	}
	if old == 0 {
		return 0, p.malformed(e.Line, "the hunk has no line that is there before", "make the diff with lines around the change, or use replace PATH")
	}
	p.out.Edits = append(p.out.Edits, e)
	return i, nil
}

// open notes that the line just read, of the given mark, has no line end.
func (e *Edit) open(mark byte) {
	e.OldOpen = e.OldOpen || mark != '+'
	e.NewOpen = e.NewOpen || mark != '-'
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // of at most seven digits, by the header's form
	return n
}
