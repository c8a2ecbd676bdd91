package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/source"
)

// schemaVersion is the only version of the entry format.
const schemaVersion = 1

// record is an entry as its file has it. The first block are the fields of the
// assumption ledger that this format extends; confirmed and acknowledged are
// derived from the state. Resolves is empty in this version.
type entryFile struct {
	Schema int    `json:"schema"`
	Kind   Kind   `json:"kind"`
	ID     string `json:"id"`

	Gap          string        `json:"gap"`
	Assumption   string        `json:"assumption"`
	Why          string        `json:"why"`
	Severity     string        `json:"severity"`
	Class        finding.Class `json:"class"`
	Affects      string        `json:"affects"`
	Source       string        `json:"source"`
	Confirmed    bool          `json:"confirmed"`
	Acknowledged bool          `json:"acknowledged"`
	CreatedAt    *string       `json:"created_at"`

	Spec        place               `json:"spec"`
	Fingerprint finding.Fingerprint `json:"fingerprint"`
	State       State               `json:"state"`
	PreExisting bool                `json:"pre_existing"`
	Predecessor *string             `json:"predecessor"`
	Resolves    []string            `json:"resolves"`
	Events      []eventFile         `json:"events"`
}

// place is where an entry's words stand: a span in bytes, and positions
// 1-based with columns in code points.
type place struct {
	Path      string       `json:"path"`
	Heading   string       `json:"heading"`
	Side      finding.Side `json:"side"`
	Span      [2]int       `json:"span"`
	Line      int          `json:"line"`
	Column    int          `json:"column"`
	EndLine   int          `json:"end_line"`
	EndColumn int          `json:"end_column"`
}

// Encode is the entry's canonical file: the same entry gives the same bytes,
// and [Decode] gives the entry back.
func Encode(e Entry) ([]byte, error) {
	at := e.Spec.Place.At
	r := entryFile{
		Schema: schemaVersion, Kind: e.Kind, ID: e.ID,
		Gap: e.Gap, Assumption: e.Assumption, Why: e.Why,
		Severity: e.Severity.String(), Class: e.Class, Affects: e.Affects, Source: e.Source,
		Confirmed: e.State.confirmed(), Acknowledged: e.State.acknowledged(),
		Spec: place{
			Path: e.Spec.Path, Heading: e.Spec.Heading, Side: e.Spec.Place.Side,
			Span: [2]int{e.Spec.Place.Span.Start, e.Spec.Place.Span.End},
			Line: at.Start.Line, Column: at.Start.Column, EndLine: at.End.Line, EndColumn: at.End.Column,
		},
		Fingerprint: e.Fingerprint, State: e.State, PreExisting: e.PreExisting,
		Resolves: []string{}, Events: encodeEvents(e.Events),
	}
	if !e.CreatedAt.IsZero() {
		r.CreatedAt = new(e.CreatedAt.UTC().Format(time.RFC3339))
	}
	if e.Predecessor != "" {
		r.Predecessor = new(e.Predecessor)
	}
	var b bytes.Buffer
	j := json.NewEncoder(&b)
	j.SetEscapeHTML(false)
	j.SetIndent("", "  ")
	if err := j.Encode(r); err != nil {
		return nil, fmt.Errorf("encode ledger entry %q: %w", e.ID, err)
	}
	return b.Bytes(), nil
}

// confirmed and acknowledged are what readers of the two older fields see of a
// state; one that they have no word for is neither.
func (s State) confirmed() bool    { return s == Confirmed }
func (s State) acknowledged() bool { return s == Acknowledged }

// Decode reads one entry from the file at path, which is used in messages
// only. It accepts exactly what [Encode] can write, spelled in any way; an
// error about the content is [source.Problems].
func Decode(path string, data []byte) (Entry, error) {
	e, problems := decode(path, data)
	if err := problems.Err(); err != nil {
		return Entry{}, err
	}
	return e, nil
}

func decode(path string, data []byte) (Entry, source.Problems) {
	v, problem := parse(path, data)
	if problem != nil {
		return Entry{}, source.Problems{*problem}
	}
	d := &decoder{path: path}
	e := d.entry(v)
	return e, d.problems
}

// decoder collects the problems of one file.
type decoder struct {
	path     string
	problems source.Problems
}

func (d *decoder) add(at source.Position, format string, args ...any) {
	d.problems = append(d.problems, source.Problem{Path: d.path, At: at, Message: fmt.Sprintf(format, args...)})
}

