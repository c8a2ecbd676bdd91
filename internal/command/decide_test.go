package command_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

const cart = "a cart expires after TBD"

// TestAuthority says who may do what, and in which words they are refused.
func TestAuthority(t *testing.T) {
	t.Parallel()
	people := func(change func(*policy.People)) func(*command.Case) {
		return func(c *command.Case) { change(&c.Policy.People) }
	}
	bot := func(c *pull.Comment) { c.Bot = true }
	app := func(c *pull.Comment) { c.App = "helper-app" }
	duties := people(func(p *policy.People) { p.SeparationOfDuties = true })
	tests := []struct {
		name, login, body string
		setup             func(*command.Case)
		comment           func(*pull.Comment)
		want              string // "" is accepted
	}{
		{"admin", "owner", "/confirm 1", nil, nil, ""},
		{"write", "writer", "/confirm 1", nil, nil, ""},
		{"login in another case", "WRITER", "/confirm 1", nil, nil, ""},
		{"triage", "triager", "/confirm 1", nil, nil, `unauthorised: the permission of "triager" is triage; deciding takes write`},
		{"triage suffices", "triager", "/confirm 1", people(func(p *policy.People) { p.Minimum = pull.Triage }), nil, ""},
		{"write does not suffice", "writer", "/confirm 1", people(func(p *policy.People) { p.Minimum = pull.Maintain }), nil,
			`unauthorised: the permission of "writer" is write; deciding takes maintain`},
		{"a policy that was never set", "triager", "/confirm 1", people(func(p *policy.People) { *p = policy.People{} }), nil,
			`unauthorised: the permission of "triager" is triage; deciding takes write`},
		{"reader", "reader", "/confirm 1", nil, nil, `unauthorised: the permission of "reader" is read; deciding takes write`},
		{"listed reader", "reader", "/confirm 1", people(func(p *policy.People) { p.Users = []string{"reader"} }), nil, ""},
		{"cannot tell", "secret", "/confirm 1", nil, nil, `untold: cannot tell what "secret" may do: the token cannot read collaborators`},
		{"nobody asked", "stranger", "/confirm 1", nil, nil, `untold: cannot tell what "stranger" may do: it was not asked`},
		{"ghost", "", "/confirm 1", nil, nil, `untold: cannot tell what "" may do: it was not asked`},
		{"bot", "owner", "/confirm 1", nil, bot, `bot: "owner" is a bot, and people.bots does not list it`},
		{"listed bot", "release-helper[bot]", "/confirm 1", people(func(p *policy.People) { p.Bots = []string{"release-helper[bot]"} }), bot, ""},
		{"app for a person", "owner", "/confirm 1", nil, app, `app: the app "helper-app" wrote it, and people.bots does not list it`},
		{"listed app for a person", "writer", "/confirm 1", people(func(p *policy.People) { p.Bots = []string{"helper-app"} }), app, ""},
		{"listed app for a reader", "reader", "/confirm 1", people(func(p *policy.People) { p.Bots = []string{"helper-app"} }), app,
			`unauthorised: the permission of "reader" is read; deciding takes write`},
		{"author", "author", "/confirm 1", nil, nil, ""},
		{"author under separation of duties", "author", "/confirm 1", duties, nil, `duties: "author" contributed to this change, and the policy separates duties`},
		{"committer under separation of duties", "helper", "/ack 1", duties, nil, `duties: "helper" contributed to this change, and the policy separates duties`},
		{"pusher under separation of duties", "second", "/ack 1", func(c *command.Case) { duties(c); c.Record.Pushers = []string{"Second"} }, nil,
			`duties: "second" contributed to this change, and the policy separates duties`},
		{"reopening under separation of duties", "author", "/reopen 1", duties, nil, ""},
		{"reviewer under separation of duties", "writer", "/confirm 1", duties, nil, ""},
		{"weakening by the author", "author", "/confirm a-weaken", nil, nil, `weakening: a-weaken takes back what stood before, and "author" contributed to the change`},
		{"weakening by a committer", "helper", "/ack a-weaken", nil, nil, `weakening: a-weaken takes back what stood before, and "helper" contributed to the change`},
		{"weakening among all by the author", "author", "/confirm all", nil, nil, `weakening: a-weaken takes back what stood before, and "author" contributed to the change`},
		{"weakening by a reviewer", "writer", "/confirm a-weaken", nil, nil, ""},
		{"weakening by an author who maintains", "maintainer", "/confirm a-weaken", func(c *command.Case) { c.Request.Author = "maintainer" }, nil, ""},
		{"weakening by a listed author", "author", "/confirm a-weaken", people(func(p *policy.People) { p.Users = []string{"author"} }), nil,
			`weakening: a-weaken takes back what stood before, and "author" contributed to the change`},
		{"edited", "writer", "/confirm 1", nil, func(c *pull.Comment) { c.EditedAt, c.Editor = at(11), "owner" },
			`edited: the comment was edited by "owner", and edited comments decide nothing`},
		{"hidden", "writer", "/confirm 1", nil, func(c *pull.Comment) { c.Hidden = true }, "hidden: the comment is hidden, and hidden comments decide nothing"},
		{"before any run", "writer", "/confirm 1", func(c *command.Case) { c.Runs[0].CompletedAt = at(20) }, nil,
			"nothing-shown: nothing was on show when the comment was written"},
		{"in the second of the run", "writer", "/confirm 1", func(c *command.Case) { c.Runs[0].CompletedAt = at(10) }, nil,
			"nothing-shown: nothing was on show when the comment was written"},
		{"before any run, naming the commit", "writer", "/confirm 1 @" + first[:12], func(c *command.Case) { c.Runs = nil }, nil, ""},
		{"for a head that cannot be read", "writer", "/confirm 1", func(c *command.Case) { c.Runs[0].HeadSHA = second }, nil,
			"nothing-shown: what commit 222222222222 leaves open could not be read"},
		{"recheck by the author", "author", "/surmise recheck", nil, nil, ""},
		{"recheck by a reader", "reader", "/surmise recheck", nil, nil, `unauthorised: the permission of "reader" is read; deciding takes write`},
		{"help for a reader", "reader", "/surmise help", nil, nil, ""},
		{"help for a bot", "owner", "/surmise help", nil, bot, `bot: "owner" is a bot, and people.bots does not list it`},
		{"malformed by a reader", "reader", "/confirm", nil, nil, `unauthorised: the permission of "reader" is read; deciding takes write`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := world(t)
			if tt.setup != nil {
				tt.setup(&c)
			}
			change := func(*pull.Comment) {}
			if tt.comment != nil {
				change = tt.comment
			}
			d := say(t, c, 1, 10, tt.login, tt.body, change).Decide()
			if len(d.Answers) != 1 {
				t.Fatalf("%d answers, want 1", len(d.Answers))
			}
			a := d.Answers[0]
			got := ""
			if a.Refused != "" {
				got = fmt.Sprintf("%s: %s", a.Refused, a.Message)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
			machine := a.Refused == ledger.RefusedBot || a.Refused == ledger.RefusedApp
			if a.Silent != machine {
				t.Errorf("silent is %v; machines alone are not answered", a.Silent)
			}
			if len([]rune(got)) > 140 {
				t.Errorf("message of %d characters", len([]rune(got)))
			}
			kept := slices.ContainsFunc(d.Record.Receipts, func(r ledger.Receipt) bool { return r.Refused == a.Refused })
			if want := !a.Refused.Passing() && strings.Contains(tt.body, "confirm") && a.Refused != ""; want && !kept {
				t.Errorf("the refusal is not remembered: %+v", d.Record.Receipts)
			}
			if a.Refused == "" {
				return
			}
			if diff := cmp.Diff(c.Decide().Ledger, d.Ledger); diff != "" {
				t.Errorf("a refused command changes the ledger (-want +got):\n%s", diff)
			}
		})
	}
}

