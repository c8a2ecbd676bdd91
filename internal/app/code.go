package app

import (
	"slices"

	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/proof"
)

// The codes of outcomes that do not come from a proof.
const (
	codeBehind     = "BEHIND"     // only the tip of the base branch has it like this
	codeMalformed  = "MALFORMED"  // the declaration cannot be read
	codeUnresolved = "UNRESOLVED" // nobody decided how it is held
	codeNotRun     = "NOT_RUN"    // no evidence of its test
	codeNotJudged  = "NOT_JUDGED" // nobody said that it holds
	codeJudged     = "JUDGED"     // people said that it holds
	codeViolated   = "VIOLATED"   // somebody said that it does not
)

// The codes of prohibitions for which there is no evidence that counts. All of
// them read "not run".
const (
	codeRunning  = "PROOF_RUNNING"     // the run is under way
	codeExpired  = "EVIDENCE_EXPIRED"  // it was there
	codeRefused  = "EVIDENCE_REFUSED"  // it is not in the form that surmise prove writes
	codeDiffers  = "EVIDENCE_DIFFERS"  // it is of something else than the head
	codeIsolated = "ISOLATION_WEAK"    // it ran without the isolation that the policy asks for
	codeUnread   = "EVIDENCE_UNREAD"   // the token may not read it
	codeNoProver = "NO_PROVE_WORKFLOW" // nothing runs the tests
)

// Code is a code of a prohibition's outcome, with what it means. ID ends in an
// underscore where it stands for a family of codes.
type Code struct {
	ID string
	proof.CodeDoc
}

// Codes lists what a report can say of a prohibition: the codes of proofs, each
// family of them as one, then those of evidence, of people and of declarations.
func Codes() []Code {
	var out []Code
	for _, id := range proof.Codes() {
		f, member := id.Family()
		switch {
		case !member:
			out = append(out, Code{string(id), id.Doc()})
		case out[len(out)-1].ID != f.Prefix:
			out = append(out, Code{f.Prefix, f.CodeDoc})
		}
	}
	return append(out, ownCodes()...)
}

// ownCodes are those that do not come from a proof.
func ownCodes() []Code {
	const again = "run the prove workflow again, or write \"/surmise recheck\""
	return []Code{
		{codeNotRun, proof.CodeDoc{Title: "no evidence of its test", Text: "No run of the prove workflow on this very head left a record of it.", Next: again}},
		{codeRunning, proof.CodeDoc{Title: "the proof is under way", Text: "The run that proves has not ended; its end decides again.", Next: "wait"}},
		{codeExpired, proof.CodeDoc{Title: "the evidence has expired", Text: "The platform keeps artifacts for a time.", Next: again}},
		{codeRefused, proof.CodeDoc{Title: "the evidence cannot be read", Text: "What the run left is not in the one form that \"surmise prove\" writes, so none of it counts.", Next: again}},
		{codeDiffers, proof.CodeDoc{Title: "the evidence is of something else", Text: "Statement, descriptor, test, configuration, violation, control, tree or base, worked out anew from git, are not those of the record.", Next: again}},
		{codeIsolated, proof.CodeDoc{Title: "the test ran with weak isolation", Text: "A test that reaches the runner's processes or files could have forged its record.",
			Next: "let the job use sudo, or set prove.allow_weak_isolation in the policy of the default branch; \"surmise prove --isolation\" says more"}},
		{codeUnread, proof.CodeDoc{Title: "the evidence may not be read", Text: "The token of the workflow that decides lacks a permission.", Next: "add actions: read to its job"}},
		{codeNoProver, proof.CodeDoc{Title: "no workflow runs the tests", Text: "The head has no " + ProveWorkflow + ".", Next: "write it with \"surmise init\""}},
		{codeNotJudged, proof.CodeDoc{Title: "nobody judged it", Text: "People hold it. One that the change brings waits for a word; an older one passes with a flag.", Next: "write \"/judge ID holds -- reason\", or violated"}},
		{codeJudged, proof.CodeDoc{Title: "people said that it holds", Text: "Somebody who may decide said so about these very words.", Next: "nothing to do"}},
		{codeViolated, proof.CodeDoc{Title: "somebody said that it is violated", Text: "Of several words, that it is violated outweighs that it holds.", Next: "mend what was said, and ask for another word"}},
		{codeUnresolved, proof.CodeDoc{Title: "nobody decided how it is held", Text: "It has no verification yet, and passes with a flag.", Next: "give it a verification, or dismiss it with a reason"}},
		{gate.CodeDismissed, proof.CodeDoc{Title: "the spec takes it out of force", Text: "It is listed with its reason and holds nobody. A change that dismisses one is a high finding.", Next: "nothing to do"}},
		{codeMalformed, proof.CodeDoc{Title: "the declaration cannot be read", Text: "A key that does not exist, stands twice, or only looks like one is an error at its place.", Next: "correct the line that the message names"}},
		{codeBehind, proof.CodeDoc{Title: "only the base branch has it like this", Text: "The merge would bring in what this head was never held to.", Next: "update the branch"}},
	}
}

// FindCode is the code with that name, a member of a family included, or a
// family.
func FindCode(id string) (Code, bool) {
	all := Codes()
	for _, member := range proof.Codes() {
		all = append(all, Code{string(member), member.Doc()})
	}
	i := slices.IndexFunc(all, func(c Code) bool { return c.ID == id })
	if i < 0 {
		return Code{}, false
	}
	return all[i], true
}

// OutcomeOf is what a proof is worth under a policy: one by an automatic mutation
// passes only where the policy lets it.
func OutcomeOf(c proof.Code, rules policy.Prove) proof.Outcome {
	if c == proof.MutationProven && rules.AllowMutation {
		return proof.Pass
	}
	return c.Outcome()
}