func (d *decoder) entry(v value) Entry {
	var e Entry
	f := d.fields("the entry", v, []string{
		"schema", "kind", "id", "gap", "assumption", "why", "severity", "class", "affects", "source",
		"confirmed", "acknowledged", "created_at", "spec", "fingerprint", "state", "pre_existing",
		"predecessor", "resolves", "events",
	})
	if f == nil {
		return e
	}
	if schema, ok := d.integer(f, "schema"); ok && schema != schemaVersion {
		d.add(f["schema"].at, "schema is %d; it must be %d", schema, schemaVersion)
		return e // the other fields of another version may mean other things
	}
	e.Kind = Kind(d.word(f, "kind", string(Assumption)))
	e.ID = d.text(f, "id")
	e.Gap, e.Assumption, e.Why = d.text(f, "gap"), d.text(f, "assumption"), d.text(f, "why")
	e.Severity, _ = finding.ParseSeverity(d.word(f, "severity", finding.High.String(), finding.Medium.String()))
	var classes []string
	for _, c := range finding.Classes() {
		classes = append(classes, string(c))
	}
	e.Class = finding.Class(d.word(f, "class", classes...))
	e.Affects, e.Source = d.text(f, "affects"), d.text(f, "source")
	e.CreatedAt = d.time(f, "created_at")
	e.State = State(d.word(f, "state", words(States())...))
	e.PreExisting = d.boolean(f, "pre_existing")
	if v := f["predecessor"]; v.kind != null {
		e.Predecessor = d.text(f, "predecessor")
		if v.kind == text && e.Predecessor == "" {
			d.add(v.at, "predecessor is \"\"; it must be an id or null")
		}
	}
	e.Fingerprint = d.fingerprint(f, "fingerprint")
	e.Spec = d.spec(f["spec"], f["gap"])
	e.Events = d.events(f["events"])
	d.agree(f, e)
	return e
}

// agree holds the fields to each other.
func (d *decoder) agree(f map[string]value, e Entry) {
	for _, derived := range []struct {
		name string
		want bool
	}{{"confirmed", e.State.confirmed()}, {"acknowledged", e.State.acknowledged()}} {
		if got := d.boolean(f, derived.name); e.State != "" && f[derived.name].kind == truth && got != derived.want {
			d.add(f[derived.name].at, "%s is %v, but the state is %q", derived.name, got, e.State)
		}
	}
	key := finding.Key{Path: e.Spec.Path, Fingerprint: e.Fingerprint}
	short, prefixed := strings.CutPrefix(e.ID, prefix)
	if f["id"].kind == text && e.Fingerprint != "" && (!prefixed || !key.Matches(short)) {
		d.add(f["id"].at, "id is %s; the id of its fingerprint and path is %q", quote(e.ID), prefix+finding.IDs([]finding.Key{key})[0])
	}
	switch v := f["resolves"]; {
	case v.kind != array:
		d.wrong("resolves", v, string(array))
	case len(v.items) > 0:
		d.add(v.at, "resolves is not empty; this version has none, so it must be []")
	}
	if e.State != "" && f["events"].kind == array && !e.Explained() {
		says := "no event that counts says so"
		if e.State == Open {
			says = "an event that counts clears it"
		}
		d.add(f["state"].at, "the state is %q, but %s", e.State, says)
	}
}

func (d *decoder) spec(v, gap value) Spec {
	f := d.fields("spec", v, []string{"path", "heading", "side", "span", "line", "column", "end_line", "end_column"})
	if f == nil {
		return Spec{}
	}
	s := Spec{Path: d.text(f, "path"), Heading: d.text(f, "heading")}
	s.Place = finding.Place{Path: s.Path, Side: finding.Side(d.word(f, "side", string(finding.Head), string(finding.Base))), Text: gap.text}
	if s.Path == "" && f["path"].kind == text {
		d.add(f["path"].at, "path is \"\"; it must name a file")
	}
	span := f["span"]
	if span.kind != array || len(span.items) != 2 {
		d.wrong("span", span, "a list of two byte offsets")
		return s
	}
	f["span[0]"], f["span[1]"] = span.items[0], span.items[1]
	var numbers [6]int
	ok := true
	for i, name := range []string{"span[0]", "span[1]", "line", "column", "end_line", "end_column"} {
		n, good := d.integer(f, name)
		numbers[i], ok = n, ok && good
	}
	if !ok {
		return s
	}
	s.Place.Span = source.Span{Start: numbers[0], End: numbers[1]}
	s.Place.At = source.Range{
		Start: source.Position{Line: numbers[2], Column: numbers[3]},
		End:   source.Position{Line: numbers[4], Column: numbers[5]},
	}
	if gap.kind == text && (s.Place.Span.Start < 0 || s.Place.Span.Len() != len(gap.text)) {
		d.add(span.at, "span is %d to %d; it must hold the %d bytes of gap", numbers[0], numbers[1], len(gap.text))
	}
	if at := s.Place.At; at.Start.Line < 1 || at.Start.Column < 1 || at.End.Column < 1 || at.End.Line < at.Start.Line {
		d.add(f["line"].at, "the place is %d:%d to %d:%d; lines and columns count from 1", numbers[2], numbers[3], numbers[4], numbers[5])
	}
	return s
}

