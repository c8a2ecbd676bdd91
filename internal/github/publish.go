package github

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"

	gh "github.com/google/go-github/v62/github"

	"github.com/surmise-ci/surmise/internal/pull"
)

const (
	annotationsARequest = 50
	annotationsAPage    = 100
	// outputLimit is the longest summary and the longest text. The platform
	// cuts a longer text without a word.
	outputLimit = 65_535

	outputCut = "\n\n… cut: the platform takes no more."
	textCut   = "… cut: the platform takes no more.\n\n"
)

// publication is one check run on its way out.
type publication struct {
	client  *Client
	check   pull.Check
	call    call
	nonce   string
	run     *gh.CheckRun // as the platform last answered
	sent    []pull.Annotation
	dropped int
	marked  bool // the platform holds the mark of a complete run
}

// Publish creates a completed run and reads back that all annotations arrived.
// The run says in its external id whether it is complete; until the last batch
// of annotations is there it is not, so that a run which died in between is
// seen by the next one. Annotations that are not fit to be sent are mended or
// left out and counted: they never keep the others from being published.
func (c *Client) Publish(ctx context.Context, check pull.Check) (pull.Run, error) {
	if err := checkObjectID(check.HeadSHA); err != nil {
		return pull.Run{}, err
	}
	p := &publication{
		client: c, check: check, nonce: rand.Text(),
		call: call{doing: "publish the check run", needs: "checks: write", limit: largeLimit},
	}
	p.check.Title = cut(clean(check.Title), titleLimit, "…")
	p.check.Summary = cut(clean(check.Summary), outputLimit, outputCut)
	p.check.Text = cutFront(clean(check.Text), outputLimit, textCut)
	if p.check.Summary == "" {
		p.check.Summary = p.check.Title // the platform wants one
	}
	p.check.Annotations, p.dropped = fitAll(check.Annotations)
	if err := p.publish(ctx); err != nil {
		return pull.Run{}, err
	}
	if p.dropped > 0 {
		c.log.Warn("annotations were not fit to be published", "dropped", p.dropped)
	}
	if !p.marked {
		c.log.Warn("annotations did not arrive; the next run publishes again", "sent", len(p.sent))
	}
	return pull.Run{
		ID: p.run.GetID(), URL: p.run.GetHTMLURL(), Name: check.Name, HeadSHA: check.HeadSHA, Success: check.Success,
		CompletedAt: p.run.GetCompletedAt().Time, Digest: check.Digest, Complete: p.marked,
		Title: p.check.Title, Text: p.check.Text, Dropped: p.dropped,
	}, nil
}

func (p *publication) publish(ctx context.Context) error {
	batches := slices.Collect(slices.Chunk(p.check.Annotations, annotationsARequest))
	var first []pull.Annotation
	if len(batches) > 0 {
		first, batches = batches[0], batches[1:]
	}
	err := p.create(ctx, first, len(batches) == 0)
	if rejected(err) && len(first) > 0 {
		// The verdict comes first; what is wrong with which annotation is found
		// out afterwards.
		batches = append([][]pull.Annotation{first}, batches...)
		err = p.create(ctx, nil, false)
	}
	if err != nil {
		return err
	}
	for i, batch := range batches {
		if err := p.append(ctx, batch, i == len(batches)-1); err != nil {
			return err
		}
	}
	return p.reconcile(ctx)
}

// create makes the run. Where it is not certain that it was made, it is looked
// for before it is made again.
func (p *publication) create(ctx context.Context, batch []pull.Annotation, complete bool) error {
	c := p.client
	for n := 1; ; n++ {
		run, _, err := c.rest.Checks.CreateCheckRun(p.call.in(ctx), c.owner, c.name, gh.CreateCheckRunOptions{
			Name: p.check.Name, HeadSHA: p.check.HeadSHA, ExternalID: p.mark(complete),
			Status: gh.String("completed"), Conclusion: p.conclusion(), Output: p.output(batch),
		})
		if err = c.hollow(p.call, err, run.GetID() > 0); err != nil && uncertain(err) {
			found, findErr := p.find(ctx)
			switch {
			case findErr != nil:
				return err
			case found != nil:
				run, err = found, nil
			case n == 1:
				continue
			}
		}
		if err != nil {
			return err
		}
		p.took(run, batch, complete)
		return nil
	}
}

// find looks for the run by what only this publication knows.
func (p *publication) find(ctx context.Context) (*gh.CheckRun, error) {
	c := p.client
	k := call{doing: "look for the check run", needs: "checks: read", again: true, limit: largeLimit}
	options := &gh.ListCheckRunsOptions{
		CheckName: &p.check.Name, Filter: gh.String("all"), ListOptions: gh.ListOptions{PerPage: annotationsAPage},
	}
	for n := 1; n <= pagesLimit; n++ {
		options.Page = n
		runs, resp, err := c.rest.Checks.ListCheckRunsForRef(k.in(ctx), c.owner, c.name, p.check.HeadSHA, options)
		if err = c.hollow(k, err, runs != nil); err != nil {
			return nil, err
		}
		for _, run := range runs.CheckRuns {
			if id := run.GetExternalID(); id == *p.mark(true) || id == *p.mark(false) {
				return run, nil
			}
		}
		if resp.NextPage == 0 {
			break
		}
	}
	return nil, nil
}

