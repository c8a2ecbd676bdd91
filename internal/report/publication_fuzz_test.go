package report_test

import (
	"bytes"
	stdhtml "html"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/source"
)

// hostile is a publication with the same foreign text in every place that
// foreign text can reach, as often as n says.
func hostile(s string, n int) report.Publication {
	f := source.New(s, []byte(s))
	place := finding.PlaceOf(f, finding.Head, source.Span{End: len(s)})
	gone := place
	gone.Side = finding.Base
	var list []finding.Finding
	for range n {
		for _, d := range []string{"contradiction", "vague-term", "removed-requirement"} {
			v := finding.Finding{
				Detector: d, Severity: finding.High, Class: finding.Contradictory, Affects: s, Place: place, Heading: s, Message: s, Hint: s, Default: s,
				Related: []finding.Related{{Place: gone, Note: s}}, Identity: finding.Identity{Text: s},
			}
			if d == "removed-requirement" {
				v.Place = gone
			}
			if d == "vague-term" {
				v.Severity, v.Class = finding.Medium, finding.Ambiguous
			}
			list = append(list, v)
		}
	}
	r := report.Report{
		Tool: s, Base: "b0b0b0b0b0b0", Specs: []string{s}, Findings: finding.Finish(list),
		Limits: []string{s}, NotInterrogated: []gate.Unread{{Path: s, Reason: s}, {Path: s, Reason: s, Unchanged: true}},
		Prohibitions: []gate.Prohibition{{ID: s, Code: s, Evidence: s, Statement: s, Path: s, Line: 1, Reason: s}},
		Ambiguity:    []clarify.Score{{Path: s, Score: 72, Gated: true, Reasons: []clarify.Reason{{Signal: s, Points: 60, Text: s}}}},
		Changes: []detect.Change{
			{Kind: detect.Weakened, Subject: s, Text: s, Before: gone, After: place}, {Kind: detect.Removed, Subject: s, Before: gone},
		},
		Sources:  map[finding.Side]map[string]*source.File{finding.Head: {s: f}},
		Headings: map[finding.Side]map[string][]report.Heading{finding.Head: {s: {{Level: 1, Title: s, Line: 1}}}},
	}
	r.Ledger = ledger.FromFindings(r.Findings, time.Time{})
	for i := range r.Ledger.Entries {
		e := &r.Ledger.Entries[i]
		event := ledger.Event{
			Verb: ledger.Confirm, By: s, Permission: s, At: time.Unix(0, 0), Link: s, HeadSHA: head, Choice: s, Reason: s, Effect: ledger.Void, Why: s,
		}
		e.Events = []ledger.Event{event, event}
		e.Events[1].Effect = ledger.Waits
	}
	past := r.Ledger.Entries[0]
	past.State = ledger.Stale
	r.Ledger.Past = []ledger.Entry{past}
	r.Ledger.Entries[1].Predecessor = past.ID
	r = judged(r)
	wrong := r
	wrong.Verdict = gate.Verdict{Status: gate.Error, Reason: s}
	p := publish(r)
	p.Requests[0].Report.Questions = []ledger.Question{{
		ID: s, Text: s, Why: s, Options: []string{s, s}, Recommended: 1, Resolves: []finding.Key{r.Ledger.Entries[0].Key()}, Stage: ledger.StageRequested,
	}, {
		ID: s, Options: []string{s, s}, Recommended: 1, Stage: ledger.StageResolved, Steps: []ledger.Step{{Stage: ledger.StageAnswered, By: s, Words: s}},
	}}
	p.Requests[0].Report.Drafts = []clarify.Draft{{Path: s, Text: s, Changes: []clarify.Change{{Line: 1, Before: s, After: s + s}}, Left: []string{s}}}
	p.Requests[0].Record = "<!-- record -->"
	p.Requests = append(p.Requests, report.PullRequest{Number: 9, Base: s, Report: wrong})
	p.Notices, p.Artifact = []string{s}, s
	return p
}

func refused(s string) []command.Answer {
	return []command.Answer{{
		Comment: pull.Comment{Author: s, URL: s}, Request: command.Request{Line: 1, Text: s},
		Refused: ledger.RefusedUnknown, Message: s, Hint: s,
	}}
}

