package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

const ferryBefore = `# Ferry booking

## Holding a place

- **FR-001**: The system MUST confirm a booking within 10 minutes.
- **FR-002**: The system MUST NOT sell one place twice.

## Refunds

### Cancelled crossings

- **FR-010**: Refunds MUST be paid within 14 days.

## Done when

- A booking that is not paid is gone after 10 minutes.
`

const ferry = `# Ferry booking

## Holding a place

- **FR-001**: The system MUST confirm a booking within 30 minutes.
- **FR-003**: A place MUST be released within 5 s of the timeout.
- **FR-004**: A place MUST be released within 9 s of the timeout.
- **FR-005**: The page MUST load quickly and be easy to use.
- **FR-006**: The crew list MUST be sent to [NEEDS CLARIFICATION: which office?].

## Refunds

Nothing is said yet.

## Done when

- A booking that is not paid is gone after 30 minutes.
`

const head = "0123456789abcdef0123456789abcdef01234567"

// interrogate is the report on one file in two revisions, without a verdict.
func interrogate(t *testing.T, path, before, after string) report.Report {
	t.Helper()
	parse := func(text string) []*spec.Document {
		if text == "" {
			return nil
		}
		f := source.New(path, []byte(text))
		tree, err := markdown.Parse(f, policy.Default().Limits)
		if err != nil {
			t.Fatal(err)
		}
		return []*spec.Document{spec.NewLexicon().Read(f, tree)}
	}
	in := detect.Input{Base: parse(before), Head: parse(after), Policy: policy.Default()}
	in.Comparison = detect.Compare(in.Base, in.Head)
	r := report.Report{
		Tool: "surmise test", Base: strings.Repeat("b0", 20), Head: head,
		Findings: detect.Run(detect.All(), in),
		Changes:  in.Comparison.Changes(),
		Sources:  map[finding.Side]map[string]*source.File{},
		Headings: map[finding.Side]map[string][]report.Heading{
			finding.Base: report.Headings(in.Base), finding.Head: report.Headings(in.Head),
		},
	}
	for side, docs := range map[finding.Side][]*spec.Document{finding.Base: in.Base, finding.Head: in.Head} {
		r.Sources[side] = map[string]*source.File{}
		for _, d := range docs {
			r.Sources[side][path] = d.File
		}
	}
	for _, d := range in.Head {
		r.Specs = append(r.Specs, d.File.Path())
	}
	r.Ledger = ledger.FromFindings(r.Findings, time.Time{})
	return judged(r)
}

// judged is the report with the verdict that its open entries give.
func judged(r report.Report) report.Report {
	looked := gate.Verdict{Subject: "discovery", Status: gate.Pass, Reason: "1 spec interrogated, 1 changed"}
	assumed := gate.Verdict{Subject: "assumptions", Status: gate.Pass}
	for _, e := range r.Ledger.Entries {
		if e.Severity == finding.High && e.State == ledger.Open && !e.PreExisting {
			assumed.Status = gate.Fail
			assumed.Children = append(assumed.Children, gate.Verdict{Subject: e.ID, Status: gate.Fail, Reason: e.Why})
		}
	}
	r.Verdict = gate.Verdict{Subject: "gate", Status: assumed.Status, Children: []gate.Verdict{looked, assumed}}
	return r
}

// publish is the publication of one pull request's report.
func publish(r report.Report) report.Publication {
	return report.Publication{
		Name: "surmise", HeadSHA: head, Digest: "d1", Policy: policy.Default(), Level: report.Basic,
		Requests: []report.PullRequest{{Number: 7, Base: "main", Report: r}},
	}
}

// decide puts an event on the entry of a detector.
func decide(t *testing.T, r *report.Report, detector string, e ledger.Event) {
	t.Helper()
	r.Ledger.Entries = slices.Clone(r.Ledger.Entries)
	for i := range r.Ledger.Entries {
		entry := &r.Ledger.Entries[i]
		if entry.Source != detector {
			continue
		}
		if e.Effect == ledger.Counts {
			entry.State = e.Verb.State()
		}
		e.HeadSHA, e.Fingerprint = head, entry.Fingerprint
		entry.Events = append(entry.Events, e)
		return
	}
	t.Fatalf("no entry of %s", detector)
}

