package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/proof"
	"github.com/surmise-ci/surmise/internal/pull"
	"github.com/surmise-ci/surmise/internal/source"
)

// ProveWorkflow is the file of the workflow that runs a change's tests. What it
// leaves behind is looked at only if it comes from this file.
const ProveWorkflow = config.WorkflowDir + "/surmise-prove.yml"

// evidenceArtifact is what an attempt of a run of that workflow leaves behind.
// An attempt does not speak for the one after it.
func evidenceArtifact(attempt int64) string { return fmt.Sprintf("surmise-evidence-%d", attempt) }

// testimony is what a run says about one head, decoded and not yet compared
// with it.
type testimony struct {
	run     pull.WorkflowRun // the newest that may speak; zero if none may
	code    string           // why there are no records; "" if there are
	reason  string
	coming  bool // they come without anybody's doing
	records map[recordKey]proof.Evidence
}

// recordKey is the prohibition that a record is about.
type recordKey struct{ path, id string }

func keyOfRecord(path, id string) recordKey { return recordKey{path, strings.ToLower(id)} }

// witness is where evidence for a head may come from.
type witness struct {
	headSHA string
	repo    string // that the head lies in; "" if it is gone
	event   string // that starts the run
}

// witness is the one that may speak for a request. A merge group's commit lies
// in the repository itself.
func (d round) witness(r pull.Request) witness {
	if d.trigger.Kind == OnGroup {
		return witness{r.HeadSHA, d.action.Repository, "merge_group"}
	}
	return witness{r.HeadSHA, r.HeadRepo, pullPlain}
}

// proving finds the newest run that may speak for a head. What other runs there
// are of that workflow is in others.
func (a *Action) proving(ctx context.Context, w witness) (run pull.WorkflowRun, others []string, err error) {
	runs, err := a.Host.WorkflowRuns(ctx, w.headSHA)
	if err != nil {
		return pull.WorkflowRun{}, nil, err
	}
	for _, r := range runs { // the newest first
		switch {
		case r.Workflow != ProveWorkflow || r.HeadSHA != w.headSHA:
		case r.Event != w.event:
			others = append(others, fmt.Sprintf("by the event %q", r.Event))
		case w.repo == "" || !strings.EqualFold(r.HeadRepo, w.repo):
			others = append(others, fmt.Sprintf("of the repository %q", r.HeadRepo))
		default:
			return r, others, nil
		}
	}
	return pull.WorkflowRun{}, others, nil
}

// testify reads what there is on a head.
func (d round) testify(ctx context.Context, w witness, head Snapshot) (testimony, error) {
	run, others, err := d.action.proving(ctx, w)
	if denied := deniedBy(err); denied != "" {
		return testimony{code: codeUnread, reason: denied}, nil
	}
	if err != nil {
		return testimony{}, err
	}
	switch {
	case run.ID == 0:
		return d.nobody(ctx, w, head, others)
	case !run.Done:
		return testimony{run: run, code: codeRunning, coming: true, reason: "the proof is under way: " + run.URL}, nil
	}
	return d.read(ctx, run)
}

// nobody says why nothing speaks for a head, and whether something will.
func (d round) nobody(ctx context.Context, w witness, head Snapshot, others []string) (testimony, error) {
	if head.Object(ProveWorkflow) == "" {
		return testimony{code: codeNoProver, reason: fmt.Sprintf("no workflow runs its test; write %q with \"surmise init\"", ProveWorkflow)}, nil
	}
	t := testimony{code: codeNotRun, reason: fmt.Sprintf("%q has not run on %s; push again, or start it by hand", ProveWorkflow, w.headSHA)}
	if others != nil {
		t.reason = fmt.Sprintf("the only runs of %q on %s are %s; it has to run by %q", ProveWorkflow, w.headSHA, strings.Join(unique(others), ", "), w.event)
	}
	data, err := head.Read(ctx, ProveWorkflow, workflowBytes)
	if err != nil && refusal(err) == "" {
		return testimony{}, err
	}
	if workflow, err := config.ReadWorkflow(ProveWorkflow, data); err == nil {
		_, t.coming = event(workflow, w.event)
	}
	return t, nil
}

// read takes what a run that has ended left behind.
func (d round) read(ctx context.Context, run pull.WorkflowRun) (testimony, error) {
	t := testimony{run: run}
	lacks := func(code, format string, args ...any) (testimony, error) {
		t.code, t.reason = code, fmt.Sprintf(format, args...)+fmt.Sprintf("; run it again: %s", run.URL)
		return t, nil
	}
	name := evidenceArtifact(run.Attempt)
	found, err := d.action.Host.Artifacts(ctx, run.ID, name)
	switch {
	case deniedBy(err) != "":
		return lacks(codeUnread, "%s", deniedBy(err))
	case err != nil:
		return testimony{}, err
	case len(found) == 0:
		return lacks(codeNotRun, "its run left no evidence")
	case len(found) > 1:
		return lacks(codeRefused, "the run left %d artifacts of the name %q", len(found), name)
	case found[0].Expired:
		return lacks(codeExpired, "the evidence has expired")
	}
	files, err := d.action.Host.Files(ctx, found[0])
	if reason := refusal(err); reason != "" {
		return lacks(codeRefused, "the artifact %s", reason)
	}
	if err != nil {
		return testimony{}, err
	}
	if t.records, err = decodeRecords(files); err != nil {
		return lacks(codeRefused, "%v", err)
	}
	return t, nil
}

// decodeRecords reads every file of an artifact. One that is not as it must be
// speaks against all of them.
func decodeRecords(files map[string][]byte) (map[recordKey]proof.Evidence, error) {
	out := make(map[recordKey]proof.Evidence, len(files))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		e, err := proof.DecodeEvidence(files[name])
		if err != nil {
			return nil, fmt.Errorf("the file %q: %w", name, err)
		}
		if name != e.Digest()+".json" {
			return nil, fmt.Errorf("the file %q is not named after its content", name)
		}
		key := keyOfRecord(e.Prohibition.SpecPath, e.Prohibition.ID)
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("there are two records of %q", e.Prohibition.ID)
		}
		out[key] = e
	}
	return out, nil
}

// deniedBy is what the token may not do; "" if the error is another one.
func deniedBy(err error) string {
	var denied interface {
		error
		Denied() string
	}
	if errors.As(err, &denied) {
		return denied.Denied()
	}
	return ""
}

// problemsIn are the mistakes in a repository that an error tells of.
func problemsIn(err error) (source.Problems, bool) { return errors.AsType[source.Problems](err) }
