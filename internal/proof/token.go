package proof

import (
	"bytes"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/probe"
)

// RefuseBlanks is why a violation that changes no token of a file is not run;
// nil if each file gets other code. Only a test that reads the source can tell
// such a file from the old one. Rules and commands may read the source, so that
// they are left alone, and so is every change that is in doubt.
func RefuseBlanks(check probe.Check, v ViolationFile, changes []Change) *Refusal {
	if k, ok := Find(check.Kind); !ok || k.Guards || k.ID == "command" {
		return nil
	}
	for _, c := range changes {
		if sameTokens(c) {
			return &Refusal{RefusedUnchanged, Place{v.Path, 0}, "the violation changes only blanks or comments of " + quote(c.Path),
				"let it change what the code does, and let the test run that code"}
		}
	}
	return nil
}

// sameTokens reports whether a change surely leaves the tokens of a file.
func sameTokens(c Change) bool {
	tokens := lineEnds
	switch strings.ToLower(path.Ext(c.Path)) {
	case ".go":
		tokens = goTokens
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".java", ".c", ".h", ".cc", ".cpp", ".hpp":
		tokens = func(src []byte) ([]string, bool) { return braceTokens(src, pragma()) }
	case ".rs":
		tokens = func(src []byte) ([]string, bool) { return braceTokens(src, rustDoc()) }
	case ".py", ".pyi":
		tokens = pythonTokens
	}
	before, ok := tokens(c.Before)
	after, sure := tokens(c.After)
	return ok && sure && slices.Equal(before, after)
}

// lineEnds are the lines without the blanks at their ends, for a language that
// is not known.
func lineEnds(src []byte) ([]string, bool) {
	lines := strings.Split(strings.TrimRight(string(src), " \t\r\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return lines, true
}

// goDirective is a comment that tells the Go tools something.
var goDirective = pattern.Lazy(`^(?://[a-z0-9]+:|//export |//extern |//\s*\+build|/[/*]line )`)

// goTokens are the tokens of a Go file and its directives; not those of a file
// that does not scan, or that takes C from a comment.
func goTokens(src []byte) ([]string, bool) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, nil, scanner.ScanComments)
	var out []string
	for {
		_, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return out, s.ErrorCount == 0
		case tok == token.STRING && literal == `"C"`:
			return nil, false
		case tok == token.SEMICOLON:
			literal = ""
		case tok == token.COMMENT && !goDirective().MatchString(literal):
			continue
		}
		out = append(out, tok.String(), literal)
	}
}

// unsure is what the simple reading of a file with braces does not follow: raw
// strings and text blocks, markup in the code, lines that go on.
var unsure = pattern.Lazy("(?i)\"\"\"|\\br#*\"|</|/>|\\\\\r?\n")

var (
	// pragma is a comment that compilers and bundlers may read.
	pragma = pattern.Lazy(`^(?:///\s*<|/[/*][*\s]*[@#])`)
	// rustDoc is a comment that is documentation, which may hold tests.
	rustDoc = pattern.Lazy(`^(?:///|//!|/\*[*!])`)
)

// braceTokens are the tokens of a file of the family of C, as its text with one
// blank or line end wherever one might part two tokens. The comments that speak
// to tools count.
func braceTokens(src []byte, speaking *regexp.Regexp) ([]string, bool) {
	if unsure().Match(src) {
		return nil, false
	}
	out, gap := textTokens{}, ""
	for i := 0; i < len(src); {
		end := i + 1
		switch c := src[i]; {
		case blank(c):
			gap = widen(gap, src[i:end])
			i = end
			continue
		case bytes.HasPrefix(src[i:], []byte("//")), bytes.HasPrefix(src[i:], []byte("/*")):
			if end = commentEnd(src, i); end < 0 {
				return nil, false
			}
			if !speaking.Match(src[i:end]) {
				gap = widen(gap, append([]byte{' '}, src[i:end]...))
				i = end
				continue
			}
		case c == '/':
			// It may start a regular expression, in which everything counts.
			line, _, _ := bytes.Cut(src[i+1:], []byte("\n"))
			if bytes.IndexByte(line, '/') >= 0 {
				return nil, false
			}
		case c == '"' || c == '\'' || c == '`':
			if end = stringEnd(src, i); end < 0 {
				return nil, false
			}
		}
		out.add(gap, src[i:end])
		i, gap = end, ""
	}
	return []string{string(out)}, true
}