func said(verb ledger.Verb, by string, day int) ledger.Event {
	return ledger.Event{
		Verb: verb, By: by, Permission: "write", At: time.Date(2026, 3, day, 9, 30, 0, 0, time.UTC), Effect: ledger.Counts,
		Link: fmt.Sprintf("https://github.com/octo-org/octo-repo/pull/7#issuecomment-%d", day),
	}
}

// partly is a report in which people decided some entries.
func partly(t *testing.T) report.Report {
	t.Helper()
	r := interrogate(t, "docs/specs/ferry.md", ferryBefore, ferry)
	confirmed := said(ledger.Confirm, "octo-lead", 2)
	confirmed.Reason = "agreed with the port, see #12"
	decide(t, &r, "clarification-marker", confirmed)
	reader := said(ledger.Dismiss, "octo-reader", 1)
	reader.Permission, reader.Effect, reader.Why = "read", ledger.Void, "read access does not suffice"
	decide(t, &r, "contradiction", reader)
	past := r.Ledger.Entries[0]
	past.ID, past.State, past.Gap = "a-000000", ledger.Stale, "within 20 minutes"
	past.Words = strings.Replace(past.Words, "30", "20", 1)
	past.Events = []ledger.Event{said(ledger.Acknowledge, "octo-dev", 1)}
	past.Events[0].Self, past.Events[0].HeadSHA = true, strings.Repeat("a7", 20)
	r.Ledger.Past = []ledger.Entry{past}
	for i := range r.Ledger.Entries {
		if r.Ledger.Entries[i].Source == "weakened-requirement" {
			r.Ledger.Entries[i].Predecessor = past.ID
		}
	}
	r.Limits = []string{`no word list for language "fi"`}
	r.NotInterrogated = []gate.Unread{{Path: "docs/specs/map.md", Reason: "is binary: NUL byte in line 1", Unchanged: true}}
	return judged(r)
}

// cleared is the same report with nothing left that blocks.
func cleared(t *testing.T) report.Report {
	t.Helper()
	r := partly(t)
	sided := said(ledger.Confirm, "octo-lead", 3)
	sided.Choice = "B"
	decide(t, &r, "contradiction", sided)
	decide(t, &r, "weakened-requirement", said(ledger.Confirm, "octo-lead", 3))
	auto := said(ledger.Acknowledge, "", 4)
	auto.Auto = true
	decide(t, &r, "removed-requirement", auto)
	for i := range r.Ledger.Entries {
		if e := &r.Ledger.Entries[i]; e.Severity == finding.High && e.State == ledger.Open {
			e.State = ledger.Dismissed
		}
	}
	return judged(r)
}

func publications(t *testing.T) map[string]report.Publication {
	t.Helper()
	asked := publish(interrogate(t, "docs/specs/ferry.md", ferryBefore, ferry))
	asking := &asked.Requests[0].Report
	for _, e := range asking.Ledger.Entries {
		q := ledger.Question{
			ID: "q-p01nt0", Field: "open-point", Place: e.Spec.Place, Text: "How fast does the ferry answer?", Why: "Nobody can test it",
			Options: []string{"within 5 s", "within 9 s"}, Recommended: 2, Resolves: []finding.Key{e.Key()}, Stage: ledger.StageRequested,
		}
		switch e.Source {
		case "contradiction":
			q.ID, q.Field = "q-7k3m9q", "contradiction" // its sides are the options
		case "clarification-marker":
		case "vague-term":
			q.ID, q.Field = "q-0n1y7d", "unit" // of what does not block
		default:
			continue
		}
		asking.Questions = append(asking.Questions, q)
	}
	asking.Questions = append(asking.Questions, ledger.Question{
		ID: "q-answer", Options: []string{"yes", "no"}, Stage: ledger.StageAnswered,
		Steps: []ledger.Step{{Stage: ledger.StageRequested}, {Stage: ledger.StageAnswered, By: "octo-lead", Words: "30 days"}},
	})
	asking.Drafts = []clarify.Draft{
		{Path: "docs/specs/ferry.md", Changes: []clarify.Change{{Line: 7, Before: "one\ntwo", After: "one\n2"}}, Left: []string{"q-left00"}},
		{Path: "docs/specs/other.md"},
	}
	asked.Notices = []string{"comments work once this workflow is on the default branch"}

	hostile := publish(full(t))
	hostile.Requests[0].Report.Prohibitions = []gate.Prohibition{{
		Tier: "test",
		ID:   "P-001", Statement: "Doors must NOT open for @octo-admin", Path: "docs/specs/lockers.md", Line: 3, Reason: "not run: <b>no</b> evidence",
	}}

	two := publish(cleared(t))
	two.Requests = append(two.Requests, report.PullRequest{Number: 9, Base: "main", Report: partly(t), Record: "<!-- record 9 -->"})
	two.Requests[0].Record = "<!-- record 7 -->"
	two.Artifact = "https://github.com/octo-org/octo-repo/actions/runs/1"

	observed := publish(partly(t))
	observed.Policy.Mode = policy.ModeObserve
	advisory := publish(partly(t))
	advisory.Degraded = "the token may only read"
	job := publish(partly(t))
	job.FailJob, job.Level = true, report.Strong
	wrong := publish(report.Report{Verdict: gate.Verdict{Status: gate.Error, Reason: "no file matches specs.include of the policy"}})
	nothing := publish(noSpec())
	off := publish(cleared(t))
	off.Policy.Assumptions = false
	return map[string]report.Publication{
		"asked": asked, "partly": publish(partly(t)), "cleared": publish(cleared(t)), "hostile": hostile, "two": two,
		"observe": observed, "advisory": advisory, "fail-job": job, "error": wrong, "no-spec": nothing, "off": off,
		"clear": publish(clearReport()), "none": {Name: "surmise", HeadSHA: head, Policy: policy.Default()},
		"deleted": publish(interrogate(t, "docs/specs/ferry.md", ferryBefore, "")),
	}
}

