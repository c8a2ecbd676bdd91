package proof

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// violationHeader is the first line of a violation file of our own form. A file
// that starts like a unified diff is one; anything else is refused.
const violationHeader = "surmise-violation 1"

// MaxViolation is the size in bytes beyond which a violation file is not read.
const MaxViolation = 64 << 10

// ViolationFile is a declared way to do what is forbidden, as exact changes of
// files of the tree.
//
// Its file is a header, "surmise-violation 1", and sections. Lines that start
// with # before the first section are for readers. A section is one of
//
//	edit PATH         lines that start with a blank, - or +: kept, old and new
//	                  lines; the kept and old ones must stand in the file
//	                  exactly once, in a row
//	replace PATH      lines that start with +: the whole file
//	snippet           lines that start with +: put at the end of each file that
//	                  a lint rule guards
//	mutate PATH FUNC  an automatic mutation inside one function of a Go file
//
// A unified diff is applied where it says, without offset and without fuzz.
type ViolationFile struct {
	Path  string
	Edits []Edit
}

// EditForm is how an edit finds its place.
type EditForm string

// The forms.
const (
	EditOnce    EditForm = "edit"    // old lines that stand in the file exactly once
	EditAt      EditForm = "diff"    // old lines that stand at a line
	EditWhole   EditForm = "replace" // the whole file
	EditSnippet EditForm = "snippet" // the end of each guarded file
	EditMutate  EditForm = "mutate"  // inside a named function
)

// Edit is one change of one file.
type Edit struct {
	Form EditForm
	Path string   // "" of a snippet that has no file yet
	Line int      // of the section, in the violation file
	At   int      // the line of the file where a diff's hunk starts
	Old  []string // lines without their ends
	New  []string
	Func string // of a mutation: "Name" or "Type.Name"
	// OldOpen and NewOpen say that a diff's last line has no line end.
	OldOpen, NewOpen bool
}

// Mutated reports whether any of the violation is automatic.
func (v ViolationFile) Mutated() bool {
	for _, e := range v.Edits {
		if e.Form == EditMutate {
			return true
		}
	}
	return false
}

// On is the violation with its snippets put on each of the guarded files.
func (v ViolationFile) On(guarded []string) ViolationFile {
	out := ViolationFile{Path: v.Path}
	for _, e := range v.Edits {
		if e.Form != EditSnippet || e.Path != "" {
			out.Edits = append(out.Edits, e)
			continue
		}
		for _, path := range guarded {
			e.Path = path
			out.Edits = append(out.Edits, e)
		}
	}
	return out
}

// ParseViolation reads a violation file. Its errors are refusals.
func ParseViolation(path string, data []byte) (ViolationFile, error) {
	p := violationParser{path: path, out: ViolationFile{Path: path}}
	switch {
	case len(data) > MaxViolation:
		return ViolationFile{}, &Refusal{RefusedTooLarge, Place{path, 0}, fmt.Sprintf("the violation has %d bytes", len(data)),
			fmt.Sprintf("keep it below %d bytes", MaxViolation)}
	case !utf8.Valid(data):
		return ViolationFile{}, p.malformed(0, "the violation is not UTF-8", "store it as UTF-8")
	case strings.ContainsRune(string(data), 0):
		return ViolationFile{}, p.malformed(0, "the violation has a NUL byte in it", "write it as text")
	case len(strings.TrimSpace(string(data))) == 0:
		return ViolationFile{}, p.malformed(0, "the violation is empty", "start it with the line "+strconv.Quote(violationHeader)+", or write a unified diff")
	case data[len(data)-1] != '\n':
		return ViolationFile{}, p.malformed(0, "the violation's last line has no end", "end the file with a new line")
	}
	p.lines = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	var err error
	switch first := p.lines[0]; {
	case strings.TrimSuffix(first, "\r") == violationHeader:
		err = p.sections()
	case strings.HasPrefix(first, "diff --git ") || strings.HasPrefix(first, "--- "):
		err = p.diff()
	default:
		err = p.malformed(1, "the violation starts with "+quote(first), "start it with the line "+strconv.Quote(violationHeader)+", or write a unified diff")
	}
	if err != nil {
		return ViolationFile{}, err
	}
	if len(p.out.Edits) == 0 {
		return ViolationFile{}, p.malformed(0, "the violation changes nothing", "add a section: edit PATH, replace PATH or snippet")
	}
	return p.out, nil
}

