package clarify_test

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestRecords holds the score to what asks for something. Each document would
// be a vague request under another name or other headings.
func TestRecords(t *testing.T) {
	t.Parallel()
	const entries = "\n\n- [Cart](cart.md): how it is filled\n- [Returns](returns.md#rules)\n"
	for _, tt := range []struct {
		name, path, text string
		asks             bool
	}{
		{"page of a folder", "docs/specs/README.md", "# Specifications\n\nOne file per feature, improved by whoever ships it.\n", false},
		{"index of a folder", "docs/specs/index.md", "# Specifications\n\n[Cart](cart.md)\n", false},
		{"page of a folder that requires something", "docs/specs/README.md", "# Make the cart better\n\n## Requirements\n\n- Improve everything\n\n## Overview\n\nImprove the cart.\n", true},
		{"list of documents", "docs/prd-overview.md", "# Product requirements\n\nOne document a product." + entries, false},
		{"table of documents", "docs/prd-overview.md", "# Product requirements\n\n| Document | Owner |\n| --- | --- |\n| [Cart](cart.md) | Ann |\n| [Returns](../returns/) | Bo |\n", false},
		{"wish with documents beside it", "docs/specs/cart.md", "# Make the cart better" + entries, true},
		{"wish with links into the web", "docs/specs/cart.md", "# New cart\n\n- [Mock](https://design.example/cart)\n- [Ticket](https://tickets.example/7)\n", true},
		{"wish with pictures", "docs/specs/cart.md", "# New cart\n\n- ![Mock](mock.md)\n- ![Other](other.md)\n", true},
		{"decision by its headings", "docs/specs/queues.md", "# Improve how we log everything\n\n## Context and Problem Statement\n\nLogs are hard to read.\n\n## Decision Outcome\n\nLines of JSON.\n", false},
		{"decision in German", "docs/specs/queues.md", "# Protokolle verbessern\n\n## Kontext\n\nDie Protokolle sind schwer zu lesen, und niemand mag sie.\n\n## Entscheidung\n\nWir schreiben alles neu, und zwar besser.\n", false},
		{"decision by its place", "docs/specs/decisions/0001-use-queues.md", "# Improve everything\n\nIn the face of outages we decided for queues.\n", false},
		{"folder of decisions without a number", "docs/specs/decisions/cart.md", "# Improve everything\n\nMake the cart better.\n", true},
		{"wish that awaits a decision", "docs/specs/cart.md", "# Make the cart better\n\n## Decision\n\nWho decides?\n", true},
		{"changelog by its name", "docs/specs/CHANGELOG.md", "# What is new\n\n- Improve everything about the cart\n", false},
		{"changelog by its releases", "docs/specs/log.md", "# Changelog\n\n## [Unreleased]\n\n- Improve everything about the cart\n", false},
		{"changelog by its dates", "docs/specs/log.md", "# Release notes\n\n## v1.2.0 (2026-02-03)\n\n- Improve everything about the cart\n", false},
		{"wish for a changelog", "docs/specs/log.md", "# Changelog\n\nShow people a better changelog.\n", true},
		{"numbered sections are no releases", "docs/specs/log.md", "# Changes\n\n## 1.1 Scope\n\nImprove everything about the cart.\n", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, testkit.File{Path: tt.path, Data: []byte(tt.text)})
			if got := clarify.Measure(doc, policy.Default().Clarification); got.Gated != tt.asks {
				t.Errorf("gated %v with %+v, want %v", got.Gated, got.Reasons, tt.asks)
			}
		})
	}
}