// TestStory plays one pull request through, step by step, each with the record
// of the one before.
func TestStory(t *testing.T) {
	t.Parallel()
	c := world(t)
	decide := func(want ledger.State, what string) command.Decision {
		t.Helper()
		d := c.Decide()
		if got := state(d, cart); got != want {
			t.Errorf("%s: the entry is %q, want %q", what, got, want)
		}
		line, _, err := ledger.EncodeRecord(d.Record, 60_000)
		if err != nil {
			t.Fatal(err)
		}
		run := pull.Run{ID: 99, CompletedAt: at(1000), Text: "the report\n\n" + line + "\n"}
		var notices []string
		if c.Record, notices = ledger.ReadRecords(7, []pull.Run{run}); notices != nil {
			t.Fatalf("%s: %q", what, notices)
		}
		if diff := cmp.Diff(d.Record, c.Record); diff != "" {
			t.Errorf("%s: the record does not survive (-want +got):\n%s", what, diff)
		}
		return d
	}
	drop := func(id int64) {
		c.Notes = slices.DeleteFunc(slices.Clone(c.Notes), func(n command.Note) bool { return n.Comment.ID == id })
	}
	edit := func(id int64, change func(*pull.Comment)) {
		c.Notes = slices.Clone(c.Notes)
		for i := range c.Notes {
			if c.Notes[i].Comment.ID == id {
				change(&c.Notes[i].Comment)
			}
		}
	}
	promote := func(login string, p pull.Permission) {
		c.People = slices.Clone(c.People)
		for i := range c.People {
			if c.People[i].Login == login {
				c.People[i].Permission = p
			}
		}
	}

	decide(ledger.Open, "opened")
	c = say(t, c, 1, 10, "reader", "/confirm 1")
	decide(ledger.Open, "a reader confirms")
	promote("reader", pull.Write)
	d := decide(ledger.Open, "the reader is promoted after the refusal")
	if a := d.Answers[0]; a.Refused != ledger.RefusedUnauthorised || a.New {
		t.Errorf("the refusal is not told as before: %+v", a)
	}
	c = say(t, c, 2, 11, "writer", "/confirm 1 -- as planned")
	d = decide(ledger.Confirmed, "a writer confirms")
	e := d.Ledger.Entries[0].Events[0]
	if e.By != "writer" || e.Permission != "write" || e.HeadSHA != first || e.Reason != "as planned" || e.Effect != ledger.Counts || e.Self {
		t.Errorf("the event does not say who did what: %+v", e)
	}
	promote("writer", pull.Read)
	decide(ledger.Open, "the writer lost the permission")
	promote("writer", pull.Write)
	decide(ledger.Open, "and got it back: what was refused stays refused")
	c = say(t, c, 3, 12, "writer", "/confirm 1")
	decide(ledger.Confirmed, "the writer confirms again")

	// A push that re-wraps the paragraph: the same words.
	c.Runs = append(c.Runs, pull.Run{ID: 2, Name: "surmise", HeadSHA: second, CompletedAt: at(20)})
	c.Views = []ledger.View{{HeadSHA: first, Ledger: shop(t)}}
	c.Request.HeadSHA = second
	decide(ledger.Confirmed, "a push that re-wraps")
	edit(3, func(n *pull.Comment) { n.Hidden = true })
	decide(ledger.Open, "the comment is hidden")
	edit(3, func(n *pull.Comment) { n.Hidden = false })
	decide(ledger.Confirmed, "and shown again")
	drop(3)
	d = decide(ledger.Open, "the comment is deleted")
	events := d.Ledger.Entries[0].Events
	if last := events[len(events)-1]; last.Effect != ledger.Void || last.Why != "the comment was deleted" {
		t.Errorf("the deletion is not to be seen: %+v", last)
	}
	c = say(t, c, 4, 25, "second", "/ack 1")
	decide(ledger.Acknowledged, "acknowledged")
	edit(4, func(n *pull.Comment) { n.EditedAt, n.Editor = at(26), "owner" })
	d = decide(ledger.Open, "the comment is edited")
	events = d.Ledger.Entries[0].Events
	if last := events[len(events)-1]; last.Why != `the comment was edited by "owner"` {
		t.Errorf("the edit is not to be seen: %+v", last)
	}
	c = say(t, c, 5, 27, "second", "/ack 1")
	c = say(t, c, 6, 28, "owner", "/reopen 1")
	decide(ledger.Open, "reopened")
	drop(6)
	decide(ledger.Open, "the withdrawal is deleted and stands")
	c = say(t, c, 7, 29, "writer", "/dismiss 1 -- carts never expire")
	decide(ledger.Dismissed, "a newer decision clears")
}

