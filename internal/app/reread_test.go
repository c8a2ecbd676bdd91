package app

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/clarify"
	"github.com/surmise-ci/surmise/internal/ledger"
)

// TestUnreadDraftAnswersNothing holds words to a draft that can be read: what
// was not read is no better than before, whatever the question is about.
func TestUnreadDraftAnswersNothing(t *testing.T) {
	t.Parallel()
	for _, field := range []string{clarify.FieldCriteria, clarify.FieldTarget, clarify.FieldPoint, clarify.FieldConflict, clarify.FieldUnit} {
		q := ledger.Question{Field: field}
		if r := (rereading{}); r.problem(q, nil) == "" || !r.holds(q) {
			t.Errorf("%s: a draft that was not read is an answer", field)
		}
	}
}
