package app_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// lockers is a spec-kit specification that leaves a little of everything open.
const lockers = `# Feature Specification: Lockers

**Feature Branch**: ` + "`007-lockers`" + `

**Input**: User description: "Borrowers collect books from lockers."

## User Scenarios & Testing

### User Story 1 - Collect (Priority: P1)

A borrower collects a book.

**Acceptance Scenarios**:

1. **Given** a book in a locker, **When** its borrower shows the card, **Then** the door opens within 2 seconds.

### Edge Cases

- What happens when a locker does not open?

## Requirements

### Functional Requirements

- **FR-001**: The locker MUST open by [NEEDS CLARIFICATION: which token - the library card, a code sent by e-mail or a phone?].
- **FR-002**: The locker MUST keep a book for at most 5 days.
- **FR-003**: The locker MUST keep a book for at most 9 days.
- **FR-004**: The door MUST close after a timeout of 30.
`

// document is a draft of one file, interrogated as it stands.
func document(t *testing.T, path, text string) report.Report {
	t.Helper()
	r, err := app.Interrogate(context.Background(), app.Request{Tool: "test", Documents: []app.Document{{Path: path, Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestQuestionsAreAsked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		text string
		want []string // field, number of options, recommended
	}{
		{"spec-kit", lockers, []string{"contradiction 2 2", "open-point 3 3", "open-point 3 1", "unit 3 2"}},
		{"a vague wish", "make the dashboard better\n", []string{"acceptance-criteria 3 1"}},
		{"a wish without an end or a place", "# Improve the app\n\nImprove the whole app and everything in it.\n",
			[]string{"acceptance-criteria 3 1", "target 3 1"}},
		{"no criterion", "# Start\n\n## Acceptance Criteria\n\n- It works\n", []string{"acceptance-criteria 3 1"}},
		{"a clear spec", heldSpec, nil},
		{"a gap without two readings", gapSpec(), nil},
		{"a vague term is not missing", strings.Replace(heldSpec, "within 5 minutes", "quickly", 1), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			ids := make(map[string]bool)
			for _, q := range document(t, "spec.md", tt.text).Questions {
				got = append(got, fmt.Sprintf("%s %d %d", q.Field, len(q.Options), q.Recommended))
				if ids[q.ID] || q.Text == "" || q.Why == "" || !strings.Contains(q.Text, "spec.md") || len(q.Resolves) == 0 || q.Stage != ledger.StageRequested {
					t.Errorf("%+v does not stand alone", q)
				}
				ids[q.ID] = true
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("questions (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOptionsClear answers every question with each of its options, and reads
// the draft again: the gap is closed, whatever reading was taken.
func TestOptionsClear(t *testing.T) {
	t.Parallel()
	openSpec := "# Loans Specification\n\n## Purpose\n\nReaders borrow books.\n\n## Requirements\n\n### Requirement: Limit\n\nThe desk SHALL refuse a sixth loan.\n"
	kiro := "# Requirements Document\n\n## Requirements\n\n### Requirement 1\n\n#### Acceptance Criteria\n\n" +
		"1. WHEN a reader with 5 loans borrows, THE desk SHALL refuse [NEEDS CLARIFICATION: silently or with a message?]\n"
	crlf := strings.ReplaceAll(lockers, "\n", "\r\n")
	for name, text := range map[string]string{
		"spec-kit": lockers, "spec-kit with carriage returns": crlf, "vague": "make the dashboard better\n", "OpenSpec": openSpec, "Kiro": kiro,
		"wish":        "# Improve the app\n\nImprove the whole app and everything in it.\n",
		"hollow list": "# Start\n\nThe start shows hints.\n\n## Acceptance Criteria\n\n1. It works\n",
		"tasks":       "# Start\n\nThe start shows hints.\n\n## Acceptance Criteria\n\n- [ ] It works\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := document(t, "spec.md", text)
			if len(r.Questions) == 0 {
				t.Fatal("nothing is asked")
			}
			for n := range 4 {
				answered, bodies := 0, ""
				for _, q := range r.Questions {
					if n < len(q.Options) {
						bodies += fmt.Sprintf("/answer %s %d\n", q.ID, n+1)
						answered++
					}
				}
				if answered == 0 {
					break
				}
				s := supposed(t, text, bodies)
				for _, a := range s.Answers {
					if a.Refused != "" {
						t.Errorf("option %d is refused: %s", n+1, a.Message)
					}
				}
				for _, d := range s.Drafts {
					if len(d.Left) > 0 {
						t.Errorf("option %d leaves %q open in\n%s", n+1, d.Left, d.Text)
					}
					holdsNone(t, r, document(t, "spec.md", d.Text), s.Questions)
				}
			}
		})
	}
}

// holdsNone holds a draft to what it is there for: no entry of a resolved
// question is in it, and nothing high that was not there before.
func holdsNone(t *testing.T, before, after report.Report, asked []ledger.Question) {
	t.Helper()
	old := make(map[finding.Key]bool)
	high := 0
	for _, f := range before.Findings {
		old[finding.Key{Path: f.Path, Fingerprint: f.Fingerprint}] = true
		if f.Severity == finding.High {
			high++
		}
	}
	for _, f := range after.Findings {
		key := finding.Key{Path: f.Path, Fingerprint: f.Fingerprint}
		for _, q := range asked {
			if q.Stage == ledger.StageResolved && slices.Contains(q.Resolves, key) {
				t.Errorf("the draft still has %s: %s", f.Detector, f.Message)
			}
		}
		if f.Severity == finding.High {
			high--
		}
		if f.Severity == finding.High && !old[key] {
			t.Errorf("the draft brings %s: %s", f.Detector, f.Message)
		}
	}
	if high <= 0 {
		t.Errorf("the draft has as much high as the spec")
	}
}

func supposed(t *testing.T, text, body string) app.Supposed {
	t.Helper()
	s, err := app.SimulateTree(context.Background(), app.Request{Tool: "test", Documents: []app.Document{{Path: "spec.md", Data: []byte(text)}}},
		app.Supposition{Login: "maria", Permission: pull.Write, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAnswersAreRescored says which words are an answer.
func TestAnswersAreRescored(t *testing.T) {
	t.Parallel()
	wish := "# Improve the app\n\nImprove the whole app and everything in it.\n"
	for _, tt := range []struct {
		name, text, field, words string
		refused                  string // in the message; "" if it is taken
	}{
		{"a criterion", wish, clarify.FieldCriteria, "The start page opens within 2 seconds", ""},
		{"to be done", wish, clarify.FieldCriteria, "TBD", "says nothing"},
		{"to be done, with words", wish, clarify.FieldCriteria, "TBD by the team", "stays open"},
		{"works as expected", wish, clarify.FieldCriteria, "It works as expected", "stays open"},
		{"a target", wish, clarify.FieldTarget, "the settings page", ""},
		{"no target", wish, clarify.FieldTarget, "what we talked about", "stays open"},
		{"a token", lockers, clarify.FieldPoint, "It is refused with an alarm", ""},
		{"another marker", lockers, clarify.FieldPoint, "[NEEDS CLARIFICATION: what then?]", "stays open"},
		{"another question", lockers, clarify.FieldPoint, "TBD", "says nothing"},
		{"a side in words", lockers, clarify.FieldConflict, "7 days for both", ""},
		{"a unit in words", lockers, clarify.FieldUnit, "seconds", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var id string
			for _, q := range document(t, "spec.md", tt.text).Questions {
				if q.Field == tt.field && id == "" {
					id = q.ID
				}
			}
			s := supposed(t, tt.text, "/answer "+id+" -- "+tt.words)
			if len(s.Answers) != 1 {
				t.Fatalf("answers %+v", s.Answers)
			}
			a := s.Answers[0]
			if (a.Refused != "") != (tt.refused != "") || !strings.Contains(a.Message, tt.refused) {
				t.Errorf("refused %q: %q, want %q", a.Refused, a.Message, tt.refused)
			}
		})
	}
}

// TestDraftForms shows each answer in the form of the tool whose spec it is.
func TestDraftForms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, field, answer string
		want                      []string
	}{
		{"spec-kit: the sentence and the session", lockers, clarify.FieldPoint, "1", []string{
			"### Session 2026-01-01\n\n- Q: “Feature Specification: Lockers” (spec.md) leaves open: What happens when a locker does not open? → A: It is refused",
			"- What happens when a locker does not open? It is refused with an error message, and nothing is changed.\n",
			"## Clarifications\n", "\n\n## User Scenarios & Testing\n",
		}},
		{"spec-kit: a side", lockers, clarify.FieldConflict, "A", []string{"**FR-002**: The locker MUST keep a book for at most 9 days."}},
		{"spec-kit: the other side", lockers, clarify.FieldConflict, "2", []string{"**FR-003**: The locker MUST keep a book for at most 5 days."}},
		{"a unit", lockers, clarify.FieldUnit, "2", []string{"after a timeout of 30 seconds."}},
		{"spec-kit: a measurable outcome", strings.Replace(lockers, "the door opens within 2 seconds", "it works", 1), clarify.FieldCriteria,
			"-- Nine of ten doors open within 2 seconds", []string{"## Success Criteria\n\n- **SC-001**: Nine of ten doors open within 2 seconds\n"}},
		{"OpenSpec: a scenario", "# Loans\n\n## Requirements\n\n### Requirement: Limit\n\nThe desk SHALL refuse a sixth loan.\n\n### Requirement: Fee\n\nIt SHALL be 1 EUR.\n",
			clarify.FieldCriteria, "-- The desk shows `limit reached`",
			[]string{"sixth loan.\n\n#### Scenario: As answered\n\n- **WHEN** the change is in place\n- **THEN** the desk shows `limit reached`\n\n### Requirement: Fee"}},
		{"Kiro: the EARS line", "# Requirements\n\n1. WHEN a reader borrows, THE desk SHALL refuse by [CLARIFY: a light or a text?]\n", clarify.FieldPoint, "2",
			[]string{"1. WHEN a reader borrows, THE desk SHALL refuse by a text\n"}},
		{"plain: the next item", "# Start\n\nThe start shows hints.\n\n## Acceptance Criteria\n\n1. It works\n\n## Notes\n\nNone.\n", clarify.FieldCriteria,
			"-- Three hints are shown", []string{"1. It works\n2. Three hints are shown\n\n## Notes"}},
		{"plain: a new list", "make the dashboard better", clarify.FieldCriteria, "-- Three hints are shown",
			[]string{"make the dashboard better\n\n## Acceptance Criteria\n\n- Three hints are shown"}},
		{"a comment in the answer hides nothing", "make the dashboard better", clarify.FieldCriteria, "-- Three hints are shown &lt;!-- x",
			[]string{"- Three hints are shown &lt;!-- x"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var id string
			for _, q := range document(t, "spec.md", tt.text).Questions {
				if q.Field == tt.field && id == "" {
					id = q.ID
				}
			}
			s := supposed(t, tt.text, "/answer "+id+" "+tt.answer)
			if len(s.Drafts) != 1 {
				t.Fatalf("%d drafts after %+v", len(s.Drafts), s.Answers)
			}
			for _, want := range tt.want {
				if !strings.Contains(s.Drafts[0].Text, want) {
					t.Errorf("the draft lacks %q:\n%s", want, s.Drafts[0].Text)
				}
			}
		})
	}
}

// TestQuestionOnPullRequest goes through the lifecycle on a pull request: asked,
// answered in part, refused, answered, resolved; a push keeps it, and brings no
// second round.
func TestQuestionOnPullRequest(t *testing.T) {
	t.Parallel()
	wish := "# Improve the app\n\nImprove the whole app and everything in it.\n"
	s := newRequest(t, githubtest.Files{specFile: heldSpec}, githubtest.Files{"docs/specs/wish.md": wish})
	stages := func() []string {
		var out []string
		for _, q := range s.out.Checks[0].Publication.Requests[0].Report.Questions {
			steps := ""
			for _, step := range q.Steps {
				steps += " " + string(step.Stage)
			}
			out = append(out, q.Field+":"+steps)
		}
		return out
	}
	expect := func(title string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, stages()); diff != "" {
			t.Errorf("stages (-want +got):\n%s", diff)
		}
		if got := s.verdict().Title; !strings.Contains(got, title) {
			t.Errorf("title %q, want %q in it", got, title)
		}
	}
	s.run()
	expect("1 high open · 2 questions", "acceptance-criteria: requested", "target: requested")
	ids := make(map[string]string)
	for _, q := range s.out.Checks[0].Publication.Requests[0].Report.Questions {
		ids[q.Field] = q.ID
	}
	if notes := s.verdict().Annotations; len(notes) != 1 || !strings.Contains(notes[0].Message, "/answer "+ids["acceptance-criteria"]+" 1 @") ||
		!strings.Contains(notes[0].Message, "/answer "+ids["target"]+" 1 @") {
		t.Errorf("annotations %+v", notes)
	}
	s.says("nina", "/answer "+ids["target"]+" 1")
	expect("1 high open · 2 questions", "acceptance-criteria: requested", "target: requested")
	s.says("maria", "/answer "+ids["acceptance-criteria"]+" -- it works as expected")
	expect("1 high open · 2 questions", "acceptance-criteria: requested", "target: requested")
	s.says("maria", "/answer "+ids["acceptance-criteria"]+" -- the start page opens within 2 seconds")
	expect("1 high open · 1 question", "acceptance-criteria: requested answered", "target: requested")
	second := s.says("wendy", "/answer "+ids["target"]+" 2")
	s.green("1 high (1 answered)")
	expect("1 answered", "acceptance-criteria: requested answered resolved", "target: requested answered resolved")
	if got := s.verdict().Summary; !strings.Contains(got, "+- the start page opens within 2 seconds") {
		t.Errorf("no suggestion in the summary:\n%s", got)
	}
	s.pushed("octocat", githubtest.Files{specFile: strings.Replace(heldSpec, "within 5 minutes", "within 5 minutes of it", 1)})
	s.green("1 answered")
	second.Delete()
	s.run()
	expect("1 high open · 1 question", "acceptance-criteria: requested answered", "target: requested")
}

// TestOneRound shows that a pull request is asked four questions in all,
// whatever is pushed to it.
func TestOneRound(t *testing.T) {
	t.Parallel()
	s := newRequest(t, githubtest.Files{specFile: heldSpec}, githubtest.Files{"docs/specs/lockers.md": lockers})
	seen := make(map[string]bool)
	for n := range 3 {
		s.run()
		for _, q := range s.out.Checks[0].Publication.Requests[0].Report.Questions {
			seen[q.ID] = true
		}
		s.pushed("octocat", githubtest.Files{"docs/specs/lockers.md": strings.ReplaceAll(lockers, "locker", fmt.Sprintf("locker %d", n))})
	}
	if len(seen) != 4 {
		t.Errorf("%d questions were asked: %v", len(seen), seen)
	}
}

// TestRefusalIsTakenBack shows that a reply that says "not accepted" does not
// outlive the acceptance of the same comment.
func TestRefusalIsTakenBack(t *testing.T) {
	t.Parallel()
	s := newOpenRequest(t)
	c := s.comment("wendy", "/confirm "+s.id())
	c.Hide("OUTDATED")
	s.run()
	s.red("1 high open")
	if replies := s.replies(c); len(replies) != 1 {
		t.Fatalf("replies %q, want one", replies)
	}
	c.Hide("")
	s.run()
	s.green("1 confirmed")
	if replies := s.replies(c); len(replies) > 0 {
		t.Errorf("the old reply is still there: %q", replies)
	}
}

// TestQuestionPolicy shows what the policy does to questions.
func TestQuestionPolicy(t *testing.T) {
	t.Parallel()
	wish := "# Improve the app\n\nImprove the whole app and everything in it.\n"
	for _, tt := range []struct {
		name, text, clarification string
		want                      int
	}{
		{"default", lockers, "", 4},
		{"none", lockers, "max_questions: 0", 0},
		{"two", lockers, "max_questions: 2", 2},
		{"off", lockers, "enabled: false", 0},
		{"a pair", wish, "max_questions: 2", 2},
		{"half a pair settles nothing", wish, "max_questions: 1", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, err := app.Interrogate(context.Background(), app.Request{
				Tool: "test", Documents: []app.Document{{Path: "spec.md", Data: []byte(tt.text)}},
				Policy: &app.Document{Path: "surmise.yml", Data: []byte("version: 1\nclarification: {" + tt.clarification + "}\n")},
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Questions) != tt.want {
				t.Errorf("%d questions, want %d", len(r.Questions), tt.want)
			}
		})
	}
}

// TestDraftsOfFixtures answers every question about the fixtures of what is
// asked about, with every option: no draft brings anything high, and what is settled is gone. Only a
// contradiction may be left to its author.
func TestDraftsOfFixtures(t *testing.T) {
	t.Parallel()
	asked, left := 0, 0
	var files []testkit.File
	for _, id := range []string{"contradiction", "clarification-marker", "open-question", "missing-unit", "no-criterion"} {
		files = append(files, testkit.Files(t, testkit.Path(t, "testdata", "detect", id, "bad"))...)
	}
	for _, f := range files {
		text := string(f.Data)
		r := document(t, "spec.md", text)
		for n := range 4 {
			bodies := ""
			fields := make(map[string]string)
			for _, q := range r.Questions {
				if n < len(q.Options) {
					bodies += fmt.Sprintf("/answer %s %d\n", q.ID, n+1)
					fields[q.ID] = q.Field
				}
			}
			if bodies == "" {
				break
			}
			asked += len(fields)
			for _, d := range supposed(t, text, bodies).Drafts {
				for _, id := range d.Left {
					if left++; fields[id] != clarify.FieldConflict {
						t.Errorf("%s: option %d of %s (%s) is left", f.Path, n+1, id, fields[id])
					}
				}
				if was, is := highs(r), highs(document(t, "spec.md", d.Text)); is > was {
					t.Errorf("%s: option %d leaves %d high of %d\n%s", f.Path, n+1, is, was, d.Text)
				}
			}
		}
	}
	if asked < 100 || left > asked/10 {
		t.Errorf("%d answers were given, and %d left to the author", asked, left)
	}
}

func highs(r report.Report) int {
	n := 0
	for _, f := range r.Findings {
		if f.Active() && f.Severity == finding.High {
			n++
		}
	}
	return n
}