// TestPush follows decisions over a push that changes words, and one that
// renames the file.
func TestPush(t *testing.T) {
	t.Parallel()
	c := say(t, world(t), 1, 10, "writer", "/confirm 1\n/confirm 3")
	c.Views = []ledger.View{{HeadSHA: first, Ledger: shop(t)}}
	c.Runs = append(c.Runs, pull.Run{ID: 2, HeadSHA: second, CompletedAt: at(20)})
	c.Request.HeadSHA = second
	c.Head = shop(t)
	c.Head.Entries[0] = entry(t, "9999zz", "docs/cart.md", "placeholder", "a cart expires after 30 TBD")
	d := c.Decide()
	if got := state(d, "a cart expires after 30 TBD"); got != ledger.Open {
		t.Errorf("the new words are %q, want open", got)
	}
	if len(d.Ledger.Past) != 1 {
		t.Fatalf("%d entries in the past, want 1: %+v", len(d.Ledger.Past), d.Ledger.Past)
	}
	old := d.Ledger.Past[0]
	if old.State != ledger.Stale || old.Gap != cart || len(old.Events) != 1 || d.Ledger.Entries[0].Predecessor != old.ID || old.ID != "a-7k3m9q" {
		t.Errorf("the old words are not told: %+v, followed by %q", old, d.Ledger.Entries[0].Predecessor)
	}

	// Nobody had decided: superseded. Nothing like it is left: nothing is told.
	undecided := c
	undecided.Notes = nil
	if past := undecided.Decide().Ledger.Past; len(past) != 1 || past[0].State != ledger.Superseded {
		t.Errorf("the past is %+v, want one superseded entry", past)
	}
	// The decided words are gone for good.
	gone := c
	gone.Head.Entries = gone.Head.Entries[1:]
	if past := gone.Decide().Ledger.Past; len(past) != 1 || past[0].State != ledger.Fixed {
		t.Errorf("the past is %+v, want one fixed entry", past)
	}

	// A rename keeps decisions; a copy into another file has none.
	moved := c
	moved.Head = shop(t)
	moved.Head.Entries[0].Spec.Path = "docs/basket.md"
	if got := state(moved.Decide(), cart); got != ledger.Confirmed {
		t.Errorf("after the rename the entry is %q, want confirmed", got)
	}
	copied := c
	copied.Head = shop(t)
	twin := copied.Head.Entries[0]
	twin.Spec.Path = "docs/zcopy.md"
	copied.Head.Entries = append(copied.Head.Entries, twin)
	states := []ledger.State{}
	for _, e := range copied.Decide().Ledger.Entries {
		if e.Gap == cart {
			states = append(states, e.State)
		}
	}
	if diff := cmp.Diff([]ledger.State{ledger.Confirmed, ledger.Open}, states); diff != "" {
		t.Errorf("states of an entry and its copy (-want +got):\n%s", diff)
	}
}

