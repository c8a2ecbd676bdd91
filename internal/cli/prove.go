package cli

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/runner"
	"github.com/surmise-ci/surmise/internal/workspace"
)

func prove() subcommand {
	return subcommand{
		name: "prove", args: "[PATH|ID...]",
		summary: "prove that negative tests hold prohibitions",
		examples: []example{
			{"surmise prove", "every prohibition of the specs at HEAD that is held by test"},
			{"surmise prove P-003", "one of them"},
			{"surmise prove --explain P-003", "what would be run, and what the violation changes"},
			{"surmise prove --new P-003 --kind go-test internal/card", "skeletons of its test, its violation and its control"},
			{"surmise prove --base origin/main --output evidence/", "as a workflow does"},
		},
		text: `
The test that a prohibition names is run three times in throw-away trees of
HEAD: unchanged it must pass, under the declared violation it must fail by an
assertion, and after a harmless change it must pass again. What is not committed
is not proven. The working tree, the index and caches are never written.

Tests run without the environment, without a network, and with as much isolation
as the machine grants; the last lines say with how much. No token is read.

The exit code is 0 if every prohibition is proven, 1 if one is not, and 4 if
one could not be run.
`,
		define: func(fs *flags) action {
			var o proveOptions
			fs.StringVar(&o.base, "base", "", "judge by the policy of `REF`, and try what stood at the merge base too")
			fs.StringVar(&o.policy, "policy", "", "judge by the policy of `REF`, in place of that of --base")
			fs.StringVar(&o.output, "output", "", "write the evidence to the folder `DIR`, one file a prohibition")
			fs.StringVar(&o.explain, "explain", "", "say how the prohibition `ID` is proven, and run nothing")
			fs.StringVar(&o.create, "new", "", "write a skeleton for the prohibition `ID`")
			fs.StringVar(&o.kind, "kind", "", "the `KIND` of check of --new")
			fs.BoolVar(&o.isolation, "isolation", false, "say how tests are isolated here, and run none; the exit code is 1 if weakly")
			fs.BoolVar(&o.watch, "watch", false, "prove again whenever HEAD moves")
			return o.run
		},
	}
}

type proveOptions struct {
	base, policy, output, explain, create, kind string
	watch, isolation                            bool
}

func (o *proveOptions) run(ctx context.Context, env Env, args []string) error {
	switch {
	case o.create != "" && o.kind == "":
		return usagef("--new needs --kind; %s", oneOf(kindNames()))
	case o.kind != "" && o.create == "":
		return usagef("--kind goes with --new")
	case o.kind != "":
		if err := choice("kind", o.kind, kindNames()); err != nil {
			return err
		}
		return o.writeNew(ctx, env, args)
	case o.policy != "" && o.base == "":
		return usagef("--policy goes with --base")
	case o.watch && o.output != "":
		return usagef("--watch writes no evidence; leave --output out")
	}
	if o.isolation {
		return tellIsolation(ctx, env)
	}
	s, err := openProving(ctx, env, args)
	if err != nil {
		return err
	}
	if o.explain != "" {
		s.ids = append(s.ids, o.explain)
		return s.explain(ctx, env, o)
	}
	for {
		err := s.prove(ctx, env, o)
		if !o.watch || err != nil && !errors.Is(err, errBlocks) && !errors.Is(err, errUndecided) {
			return err
		}
		if err := s.moved(ctx, env); err != nil {
			return err
		}
	}
}

func kindNames() []string {
	var out []string
	for _, k := range proof.Kinds() {
		out = append(out, k.ID)
	}
	return out
}

// prohibitionID is what an argument looks like that is no path.
var prohibitionID = pattern.Lazy(`^[A-Za-z]+-[A-Za-z0-9.-]*[0-9][A-Za-z0-9.-]*$`)

// proving is the repository whose head is proven.
type proving struct {
	place
	git  *workspace.Git
	head string // commit
	ids  []string
	// uncommitted is what of the working tree HEAD does not have.
	uncommitted []string
}

func openProving(ctx context.Context, env Env, args []string) (*proving, error) {
	var ids, paths []string
	for _, a := range args {
		if _, err := os.Lstat(resolve(env.Dir, a)); err != nil && prohibitionID().MatchString(a) {
			ids = append(ids, a)
		} else {
			paths = append(paths, a)
		}
	}
	at, err := locate(env.Dir, paths)
	if err != nil {
		return nil, err
	}
	if !at.inGit {
		return nil, &app.InputError{Err: fmt.Errorf("%q is in no git repository", at.root), Next: "run it where the code is committed"}
	}
	s := &proving{place: at, ids: ids, git: workspace.NewGit(at.root, env.Lookup)}
	s.head, err = s.resolve(ctx)
	return s, err
}

