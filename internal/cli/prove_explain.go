package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// explain says how the only prohibition is proven.
func (s *proving) explain(ctx context.Context, env Env, o *proveOptions) error {
	if err := s.warnOfChanges(ctx, env); err != nil {
		return err
	}
	a, err := s.request(ctx, env, o)
	defer a.close()
	if err != nil {
		return err
	}
	r := a.ProveRequest
	if len(r.Prohibitions) > 1 {
		return usagef("%q is declared in several specs; name the one", o.explain)
	}
	shop, notes, err := openWorkshop(ctx, env, s.git, s.root, s.head, r.Policy.Prove.Carry)
	if err != nil {
		return err
	}
	defer shop.Close()
	note(env, notes...)
	b, err := shop.bench(0)
	if err != nil {
		return err
	}
	r.Head, r.Tree, r.Benches = shop.head, shop.head.ID, []app.Bench{b}
	e, err := app.ExplainProof(r)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(env.Stdout, explanationText(e, shop)); err != nil {
		return err
	}
	if e.Ruling != nil {
		return errBlocks
	}
	return nil
}

func explanationText(e app.Explanation, shop *workshop) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n    %s:%d\n", plain(e.ID), plain(e.Statement), plain(e.Path), e.Line)
	if e.Ruling != nil {
		fmt.Fprintf(&b, "✗ %s\n    %s\n    next: %s\n", e.Ruling.Code, plain(e.Ruling.Message), plain(e.Ruling.Next))
		return b.String()
	}
	fmt.Fprintf(&b, "held by %s, %s\n    %s\n", plain(orElse(e.Check.Test, e.Check.Rule)), e.Title, plain(e.Test.String()))
	for _, c := range e.Changes {
		fmt.Fprintf(&b, "%s changes %s\n", c.Role, plain(c.Path))
		for _, line := range c.Lines {
			fmt.Fprintf(&b, "    %s\n", plain(line))
		}
	}
	b.WriteString("each of the three runs is\n")
	names := strings.NewReplacer(shop.scratch.Dir(), "SCRATCH", shop.repo, "TREE")
	for _, argv := range e.Steps {
		fmt.Fprintf(&b, "    %s\n", plain(names.Replace(strings.Join(argv, " "))))
	}
	b.WriteString(isolationText(shop.sandbox))
	return b.String()
}

// writeNew writes a skeleton into the working tree. The spec is left alone: the
// lines to paste are printed.
func (o *proveOptions) writeNew(ctx context.Context, env Env, args []string) error {
	if len(args) > 1 {
		return usagef("unexpected argument %q", args[1])
	}
	at := around(env.Dir)
	target := ""
	if len(args) == 1 {
		place, err := locate(env.Dir, args)
		if err != nil {
			return err
		}
		at, target = place, place.paths[0]
	}
	folder, err := workspace.Open(at.root)
	if err != nil {
		return err
	}
	defer folder.Close()
	p, _, err := app.PolicyOf(ctx, folder, nil)
	if err != nil {
		return err
	}
	declared, err := app.Declare(ctx, folder, p, nil)
	if err != nil {
		return err
	}
	if at.inGit {
		outside, err := app.Elsewhere(ctx, folder, workspace.NewGit(at.root, env.Lookup), p, declared)
		if err != nil {
			return err
		}
		note(env, outside...)
	}
	s := proving{ids: []string{o.create}}
	found, err := s.wanted(declared.Required)
	if err != nil {
		return err
	}
	if len(found) > 1 {
		return &app.InputError{Err: fmt.Errorf("%q is declared in %q and in %q", o.create, found[0].Path, found[1].Path), Next: "give one of them another id"}
	}
	skeleton, err := app.NewSkeleton(found[0].Prohibition, o.kind, target, func(name string) ([]byte, error) {
		return folder.Read(ctx, name, policy.Default().Limits.FileBytes)
	})
	if err != nil {
		return err
	}
	placings, err := app.WriteSkeleton(ctx, folder, skeleton)
	if err != nil {
		return err
	}
	_, err = io.WriteString(env.Stdout, skeletonText(found[0], skeleton, placings))
	return err
}

// skeletonText says what was written, and which lines to paste into the spec.
func skeletonText(p app.Declared, skeleton app.Skeleton, placings []app.Placing) string {
	var b strings.Builder
	for _, w := range placings {
		if w.Written {
			fmt.Fprintf(&b, "wrote %s\n", plain(w.Path))
		} else {
			fmt.Fprintf(&b, "left %s as it is\n", plain(w.Path))
		}
	}
	fmt.Fprintf(&b, "\nadd to %s at %s:%d:\n", plain(p.ID), plain(p.Path), p.Line)
	for _, line := range skeleton.Descriptor {
		fmt.Fprintf(&b, "  - %s\n", plain(line))
	}
	if skeleton.Command != nil {
		fmt.Fprintf(&b, "\nadd to prove.commands in %s:\n  - [%s]\n", config.Path, plain(strings.Join(skeleton.Command, ", ")))
	}
	b.WriteString("\nthen write the test, the violation and the control, commit, and run \"surmise prove " + plain(p.ID) + "\"\n")
	return b.String()
}

func locateCommand() subcommand {
	return subcommand{
		name: "locate", args: "ID",
		summary: "propose the test that holds a prohibition",
		examples: []example{
			{"surmise locate P-003", "tests at HEAD that carry its tag or its id, as lines to paste"},
		},
		text: `
A test carries the tag of a prohibition in a comment, "prohibits: P-003". What is
printed is a proposal: it edits nothing, and counts for nothing until the spec
says it and the test is proven. The exit code is 1 if no test is found.
`,
		define: func(*flags) action {
			return func(ctx context.Context, env Env, args []string) error {
				if err := onlyArgs(args, "ID"); err != nil {
					return err
				}
				return runLocate(ctx, env, args[0])
			}
		},
	}
}

func runLocate(ctx context.Context, env Env, id string) error {
	s, err := openProving(ctx, env, nil)
	if err != nil {
		return err
	}
	revision, err := s.git.Revision(ctx, s.head)
	if err != nil {
		return err
	}
	defer revision.Close()
	head, err := readable(ctx, revision)
	if err != nil {
		return err
	}
	candidates := app.LocateTests(head, id)
	var b strings.Builder
	for _, c := range candidates {
		fmt.Fprintf(&b, "%s: %s\n", plain(c.Place.String()), c.Why)
		for _, line := range c.Descriptor {
			fmt.Fprintf(&b, "  %s\n", plain(line))
		}
	}
	if len(candidates) == 0 {
		fmt.Fprintf(&b, "no test at HEAD carries %s\n    next: surmise prove --new %s --kind %s\n", plain(id), plain(id), proof.Kinds()[0].ID)
	}
	if _, err := io.WriteString(env.Stdout, b.String()); err != nil {
		return err
	}
	if len(candidates) == 0 {
		return errBlocks
	}
	return nil
}

// revisionSubject is a revision whose files are read one by one.
type revisionSubject struct {
	ctx      context.Context
	revision *workspace.Revision
	files    []string
}

func readable(ctx context.Context, r *workspace.Revision) (revisionSubject, error) {
	files, _, err := r.List(ctx, []string{"."})
	return revisionSubject{ctx, r, files}, err
}

// Files lists the regular files.
func (s revisionSubject) Files() []string { return s.files }

// Read returns one of them.
func (s revisionSubject) Read(name string) ([]byte, error) {
	return s.revision.Read(s.ctx, name, policy.Default().Limits.FileBytes)
}
