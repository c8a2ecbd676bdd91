package command_test

import (
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

// The heads of the pull request of the tests, in the order of their pushes.
const (
	first  = "1111111111111111111111111111111111111111"
	second = "2222222222222222222222222222222222222222"
	third  = "3333333333333333333333333333333333333333"
)

// at is a moment, in minutes after the pull request was opened.
func at(minutes int) time.Time {
	return time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC).Add(time.Duration(minutes) * time.Minute)
}

// fingerprintOf is a fingerprint whose short id is given; more tells apart
// those that share one.
func fingerprintOf(t testing.TB, id, more string) finding.Fingerprint {
	t.Helper()
	const length = 52 // 256 bits
	text := id + more + strings.Repeat("0", length-len(id)-len(more))
	raw, err := base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding).DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return finding.Fingerprint(hex.EncodeToString(raw[:32]))
}

// entry is one open high entry.
func entry(t testing.TB, id, path, source, gap string) ledger.Entry {
	t.Helper()
	e := ledger.Entry{
		ID: "a-" + id, Kind: ledger.Assumption, Gap: gap, Why: gap + " says too little", Severity: finding.High,
		Class: finding.Underspecified, Affects: "requirements", Source: source, State: ledger.Open,
		Spec:        ledger.Spec{Path: path, Heading: "Rules", Place: finding.Place{Path: path, Side: finding.Head, Text: gap}},
		Fingerprint: fingerprintOf(t, id, ""),
	}
	switch source {
	case "contradiction":
		e.Class = finding.Contradictory
	case "weakened-requirement":
		e.Class = finding.Contradictory
	case "access":
		e.Affects = "security"
	}
	return e
}

// shop is what the spec of the tests leaves open, in the order of the ledger.
func shop(t testing.TB) ledger.Ledger {
	t.Helper()
	legacy := entry(t, "0e9acy", "docs/old.md", "vague-term", "soon")
	legacy.PreExisting = true
	return ledger.Ledger{Entries: []ledger.Entry{
		entry(t, "7k3m9q", "docs/cart.md", "placeholder", "a cart expires after TBD"),
		entry(t, "c0n7ra", "docs/cart.md", "contradiction", "orders ship within 2 days"),
		entry(t, "acce55", "docs/cart.md", "access", "only some staff see addresses"),
		legacy,
		entry(t, "weaken", "docs/pay.md", "weakened-requirement", "retries SHOULD stop after 5"),
	}}
}

// judged is a prohibition that people judge.
func judged(t testing.TB, id, path string) ledger.Prohibition {
	t.Helper()
	short := strings.NewReplacer("P-", "", "/", "", ".", "", "docs", "").Replace(id + path[:len(path)-3])
	short = strings.NewReplacer("u", "v", "l", "1", "o", "0", "i", "1").Replace(short)
	return ledger.Prohibition{ID: id, Path: path, Key: finding.Key{Path: path, Fingerprint: fingerprintOf(t, short, "")}}
}

// world is a pull request on its first head, with everybody in it.
func world(t testing.TB) command.Case {
	t.Helper()
	l := shop(t)
	return command.Case{
		Request: pull.Request{
			Number: 7, Author: "author", Open: true, HeadSHA: first, BaseRef: "main", Contributors: []string{"author", "helper"},
		},
		Policy: policy.Default(),
		Runs:   []pull.Run{{ID: 1, Name: "surmise", HeadSHA: first, CompletedAt: at(5)}},
		Head:   l,
		Questions: []ledger.Question{{
			ID: "q-4f0w2d", Fingerprint: fingerprintOf(t, "4f0w2d", ""), Place: finding.Place{Path: "docs/cart.md"}, Options: []string{"2 days", "5 days"}, Resolves: []finding.Key{l.Entries[1].Key()},
		}},
		Prohibitions: []ledger.Prohibition{
			judged(t, "P-004", "docs/cart.md"), judged(t, "P-005", "docs/cart.md"), judged(t, "P-004", "docs/pay.md"),
		},
		People: []pull.Person{
			{Login: "owner", Permission: pull.Admin, Role: "admin"},
			{Login: "maintainer", Permission: pull.Maintain, Role: "maintain"},
			{Login: "writer", Permission: pull.Write, Role: "write"},
			{Login: "second", Permission: pull.Write, Role: "write"},
			{Login: "helper", Permission: pull.Write, Role: "write"},
			{Login: "author", Permission: pull.Write, Role: "write"},
			{Login: "triager", Permission: pull.Triage, Role: "triage"},
			{Login: "reader", Permission: pull.Read, Role: "read"},
			{Login: "secret", Untold: "the token cannot read collaborators"},
		},
	}
}

// say adds a comment by somebody and gives the case with it.
func say(t testing.TB, c command.Case, id int64, minute int, login, body string, changes ...func(*pull.Comment)) command.Case {
	t.Helper()
	comment := pull.Comment{
		ID: id, URL: fmt.Sprintf("https://github.com/octo-org/octo-repo/pull/7#issuecomment-%d", id),
		Author: login, Body: body, CreatedAt: at(minute),
	}
	for _, change := range changes {
		change(&comment)
	}
	lines, err := markdown.Lines(comment.Body)
	if err != nil {
		t.Fatal(err)
	}
	c.Notes = append(append([]command.Note(nil), c.Notes...), command.Note{Comment: comment, Requests: command.Parse(lines)})
	return c
}

// state is the state of an entry of the head, by its words.
func state(d command.Decision, gap string) ledger.State {
	for _, e := range d.Ledger.Entries {
		if e.Gap == gap {
			return e.State
		}
	}
	return ""
}
