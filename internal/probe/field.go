package probe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/source"
)

// Field is one key of a declaration as somebody wrote it. A value is text: how
// a format types a scalar is no part of what it says.
type Field struct {
	Key, Value string
	KeyAt, At  source.Span
	// Problem says what the format itself finds wrong with the value; "" if
	// nothing. Such a value is reported and not looked at.
	Problem string
}

// Raw is one declaration before anything is known of it, in any form.
type Raw struct {
	Fields []Field
	At     source.Span // where it stands, for what is missing
	// Unnamed says that it may go without an id.
	Unnamed bool
}

// scalar is one key of a declaration.
type scalar struct {
	key     string
	aliases []string
	// word says that the value is a name or a path, in which an invisible
	// character is never meant.
	word bool
	set  func(*Prohibition, string) error
	get  func(Prohibition) string // "" if it is not there
}

// scalars lists the keys in the order in which they are written.
func scalars() []scalar {
	return append([]scalar{
		{"id", nil, true, func(p *Prohibition, v string) error { p.ID = v; return checkID(v) }, func(p Prohibition) string { return p.ID }},
		{"requirement_id", []string{"requirement"}, false, func(p *Prohibition, v string) error { p.Requirement = v; return nil },
			func(p Prohibition) string { return p.Requirement }},
		{"category", nil, false, func(p *Prohibition, v string) error { p.Category = v; return nil }, func(p Prohibition) string { return p.Category }},
		{"statement", nil, false, func(p *Prohibition, v string) error { p.Statement = v; return nil }, func(p Prohibition) string { return p.Statement }},
		{"status", nil, true, func(p *Prohibition, v string) error { p.Status = Status(v); return nil }, func(p Prohibition) string { return string(p.Status) }},
		{"verification", nil, true, func(p *Prohibition, v string) error { p.Tier = Tier(v); return nil }, func(p Prohibition) string { return string(p.Tier) }},
		{"reason", nil, false, func(p *Prohibition, v string) error { p.Reason = v; return nil }, func(p Prohibition) string { return p.Reason }},
	}, checkScalars()...)
}

func checkScalars() []scalar {
	text := func(key string, in func(*Check) *string, aliases ...string) scalar {
		return scalar{key, aliases, true,
			func(p *Prohibition, v string) error { *in(&p.Check) = v; return nil },
			func(p Prohibition) string { return *in(&p.Check) }}
	}
	file := func(key string, in func(*Check) *string, except string, aliases ...string) scalar {
		s := text(key, in, aliases...)
		s.set = func(p *Prohibition, v string) error {
			*in(&p.Check) = v
			if v == except && v != "" {
				return nil
			}
			return checkPath(v)
		}
		return s
	}
	return []scalar{
		text("check_kind", func(c *Check) *string { return &c.Kind }),
		file("check_target", func(c *Check) *string { return &c.Target }, ""),
		{"check_test", nil, false, func(p *Prohibition, v string) error { p.Check.Test = v; return nil },
			func(p Prohibition) string { return p.Check.Test }},
		text("check_rule", func(c *Check) *string { return &c.Rule }),
		file("check_violation", func(c *Check) *string { return &c.Violation }, "", "check_violation_fixture"),
		{"check_expect", nil, false,
			func(p *Prohibition, v string) error { p.Check.Expect = v; return checkPattern(v) },
			func(p Prohibition) string { return p.Check.Expect }},
		file("check_control", func(c *Check) *string { return &c.Control }, "auto", "check_clean_fixture"),
		{"check_timeout", nil, true, setTimeout, func(p Prohibition) string {
			if p.Check.Timeout == 0 {
				return ""
			}
			return strconv.Itoa(p.Check.Timeout)
		}},
		{"check_argv", nil, false, setArgv, getArgv},
		file("check_report", func(c *Check) *string { return &c.Report }, "stdout"),
		file("check_dir", func(c *Check) *string { return &c.Dir }, ""),
	}
}

// Keys are the names of everything that a declaration may hold, in the order
// in which it is written; aliases are not among them.
func Keys() []string {
	var out []string
	for _, s := range scalars() {
		out = append(out, s.key)
	}
	return out
}

// Fields are the keys and values of a prohibition, in the order of [Keys];
// what is not there is left out.
func (p Prohibition) Fields() []Field {
	var out []Field
	for _, s := range scalars() {
		if v := s.get(p); v != "" {
			out = append(out, Field{Key: s.key, Value: v})
		}
	}
	return out
}

// find is the key that is spelled so; keys are matched whatever their case,
// with blanks and hyphens for underscores.
func find(word string) (scalar, bool) {
	word = normalKey(word)
	for _, s := range scalars() {
		if s.key == word || slices.Contains(s.aliases, word) {
			return s, true
		}
	}
	return scalar{}, false
}

func normalKey(word string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return '_'
		}
		return unicode.ToLower(r)
	}, strings.TrimSpace(word))
}

// meant is the key that a word is a slip of, or dressed up as with letters of
// other scripts; "" if it is none.
func meant(word string) string {
	word = normalKey(word)
	for _, k := range spellings() {
		if disguised(word, k) {
			return k
		}
	}
	return nearest.Name(word, spellings())
}