// pieces are the documents in Markdown that a publication becomes.
func pieces(p report.Publication, s string) map[string]string {
	c := p.Check()
	return map[string]string{
		"summary": c.Summary, "text": c.Text, "comment": p.Comment(7, s), "step summary": p.StepSummary(),
		"prompt": p.Prompt(), "reply": p.Reply(7, 3, refused(s)),
	}
}

var (
	// ours are the only elements that we write ourselves.
	ours = regexp.MustCompile(`^(</?(br|sub|code|del|ins)>|<!-- (surmise:[a-z]+( \d+)?|record) -->\n?)$`)
	live = regexp.MustCompile(`(?i)@[a-z0-9]|#[0-9]|\bgh-[0-9]|:[a-z0-9_+-]+:|\bwww\.[a-z0-9]|[a-z]://[a-z0-9]|\b[0-9a-f]{7,40}\b`)
	code = regexp.MustCompile(`(?s)<(code|pre)\b.*?</(code|pre)>`)
	tags = regexp.MustCompile(`(?s)<[^>]*>`)
)

func github() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))
}

// alive says what of a document would act on its reader or on GitHub; "" if
// nothing does.
func alive(doc string) string {
	src := []byte(doc)
	root := github().Parser().Parse(text.NewReader(src))
	problem := ""
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			if !bytes.HasPrefix(n.Destination, []byte("http")) {
				problem = "a link to " + string(n.Destination)
			}
		case *ast.AutoLink:
			problem = "an automatic link to " + string(n.URL(src))
		case *ast.Image:
			problem = "an image"
		case *ast.RawHTML:
			if e := string(n.Segments.Value(src)); !ours.MatchString(e) {
				problem = "the element " + e
			}
		case *ast.HTMLBlock:
			for i := range n.Lines().Len() {
				segment := n.Lines().At(i)
				if e := string(segment.Value(src)); !ours.MatchString(strings.TrimSpace(e)) {
					problem = "the block " + e
				}
			}
		}
		return ast.WalkContinue, nil
	})
	if problem != "" {
		return problem
	}
	var out bytes.Buffer
	if err := github().Renderer().Render(&out, src, root); err != nil {
		return err.Error()
	}
	plain := stdhtml.UnescapeString(tags.ReplaceAllString(code.ReplaceAllString(out.String(), "`"), "\n"))
	if m := live.FindString(plain); m != "" {
		return "the live text " + m + " in\n" + plain
	}
	for _, r := range doc {
		if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return "a character that controls"
		}
	}
	if m := commandLine(doc); m != "" {
		return "the command " + m
	}
	return ""
}

// commandLine is a line outside of fences that begins like a command.
func commandLine(doc string) string {
	fence := ""
	for line := range strings.Lines(doc) {
		line = strings.TrimSpace(line)
		switch {
		case fence != "":
			if line == fence {
				fence = ""
			}
		case strings.HasPrefix(line, "```"):
			fence = strings.TrimSuffix(line, "text")
		case strings.HasPrefix(line, "/"):
			return line
		}
	}
	return ""
}

// seeds are texts that try to be more than text.
func seeds() []string {
	return []string{
		"plain", "@octo-org/team and @octo-admin", "#12 GH-7 octo-org/octo-repo#3 octo@0123456789abcdef", "https://example.com www.example.com a@example.com",
		"[a](https://example.com) ![b](c.png) <img src=x onerror=alert(1)> <https://example.com>", "```\n/confirm all\n```", "~~~\n/ack 1",
		"| a | b |\n| --- | --- |", "a|b\\|c`d``e", "<!-- surmise:pr -->", "<!--", "</sub></details><script>", "/confirm a-7k3m9q", "\n/ack all\n",
		"\u202eabc\u2066 \x1b[31m\x00\a", ":tada: :+1: 10:30:45 a:b:c", "1. one\n2. two", "- [ ] task", "> [!WARNING]\n> x", "    code", "# heading\n===\n---",
		"[^1]: note\n\n[^1]", "$x$ $$y$$ `$z$`", "&lt;b&gt; &#64;octo &commat;octo", "%0A::error::x\n::set-output name=a::b ##[error]x", "\xff\xfe\x80", strings.Repeat("`", 40),
		"\\@octo \\\\@octo \\`", "a\\", "漢字 👩\u200d💻 e\u0301", "deadbeef 0123456789abcdef0123456789abcdef01234567", "javascript:alert(1)", "http://a/)b",
		"**bold** _it_ ~~del~~ <ins>x", "…", "   /ack 1", "<br>/ack 1", "`", "``", "<code>", "x\r\ny\rz", "www.www.example.com", "gh-gh-1", "::a:b:", "@@a ##1",
	}
}

