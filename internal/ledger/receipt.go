package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/pull"
)

// Digest names the body of a comment: SHA-256 in lower-case hexadecimal.
type Digest string

// DigestOf is the digest of a comment's body as written.
func DigestOf(body string) Digest {
	sum := sha256.Sum256([]byte(body))
	return Digest(hex.EncodeToString(sum[:]))
}

// Receipt is what came of one command line of one comment: which entries it was
// resolved to, by their whole identity, or why it was refused. It is a claim:
// nothing is cleared because a receipt says so, only because its comment still
// gives the same receipt today.
type Receipt struct {
	Comment  int64
	Line     int // 1-based, in the comment
	Body     Digest
	Verb     Verb // "" if the line could not be understood
	By       string
	Allowed  pull.Permission // when it was received
	Role     string          // the platform's name of a role of the owner's making; "" otherwise
	At       time.Time       // when the comment was written, in UTC
	Link     string
	HeadSHA  string              // the head it refers to; "" if refused before that was known
	Subjects []finding.Key       // sorted, without repetition; empty if and only if refused
	Question finding.Fingerprint // that an answer is to; "" for every other verb
	Choice   string              // the side, or the option of a question
	Reason   string              // the person's words, cut
	Refused  Refusal             // "" if accepted
}

// Clears reports whether the receipt clears something, or with others may.
func (r Receipt) Clears() bool {
	return r.Verb.Clears() || r.Verb == Judge && r.Choice == Holds
}

// LineKey names a command line of a comment as it was worded once.
type LineKey struct {
	Comment int64
	Line    int
	Body    Digest
}

// Key is the line that the receipt is for.
func (r Receipt) Key() LineKey { return LineKey{r.Comment, r.Line, r.Body} }

// Refusal is why a command was refused, as a stable word for records.
type Refusal string

// The refusals. A refused command stays refused, whatever its author may do
// later; they have to write it again.
const (
	RefusedMalformed     Refusal = "malformed"     // the line cannot be understood
	RefusedBot           Refusal = "bot"           // a bot wrote it
	RefusedApp           Refusal = "app"           // an app wrote it for a person
	RefusedEdited        Refusal = "edited"        // the comment was edited
	RefusedHidden        Refusal = "hidden"        // the comment is minimised
	RefusedUnauthorised  Refusal = "unauthorised"  // the permission does not suffice
	RefusedUntold        Refusal = "untold"        // the platform would not tell the permission
	RefusedDuties        Refusal = "duties"        // separation of duties
	RefusedWeakening     Refusal = "weakening"     // a weakening or silencer, by somebody who contributed
	RefusedNothingShown  Refusal = "nothing-shown" // no run had been published
	RefusedForeignHead   Refusal = "foreign-head"  // the SHA is not a head of this pull request
	RefusedUnknown       Refusal = "unknown"       // nothing on show has that id, number or name
	RefusedAmbiguous     Refusal = "ambiguous"     // several entries have that id
	RefusedContradiction Refusal = "contradiction" // contradictions are not acknowledged
	RefusedChoice        Refusal = "choice"        // a side or option is missing, or is none
	RefusedReason        Refusal = "reason"        // the words are missing, or say nothing
	RefusedTooMany       Refusal = "too-many"      // more commands than one comment may hold
)

// Passing reports whether the refusal is about the moment, not about the
// command: it is told but not kept, and the command is looked at again.
func (r Refusal) Passing() bool {
	return r == RefusedUntold || r == RefusedHidden || r == RefusedNothingShown
}