func (s *proving) resolve(ctx context.Context) (string, error) {
	head, err := s.git.Resolve(ctx, "HEAD")
	switch {
	case errors.Is(err, workspace.ErrUnknownRevision):
		return "", &app.InputError{Err: errors.New("the repository has no commit yet"), Next: "commit what is to be proven"}
	case errors.Is(err, workspace.ErrForeignOwner):
		return "", foreignOwner(err, s.root)
	}
	return head, err
}

// moved waits until HEAD is another commit.
func (s *proving) moved(ctx context.Context, env Env) error {
	fmt.Fprintln(env.Stderr, "waiting for HEAD to move")
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
		head, err := s.resolve(ctx)
		if err != nil {
			return err
		}
		if head != s.head {
			s.head = head
			return nil
		}
	}
}

func (s *proving) prove(ctx context.Context, env Env, o *proveOptions) error {
	warnOfTokens(env)
	if err := s.warnOfChanges(ctx, env); err != nil {
		return err
	}
	a, err := s.request(ctx, env, o)
	defer a.close()
	if err != nil {
		return err
	}
	for _, u := range a.declared.Unread {
		fmt.Fprintf(env.Stdout, "✗ %s: not interrogated: %s\n", plain(u.Path), plain(u.Reason))
	}
	results, isolation, err := s.results(ctx, env, a.ProveRequest)
	if err != nil {
		return err
	}
	if o.output != "" {
		if err := writeEvidence(resolve(env.Dir, o.output), results); err != nil {
			return err
		}
	}
	out := provedOutcome(results, a.Policy.Prove, len(a.declared.Unread))
	text := s.provedText(results, a.Policy.Prove, isolation)
	if out == nil && len(results) > 0 && !a.open[0].Has(app.ProveWorkflow) {
		text += "    next: in a pull request only the run of " + app.ProveWorkflow + " counts; write it with \"surmise init\"\n"
	}
	if _, err := io.WriteString(env.Stdout, text); err != nil {
		return err
	}
	return out
}

// results runs the proofs, if there are any.
func (s *proving) results(ctx context.Context, env Env, r app.ProveRequest) (results []app.Proved, isolation string, err error) {
	if len(r.Prohibitions) == 0 {
		return nil, "", nil
	}
	shop, notes, err := openWorkshop(ctx, env, s.git, s.root, s.head, r.Policy.Prove.Carry)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	note(env, notes...)
	r.Head, r.Tree = shop.head, shop.head.ID
	if r.Tool.SHA256, err = fileDigest(shop.self); err != nil {
		return nil, "", err
	}
	for n := range concurrency(len(r.Prohibitions) + 1) {
		b, err := shop.bench(n)
		if err != nil {
			return nil, "", err
		}
		r.Benches = append(r.Benches, b)
	}
	var seed [8]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return nil, "", err
	}
	r.Seed = binary.NativeEndian.Uint64(seed[:])
	r.Progress = func(p app.Progress) { fmt.Fprintln(env.Stderr, progressText(p)) }
	results, err = app.Prove(ctx, r)
	return results, isolationText(shop.sandbox), err
}

// isolationText is the level, and what to do about a weak one.
func isolationText(s runner.Sandbox) string {
	out := fmt.Sprintf("isolation: %s\n", s.Isolation())
	if advice := s.Advice(); advice != "" {
		out += "    next: " + advice + "\n    else the verdict counts no proof, unless prove.allow_weak_isolation is true in the default branch's " + config.Path + "\n"
	}
	return out
}

// tellIsolation says how tests are isolated on this machine.
func tellIsolation(ctx context.Context, env Env) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the program itself: %w", err)
	}
	s := runner.Detect(ctx, program)
	if _, err := io.WriteString(env.Stdout, isolationText(s)); err != nil {
		return err
	}
	if s.Isolation().Weak() {
		return errBlocks
	}
	return nil
}