func spellings() []string {
	var out []string
	for _, s := range scalars() {
		out = append(append(out, s.key), s.aliases...)
	}
	return out
}

// disguised reports whether a word reads like a key: as long, with the same
// ASCII letters in their places, and other letters in place of the rest.
// Characters that take no room do not count.
func disguised(word, key string) bool {
	a, b := []rune(strings.Map(seen, word)), []rune(key)
	if len(a) != len(b) || word == key {
		return false
	}
	same := 0
	for i := range a {
		switch {
		case a[i] == b[i]:
			same++
		case a[i] < unicode.MaxASCII:
			return false
		}
	}
	return same > 0
}

// seen drops what takes no room.
func seen(r rune) rune {
	if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Mn, r) {
		return -1
	}
	return r
}

// unknownKey says what is wrong with a word that stands where a key is due.
func unknownKey(word string) string {
	m := meant(word)
	switch {
	case m != "" && disguised(normalKey(word), m), m != "" && strings.Map(seen, word) != word:
		return fmt.Sprintf("key %s only looks like %q: it holds other letters; type it anew", quote(word), m)
	case m != "":
		return fmt.Sprintf("unknown key %s; did you mean %q?", quote(word), m)
	}
	return fmt.Sprintf("unknown key %s; it is id, statement, status, verification, reason or a check_ key", quote(word))
}

// Prohibition reads a declaration of the file at path, which belongs to a spec.
// What it yields with problems is as much as could be understood, for showing.
func (r Raw) Prohibition(spec, path string) (Prohibition, []Problem) {
	b := builder{p: Prohibition{Spec: spec, Path: path, Span: r.At}, keys: make(map[string]string)}
	for _, f := range r.Fields {
		b.field(f)
	}
	b.rules(r)
	return b.p, b.problems
}

type builder struct {
	p        Prohibition
	keys     map[string]string // by key: as it was written
	problems []Problem
}

func (b *builder) add(at source.Span, format string, args ...any) {
	b.problems = append(b.problems, Problem{b.p.Path, at, fmt.Sprintf(format, args...)})
}

func (b *builder) field(f Field) {
	s, ok := find(f.Key)
	if !ok {
		b.add(f.KeyAt, "%s", unknownKey(f.Key))
		return
	}
	if before, twice := b.keys[s.key]; twice {
		what := fmt.Sprintf("%q stands twice", s.key)
		if normalKey(before) != normalKey(f.Key) {
			what = fmt.Sprintf("%q and %q are the same key", normalKey(before), normalKey(f.Key))
		}
		b.add(f.KeyAt, "%s; keep one", what)
		return
	}
	b.keys[s.key] = f.Key
	value := strings.Join(strings.FieldsFunc(f.Value, func(r rune) bool { return r == ' ' || r == '\t' || r == '\u00a0' }), " ")
	if s.key == "check_expect" || s.key == "check_argv" {
		value = strings.Trim(f.Value, " \t")
	}
	if s.key == "statement" {
		b.p.Span = f.At
	}
	if s.key == "verification" {
		value = unquoted(value)
	}
	switch bad := unseen(value, s.word); {
	case f.Problem != "":
		b.add(f.At, "%s %s", s.key, f.Problem)
	case value == "":
		b.add(f.KeyAt, "%s is empty; write a value, or leave the key out", s.key)
	case bad != 0:
		b.add(f.At, "%s %s", s.key, invisible(bad))
	default:
		if err := s.set(&b.p, value); err != nil {
			b.add(f.At, "%s %s %v", s.key, quote(value), err)
		}
	}
}

// rules holds the declaration as a whole to what all probes ask of an item,
// and to what a check needs.
func (b *builder) rules(r Raw) {
	p := &b.p
	broken := len(b.problems) > 0
	if p.Statement == "" && !broken {
		b.add(r.At, "the prohibition has no statement; write what must not happen")
	}
	if p.ID == "" && b.keys["id"] == "" {
		if p.ID = derivedID(p.Statement); !r.Unnamed {
			b.add(r.At, "the prohibition %s has no id; write one in front, like P-001", quote(p.Statement))
		}
	}
	if b.keys["status"] == "" {
		if p.Status = Unresolved; p.Tier != "" {
			p.Status = Resolved
		}
	}
	if broken {
		return
	}
	if err := prohibitionRules().Validate(p.resolution()); err != nil {
		b.add(p.Span, "%s: %v", p.ID, err)
		return
	}
	switch {
	case p.Check.Declared() && p.Tier != Test:
		b.add(p.Span, "%s has check_ keys, and its verification is not test; write \"verification: test\"", p.ID)
	case p.Check.Declared() && p.Check.Kind == "":
		b.add(p.Span, "%s has check_ keys without check_kind; write how the test is run, like \"check_kind: go-test\"", p.ID)
	case p.Reason != "" && p.Status == Resolved:
		b.add(p.Span, "%s has a reason and is in force; a reason is for what is dismissed", p.ID)
	}
}

// resolution is the prohibition in the terms of the shared model.
func (p Prohibition) resolution() Resolution {
	r := Resolution{Status: p.Status}
	if p.Tier != "" {
		tier := string(p.Tier)
		r.Verification = &tier
	}
	if p.Reason != "" {
		r.Reason = &p.Reason
	}
	return r
}
