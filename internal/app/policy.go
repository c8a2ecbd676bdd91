package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
)

// loadPolicy finds the policy that counts and says if another one does not.
func loadPolicy(ctx context.Context, r Request) (policy.Policy, []string, error) {
	known := KnownNames()
	if r.Policy != nil {
		p, err := config.Decode(r.Policy.Path, r.Policy.Data, known)
		return p, nil, err
	}
	if r.Head == nil {
		return policy.Default(), nil, nil
	}
	for _, t := range []Tree{r.Head, r.Tip} {
		if far, ok := t.(prefetcher); ok {
			if err := far.Prefetch(ctx, []string{config.Path}); err != nil {
				return policy.Policy{}, nil, err
			}
		}
	}
	strays, err := strayPolicies(ctx, r.Head)
	if err != nil {
		return policy.Policy{}, nil, err
	}
	own, err := readPolicy(ctx, r.Head)
	counts, notes := own, strayNotes(strays)
	if r.Tip != nil {
		// Whatever the head's is, it does not count: not even if it is none.
		var refused source.Problems
		unread := errors.As(err, &refused)
		if err != nil && !unread {
			return policy.Policy{}, nil, err
		}
		if counts, err = readPolicy(ctx, r.Tip); err == nil && (unread || !bytes.Equal(own, counts)) {
			notes = append(notes, fmt.Sprintf("%s differs from the base's, which is the one that counts", config.Path))
		}
	}
	if err != nil {
		return policy.Policy{}, nil, err
	}
	if counts == nil {
		return policy.Default(), notes, nil
	}
	p, err := config.Decode(config.Path, counts, known)
	return p, notes, err
}

// inScope is the policy with everything in scope if there is nothing to
// compare with.
func inScope(p policy.Policy, r Request) policy.Policy {
	if r.Base == nil {
		p.Scope = policy.ScopeAll
	}
	return p
}

// readPolicy is the policy file of a revision; nil without one.
func readPolicy(ctx context.Context, t Tree) ([]byte, error) {
	data, err := t.Read(ctx, config.Path, config.MaxBytes)
	switch reason := refusal(err); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case reason != "":
		return nil, source.Problems{{Path: config.Path, Message: "the policy " + reason}}
	case err != nil:
		return nil, err
	}
	return data, nil
}