// TestPushBetween has the push come between reading and writing.
func TestPushBetween(t *testing.T) {
	t.Parallel()
	c := world(t)
	c.Runs = append(c.Runs, pull.Run{ID: 2, HeadSHA: second, CompletedAt: at(20)})
	c.Request.HeadSHA = second
	c.Views = []ledger.View{{HeadSHA: first, Ledger: shop(t)}}
	other := entry(t, "ev1ent", "docs/cart.md", "placeholder", "a cart never expires, see TBD")
	c.Head = ledger.Ledger{Entries: []ledger.Entry{other}}
	for name, tt := range map[string]struct {
		body string
		want ledger.State
	}{
		"number copied from the first head":   {"/confirm 1 @" + first[:12], ledger.Open},
		"id copied from the first head":       {"/confirm a-7k3m9q @" + first[:12], ledger.Open},
		"id of the first head, by hand":       {"/confirm a-7k3m9q", ledger.Open},
		"number copied from the second head":  {"/confirm 1 @" + second[:12], ledger.Confirmed},
		"number by hand, after the new check": {"/confirm 1", ledger.Confirmed},
	} {
		if got := state(say(t, c, 1, 30, "writer", tt.body).Decide(), other.Gap); got != tt.want {
			t.Errorf("%s: the entry is %q, want %q", name, got, tt.want)
		}
	}
	if got := state(say(t, c, 1, 15, "writer", "/confirm 1").Decide(), other.Gap); got != ledger.Open {
		t.Errorf("written before the second check: the entry is %q, want open", got)
	}
}

