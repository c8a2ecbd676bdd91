package command_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/pull"
)

// history is a pull request with three heads, and people who say anything at
// all about them, at any time, edited, hidden and signed by machines.
func history(t testing.TB, r *rand.Rand) command.Case {
	t.Helper()
	c := world(t)
	heads := []string{first, second, third}
	ledgers := []ledger.Ledger{shop(t), shop(t), shop(t)}
	ledgers[1].Entries[0] = entry(t, "9999zz", "docs/cart.md", "placeholder", "a cart expires after 30 TBD")
	ledgers[2].Entries = slices.Delete(ledgers[2].Entries, 2, 3)
	if r.Intn(2) == 0 {
		ledgers[2].Entries[0].Spec.Path = "docs/basket.md"
	}
	c.Request.HeadSHA = third
	c.Head, c.Questions = ledgers[2], asking(t, ledgers[2])
	c.Runs = nil
	for i, sha := range heads {
		if r.Intn(6) > 0 {
			c.Runs = append(c.Runs, pull.Run{ID: int64(i + 1), HeadSHA: sha, CompletedAt: at(5 + 20*i)})
		}
		if i < 2 && r.Intn(6) > 0 {
			c.Views = append(c.Views, ledger.View{HeadSHA: sha, Ledger: ledgers[i], Questions: asking(t, ledgers[i])})
		}
	}
	p := &c.Policy
	p.RequireConfirm = r.Intn(6) == 0
	p.People.SeparationOfDuties = r.Intn(6) == 0
	p.People.RequiredHigh = 1 + r.Intn(2)*r.Intn(2)
	p.Autonomous.Enabled = r.Intn(4) == 0
	for i := range c.People {
		if r.Intn(10) == 0 {
			c.People[i].Permission = pull.Permission(r.Intn(6))
		}
	}
	for id := range int64(1 + r.Intn(7)) {
		c = say(t, c, id+1, 1+r.Intn(60), who(c, r), words(r), func(n *pull.Comment) {
			n.Hidden = r.Intn(12) == 0
			n.Bot = r.Intn(12) == 0
			if r.Intn(12) == 0 {
				n.EditedAt = at(70)
			}
		})
	}
	return c
}

// asking are questions about a ledger: two about its first entry, one about
// the contradiction.
func asking(t testing.TB, l ledger.Ledger) []ledger.Question {
	t.Helper()
	var out []ledger.Question
	for i, id := range []string{"f1rs", "sec0", "s1de"} {
		e := l.Entries[i/2]
		id = e.ID[2:4] + id
		out = append(out, ledger.Question{
			ID: "q-" + id, Fingerprint: fingerprintOf(t, id, e.ID[2:]), Place: e.Spec.Place, Text: id, Options: []string{"one", "two"}, Recommended: 1,
			Resolves: []finding.Key{e.Key()},
		})
	}
	return out
}

func who(c command.Case, r *rand.Rand) string {
	if r.Intn(3) > 0 {
		return []string{"owner", "writer", "second", "maintainer"}[r.Intn(4)]
	}
	return c.People[r.Intn(len(c.People))].Login
}