const checkAddress = "https://github.com/octo-org/octo-repo/runs/5"

// TestPublication shows all that is said of a head, in every mode.
func TestPublication(t *testing.T) {
	t.Parallel()
	for name, p := range publications(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.Golden(t, testkit.Path(t, "testdata", "publication", name+".golden"), shown(p))
			if !bytes.Equal(shown(p), shown(p)) {
				t.Error("a second rendering differs")
			}
		})
	}
}

// shown is everything that a publication becomes, one part after another.
func shown(p report.Publication) []byte {
	var b bytes.Buffer
	c := p.Check()
	fmt.Fprintf(&b, "==== check %q on %s, success %v\n%s\n\n==== summary\n%s\n==== text\n%s\n", c.Name, c.HeadSHA, c.Success, c.Title, c.Summary, c.Text)
	for _, a := range c.Annotations {
		fmt.Fprintf(&b, "==== %s %s:%d-%d columns %d-%d\n%s\n%s\n", a.Level, a.Path, a.StartLine, a.EndLine, a.StartColumn, a.EndColumn, a.Title, a.Message)
	}
	fmt.Fprintf(&b, "==== comment\n%s\n==== prompt\n%s\n==== workflow commands\n%s", p.Comment(7, checkAddress), p.Prompt(), p.WorkflowCommands())
	return b.Bytes()
}

