package cli

import (
	"context"
	_ "embed"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// workflowText is the workflow that people paste.
//
//go:embed surmise.yml
var workflowText []byte

// proveText is the workflow that runs the tests of prohibitions.
//
//go:embed surmise-prove.yml
var proveText []byte

// policyText is a policy that says what counts without one.
//
//go:embed policy.yml
var policyText []byte

// prohibitionsText is a file of declarations that explains its keys.
//
//go:embed prohibitions.yml
var prohibitionsText []byte

const workflowPath = config.WorkflowDir + "/surmise.yml"

func initCommand() subcommand {
	return subcommand{
		name: "init", summary: "write the workflow",
		examples: []example{
			{"surmise init", "the workflow that decides pull requests"},
			{"surmise init --policy", "and a policy that explains its keys"},
			{"surmise init --prohibitions docs/spec.md", "and a file for what a spec forbids"},
			{"surmise init --prove", "and the workflow that runs the tests of prohibitions"},
		},
		text: `
The workflow goes to ` + workflowPath + ` at the root of the git
repository, the policy to ` + config.Path + `, and prohibitions beside
their spec, to a name that ends in ` + probe.SidecarSuffix + `. Where a spec has one
that is held by a test, a second workflow runs it. The workflows need no secret
and no policy. A file that is there is never changed: it is compared with
what would be written, and the exit code is 1 if they differ.
`,
		define: func(fs *flags) action {
			withPolicy := fs.Bool("policy", false, "write a policy too")
			withProofs := fs.Bool("prove", false, "write the workflow for tests even if no prohibition needs it yet")
			spec := fs.String("prohibitions", "", "write a file for the prohibitions of `SPEC` too")
			return func(ctx context.Context, env Env, args []string) error {
				if err := onlyArgs(args); err != nil {
					return err
				}
				return runInit(ctx, env, *withPolicy, *withProofs, *spec)
			}
		},
	}
}

func runInit(ctx context.Context, env Env, withPolicy, withProofs bool, spec string) error {
	p := around(env.Dir)
	if !p.inGit {
		return &app.InputError{Err: fmt.Errorf("%q is in no git repository", p.root), Next: "run it where the workflow is to go"}
	}
	folder, err := workspace.Open(p.root)
	if err != nil {
		return err
	}
	defer folder.Close()
	proofs, err := app.HasProofs(ctx, folder)
	if err != nil {
		return err
	}
	templates := []app.Template{{Path: workflowPath, Data: workflowText}}
	if proofs || withProofs {
		templates = []app.Template{{Path: workflowPath, Data: withEvidence(workflowText)}, {Path: app.ProveWorkflow, Data: proveText}}
	}
	if withPolicy {
		templates = append(templates, app.Template{Path: config.Path, Data: policyText})
	}
	if spec != "" {
		place, err := locate(env.Dir, []string{spec})
		if err != nil {
			return err
		}
		if place.root != p.root || !folder.Has(place.paths[0]) {
			return &app.InputError{Err: fmt.Errorf("there is no spec %q", spec), Next: "write it first, then what it forbids"}
		}
		templates = append(templates, app.Template{Path: probe.SidecarOf(place.paths[0]), Data: prohibitionsText})
	}
	placings, err := app.Setup(ctx, folder, templates)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, p := range placings {
		b.WriteString(placingText(p))
	}
	if names := toCommit(env.Dir, p.root, placings); names != nil {
		fmt.Fprintf(&b, nextSteps, strings.Join(names, " "))
	}
	if _, err := fmt.Fprint(env.Stdout, b.String()); err != nil {
		return err
	}
	if slices.ContainsFunc(placings, func(p app.Placing) bool { return !p.Placed() }) {
		return errBlocks
	}
	return nil
}

// withEvidence is the deciding workflow where tests are run: it starts when
// they have been, and may read what they left.
func withEvidence(workflow []byte) []byte {
	return []byte(strings.NewReplacer(
		"  workflow_dispatch:\n", "  workflow_run:\n    workflows: [surmise-prove]\n    types: [completed]\n  workflow_dispatch:\n",
		"      pull-requests: write\n", "      pull-requests: write\n      actions: read\n",
		"github.event.merge_group.head_sha ||", "github.event.merge_group.head_sha || github.event.workflow_run.head_sha ||",
	).Replace(string(workflow)))
}

const nextSteps = `
1. commit it: git add %s && git commit -m "Interrogate specs"
2. open a pull request with it; the check runs there, and comments count once it is merged
3. require the check "surmise", source GitHub Actions: Settings, Rules, Rulesets
`

// toCommit names what was written as git takes it from the folder that somebody
// is in; nil if nothing was.
func toCommit(dir, root string, placings []app.Placing) []string {
	var out []string
	for _, p := range placings {
		if !p.Written {
			continue
		}
		name := p.Path
		if folder, _, ok := strings.Cut(name, "/"); ok && folder == path.Dir(config.Path) {
			name = folder
		}
		full := filepath.Join(root, filepath.FromSlash(name))
		if rel, err := filepath.Rel(dir, full); err == nil {
			full = rel
		}
		if strings.ContainsAny(full, " \t'\"\\$`&|;<>()*?[]#~!") {
			full = "'" + strings.ReplaceAll(full, "'", `'\''`) + "'"
		}
		if !slices.Contains(out, full) {
			out = append(out, full)
		}
	}
	return out
}

func placingText(p app.Placing) string {
	switch {
	case p.Written:
		return "wrote " + p.Path + "\n"
	case p.Instead != "":
		return fmt.Sprintf("left out %s: %s runs Surmise already; \"surmise doctor\" looks at it\n", p.Path, plain(p.Instead))
	case p.Differs == nil:
		return p.Path + " is there already, as it would be written\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "left %s as it is; it differs (- there, + would be written):\n", p.Path)
	for _, line := range p.Differs {
		fmt.Fprintf(&b, "  %s\n", plain(line))
	}
	return b.String()
}