// fields are the members of an object that has exactly these names; nil if it
// is no object. A name that is missing has the zero value.
func (d *decoder) fields(title string, v value, names []string) map[string]value {
	if v.kind != object {
		d.wrong(title, v, string(object))
		return nil
	}
	out := make(map[string]value, len(names))
	for _, m := range v.members {
		_, twice := out[m.name]
		switch {
		case twice:
			d.add(m.at, "%s has %q twice", title, m.name)
		case !slices.Contains(names, m.name):
			hint := "remove it"
			if near := nearest.Name(m.name, names); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			d.add(m.at, "unknown field %s in %s; %s", quote(m.name), title, hint)
		default:
			out[m.name] = m.value
		}
	}
	var absent []string
	for _, name := range names {
		if _, ok := out[name]; !ok {
			absent = append(absent, strconv.Quote(name))
		}
	}
	const shown = 4
	switch n := len(absent); {
	case n > shown:
		d.add(v.at, "%s has no %s and %d more fields", title, strings.Join(absent[:shown], ", "), n-shown)
	case n > 0:
		d.add(v.at, "%s has no %s", title, strings.Join(absent, ", "))
	}
	return out
}

func (d *decoder) text(f map[string]value, name string) string {
	v, ok := f[name]
	if ok && v.kind != text {
		d.wrong(name, v, string(text))
		return ""
	}
	return v.text
}

// word reads one of a few words, and gives "" for anything else.
func (d *decoder) word(f map[string]value, name string, allowed ...string) string {
	v, ok := f[name]
	if ok && (v.kind != text || !slices.Contains(allowed, v.text)) {
		d.wrong(name, v, "one of "+strings.Join(allowed, ", "))
		return ""
	}
	return v.text
}

func (d *decoder) boolean(f map[string]value, name string) bool {
	v, ok := f[name]
	if ok && v.kind != truth {
		d.wrong(name, v, "true or false, without quotes")
	}
	return v.kind == truth && v.text == "true"
}

func (d *decoder) integer(f map[string]value, name string) (int, bool) {
	v, ok := f[name]
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(v.text)
	if v.kind != number || err != nil || strconv.Itoa(n) != v.text {
		d.wrong(name, v, "a whole number")
		return 0, false
	}
	return n, true
}

func (d *decoder) time(f map[string]value, name string) time.Time {
	v, ok := f[name]
	if !ok || v.kind == null {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, v.text)
	if v.kind != text || err != nil || t.IsZero() || t.UTC().Format(time.RFC3339) != v.text {
		d.wrong(name, v, "null or a UTC time such as 2026-01-31T09:30:00Z")
		return time.Time{}
	}
	return t.UTC()
}

func (d *decoder) fingerprint(f map[string]value, name string) finding.Fingerprint {
	v, ok := f[name]
	fp, good := finding.ParseFingerprint(v.text)
	if ok && (v.kind != text || !good) {
		d.wrong(name, v, "64 lower-case hexadecimal digits")
		return ""
	}
	return fp
}

// wrong reports a value that is not what is wanted.
func (d *decoder) wrong(name string, v value, want string) {
	is := string(v.kind)
	if v.kind == text {
		is = quote(v.text)
	} else if v.text != "" {
		is = v.text
	}
	if v.kind == "" {
		return // missing, and reported as such
	}
	d.add(v.at, "%s is %s; it must be %s", name, is, want)
}

// quote shows foreign text: quoted, and cut if it is long.
func quote(s string) string {
	const room = 40
	if r := []rune(s); len(r) > room {
		s = string(r[:room-1]) + "…"
	}
	return strconv.Quote(s)
}