func TestTitle(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"asked":    "5 high open · 3 questions",
		"partly":   "4 high open",
		"cleared":  "6 assumptions recorded, 5 high (3 confirmed, 1 auto, 1 dismissed)",
		"hostile":  "2 high open · 1 prohibition not held · 1 spec not interrogated",
		"two":      "4 high open · pull request 9, the worst of 2",
		"observe":  "observing: would block (4)",
		"advisory": "advisory: 4 high open",
		"fail-job": "fail-job: 4 high open",
		"error":    "could not decide: no file matches specs.include of the policy",
		"no-spec":  "no spec yet",
		"off":      "assumptions not gated: policy",
		"clear":    "nothing left open · 1 spec interrogated",
		"none":     "could not decide: no pull request has this head",
		"deleted":  "1 high open",
	}
	got := make(map[string]string)
	for name, p := range publications(t) {
		got[name] = p.Title()
		passes := !strings.Contains(got[name], "high open") && !strings.HasPrefix(got[name], "could not")
		if c := p.Check(); c.Success != passes || c.Title != got[name] {
			t.Errorf("%s: check %q has success %v, want %v", name, c.Title, c.Success, passes)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
}

// TestAnnotationCaps shows what is annotated and what is left to the table.
func TestAnnotationCaps(t *testing.T) {
	t.Parallel()
	f := source.New("SPEC.md", []byte(strings.Repeat("some words of a line\n", 60)))
	entry := func(line int, s finding.Severity, section, requirement string) finding.Finding {
		return finding.Finding{
			Detector: "d", Severity: s, Place: finding.PlaceOf(f, finding.Head, f.Line(line)), Heading: section, Message: "m", Hint: "h", Default: "d",
			Identity: finding.Identity{Text: requirement},
		}
	}
	build := func(high, medium int, section, requirement func(int) string) report.Publication {
		var list []finding.Finding
		for i := range high + medium {
			s := finding.Medium
			if i < high {
				s = finding.High
			}
			list = append(list, entry(i+1, s, section(i), requirement(i)))
		}
		r := report.Report{Findings: finding.Finish(list)}
		r.Ledger = ledger.FromFindings(r.Findings, time.Time{})
		return publish(judged(r))
	}
	own := func(prefix string) func(int) string { return func(i int) string { return fmt.Sprint(prefix, i) } }
	same := func(s string) func(int) string { return func(int) string { return s } }
	tests := []struct {
		name string
		in   report.Publication
		want int
		note string
	}{
		{"ten in all", build(0, 14, own("section"), own("requirement")), 10, "4 more entries that do not block"},
		{"what blocks is never held back", build(12, 3, own("section"), own("requirement")), 12, "3 more entries"},
		{"what blocks takes its share", build(4, 14, own("section"), own("requirement")), 10, "8 more entries"},
		{"one of a requirement", build(0, 4, own("section"), same("requirement")), 1, "3 more entries"},
		{"three of a section", build(0, 4, same("section"), own("requirement")), 3, "1 more entry that does not block"},
		{"none held back", build(1, 2, same("section"), own("requirement")), 3, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := tt.in.Check()
			if len(c.Annotations) != tt.want {
				t.Errorf("%d annotations, want %d", len(c.Annotations), tt.want)
			}
			if tt.note == "" && strings.Contains(c.Summary, "not annotated") || !strings.Contains(c.Summary, tt.note) {
				t.Errorf("the summary does not say %q:\n%s", tt.note, c.Summary)
			}
			tt.in.AnnotateAll = true
			if got, want := len(tt.in.Check().Annotations), len(tt.in.Requests[0].Report.Findings); got != want {
				t.Errorf("%d of all annotations, want %d", got, want)
			}
		})
	}
}

// TestWholeDocuments shows that what is about a whole document is annotated
// only if it blocks, even where everything else is.
func TestWholeDocuments(t *testing.T) {
	t.Parallel()
	f := source.New("docs/spec.md", []byte("# Desk\n"))
	whole := func(member string, s finding.Severity) finding.Finding {
		return finding.Finding{
			Detector: "d", Severity: s, Place: finding.PlaceOf(f, finding.Head, f.Line(1)), Heading: "Desk", Message: "m", Hint: "h", Default: "d",
			Identity: finding.Identity{Anchor: "Desk", Members: []string{member}},
		}
	}
	r := report.Report{Findings: finding.Finish([]finding.Finding{whole("criterion", finding.High), whole("growth", finding.Medium), whole("payment", finding.Medium)})}
	r.Ledger = ledger.FromFindings(r.Findings, time.Time{})
	in := publish(judged(r))
	in.AnnotateAll = true
	c := in.Check()
	if len(c.Annotations) != 1 || c.Annotations[0].Level != pull.Failure {
		t.Errorf("annotations %+v, want the one that blocks", c.Annotations)
	}
	if want := "2 more entries that do not block"; !strings.Contains(c.Summary, want) {
		t.Errorf("the summary does not say %q:\n%s", want, c.Summary)
	}
}

// TestRemovalsFindTheirHeading puts what is gone on what is still there.
func TestRemovalsFindTheirHeading(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, head string
		want       int
	}{
		{"its section", "# Ferry booking\n\n## Refunds\n\n### Cancelled crossings\n\nSoon.\n", 5},
		{"of equal titles the one with the same parents", "# Ferry booking\n\n## Tickets\n\n### Cancelled crossings\n\nSoon.\n\n## Refunds\n\n### Cancelled crossings\n\nSoon.\n", 11},
		{"the section above", "# Ferry booking\n\nSoon.\n\n## REFUNDS\n\nSoon.\n", 5},
		{"the title", "Soon.\n\n# Ferries\n\nSoon.\n", 3},
		{"the first line", "Soon.\n", 1},
	}
	before := "# Ferry booking\n\n## Refunds\n\n### Cancelled crossings\n\n- **FR-010**: Refunds MUST be paid within 14 days.\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, a := range publish(interrogate(t, "SPEC.md", before, tt.head)).Check().Annotations {
				if strings.Contains(a.Title, "removed requirement") {
					if a.StartLine != tt.want || a.EndLine != tt.want || a.StartColumn != 0 {
						t.Errorf("it is on lines %d to %d, column %d; want line %d", a.StartLine, a.EndLine, a.StartColumn, tt.want)
					}
					return
				}
			}
			t.Error("no annotation of the removal")
		})
	}
}

