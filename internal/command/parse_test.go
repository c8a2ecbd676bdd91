package command_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestAll holds every command to the same contract: it is documented, it
// stands in the file of its name, its examples are understood, and its
// fixtures are comments by somebody who may decide, with what comes of them.
func TestAll(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, c := range command.All() {
		ids = append(ids, c.ID)
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat(c.ID + ".go"); err != nil {
				t.Errorf("the command does not stand in the file of its name: %v", err)
			}
			if c.Doc.Text == "" || c.Doc.WhoMay == "" || len(c.Doc.Examples) == 0 || !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(c.Doc.Since) {
				t.Errorf("documentation is missing: %+v", c.Doc)
			}
			for _, example := range c.Doc.Examples {
				got := command.Parse([]command.Line{{Number: 1, Text: example}})
				if len(got) != 1 || got[0].Problem != "" || got[0].Command != c.ID {
					t.Errorf("example %q gives %+v", example, got)
				}
			}
			cases := testkit.Cases(t, testkit.Path(t, "testdata", "command", c.ID))
			if len(cases) == 0 {
				t.Errorf("no fixtures under testdata/command/%s", c.ID)
			}
			for _, fixture := range cases {
				testkit.Golden(t, fixture.Golden, said(t, string(fixture.Head[0].Data)))
			}
		})
	}
	folders, err := os.ReadDir(testkit.Path(t, "testdata", "command"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if !slices.Contains(ids, f.Name()) {
			t.Errorf("testdata/command/%s is the fixture folder of no command", f.Name())
		}
	}
}

// said shows what comes of a comment by somebody with write access who has no
// part in the change.
func said(t *testing.T, body string) []byte {
	t.Helper()
	d := say(t, world(t), 1, 10, "writer", body).Decide()
	var b strings.Builder
	for _, a := range d.Answers {
		fmt.Fprintf(&b, "line %d: ", a.Request.Line)
		if a.Refused != "" {
			fmt.Fprintf(&b, "refused as %s: %s; %s\n", a.Refused, a.Message, a.Hint)
			if n := len([]rune(a.Message)); n > 120 || strings.HasSuffix(a.Message, ".") || len([]rune(a.Hint)) > 120 {
				t.Errorf("message of %d characters: %q, %q", n, a.Message, a.Hint)
			}
			continue
		}
		fmt.Fprintf(&b, "%s\n", a.Request.Command)
		for _, r := range d.Record.Receipts {
			if r.Line != a.Request.Line {
				continue
			}
			for _, k := range r.Subjects {
				for _, j := range d.Judgments {
					if j.Key == k {
						fmt.Fprintf(&b, "  %s %s\n", k.Path, strings.TrimSpace(fmt.Sprintf("%s by %s: %s", j.Word, j.By, j.Reason)))
					}
				}
				for _, e := range d.Ledger.Entries {
					if e.Key() == k {
						fmt.Fprintf(&b, "  %s %s\n", e.ID, strings.TrimSpace(fmt.Sprintf("%s %s %s", e.State, r.Choice, r.Reason)))
					}
				}
			}
		}
	}
	if b.Len() == 0 {
		return []byte("nothing\n")
	}
	return []byte(b.String())
}