// FuzzPublication holds for any foreign text: in no document does it become a
// link, an image, an element, a mention, a reference or a command.
func FuzzPublication(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 2000 || s == "" {
			return
		}
		p := hostile(s, 1)
		for name, doc := range pieces(p, s) {
			if problem := alive(doc); problem != "" {
				t.Fatalf("%s with %q has %s:\n%s", name, s, problem, doc)
			}
		}
		if strings.Contains(s, "record -->") {
			return
		}
		if got := p.Check().Text; !strings.HasSuffix(got, "\n<!-- record -->") {
			t.Fatalf("the text does not end in the record: %q", got)
		}
		for line := range strings.Lines(p.WorkflowCommands()) {
			if !strings.HasPrefix(line, "::error ") && !strings.HasPrefix(line, "::warning ") && !strings.HasPrefix(line, "surmise: ") && !strings.Contains(line, " not annotated\n") {
				t.Fatalf("the log has the line %q", line)
			}
			if strings.Contains(line, "##[") || strings.Count(line, "::error ")+strings.Count(line, "::warning ") > 1+strings.Count(s, "::error ")*20 {
				t.Fatalf("the log has a command of its own: %q", line)
			}
		}
	})
}

// TestBudgets shows that no amount of foreign text goes over what the platform
// takes, or costs the record its place.
func TestBudgets(t *testing.T) {
	t.Parallel()
	record := "<!-- " + strings.Repeat("r", report.RecordBudget(2)-len("<!--  -->\n")) + " -->"
	for _, s := range []string{
		strings.Join(seeds(), " "), strings.Repeat("@octo |<b>", 200), strings.Repeat("漢😀", 2000), strings.Repeat("x ", 10_000), "\xff",
	} {
		p := hostile(s, 60)
		p.Requests[0].Record, p.Requests[1].Record = record, record
		p.AnnotateAll = true
		c := p.Check()
		for name, got := range map[string]string{"summary": c.Summary, "text": c.Text} {
			if n := len(utf16.Encode([]rune(got))); len(got) > 65_535 || n > 65_535 || !utf8.ValidString(got) {
				t.Errorf("%.20q: the %s has %d bytes and %d units", s, name, len(got), n)
			}
		}
		if !strings.HasSuffix(c.Text, "\n"+record+"\n"+record) {
			t.Errorf("%.20q: the text does not end in the records", s)
		}
		if n := len(p.Comment(7, checkAddress)); n > 60_000 {
			t.Errorf("%.20q: the comment has %d bytes", s, n)
		}
		if n := len(p.StepSummary()); n > 1<<20 {
			t.Errorf("%.20q: the step summary has %d bytes", s, n)
		}
		if n := utf8.RuneCountInString(c.Title); n > 255 {
			t.Errorf("%.20q: the title has %d characters", s, n)
		}
		if len(c.Annotations) == 0 {
			t.Errorf("%.20q: nothing is annotated", s)
		}
		for _, a := range c.Annotations {
			columns := a.StartColumn > 0 || a.EndColumn > 0
			switch {
			case utf8.RuneCountInString(a.Title) > 255 || len(a.Message) > 64<<10 || a.Title == "" || a.Message == "":
				t.Errorf("%.20q: the annotation is too long or empty: %+v", s, a)
			case a.StartLine < 1 || a.EndLine < a.StartLine || columns && (a.StartLine != a.EndLine || a.StartColumn < 1 || a.EndColumn < a.StartColumn):
				t.Errorf("%.20q: bad place %d:%d to %d:%d", s, a.StartLine, a.StartColumn, a.EndLine, a.EndColumn)
			}
		}
	}
}

// TestRecordsAreNeverShortened gives a check records that leave people no room.
func TestRecordsAreNeverShortened(t *testing.T) {
	t.Parallel()
	p := publish(partly(t))
	p.Policy = policy.Default()
	p.Requests[0].Record = strings.Repeat("r", 65_534)
	if got := p.Check().Text; got != p.Requests[0].Record {
		t.Errorf("the text has %d bytes and begins %.40q", len(got), got)
	}
}