// TestCommandsAreUnderstood reads every command that is printed as if somebody
// had pasted it.
func TestCommandsAreUnderstood(t *testing.T) {
	t.Parallel()
	p := publications(t)["asked"]
	ids := make(map[string]bool)
	for _, e := range p.Requests[0].Report.Ledger.Entries {
		ids[e.ID] = true
	}
	for _, q := range p.Requests[0].Report.Questions {
		ids[q.ID] = true
	}
	c := p.Check()
	printed := c.Summary + p.Comment(7, "")
	for _, a := range c.Annotations {
		printed += a.Message + "\n"
	}
	found := 0
	for _, line := range strings.FieldsFunc(printed, func(r rune) bool { return r == '\n' || r == '`' }) {
		i := strings.Index(line, "/")
		if i < 0 || !strings.Contains(line[i:], "@"+head[:12]) {
			continue
		}
		found++
		got := command.Parse([]command.Line{{Number: 1, Text: line[i:]}})
		if len(got) != 1 || got[0].Problem != "" || len(got[0].Targets) != 1 || !ids[got[0].Targets[0].Text] || !strings.HasPrefix(head, got[0].SHA) {
			t.Errorf("%q is read as %+v", line[i:], got)
		}
	}
	if found < 12 {
		t.Errorf("only %d commands are printed", found)
	}
}

func TestReply(t *testing.T) {
	t.Parallel()
	answer := func(line int, text, message, hint string) command.Answer {
		return command.Answer{
			Comment: pull.Comment{Author: "octo-reader", URL: "https://github.com/octo-org/octo-repo/pull/7#issuecomment-1"},
			Request: command.Request{Line: line, Text: text}, Refused: ledger.RefusedUnknown, Message: message, Hint: hint,
		}
	}
	accepted, silent := answer(1, "/ack 1", "", ""), answer(2, "/ack 2", "a bot wrote it", "")
	accepted.Refused, silent.Silent = "", true
	if got := (report.Publication{}).Reply(7, 3, []command.Answer{accepted, silent}); got != "" {
		t.Errorf("a reply without a refusal: %q", got)
	}
	misaddressed := answer(9, "/confirm a-000000", "nothing on show has the id a-000000", "did you mean a-00000z?")
	misaddressed.Comment.URL = "javascript:alert(1)"
	got := (report.Publication{}).Reply(7, 3, []command.Answer{
		accepted, answer(3, "/confirm `@octo-admin` <b>|", "nothing on show has that name", "/surmise status lists what is open"), silent, misaddressed,
	})
	testkit.Golden(t, testkit.Path(t, "testdata", "publication", "reply.golden"), []byte(got))
}

// TestReplyTells shows what a comment that only asks is answered.
func TestReplyTells(t *testing.T) {
	t.Parallel()
	asks := func(name string) command.Answer {
		return command.Answer{Comment: pull.Comment{Author: "nina"}, Request: command.Request{Line: 1, Text: "/surmise " + name, Command: name}}
	}
	p := report.Publication{Requests: []report.PullRequest{{Number: 7}}}
	for _, tt := range []struct{ name, want string }{
		{"help", "`/dismiss ID... -- reason`: This is not a real gap"},
		{"status", "### could not decide"},
		{"recheck", ""},
	} {
		got := p.Reply(7, 3, []command.Answer{asks(tt.name)})
		if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("reply to /surmise %s = %q, want it to hold %q", tt.name, got, tt.want)
		}
		if strings.HasPrefix(got, "/") || strings.Contains(got, "\n/") {
			t.Errorf("reply to /surmise %s holds a live command:\n%s", tt.name, got)
		}
	}
}
