package probe

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/surmise-ci/surmise/internal/pattern"
)

// derivedID is the id of a prohibition that has none: it depends on nothing
// but the words.
func derivedID(statement string) string {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(statement), " ")))
	return "p-" + hex.EncodeToString(sum[:4])
}

// idPattern is what ids look like: names that a comment command and a test's
// tag can hold.
var idPattern = pattern.Lazy(`^[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)*$`)

func checkID(v string) error {
	const longest = 64
	if !idPattern().MatchString(v) || len(v) > longest {
		return fmt.Errorf("is no id; write letters, digits and hyphens, like P-001")
	}
	return nil
}

func checkPath(v string) error {
	switch {
	case strings.HasPrefix(v, "/") || strings.Contains(v, `\`) || strings.HasPrefix(v, "-"):
		return fmt.Errorf("is no path; write one below the repository's root, with slashes")
	case slices.Contains(strings.Split(v, "/"), ".."):
		return fmt.Errorf("leaves the repository; write a path without \"..\"")
	case path.Clean(v) != strings.TrimSuffix(strings.TrimPrefix(v, "./"), "/") && v != "./" && v != ".":
		return fmt.Errorf("is not in its shortest form; write %s", quote(path.Clean(v)))
	}
	return nil
}

func checkPattern(v string) error {
	if _, err := regexp.Compile(v); err != nil {
		return fmt.Errorf("is no RE2 expression; mend it")
	}
	return nil
}

func setTimeout(p *Prohibition, v string) error {
	const longest = 3600
	n, err := strconv.Atoi(v)
	if err != nil || strconv.Itoa(n) != v || n < 1 || n > longest {
		return fmt.Errorf("is no number of seconds; write a whole number from 1 to %d", longest)
	}
	p.Check.Timeout = n
	return nil
}

func setArgv(p *Prohibition, v string) error {
	var argv []string
	if err := json.Unmarshal([]byte(v), &argv); err != nil || len(argv) == 0 || strings.Contains(strings.Join(argv, ""), "\x00") || argv[0] == "" {
		return fmt.Errorf("is no JSON array of words; write it like [\"make\", \"check\"]")
	}
	p.Check.Argv = argv
	return nil
}

func getArgv(p Prohibition) string {
	if p.Check.Argv == nil {
		return ""
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(p.Check.Argv); err != nil {
		return "" // never: strings encode
	}
	return strings.TrimSpace(b.String())
}

// unseen is the first character of a value that nobody sees or that turns the
// direction of reading; 0 if there is none. In a word every such character
// counts; in prose the joiners that some scripts need are let through.
func unseen(v string, word bool) rune {
	for _, r := range v {
		joiner := r == '\u200c' || r == '\u200d'
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && (word || !joiner) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar {
			return r
		}
	}
	return 0
}

func invisible(r rune) string {
	return fmt.Sprintf("holds the invisible character U+%04X; type it anew without it", r)
}

// unquoted is a tier as it was meant: one pair of quotes around it, and blanks,
// are no part of it.
func unquoted(v string) string {
	if tier := prohibitionRules().tierOf(v); tier != "" {
		return tier
	}
	return v
}

// quote shows foreign text in a message: quoted, and cut if it is long.
func quote(s string) string {
	const room = 40
	if r := []rune(s); len(r) > room {
		s = string(r[:room-1]) + "…"
	}
	return strconv.Quote(s)
}
