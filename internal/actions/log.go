package actions

import (
	"io"
	"strings"
	"unicode"

	"github.com/surmise-ci/surmise/internal/pattern"
)

// Log is a writer for lines of a log that may quote what people wrote. The
// runner reads every line of a step as a command that begins with "::", blanks
// aside, or holds "##["; no line that comes through here is one. Each write is
// of whole lines.
func Log(w io.Writer) io.Writer { return logWriter{w} }

type logWriter struct{ w io.Writer }

// Write passes on the lines of p.
func (l logWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(l.w, inert(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// inert makes lines that are no commands. What stands before the first letter
// or digit is looked at without the characters that a runner may skip.
func inert(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	lines := strings.Split(plain(text), "\n")
	for i, line := range lines {
		if before, _, _ := strings.Cut(line, ":"); len(before) < len(line) && !strings.ContainsFunc(before, isWord) {
			lines[i] = "| " + line
		}
	}
	return strings.Join(lines, "\n")
}

func isWord(r rune) bool { return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' }

// plain drops what is not shown, such as colours and marks of direction, and
// breaks up the older form of commands, which counts anywhere in a line.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return olderCommand().ReplaceAllString(text, "${1} [")
}

// olderCommand is the start of the older form, with what a runner may skip in
// it.
var olderCommand = pattern.Lazy(`(#[\t\p{Mn}]*#[\t\p{Mn}]*)\[`)
