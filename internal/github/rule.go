package github

import (
	"context"
	"fmt"

	"github.com/surmise-ci/surmise/internal/pull"
)

// branchRule is one rule of a ruleset as it bears on a branch.
type branchRule struct {
	Type       string
	Parameters struct {
		RequiredStatusChecks []struct {
			Context       string
			IntegrationID int64 `json:"integration_id"`
		} `json:"required_status_checks"`
		Workflows []struct{ Path string }
	}
}

// protectedBranch is a branch with its protection, which is older than rulesets
// and holds beside them.
type protectedBranch struct {
	Protection struct {
		RequiredStatusChecks struct {
			Contexts []string
			Checks   []struct {
				Context string
				AppID   int64 `json:"app_id"`
			}
		} `json:"required_status_checks"`
	}
}

// rulesPage is how many rules are asked for at a time, and rulesPages bounds
// how often.
const (
	rulesPage  = 100
	rulesPages = 10
)

// Required lists the checks and workflows that a merge into the branch
// requires, by rulesets and by the branch's protection.
func (c *Client) Required(ctx context.Context, branch string) ([]pull.Requirement, error) {
	k := call{doing: fmt.Sprintf("read the rules of branch %q", branch), needs: "metadata: read"}
	var out []pull.Requirement
	for n := 1; ; n++ {
		var rules []branchRule
		address := fmt.Sprintf("%s?per_page=%d&page=%d", c.path("rules", "branches", branch), rulesPage, n)
		if err := c.get(ctx, k, address, &rules); err != nil {
			return nil, err
		}
		for _, r := range rules {
			for _, s := range r.Parameters.RequiredStatusChecks {
				out = append(out, pull.Requirement{Check: s.Context, App: s.IntegrationID})
			}
			for _, w := range r.Parameters.Workflows {
				out = append(out, pull.Requirement{Workflow: w.Path})
			}
		}
		if len(rules) < rulesPage {
			break
		}
		if n == rulesPages {
			return nil, fmt.Errorf("%s: the API's list does not end after %d pages", k.doing, n)
		}
	}
	k.needs = "contents: read"
	var b protectedBranch
	if err := c.get(ctx, k, c.path("branches", branch), &b); err != nil {
		return nil, err
	}
	required := b.Protection.RequiredStatusChecks
	for _, s := range required.Checks {
		out = append(out, pull.Requirement{Check: s.Context, App: max(s.AppID, 0)}) // -1 is any app
	}
	if len(required.Checks) == 0 {
		for _, name := range required.Contexts {
			out = append(out, pull.Requirement{Check: name})
		}
	}
	return out, nil
}