// TestPolicy is what the policy's knobs do to decisions.
func TestPolicy(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		setup func(*command.Case)
		says  [][2]string // login, body
		gap   string
		want  ledger.State
		event string // what the last event says
	}{
		{"acknowledged", nil, [][2]string{{"writer", "/ack 1"}}, cart, ledger.Acknowledged, "acknowledge counts"},
		{"acknowledgement does not suffice", func(c *command.Case) { c.Policy.RequireConfirm = true },
			[][2]string{{"writer", "/ack 1"}}, cart, ledger.Open, "acknowledge void: the policy asks for a confirmation"},
		{"confirmation suffices", func(c *command.Case) { c.Policy.RequireConfirm = true },
			[][2]string{{"writer", "/ack 1"}, {"writer", "/confirm 1"}}, cart, ledger.Confirmed, "confirm counts"},
		{"an acknowledgement takes no confirmation back", nil,
			[][2]string{{"writer", "/confirm 1"}, {"writer", "/ack 1"}}, cart, ledger.Confirmed, "acknowledge outdone"},
		{"one of two people", func(c *command.Case) { c.Policy.People.RequiredHigh = 2 },
			[][2]string{{"writer", "/confirm 1"}, {"writer", "/confirm 1"}}, cart, ledger.Open, "confirm waits: 2 people have to decide the same"},
		{"two of two people", func(c *command.Case) { c.Policy.People.RequiredHigh = 2 },
			[][2]string{{"writer", "/confirm 1"}, {"second", "/ack 1"}}, cart, ledger.Confirmed, "acknowledge counts"},
		{"two people, two sides", func(c *command.Case) { c.Policy.People.RequiredHigh = 2 },
			[][2]string{{"writer", "/confirm 2 A"}, {"second", "/confirm 2 B"}}, "orders ship within 2 days", ledger.Open, "confirm waits: 2 people have to decide the same"},
		{"two people, one side", func(c *command.Case) { c.Policy.People.RequiredHigh = 2 },
			[][2]string{{"writer", "/confirm 2 A"}, {"second", "/confirm 2 B"}, {"writer", "/confirm 2 B"}}, "orders ship within 2 days", ledger.Confirmed, "confirm counts"},
		{"answered", nil, [][2]string{{"writer", "/answer q-4f0w2d 1"}}, "orders ship within 2 days", ledger.Answered, "answer counts"},
		{"self-confirmed", nil, [][2]string{{"author", "/confirm 1"}}, cart, ledger.Confirmed, "confirm counts, self"},
		{"an agent's own confirmation", func(c *command.Case) { c.Policy.Autonomous.Enabled = true },
			[][2]string{{"author", "/confirm 1"}}, cart, ledger.Acknowledged, "acknowledge counts, self"},
		{"an agent's own contradiction", func(c *command.Case) { c.Policy.Autonomous.Enabled = true },
			[][2]string{{"author", "/dismiss 2 -- it is not"}}, "orders ship within 2 days", ledger.Open,
			"acknowledge void: a contradiction cannot be acknowledged, self"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := world(t)
			if tt.setup != nil {
				tt.setup(&c)
			}
			for i, s := range tt.says {
				c = say(t, c, int64(i+1), 10+i, s[0], s[1])
			}
			d := c.Decide()
			if got := state(d, tt.gap); got != tt.want {
				t.Errorf("the entry is %q, want %q", got, tt.want)
			}
			for _, e := range d.Ledger.Entries {
				if e.Gap != tt.gap {
					continue
				}
				last := e.Events[len(e.Events)-1]
				got := fmt.Sprintf("%s %s", last.Verb, last.Effect)
				if last.Why != "" {
					got += ": " + last.Why
				}
				if last.Self {
					got += ", self"
				}
				if got != tt.event {
					t.Errorf("the last event says %q, want %q", got, tt.event)
				}
				if !e.Explained() {
					t.Errorf("the state does not follow from the events: %+v", e)
				}
			}
		})
	}
}

