package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/workspace"
)

func doctor() subcommand {
	return subcommand{
		name: "doctor", summary: "look whether the repository is set up well",
		examples: []example{
			{"surmise doctor", "with GITHUB_TOKEN set, what a merge requires too"},
			{"surmise doctor --offline", "only what stands in the files"},
			{"surmise doctor --decisions runs/", "with what people decided, from the artifacts of runs"},
		},
		text: `
It reads the workflows, the policy and the specs of the working tree, and says
of each thing to mend where it stands and what to do. With a token in
GITHUB_TOKEN it asks the platform whether a merge into the default branch
requires the check, and from which source. The repository is the one of
GITHUB_REPOSITORY, else of the remote "origin". The last line is what the set-up
holds against. The exit code is 1 if there is something to mend.
`,
		define: func(fs *flags) action {
			offline := fs.Bool("offline", false, "ask the platform nothing")
			decisions := fs.String("decisions", "", "look at the decisions in `DIR`: a ledger, what a run left, or a folder of those")
			return func(ctx context.Context, env Env, args []string) error {
				if err := onlyArgs(args); err != nil {
					return err
				}
				return runDoctor(ctx, env, *offline, *decisions)
			}
		},
	}
}

func runDoctor(ctx context.Context, env Env, offline bool, decisions string) error {
	p := around(env.Dir)
	folder, err := workspace.Open(p.root)
	if err != nil {
		return err
	}
	defer folder.Close()
	patient := app.Patient{Tree: folder, Commands: commandWords()}
	if decisions != "" {
		if patient.Decisions, err = readLedgers(ctx, env.Dir, decisions); err != nil {
			return err
		}
	}
	if err := ask(ctx, env, p, offline, &patient); err != nil {
		return err
	}
	d, err := app.Doctor(ctx, patient)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(env.Stdout, diagnosisText(d)); err != nil {
		return err
	}
	if !d.Sound() {
		return errBlocks
	}
	return nil
}

// ask lets the platform be asked if there is a token and a repository, or says
// why it is not.
func ask(ctx context.Context, env Env, p place, offline bool, patient *app.Patient) error {
	token, _ := env.Lookup("GITHUB_TOKEN")
	switch {
	case offline:
		patient.Unasked = "as --offline says"
		return nil
	case token == "":
		patient.Unasked = "since there is no GITHUB_TOKEN"
		return nil
	}
	h, unasked, err := repositoryAt(ctx, env, p)
	if err != nil || unasked != "" {
		patient.Unasked = unasked
		return err
	}
	client, err := github.New(github.Options{
		APIURL: h.api, GraphQLURL: h.graphQL, Repository: h.repository, Token: token, UserAgent: tool,
	})
	if err != nil {
		return &app.InputError{Err: err}
	}
	patient.Rules = client
	if h.api == publicAPI {
		patient.ActionsApp = actionsApp
	}
	return nil
}

// The public platform: its interfaces, and the app that its workflows are.
const (
	publicAPI     = "https://api.github.com"
	publicGraphQL = "https://api.github.com/graphql"
	actionsApp    = 15368
)

// address is a repository and the interfaces of the platform that it is on.
type address struct{ repository, api, graphQL string }

// remoteAddress takes a remote's address apart, as https or ssh.
var remoteAddress = pattern.Lazy(`^(?:https?://|ssh://)?(?:[^@/]+@)?([^/:@]+)(?::\d+)?[:/]([^/]+/[^/]+?)(?:\.git)?/?$`)

// repositoryAt is the address in the environment, else of the remote "origin".
// The token goes where the environment says, or to the public platform: a
// remote that names another host is no reason to hand it the token.
func repositoryAt(ctx context.Context, env Env, p place) (at address, unasked string, err error) {
	at.repository, _ = env.Lookup("GITHUB_REPOSITORY")
	at.api, _ = env.Lookup("GITHUB_API_URL")
	at.graphQL, _ = env.Lookup("GITHUB_GRAPHQL_URL")
	if (at.api == "") != (at.graphQL == "") {
		return at, "since GITHUB_API_URL and GITHUB_GRAPHQL_URL go together", nil
	}
	host := "github.com"
	if at.repository == "" && p.inGit {
		remote, err := workspace.NewGit(p.root, env.Lookup).Remote(ctx)
		if err != nil {
			return at, "", err
		}
		if m := remoteAddress().FindStringSubmatch(remote); m != nil {
			host, at.repository = m[1], m[2]
		}
	}
	switch {
	case at.repository == "":
		return at, `since neither GITHUB_REPOSITORY nor the remote "origin" names a repository`, nil
	case at.api == "" && host != "github.com":
		return at, fmt.Sprintf("since the remote is on %q: set GITHUB_API_URL and GITHUB_GRAPHQL_URL", host), nil
	case at.api == "":
		at.api, at.graphQL = publicAPI, publicGraphQL
	}
	return at, "", nil
}

// commandWords are the words that a comment's commands begin with.
func commandWords() []string {
	words := []string{command.Prefix}
	for _, c := range command.All() {
		if !c.Prefixed {
			words = append(append(words, c.ID), c.Aliases...)
		}
	}
	return words
}

func diagnosisText(d app.Diagnosis) string {
	var b strings.Builder
	for _, a := range d.Advice {
		mark := map[app.Weight]string{app.Sound: "✓", app.Note: "·", app.Mend: "✗"}[a.Weight]
		where := ""
		switch {
		case a.Path != "" && a.At.Line > 0:
			where = fmt.Sprintf("%s:%d:%d: ", plain(a.Path), a.At.Line, a.At.Column)
		case a.Path != "":
			where = plain(a.Path) + ": "
		}
		fmt.Fprintf(&b, "%s %s%s\n", mark, where, a.Found)
		if a.Next != "" {
			fmt.Fprintf(&b, "    %s\n", a.Next)
		}
	}
	fmt.Fprintf(&b, "guarantee: %s\n", d.Guarantee)
	return b.String()
}