type violationParser struct {
	path  string
	lines []string
	out   ViolationFile
}

func (p *violationParser) malformed(line int, text, next string) *Refusal {
	return &Refusal{RefusedMalformed, Place{p.path, line}, text, next}
}

// sections reads our own form.
func (p *violationParser) sections() error {
	var e *Edit
	var kept bool
	finish := func() error {
		if e == nil {
			return nil
		}
		switch {
		case e.Form == EditOnce && len(e.Old) == 0:
			return p.malformed(e.Line, "the edit has no old lines", "add the lines that it changes, each after a - or a blank")
		case e.Form == EditOnce && len(e.New) == len(e.Old) && kept:
			return p.malformed(e.Line, "the edit only keeps lines", "add old lines after a - or new lines after a +")
		case (e.Form == EditWhole || e.Form == EditSnippet) && len(e.New) == 0:
			return p.malformed(e.Line, "the section has no lines", "add lines, each after a +")
		}
		p.out.Edits = append(p.out.Edits, *e)
		e = nil
		return nil
	}
	for i, line := range p.lines[1:] {
		n, line := i+2, strings.TrimSuffix(line, "\r")
		mark := byte('\n')
		if line != "" {
			mark = line[0]
		}
		switch {
		case e == nil && (line == "" || mark == '#'):
		case line == "":
			if err := finish(); err != nil {
				return err
			}
		case strings.IndexByte(" -+", mark) >= 0:
			if e == nil || e.Form == EditMutate || mark != '+' && e.Form != EditOnce {
				return p.malformed(n, "a line that starts with "+strconv.Quote(string(mark))+" stands in no section that takes it",
					"put it below edit PATH, replace PATH or snippet")
			}
			kept = kept && mark == ' '
			if mark != '+' {
				e.Old = append(e.Old, line[1:])
			}
			if mark != '-' {
				e.New = append(e.New, line[1:])
			}
		default:
			if err := finish(); err != nil {
				return err
			}
			next, err := p.section(n, line)
			if err != nil {
				return err
			}
			e, kept = &next, true
		}
	}
	return finish()
}

// section reads the line that opens a section.
func (p *violationParser) section(n int, line string) (Edit, error) {
	word, rest, _ := strings.Cut(line, " ")
	e := Edit{Form: EditForm(word), Path: rest, Line: n}
	switch e.Form {
	case EditOnce, EditWhole:
	case EditSnippet:
		if rest != "" {
			return e, p.malformed(n, "a snippet names "+quote(rest), "leave the path out: it is put on every guarded file")
		}
		return e, nil
	case EditMutate:
		i := strings.LastIndexByte(rest, ' ')
		if i < 0 {
			return e, p.malformed(n, "the mutation names no function", "write mutate PATH FUNCTION")
		}
		e.Path, e.Func = rest[:i], rest[i+1:]
	default:
		return e, p.malformed(n, "the section "+quote(line)+" is not known", "use edit PATH, replace PATH, snippet or mutate PATH FUNCTION")
	}
	return e, nil
}

// ErrLink is what the reader of a tree gives for a path that is, or passes
// through, a link or anything else that is no regular file.
var ErrLink = errors.New("not a regular file")

// Change is a file of the tree before and after.
type Change struct {
	Path   string
	Line   int // of the first byte that differs
	Before []byte
	After  []byte
}