func TestParse(t *testing.T) {
	t.Parallel()
	id := func(text string) command.Target { return command.Target{Kind: command.ByID, Text: text} }
	number := func(n int, text string) command.Target {
		return command.Target{Kind: command.ByNumber, Text: text, Number: n}
	}
	tests := []struct {
		line string
		want command.Request
	}{
		{"/confirm a-7k3m9q", command.Request{Command: "confirm", Targets: []command.Target{id("a-7k3m9q")}}},
		{"  /CONFIRM A-7K3M9Q \t\r", command.Request{Command: "confirm", Targets: []command.Target{id("a-7k3m9q")}}},
		{"/confirm a-oil0ab", command.Request{Command: "confirm", Targets: []command.Target{id("a-0110ab")}}},
		{"/confirm a-7k3m9q-xyz", command.Request{Command: "confirm", Targets: []command.Target{id("a-7k3m9q-xyz")}}},
		{"/confirm 1, #2", command.Request{Command: "confirm", Targets: []command.Target{number(1, "1"), number(2, "#2")}}},
		{"/confirm a-7k3m9q a", command.Request{Command: "confirm", Targets: []command.Target{id("a-7k3m9q")}, Choice: "A"}},
		{"/confirm 2 B -- so it is", command.Request{Command: "confirm", Targets: []command.Target{number(2, "2")}, Choice: "B", Reason: "so it is"}},
		{"/ack all", command.Request{Command: "ack", Targets: []command.Target{{Kind: command.ByAll, Text: "all"}}}},
		{"/acknowledge security vague-term a-7k3m9q", command.Request{Command: "ack", Targets: []command.Target{
			{Kind: command.ByName, Text: "security"}, {Kind: command.ByName, Text: "vague-term"}, id("a-7k3m9q")}}},
		{"/ack @0123456789AB 1", command.Request{Command: "ack", SHA: "0123456789ab", Targets: []command.Target{number(1, "1")}}},
		{"/ack 1 @0123456789abcdef", command.Request{Command: "ack", SHA: "0123456789abcdef", Targets: []command.Target{number(1, "1")}}},
		{"/dismiss 1 -- it -- is", command.Request{Command: "dismiss", Targets: []command.Target{number(1, "1")}, Reason: "it -- is"}},
		{"/answer q-4f0w2d 2", command.Request{Command: "answer", Targets: []command.Target{id("q-4f0w2d")}, Choice: "2"}},
		{"/answer q-4f0w2d -- 2", command.Request{Command: "answer", Targets: []command.Target{id("q-4f0w2d")}, Reason: "2"}},
		{"/surmise reopen all", command.Request{Command: "reopen", Targets: []command.Target{{Kind: command.ByAll, Text: "all"}}}},
		{"/Surmise  Recheck", command.Request{Command: "recheck"}},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			t.Parallel()
			tt.want.Line, tt.want.Text = 3, strings.TrimSpace(tt.line)
			got := command.Parse([]command.Line{{Number: 3, Text: tt.line}})
			if diff := cmp.Diff([]command.Request{tt.want}, got); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseProblems(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"/confirm":                           `the command names no entry; write /confirm ID... [A|B] [-- text]`,
		"/confirm -- yes":                    `the command names no entry; write /confirm ID... [A|B] [-- text]`,
		"/confirm a-7k3m9q looks good":       `cannot read "looks"; ids come first, words of your own after " -- "`,
		"/confirm a-7k3m9q, please!":         `cannot read "please!"; ids come first, words of your own after " -- "`,
		"/dismiss a-7k3m9q — no":             `cannot read "—"; words of your own come after two hyphens, " -- "`,
		"/dismiss a-7k3m9q - no":             `cannot read "-"; words of your own come after two hyphens, " -- "`,
		"/confirm `a-7k3m9q`":                "cannot read \"`a-7k3m9q`\"; write ids plainly, without markup; words of your own come after \" -- \"",
		"/confirm a-7k":                      `cannot read "a-7k"; an id is a letter, a hyphen and at least 6 characters, like a-7k3m9q`,
		"/confirm 0":                         `cannot read "0"; ids come first, words of your own after " -- "`,
		"/confirm 1 2 A":                     `side A is of one entry, and the command names more; write one line for each entry`,
		"/confirm all A":                     `side A is of one entry, and the command names more; write one line for each entry`,
		"/confirm 1 A B":                     `cannot read "B"; ids come first, words of your own after " -- "`,
		"/ack 1 A":                           `cannot read "A"; ids come first, words of your own after " -- "`,
		"/confirm @abc 1":                    `"@abc" is no commit; write one @ with 12 to 40 hexadecimal digits, or leave it out`,
		"/confirm @octocat 1":                `"@octocat" is no commit; write one @ with 12 to 40 hexadecimal digits, or leave it out`,
		"/ack @0123456789ab @0123456789ab 1": `"@0123456789ab" is no commit; write one @ with 12 to 40 hexadecimal digits, or leave it out`,
		"/answer 1 2":                        `an answer is to one question, by its id; write /answer Q-ID OPTION, or /answer Q-ID -- text`,
		"/answer q-4f0w2d 2 3":               `cannot read "3"; ids come first, words of your own after " -- "`,
		"/surmise":                           `/surmise without a verb; /surmise help lists the verbs`,
		"/surmise approve 1":                 `no verb "approve"; /surmise help lists the verbs`,
		"/surmise conferm 1":                 `no verb "conferm"; did you mean /surmise confirm?`,
		"/surmise help me":                   `help takes no words, and here is "me"; write /surmise help`,
		"/surmise recheck -- now":            `recheck takes no words; write /surmise recheck`,
		"/confrim 1":                         `no command "/confrim"; did you mean /confirm?`,
		"/reopenn 1":                         `no command "/reopenn"; did you mean /reopen?`,
		"/acknowledg 1":                      `no command "/acknowledg"; did you mean /acknowledge?`,
		"/surmize help":                      `no command "/surmize"; did you mean /surmise?`,
		"/ack " + strings.Repeat("1 ", 101):  `the command names more than 100 entries; write several lines, or all`,
	} {
		got := command.Parse([]command.Line{{Number: 1, Text: line}})
		if len(got) != 1 || got[0].Problem == "" {
			t.Errorf("%q gives %+v, want a problem", line, got)
			continue
		}
		if diff := cmp.Diff(want, got[0].Problem+"; "+got[0].Hint); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
		if len(got[0].Targets) > 0 || got[0].SHA != "" || got[0].Choice != "" || got[0].Reason != "" {
			t.Errorf("%q: a line that cannot be understood still says something: %+v", line, got[0])
		}
	}
}

// TestParseOthers are lines that are none of our business.
func TestParseOthers(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"", "/", "//", "confirm a-7k3m9q", "I /confirm a-7k3m9q", "/lgtm", "/approve", "/hold", "/retest all", "/back", "/act", "/hack 1",
		"/etc/hosts", "/confirm/this", "/recheck", "/status", "/help", "/confirmation", "/answers-please", "／confirm 1",
	} {
		if got := command.Parse([]command.Line{{Number: 1, Text: line}}); got != nil {
			t.Errorf("%q gives %+v, want nothing", line, got)
		}
	}
}