func progressText(p app.Progress) string {
	what := "self-test of " + p.Kind
	switch {
	case p.Ruling != nil:
		what = plain(p.ID) + " " + string(p.Ruling.Code)
	case p.ID != "" && p.Replay:
		what = plain(p.ID) + " as at the base: " + string(p.Role)
	case p.ID != "":
		what = plain(p.ID) + " " + string(p.Role)
	}
	return fmt.Sprintf("[%d/%d] %s", p.Done, p.Total, what)
}

func (s *proving) provedText(results []app.Proved, rules policy.Prove, isolation string) string {
	var b strings.Builder
	open := 0
	for _, r := range results {
		mark := "✓"
		if app.OutcomeOf(r.Ruling.Code, rules) != proof.Pass {
			mark = "✗"
			open++
		}
		fmt.Fprintf(&b, "%s %s %s\n    %s\n", mark, plain(r.ID), r.Ruling.Code, plain(r.Ruling.Message))
		if mark == "✗" {
			fmt.Fprintf(&b, "    next: %s\n", plain(r.Ruling.Next))
			if name := s.unseen(r); name != "" {
				fmt.Fprintf(&b, "    not looked at: %s is not committed as it is; commit it, since HEAD is what is proven\n", plain(name))
			}
		} else {
			for _, line := range r.Caught {
				fmt.Fprintf(&b, "      %s\n", plain(line))
			}
		}
		if old := r.Evidence.Replay; old != nil {
			fmt.Fprintf(&b, "    as at the base: %s: %s\n", old.Code, plain(old.Message))
		}
	}
	switch {
	case len(results) == 0:
		b.WriteString("✓ no prohibition is held by test\n")
	case open > 0:
		fmt.Fprintf(&b, "✗ %d of %d not proven\n", open, len(results))
	default:
		fmt.Fprintf(&b, "✓ %d proven\n", len(results))
	}
	return b.String() + isolation
}

// unseen is a file that a proof is made from and that HEAD does not hold as it
// is in the working tree; "" if there is none.
func (s *proving) unseen(r app.Proved) string {
	for _, name := range []string{r.Check.Violation, r.Check.Control, r.Path, r.Spec, r.Ruling.Place.Path, r.Check.Target} {
		of := path.Clean(name)
		for _, changed := range s.uncommitted {
			folder := strings.HasSuffix(changed, "/") && strings.HasPrefix(of, changed)
			if name != "" && (changed == of || folder || strings.HasPrefix(changed, of+"/")) {
				return changed
			}
		}
	}
	return ""
}

// provedOutcome is an error unless everything is proven. What could not be run
// comes before what was found wanting.
func provedOutcome(results []app.Proved, rules policy.Prove, unread int) error {
	out := error(nil)
	if unread > 0 {
		out = errBlocks
	}
	for _, r := range results {
		switch app.OutcomeOf(r.Ruling.Code, rules) {
		case proof.Pass:
		case proof.Error:
			return errUndecided
		default:
			out = errBlocks
		}
	}
	return out
}

// evidenceName is the name of a file of evidence: the digest of its content.
var evidenceName = pattern.Lazy(`^[0-9a-f]{64}\.json$`)

func writeEvidence(dir string, results []app.Proved) error {
	files := make(map[string][]byte, len(results))
	for _, r := range results {
		files[r.Evidence.Digest()+".json"] = r.Evidence.Encode()
	}
	return workspace.WriteFolder(dir, files, evidenceName().MatchString)
}

// note says something beside the result.
func note(env Env, texts ...string) {
	for _, t := range texts {
		fmt.Fprintf(env.Stderr, "note: %s\n", plain(t))
	}
}

// warnOfChanges says that the working tree holds what is not proven.
func (s *proving) warnOfChanges(ctx context.Context, env Env) error {
	names, err := s.git.Uncommitted(ctx)
	s.uncommitted = names
	if err != nil || len(names) == 0 {
		return err
	}
	what := fmt.Sprintf("%q is", names[0])
	if len(names) > 1 {
		what = fmt.Sprintf("%q and %d more are", names[0], len(names)-1)
	}
	note(env, what+" not committed, and not proven: what is proven is HEAD, "+s.head[:12])
	return nil
}

// warnOfTokens names the secrets in the environment. They are kept from the
// tests, but a job that has none cannot lose one.
func warnOfTokens(env Env) {
	for _, name := range []string{"GITHUB_TOKEN", "GH_TOKEN", "ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN", "NPM_TOKEN", "AWS_SECRET_ACCESS_KEY"} {
		if env.get(name) != "" {
			note(env, name+" is set; tests do not get it, but a job that runs tests needs no secret")
		}
	}
}