// TestAutonomous lets a change go on without people, as far as it may.
func TestAutonomous(t *testing.T) {
	t.Parallel()
	c := world(t)
	c.Policy.Autonomous = policy.Autonomous{Enabled: true, Authors: []string{"author"}, Paths: []string{"docs/**"}}
	states := func(c command.Case) string {
		var out []string
		for _, e := range c.Decide().Ledger.Entries {
			out = append(out, string(e.State))
		}
		return strings.Join(out, " ")
	}
	const allOpen = "open open open open open"
	if got := states(c); got != allOpen {
		t.Errorf("on the first head: %s", got)
	}
	c.Runs = append(c.Runs, pull.Run{ID: 2, HeadSHA: second, CompletedAt: at(20)})
	c.Request.HeadSHA = second
	if diff := cmp.Diff([]string{first}, c.SHAs()); diff != "" {
		t.Errorf("heads to interrogate (-want +got):\n%s", diff)
	}
	c.Views = []ledger.View{{HeadSHA: first, Ledger: shop(t)}}
	if got, want := states(c), "acknowledged open acknowledged acknowledged open"; got != want {
		t.Errorf("on the second head: %s, want %s", got, want)
	}
	if got, want := states(say(t, c, 1, 25, "writer", "/reopen 1")), "open open acknowledged acknowledged open"; got != want {
		t.Errorf("withdrawn: %s, want %s", got, want)
	}
	for name, change := range map[string]func(*command.Case){
		"another author":        func(c *command.Case) { c.Request.Author = "writer" },
		"another path":          func(c *command.Case) { c.Policy.Autonomous.Paths = []string{"agents/**"} },
		"confirmations only":    func(c *command.Case) { c.Policy.RequireConfirm = true },
		"the head never showed": func(c *command.Case) { c.Runs = c.Runs[1:] },
		"off":                   func(c *command.Case) { c.Policy.Autonomous.Enabled = false },
		"words that are new":    func(c *command.Case) { c.Views = []ledger.View{{HeadSHA: first}} },
	} {
		changed := c
		change(&changed)
		if got := states(changed); got != allOpen {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestClosed lets nothing new in once the pull request is closed.
func TestClosed(t *testing.T) {
	t.Parallel()
	c := say(t, world(t), 1, 10, "writer", "/confirm 1")
	d := c.Decide()
	c.Record, c.Request.Open = d.Record, false
	c = say(t, c, 2, 11, "writer", "/reopen 1\n/confirm 3")
	d = c.Decide()
	if got := state(d, cart); got != ledger.Confirmed {
		t.Errorf("what was decided before is %q, want confirmed", got)
	}
	if got := state(d, "only some staff see addresses"); got != ledger.Open {
		t.Errorf("what was decided after is %q, want open", got)
	}
}

// TestGate follows a decision to the verdict.
func TestGate(t *testing.T) {
	t.Parallel()
	c := world(t)
	verdict := func(c command.Case) gate.Status {
		return gate.Decide(gate.Input{
			Policy: c.Policy, Ledger: c.Decide().Ledger,
			Discovery: gate.Discovery{Finished: true, Specs: 2, Compared: true, Changed: 2},
		}).Status
	}
	if got := verdict(c); got != gate.Fail {
		t.Errorf("nothing decided: %v", got)
	}
	c = say(t, c, 1, 10, "writer", "/ack all")
	if got := verdict(c); got != gate.Fail {
		t.Errorf("a contradiction is left: %v", got)
	}
	c = say(t, c, 2, 11, "writer", "/confirm 2 B")
	if got := verdict(c); got != gate.Pass {
		t.Errorf("everything decided: %v", got)
	}
}