func words(r *rand.Rand) string {
	var lines []string
	for range 1 + r.Intn(2) {
		if r.Intn(3) == 0 {
			lines = append(lines, "/answer q-"+[]string{"7kf1rs", "7ksec0", "c0s1de", "99f1rs"}[r.Intn(4)]+[]string{" 1", " 2", " -- words", " b", " -- tbd"}[r.Intn(5)])
			continue
		}
		verb := []string{"/confirm", "/confirm", "/ack", "/reopen", "/dismiss"}[r.Intn(5)]
		target := []string{"1", "2", "4", "a-7k3m9q", "a-9999zz", "a-c0n7ra", "a-acce55", "a-weaken", "all", "placeholder", "a-0e9acy"}[r.Intn(11)]
		line := verb + " " + target + []string{"", "", " A", " B"}[r.Intn(4)]
		line += []string{"", "", " @" + first[:12], " @" + second[:12]}[r.Intn(4)]
		if verb == "/dismiss" {
			line += " -- because"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// lived is a history that was decided before: some of its comments were seen by
// runs at the time, some were deleted since.
func lived(t testing.TB, r *rand.Rand) command.Case {
	t.Helper()
	c := history(t, r)
	for range r.Intn(3) {
		then := c
		then.Notes = slices.DeleteFunc(slices.Clone(c.Notes), func(command.Note) bool { return r.Intn(3) == 0 })
		then.People = slices.Clone(c.People)
		for i := range then.People {
			if r.Intn(5) == 0 {
				then.People[i].Permission = pull.Permission(r.Intn(6))
			}
		}
		c.Record = then.Decide().Record
	}
	c.Notes = slices.DeleteFunc(slices.Clone(c.Notes), func(command.Note) bool { return r.Intn(5) == 0 })
	return c
}

// forged is a receipt that somebody made up about the entries of the head.
func forged(c command.Case, r *rand.Rand) ledger.Receipt {
	e := c.Head.Entries[r.Intn(len(c.Head.Entries))]
	out := ledger.Receipt{
		Comment: int64(1 + r.Intn(9)), Line: 1 + r.Intn(2), Verb: ledger.Verbs()[r.Intn(5)], By: "owner", Allowed: pull.Admin,
		At: at(r.Intn(100)), HeadSHA: []string{first, second, third}[r.Intn(3)], Subjects: []finding.Key{e.Key()},
	}
	if len(c.Notes) > 0 {
		n := c.Notes[r.Intn(len(c.Notes))].Comment
		out.Comment, out.Body, out.By, out.At, out.Link = n.ID, ledger.DigestOf(n.Body), n.Author, n.CreatedAt, n.URL
	}
	if r.Intn(5) == 0 {
		out.Refused, out.Subjects = ledger.RefusedUnauthorised, nil
	}
	return out
}

func cleared(d command.Decision) map[finding.Key]bool {
	out := make(map[finding.Key]bool)
	for _, e := range d.Ledger.Entries {
		if e.State.Cleared() {
			out[e.Key()] = true
		}
	}
	return out
}

// clearedMore is an entry that only the second decision clears; "" if none is.
func clearedMore(before, after command.Decision) string {
	was := cleared(before)
	for _, e := range after.Ledger.Entries {
		if e.State.Cleared() && !was[e.Key()] {
			return fmt.Sprintf("%s (%s, %+v)", e.ID, e.State, e.Events)
		}
	}
	return ""
}

// TestProperties holds decisions to what must be true of every history.
func TestProperties(t *testing.T) {
	t.Parallel()
	clearings, resolved := 0, 0
	for seed := range int64(600) {
		r := rand.New(rand.NewSource(seed))
		c := lived(t, r)
		d := c.Decide()
		clearings += len(cleared(d))

		shuffled := c
		shuffled.Notes, shuffled.Runs, shuffled.Views = slices.Clone(c.Notes), slices.Clone(c.Runs), slices.Clone(c.Views)
		shuffled.People, shuffled.Record.Receipts = slices.Clone(c.People), slices.Clone(c.Record.Receipts)
		r.Shuffle(len(shuffled.Notes), swap(shuffled.Notes))
		r.Shuffle(len(shuffled.Runs), swap(shuffled.Runs))
		r.Shuffle(len(shuffled.Views), swap(shuffled.Views))
		r.Shuffle(len(shuffled.People), swap(shuffled.People))
		r.Shuffle(len(shuffled.Record.Receipts), swap(shuffled.Record.Receipts))
		if diff := cmp.Diff(d, shuffled.Decide()); diff != "" {
			t.Fatalf("seed %d: the order of the input matters (-want +got):\n%s", seed, diff)
		}

		// Deciding again with what was just recorded changes nothing.
		again := c
		again.Record = d.Record
		if diff := cmp.Diff(d.Ledger, again.Decide().Ledger); diff != "" {
			t.Fatalf("seed %d: deciding twice differs (-want +got):\n%s", seed, diff)
		}
		if diff := cmp.Diff(d.Record, again.Decide().Record); diff != "" {
			t.Fatalf("seed %d: the record does not come to rest (-want +got):\n%s", seed, diff)
		}

		checkClearings(t, seed, c, d)
		resolved += checkQuestions(t, seed, c, d)
		checkRecord(t, seed, r, c, d)
		checkOutsiders(t, seed, r, c, d)
		checkGate(t, seed, r, c, d)
	}
	if resolved < 40 {
		t.Errorf("only %d questions were resolved in all: the properties hold for little", resolved)
	}
	if clearings < 200 {
		t.Errorf("only %d entries were cleared in all: the properties hold for little", clearings)
	}
}

// checkClearings holds every cleared entry to a comment that is there,
// unedited, not hidden, by somebody who may, or to the autonomous mode.
func checkClearings(t *testing.T, seed int64, c command.Case, d command.Decision) {
	t.Helper()
	for _, e := range d.Ledger.Entries {
		if !e.Explained() {
			t.Fatalf("seed %d: the state of %s does not follow from its events: %+v", seed, e.ID, e)
		}
		for _, ev := range e.Events {
			if ev.Effect != ledger.Counts || !ev.Verb.Clears() {
				continue
			}
			if ev.Auto {
				if !c.Policy.Autonomous.Enabled || e.Nature() != ledger.Gap {
					t.Fatalf("seed %d: %s was acknowledged by the policy: %+v", seed, e.ID, ev)
				}
				continue
			}
			i := slices.IndexFunc(c.Notes, func(n command.Note) bool { return n.Comment.URL == ev.Link })
			if i < 0 {
				t.Fatalf("seed %d: %s is cleared by a comment that is not there: %+v", seed, e.ID, ev)
			}
			n := c.Notes[i].Comment
			j := slices.IndexFunc(c.People, func(p pull.Person) bool { return p.Login == n.Author })
			if !n.EditedAt.IsZero() || n.Hidden || n.Bot || c.People[j].Permission < pull.Write {
				t.Fatalf("seed %d: %s is cleared by %+v of %+v", seed, e.ID, n, c.People[j])
			}
			if ev.Verb == ledger.Acknowledge && (e.Nature() == ledger.Contradiction || c.Policy.RequireConfirm) {
				t.Fatalf("seed %d: %s is acknowledged: %+v", seed, e.ID, ev)
			}
		}
	}
}

// checkQuestions holds every question to its lifecycle, and gives how many are
// resolved: the steps come in their order, an answer is somebody's comment, and
// an entry is answered only if each question about it is.
func checkQuestions(t *testing.T, seed int64, c command.Case, d command.Decision) int {
	t.Helper()
	resolved := 0
	stages := make(map[finding.Fingerprint]ledger.Stage)
	for _, q := range d.Ledger.Progress(c.Questions) {
		stages[q.Fingerprint] = q.Stage
		at := 0
		for _, s := range q.Steps {
			place := slices.Index(ledger.Stages(), s.Stage)
			if place < at || place > at+1 || place == 0 {
				t.Fatalf("seed %d: the steps of %s are out of order: %+v", seed, q.ID, q.Steps)
			}
			at = place
			if s.Stage == ledger.StageAnswered && !slices.ContainsFunc(c.Notes, func(n command.Note) bool { return n.Comment.URL == s.Link }) {
				t.Fatalf("seed %d: %s is answered by a comment that is not there: %+v", seed, q.ID, s)
			}
		}
		open := slices.ContainsFunc(d.Ledger.Entries, func(e ledger.Entry) bool {
			return slices.Contains(q.Resolves, e.Key()) && !e.State.Cleared()
		})
		if last := ledger.Stages()[at]; q.Stage != ledger.StageNotRequired && q.Stage != last || open == (q.Stage == ledger.StageResolved || q.Stage == ledger.StageNotRequired) {
			t.Fatalf("seed %d: %s is %s after %+v, with an open entry: %v", seed, q.ID, q.Stage, q.Steps, open)
		}
		if q.Stage == ledger.StageResolved {
			resolved++
		}
	}
	for _, e := range d.Ledger.Entries {
		for _, q := range c.Questions {
			if e.State == ledger.Answered && slices.Contains(q.Resolves, e.Key()) && stages[q.Fingerprint] != ledger.StageResolved {
				t.Fatalf("seed %d: %s is answered, and %s is %s", seed, e.ID, q.ID, stages[q.Fingerprint])
			}
		}
	}
	return resolved
}

// checkRecord shows that a record clears nothing: neither what is forged in it
// nor what is gone from it, save that a refusal, a withdrawal or the memory of
// who pushed and what was shown is gone.
func checkRecord(t *testing.T, seed int64, r *rand.Rand, c command.Case, d command.Decision) {
	t.Helper()
	more := c
	more.Record.Receipts = slices.Clone(c.Record.Receipts)
	for range 1 + r.Intn(3) {
		more.Record.Receipts = append(more.Record.Receipts, forged(c, r))
	}
	if id := clearedMore(d, more.Decide()); id != "" {
		t.Fatalf("seed %d: forged receipts clear %s:\n%+v", seed, id, more.Record.Receipts)
	}
	// Nor do they on the run after, whose record they have come into.
	later, plain := more, c
	later.Record, plain.Record = more.Decide().Record, d.Record
	later.People, plain.People = promoted(c.People), promoted(c.People)
	if id := clearedMore(plain.Decide(), later.Decide()); id != "" {
		t.Fatalf("seed %d: forged receipts clear %s on a later run", seed, id)
	}
	// What was refused stays refused, whatever its author may do later.
	refused := c
	refused.People, refused.Record = nil, ledger.Record{}
	for _, p := range c.People {
		refused.People = append(refused.People, pull.Person{Login: p.Login, Permission: pull.Read})
	}
	refused.Record = refused.Decide().Record
	refused.People = promoted(c.People)
	refused.Policy.Autonomous.Enabled = false
	if got := cleared(refused.Decide()); len(got) > 0 {
		t.Fatalf("seed %d: after the promotion of everybody who was refused, %v are cleared", seed, got)
	}
	for i, receipt := range c.Record.Receipts {
		if receipt.Refused != "" || !receipt.Verb.Clears() {
			continue
		}
		less := c
		less.Record.Receipts = slices.Delete(slices.Clone(c.Record.Receipts), i, i+1)
		if id := clearedMore(d, less.Decide()); id != "" {
			t.Fatalf("seed %d: a receipt less clears %s: %+v", seed, id, receipt)
		}
	}
}

func promoted(people []pull.Person) []pull.Person {
	out := slices.Clone(people)
	for i := range out {
		out[i].Permission, out[i].Untold = pull.Admin, ""
	}
	return out
}

// checkOutsiders shows that who may not decide changes nothing.
func checkOutsiders(t *testing.T, seed int64, r *rand.Rand, c command.Case, d command.Decision) {
	t.Helper()
	body := words(r)
	bot := func(n *pull.Comment) { n.Bot = true }
	for name, with := range map[string]command.Case{
		"a stranger": say(t, c, 90, 65, "stranger", body),
		"a bot":      say(t, c, 90, 65, "owner", body, bot),
	} {
		if diff := cmp.Diff(d.Ledger, with.Decide().Ledger); diff != "" {
			t.Fatalf("seed %d: %s saying %q changes the ledger (-want +got):\n%s", seed, name, body, diff)
		}
	}
}

// checkGate shows that decisions never make a verdict of what nobody looked
// at, and that one more finding never improves one.
func checkGate(t *testing.T, seed int64, r *rand.Rand, c command.Case, d command.Decision) {
	t.Helper()
	verdict := func(finished bool, l ledger.Ledger) gate.Status {
		return gate.Decide(gate.Input{
			Policy: c.Policy, Ledger: l, Discovery: gate.Discovery{Finished: finished, Specs: 2, Compared: true, Changed: 1},
		}).Status
	}
	if got := verdict(false, d.Ledger); got == gate.Pass {
		t.Fatalf("seed %d: passes though the search did not finish", seed)
	}
	// Nothing refers to the head, so that its numbers stay where they are.
	before := c
	before.Runs = slices.DeleteFunc(slices.Clone(c.Runs), func(run pull.Run) bool { return run.HeadSHA == third })
	after := before
	after.Head.Entries = slices.Clone(before.Head.Entries)
	gap := []string{cart, "a cart expires after 30 TBD", "only some staff see addresses", "words that were never there"}[r.Intn(4)]
	for _, l := range []ledger.Ledger{shop(t), {Entries: []ledger.Entry{
		entry(t, "9999zz", "docs/cart.md", "placeholder", "a cart expires after 30 TBD"),
		entry(t, "zzzzzz", "docs/z.md", "placeholder", "words that were never there"),
	}}} {
		for _, e := range l.Entries {
			if e.Gap == gap && !slices.ContainsFunc(after.Head.Entries, func(h ledger.Entry) bool { return h.Key() == e.Key() }) {
				after.Head.Entries = append(after.Head.Entries, e)
			}
		}
	}
	if a, b := verdict(true, before.Decide().Ledger), verdict(true, after.Decide().Ledger); a != gate.Pass && b == gate.Pass {
		t.Fatalf("seed %d: one more finding turns %v into %v", seed, a, b)
	}
}

func swap[T any](s []T) func(i, j int) {
	return func(i, j int) { s[i], s[j] = s[j], s[i] }
}

// TestCollision makes up words that share the short id of other words, as
// somebody would who wants a maintainer to confirm the wrong ones.
func TestCollision(t *testing.T) {
	t.Parallel()
	seen := make(map[string]finding.Finding)
	var innocent, evil finding.Finding
	for n := 0; evil.Text == ""; n++ {
		f := finding.Finding{Detector: "placeholder", Place: finding.Place{Path: "docs/cart.md", Text: fmt.Sprintf("the limit is TBD, see note %d", n)}}
		f.Identity.Text = f.Text
		f = finding.Finish([]finding.Finding{f})[0]
		id := finding.IDs([]finding.Key{{Path: f.Path, Fingerprint: f.Fingerprint}})[0]
		if other, ok := seen[id]; ok {
			innocent, evil = other, f
		}
		seen[id] = f
	}
	book := func(findings ...finding.Finding) ledger.Ledger {
		for i := range findings {
			findings[i].Severity, findings[i].Class = finding.High, finding.Underspecified
		}
		return ledger.FromFindings(findings, at(0))
	}
	typed := "/confirm " + book(innocent).Entries[0].ID
	if book(innocent).Entries[0].ID != book(evil).Entries[0].ID {
		t.Fatal("the test's own collision is none")
	}

	// Both on show: the id that both begin with is of neither.
	c := world(t)
	c.Head, c.Questions = book(innocent, evil), nil
	d := say(t, c, 1, 10, "writer", typed).Decide()
	if len(cleared(d)) > 0 || d.Answers[0].Refused != ledger.RefusedAmbiguous {
		t.Errorf("an id of two entries clears: %+v", d.Answers)
	}
	// Each has a longer id of its own, which is of no other.
	d = say(t, c, 1, 10, "writer", "/confirm "+c.Head.Entries[0].ID).Decide()
	if got := cleared(d); len(got) != 1 || !got[c.Head.Entries[0].Key()] {
		t.Errorf("the longer id clears %v", got)
	}

	// The evil words take the place of the innocent ones by a push.
	c.Head = book(innocent)
	c.Record = c.Decide().Record
	c.Head, c.Request.HeadSHA = book(evil), second
	c.Runs = append(c.Runs, pull.Run{ID: 2, HeadSHA: second, CompletedAt: at(20)})
	c.Views = []ledger.View{{HeadSHA: first, Ledger: book(innocent)}}
	for _, minute := range []int{10, 30} {
		d = say(t, c, 1, minute, "writer", typed).Decide()
		if len(cleared(d)) > 0 {
			t.Errorf("an id read on the head before clears other words: %+v", d.Ledger.Entries)
		}
	}
	if got := cleared(say(t, c, 1, 30, "writer", typed+" @"+second[:12]).Decide()); len(got) != 1 {
		t.Errorf("a command that names the head clears %d entries, want 1", len(got))
	}
	if got := cleared(say(t, c, 1, 30, "writer", typed+" @"+first[:12]).Decide()); len(got) != 0 {
		t.Errorf("a command that names the head before clears %d entries, want none", len(got))
	}
}