// ApplyViolation gives the files that a violation changes, in the order of the
// violation. It writes nothing; read gives a file of the tree, and ErrLink for
// what is no regular file. Its errors are refusals.
func ApplyViolation(v ViolationFile, read func(path string) ([]byte, error)) ([]Change, error) {
	var out []Change
	index := map[string]int{}
	for _, e := range v.Edits {
		at := Place{v.Path, e.Line}
		if err := checkPath("the path", e.Path); err != nil {
			return nil, &Refusal{RefusedPath, at, err.Error(), "name a file of this repository"}
		}
		i, again := index[e.Path]
		if !again {
			data, err := read(e.Path)
			switch {
			case errors.Is(err, ErrLink):
				return nil, &Refusal{RefusedLink, at, quote(e.Path) + " is a link or no regular file", "change the file that it points to"}
			case err != nil:
				return nil, &Refusal{ViolationStale, at, quote(e.Path) + " cannot be read in this tree", "name the file where the code stands now"}
			}
			i, index[e.Path] = len(out), len(out)
			out = append(out, Change{Path: e.Path, Before: data, After: data})
		}
		after, err := e.apply(at, out[i])
		if err != nil {
			return nil, err
		}
		out[i].After = after
	}
	for i := range out {
		c := &out[i]
		if string(c.Before) == string(c.After) {
			return nil, &Refusal{RefusedUnchanged, Place{v.Path, 0}, "the violation leaves " + quote(c.Path) + " as it is", "let it change what is forbidden"}
		}
		c.Line = firstDifference(c.Before, c.After)
	}
	return out, nil
}

// firstDifference is the line of the first byte that differs.
func firstDifference(before, after []byte) int {
	line := 1
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			return line
		}
		if before[i] == '\n' {
			line++
		}
	}
	return line
}

// apply is the file after the edit.
func (e Edit) apply(at Place, c Change) ([]byte, error) {
	end := "\n"
	if strings.Contains(string(c.Before), "\r\n") {
		end = "\r\n"
	}
	switch e.Form {
	case EditWhole:
		return []byte(strings.Join(e.New, end) + end), nil
	case EditSnippet:
		text := string(c.After)
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += end
		}
		return []byte(text + strings.Join(e.New, end) + end), nil
	case EditMutate:
		return mutate(e, at, c.After)
	}
	lines := splitLines(c.After)
	var found []int
	for i := 0; i+len(e.Old) <= len(lines); i++ {
		if sameLines(lines[i:i+len(e.Old)], e.Old) {
			found = append(found, i)
		}
	}
	start, err := e.place(at, lines, found)
	if err != nil {
		return nil, err
	}
	return []byte(e.join(lines, start, end)), nil
}

// place is the index of the line where the old lines start.
func (e Edit) place(at Place, lines []string, found []int) (int, error) {
	if e.Form == EditOnce {
		if len(found) == 1 {
			return found[0], nil
		}
		return 0, &Refusal{ViolationStale, at,
			fmt.Sprintf("the violation no longer applies: the old text occurs %d times in %s, and must occur once", len(found), e.Path),
			"copy the lines from " + e.Path + " as they are now, with enough around them to be unique"}
	}
	where := "nowhere"
	for _, i := range found {
		rest := len(lines) - i - len(e.Old)
		if i+1 == e.At && e.OldOpen == (rest == 0 && open(lines)) && (rest == 0 || !e.NewOpen) {
			return i, nil
		}
		if where == "nowhere" {
			where = "at line " + strconv.Itoa(i+1)
		}
	}
	return 0, &Refusal{ViolationStale, at,
		fmt.Sprintf("the violation no longer applies: the hunk for line %d of %s stands %s in it", e.At, e.Path, where),
		"make the diff again, or use an edit, which follows the text"}
}

// join puts the new lines in the place of the old ones.
func (e Edit) join(lines []string, start int, end string) string {
	rest := lines[start+len(e.Old):]
	openEnd := e.NewOpen
	if e.Form == EditOnce {
		openEnd = open(lines)
	}
	var b strings.Builder
	for _, line := range lines[:start] {
		b.WriteString(line)
	}
	for i, line := range e.New {
		b.WriteString(line)
		if i < len(e.New)-1 || len(rest) > 0 || !openEnd {
			b.WriteString(end)
		}
	}
	for _, line := range rest {
		b.WriteString(line)
	}
	return b.String()
}

// splitLines gives the lines with their ends.
func splitLines(data []byte) []string {
	lines := strings.SplitAfter(string(data), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// open reports whether the last line has no end.
func open(lines []string) bool {
	return len(lines) > 0 && !strings.HasSuffix(lines[len(lines)-1], "\n")
}

// sameLines compares lines of a file with lines of a violation, which has one
// form of line ends.
func sameLines(have, want []string) bool {
	for i, line := range have {
		if strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r") != want[i] {
			return false
		}
	}
	return true
}