// pythonTokens are the tokens of a Python file, as its text with the
// indentation of each line. Strings over several lines, and strings right
// before a word, as in nested ones, are in doubt.
func pythonTokens(src []byte) ([]string, bool) {
	var out []string
	if bytes.Contains(src, []byte("\\\n")) || bytes.Contains(src, []byte("'''")) || bytes.Contains(src, []byte(`"""`)) {
		return nil, false
	}
	for n, line := range bytes.Split(src, []byte("\n")) {
		rest := bytes.TrimLeft(line, " \t\f\r")
		if len(rest) == 0 || rest[0] == '#' && (n > 1 || !bytes.Contains(rest, []byte("coding")) && !bytes.HasPrefix(line, []byte("#!"))) {
			continue
		}
		text, gap := textTokens(bytes.Clone(line[:len(line)-len(rest)])), ""
		for i := 0; i < len(rest) && (rest[i] != '#' || n < 2 && i == 0); {
			end := i + 1
			if blank(rest[i]) {
				gap, i = " ", end
				continue
			}
			if rest[i] == '"' || rest[i] == '\'' {
				if end = stringEnd(rest, i); end < 0 || end < len(rest) && word(rest[end]) {
					return nil, false
				}
			}
			text.add(gap, rest[i:end])
			i, gap = end, ""
		}
		out = append(out, string(text))
	}
	return out, true
}

// textTokens is text of which blanks are left out that part no tokens.
type textTokens []byte

// add puts a piece after the text, and the gap between them if it may count: a
// line end not right after a mark that no statement ends with, a blank between
// words or between signs.
func (t *textTokens) add(gap string, piece []byte) {
	if n := len(*t); n > 0 {
		last, first := (*t)[n-1], piece[0]
		switch {
		case gap == "\n" && strings.IndexByte(";,([", last) < 0:
			*t = append(*t, '\n')
		case gap != "" && word(last) == word(first) && strings.IndexByte(";,()[]", last) < 0 && strings.IndexByte(";,()[]", first) < 0,
			gap != "" && strings.IndexByte("\"'`.#", first) >= 0, gap != "" && last == '.':
			*t = append(*t, ' ')
		}
	}
	*t = append(*t, piece...)
}

// widen is a gap with more blanks: a line end if there is one in it.
func widen(gap string, more []byte) string {
	if gap == "\n" || bytes.IndexByte(more, '\n') >= 0 {
		return "\n"
	}
	return " "
}

// commentEnd is where the comment that starts at i ends; below 0 if it does not,
// or holds the start of another one, which some languages nest.
func commentEnd(src []byte, i int) int {
	if src[i+1] == '/' {
		if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
			return i + n
		}
		return len(src)
	}
	n := bytes.Index(src[i+2:], []byte("*/"))
	if n < 0 || bytes.Contains(src[i+2:i+2+n], []byte("/*")) {
		return -1
	}
	return i + 2 + n + 2
}

// stringEnd is where the string that starts at i ends; below 0 if that is in
// doubt: it is open, or a template that may hold code with a string of its own.
func stringEnd(src []byte, i int) int {
	code := false
	for j := i + 1; j < len(src); j++ {
		switch {
		case src[j] == '\\':
			j++
		case src[j] == src[i] && code && bytes.IndexByte(src[j+1:], src[i]) >= 0:
			return -1
		case src[j] == src[i]:
			return j + 1
		case src[j] == '\n' && src[i] != '`':
			return -1
		case src[i] == '`' && src[j] == '$' && j+1 < len(src) && src[j+1] == '{':
			code = code || templateNests(src[j+2:])
		}
	}
	return -1
}

// templateNests reports whether the code inside of a template that starts here
// may hold a template.
func templateNests(code []byte) bool {
	end := bytes.IndexByte(code, '}')
	return end < 0 || bytes.ContainsAny(code[:end], "`{\"'")
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' }

func word(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