func TestParseMany(t *testing.T) {
	t.Parallel()
	var lines []command.Line
	for n := range 500 {
		lines = append(lines, command.Line{Number: n + 1, Text: "/ack 1"})
	}
	got := command.Parse(lines)
	if len(got) != 51 || got[49].Problem != "" || got[50].Problem == "" || got[50].Line != 51 {
		t.Errorf("%d requests; want 50 and one that says that the rest is not read", len(got))
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	help := command.Help()
	for _, c := range command.All() {
		if !strings.Contains(help, "`"+c.Doc.Usage+"`") {
			t.Errorf("the help does not show %q", c.Doc.Usage)
		}
	}
	for i, line := range strings.Split(help, "\n") {
		if got := command.Parse([]command.Line{{Number: i, Text: line}}); got != nil {
			t.Errorf("the help holds a command: %q", line)
		}
	}
}

// FuzzParse holds hostile lines to the grammar's promises: a request either
// has a problem or names what it is about, and no word of a line is taken for
// another than it is.
func FuzzParse(f *testing.F) {
	for _, c := range command.All() {
		for _, example := range c.Doc.Examples {
			f.Add(example)
		}
	}
	f.Add("/confirm a-7k3m9q @0123456789ab A -- `x`\u2028/ack all")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range command.Parse([]command.Line{{Number: 1, Text: text}}) {
			if len([]rune(r.Text)) > 120 || len([]rune(r.Reason)) > 280 {
				t.Errorf("%q: not cut: %+v", text, r)
			}
			if (r.Problem == "") != (r.Hint == "") {
				t.Errorf("%q: a problem goes with a hint: %+v", text, r)
			}
			if r.Problem != "" {
				continue
			}
			i := slices.IndexFunc(command.All(), func(c command.Command) bool { return c.ID == r.Command })
			if i < 0 {
				t.Fatalf("%q: no command: %+v", text, r)
			}
			if decides := command.All()[i].Decides; (decides != "") != (len(r.Targets) > 0) || decides == ledger.Answer && r.Targets[0].Text[0] < 'a' {
				t.Errorf("%q: targets %+v", text, r.Targets)
			}
			for _, target := range r.Targets {
				if !strings.Contains(strings.NewReplacer("i", "1", "l", "1", "o", "0").Replace(strings.ToLower(text)),
					strings.NewReplacer("i", "1", "l", "1", "o", "0").Replace(target.Text)) {
					t.Errorf("%q: %q does not stand in the line", text, target.Text)
				}
			}
		}
	})
}
