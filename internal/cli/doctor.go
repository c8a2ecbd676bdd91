package cli

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/command"
	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/workspace"
)

func doctor() subcommand {
	return subcommand{
		name: "doctor", summary: "look whether the repository is set up well",
		examples: []example{
			{"surmise doctor", "with GITHUB_TOKEN set, what a merge requires too"},
			{"surmise doctor --offline", "only what stands in the files"},
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
			return func(ctx context.Context, env Env, args []string) error {
				if err := onlyArgs(args); err != nil {
					return err
				}
				return runDoctor(ctx, env, *offline)
			}
		},
	}
}

func runDoctor(ctx context.Context, env Env, offline bool) error {
	p := around(env.Dir)
	folder, err := workspace.Open(p.root)
	if err != nil {
		return err
	}
	defer folder.Close()
	patient := app.Patient{Tree: folder, Commands: commandWords()}
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
	h, err := hostOf(ctx, env, p)
	if err != nil {
		return err
	}
	if h.repository == "" {
		patient.Unasked = `since neither GITHUB_REPOSITORY nor the remote "origin" names a repository`
		return nil
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

// host is a repository and the interfaces of the platform that it is on.
type host struct{ repository, api, graphQL string }

// remoteAddress takes a remote's address apart, as https or ssh.
var remoteAddress = regexp.MustCompile(`^(?:https?://|ssh://)?(?:[^@/]+@)?([^/:@]+)(?::\d+)?[:/]([^/]+/[^/]+?)(?:\.git)?/?$`)

// hostOf is the host of the environment, else of the remote "origin". Another
// host than the public one has its interfaces where its own product puts them.
func hostOf(ctx context.Context, env Env, p place) (host, error) {
	h := host{api: publicAPI, graphQL: publicGraphQL}
	h.repository, _ = env.Lookup("GITHUB_REPOSITORY")
	if h.repository == "" && p.inGit {
		remote, err := workspace.NewGit(p.root, env.Lookup).Remote(ctx)
		if err != nil {
			return host{}, err
		}
		if m := remoteAddress.FindStringSubmatch(remote); m != nil {
			h.repository = m[2]
			if m[1] != "github.com" {
				h.api, h.graphQL = "https://"+m[1]+"/api/v3", "https://"+m[1]+"/api/graphql"
			}
		}
	}
	if api, _ := env.Lookup("GITHUB_API_URL"); api != "" {
		h.api = api
	}
	if graphQL, _ := env.Lookup("GITHUB_GRAPHQL_URL"); graphQL != "" {
		h.graphQL = graphQL
	}
	return h, nil
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