// append adds annotations to the run, all but those that the platform rejects.
// A request that adds is not repeated before the run was asked whether it took
// effect.
func (p *publication) append(ctx context.Context, batch []pull.Annotation, complete bool) error {
	c := p.client
	for n := 1; ; n++ {
		run, _, err := c.rest.Checks.UpdateCheckRun(p.call.in(ctx), c.owner, c.name, p.run.GetID(), gh.UpdateCheckRunOptions{
			Name: p.check.Name, ExternalID: p.mark(complete), Status: gh.String("completed"),
			Conclusion: p.conclusion(), Output: p.output(batch), // the old output is replaced as a whole
		})
		err = c.hollow(p.call, err, run.GetID() > 0)
		switch {
		case err == nil:
			p.took(run, batch, complete)
			return nil
		case rejected(err) && len(batch) > 1:
			half := len(batch) / 2
			if err := p.append(ctx, batch[:half], false); err != nil {
				return err
			}
			return p.append(ctx, batch[half:], complete)
		case rejected(err) && len(batch) == 1:
			p.dropped++
			return nil
		case !uncertain(err):
			return err
		}
		now, askErr := p.ask(ctx)
		if askErr != nil {
			return err
		}
		if now.GetExternalID() == *p.mark(complete) && now.GetOutput().GetAnnotationsCount() >= len(p.sent)+len(batch) {
			p.took(now, batch, complete)
			return nil
		}
		if n == 2 {
			return err
		}
	}
}

func (p *publication) ask(ctx context.Context) (*gh.CheckRun, error) {
	k := call{doing: "read the check run", needs: "checks: read", again: true}
	run, _, err := p.client.rest.Checks.GetCheckRun(k.in(ctx), p.client.owner, p.client.name, p.run.GetID())
	return run, p.client.hollow(k, err, run.GetID() > 0)
}

// took notes what the platform has accepted.
func (p *publication) took(run *gh.CheckRun, batch []pull.Annotation, complete bool) {
	p.run, p.marked = run, complete
	p.sent = append(p.sent, batch...)
}

// reconcile compares what arrived with what was sent, sends what is missing
// once more, and sees to it that the mark is true.
func (p *publication) reconcile(ctx context.Context) error {
	missing, err := p.missing(ctx)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		// It may just not be shown yet.
		if err := p.client.transport.wait(ctx, 2*firstPause); err != nil {
			return err
		}
		if missing, err = p.missing(ctx); err != nil {
			return err
		}
	}
	if len(missing) > 0 {
		sent := p.sent
		for batch := range slices.Chunk(missing, annotationsARequest) {
			if err := p.append(ctx, batch, false); err != nil {
				return err
			}
		}
		p.sent = sent
		if missing, err = p.missing(ctx); err != nil {
			return err
		}
	}
	if complete := len(missing) == 0; complete != p.marked {
		return p.append(ctx, nil, complete)
	}
	return nil
}

// missing reads the run's annotations back and lists those that were sent but
// are not there.
func (p *publication) missing(ctx context.Context) ([]pull.Annotation, error) {
	if len(p.sent) == 0 {
		return nil, nil
	}
	c := p.client
	k := call{doing: "read the annotations back", needs: "checks: read", again: true, limit: largeLimit}
	there := map[pull.Annotation]int{}
	options := &gh.ListOptions{PerPage: annotationsAPage}
	for n := 1; ; n++ {
		if n > pagesLimit {
			return nil, fmt.Errorf("%s: the list does not end after %d pages", k.doing, pagesLimit)
		}
		options.Page = n
		notes, resp, err := c.rest.Checks.ListCheckRunAnnotations(k.in(ctx), c.owner, c.name, p.run.GetID(), options)
		if err != nil {
			return nil, c.explain(k, err)
		}
		for _, a := range notes {
			there[identity(received(a))]++
		}
		if resp.NextPage == 0 {
			break
		}
	}
	var out []pull.Annotation
	for _, a := range p.sent {
		if there[identity(a)] == 0 {
			out = append(out, a)
			continue
		}
		there[identity(a)]--
	}
	return out, nil
}

func (p *publication) mark(complete bool) *string {
	mark := writeMark(p.check.Digest, p.nonce, complete)
	return &mark
}

func (p *publication) conclusion() *string {
	if p.check.Success {
		return gh.String("success")
	}
	return gh.String("failure")
}

func (p *publication) output(batch []pull.Annotation) *gh.CheckRunOutput {
	out := &gh.CheckRunOutput{Title: &p.check.Title, Summary: &p.check.Summary}
	if p.check.Text != "" {
		out.Text = &p.check.Text
	}
	for _, a := range batch {
		out.Annotations = append(out.Annotations, outgoing(a))
	}
	return out
}

// rejected reports whether the platform finds fault with what was sent.
func rejected(err error) bool {
	e, ok := errors.AsType[*RejectedError](err)
	return ok && e.Status == http.StatusUnprocessableEntity
}
