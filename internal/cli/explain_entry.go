package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/report"
)

// entryID is what ids of entries look like, and names of detectors do not.
var entryID = pattern.Lazy(`^[apq]-[0-9a-hjkmnp-tv-z]{6,}$`)

// entryPage says what became of an entry: what was decided about it and what
// that is worth, what the verdict says of it, and which comments were refused.
func entryPage(dir, from, id string) (string, error) {
	r, err := readRecorded(dir, from)
	if err != nil {
		return "", err
	}
	e, err := entryOf(r.Ledger, id, from)
	if err != nil {
		return "", err
	}
	return entryText(e) + eventsText(e.Events) + refusedText(r.record) + standingText(r.Recorded, e), nil
}

// standingText is why the entry blocks, or that it does not.
func standingText(r report.Recorded, e ledger.Entry) string {
	for _, reason := range r.Reasons {
		if reason.Subject == e.ID {
			return fmt.Sprintf("\nIt holds the verdict at %s: %s\n", reason.Status, plain(reason.Text))
		}
	}
	return "\nIt does not block.\n"
}

// refusedText is every comment line that was refused on the pull request: a
// refused line names no entry, so it may have been meant for this one.
func refusedText(record *ledger.Record) string {
	if record == nil {
		return "\nThe report comes without a record, so refused comments are not known.\n"
	}
	var b strings.Builder
	for _, r := range record.Receipts {
		if r.Refused != "" {
			fmt.Fprintf(&b, "  %s  %s: line %d of comment %d: %s\n",
				r.At.UTC().Format(time.RFC3339), plain(r.By), r.Line, r.Comment, refusalText(r.Refused))
		}
	}
	if b.Len() == 0 {
		return "\nNo comment was refused.\n"
	}
	return "\nREFUSED ON THIS PULL REQUEST\n" + b.String()
}

// refusalText is a refusal in words.
func refusalText(r ledger.Refusal) string {
	switch r {
	case ledger.RefusedMalformed:
		return "the line cannot be understood"
	case ledger.RefusedBot:
		return "a bot wrote it, and the policy does not list it"
	case ledger.RefusedApp:
		return "an app wrote it, and the policy does not list it"
	case ledger.RefusedEdited:
		return "the comment was edited"
	case ledger.RefusedHidden:
		return "the comment is hidden"
	case ledger.RefusedUnauthorised:
		return "the permission did not suffice"
	case ledger.RefusedUntold:
		return "the platform did not tell the permission"
	case ledger.RefusedDuties:
		return "who contributed to the change may not clear it"
	case ledger.RefusedWeakening:
		return "a contributor may not clear a weakening or silencer without the role of a maintainer"
	case ledger.RefusedNothingShown:
		return "nothing was on show when it was written"
	case ledger.RefusedForeignHead:
		return "the commit it names is no head of the pull request"
	case ledger.RefusedUnknown:
		return "nothing on show had that id, number or name"
	case ledger.RefusedAmbiguous:
		return "several entries had that id"
	case ledger.RefusedContradiction:
		return "contradictions are not acknowledged; a side has to be named"
	case ledger.RefusedChoice:
		return "a side or an option is missing, or is none"
	case ledger.RefusedReason:
		return "a reason is missing, or says nothing"
	case ledger.RefusedTooMany:
		return "the comment holds more commands than are read"
	}
	return fmt.Sprintf("refused as %q", string(r))
}
