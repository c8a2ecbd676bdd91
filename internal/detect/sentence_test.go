package detect_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestOneSentence shows, line by line, where the detectors that ask who, what
// and compared with what draw their lines.
func TestOneSentence(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line string
		want       []string
	}{
		{"task of a person", "Refunds must be approved.", []string{"passive-without-actor: must be approved"}},
		{"adverbs", "Refunds must also be carefully reviewed.", []string{"passive-without-actor: must also be carefully reviewed"}},
		{"task in two words", "Refunds must be signed off.", []string{"passive-without-actor: must be signed off"}},
		{"task in a case", "Refunds must be approved before they are paid.", []string{"passive-without-actor: must be approved"}},
		{"operation", "Old refunds must be deleted.", []string{"passive-without-actor: must be deleted"}},
		{"way that is no actor", "Guests must be informed by e-mail.", []string{"passive-without-actor: must be informed"}},
		{"operation in a case", "Old refunds must be deleted when the guest leaves.", nil},
		{"operation with a number", "Refunds must be deleted within 30 days.", nil},
		{"actor", "Refunds must be approved by the night manager.", nil},
		{"the product itself", "Old refunds must be archived automatically.", nil},
		{"way", "Refunds must be reviewed through the four-eyes form.", nil},
		{"prohibition", "Refunds must not be deleted.", nil},
		{"state", "Refunds must be visible and must be paid.", nil},
		{"active voice", "The night manager must approve refunds.", nil},
		{"quoted duty", "The button must read \"must be approved\".", nil},
		{"future", "Refunds will be reviewed.", []string{"passive-without-actor: will be reviewed"}},

		{"by hand in no case", "Old refunds must be deleted manually.", nil},
		{"way of reading", "Refunds must be considered equal.", nil},
		{"deed of a person", "Refunds must be considered before noon.", []string{"passive-without-actor: must be considered"}},

		{"few words", "Lost keys are inspected.", []string{"passive-without-actor: are inspected"}},
		{"more words", "Keys that a guest has lost are inspected.", nil},

		{"grade at the end", "Waiting must be shorter.", []string{"comparative-without-baseline: shorter"}},
		{"grade before a noun", "The shorter queue must be served first.", nil},
		{"grade at the start", "Fewer calls to the desk.", []string{"comparative-without-baseline: Fewer"}},
		{"comparative", "The list must load faster.", []string{"comparative-without-baseline: faster"}},
		{"how it was", "The list must load faster than before.", []string{"comparative-without-baseline: faster than before"}},
		{"what it was", "The list must need less memory than the current version.", []string{"comparative-without-baseline: less memory than the current version"}},
		{"changed measure", "The list must have reduced search latency.", []string{"comparative-without-baseline: reduced search latency"}},
		{"baseline", "The list must load faster than the grid view.", nil},
		{"amount", "The list must load 200 ms faster.", nil},
		{"explanation", "The list must have a lower error rate (1 in 1000 calls).", nil},
		{"reason", "The list must keep old entries to reduce load times.", nil},
		{"order and not quality", "A guest with a higher number must wait.", nil},
		{"comparative name", "The tour must visit the Better Days stall.", nil},
		{"permitted comparative", "The list must load 20 entries and may be faster.", nil},

		{"object of two nouns", "The desk must send the key to the guest's room and log it.", []string{"ambiguous-pronoun: it"}},
		{"subject of a passive clause", "The doors must hold the lifts until they are checked.", []string{"ambiguous-pronoun: they"}},
		{"owner of two", "The desk must move a booking to another room and keep its price.", []string{"ambiguous-pronoun: its"}},
		{"one candidate", "Guests must keep a key until it is fetched.", nil},
		{"two candidates of different number", "The desk must show the rooms and the price of their beds.", nil},
		{"it stands for nothing", "It must be possible to move a booking to another room.", nil},
		{"it stands for nothing behind nouns", "If a guest shows a card to the desk, it must be possible to pay a bill.", nil},
		{"subject after a clause", "If a door sends a fault to the desk, it must close in 9 seconds.", nil},
		{"subject of both clauses", "The door must close the lock before it loses power.", nil},
		{"beside its noun", "The desk must print a bill and its number.", nil},
		{"inside its noun", "Each room must show the name of its floor.", nil},
		{"two persons", "When the porter calls the guest, they must sign the slip.", []string{"ambiguous-pronoun: they"}},
		{"object of a deed before", "If a clerk opens a drawer, the desk must read the label of the till and print it.", nil},
		{"owner in a relative clause", "Guests must see a map of every room that its list holds.", nil},
		{"who does something to something", "If a counter opens a drawer, the desk must weigh and log it.", nil},
		{"subject in a relative clause", "The desk must drop a card whose number it has seen.", nil},
		{"what the product is asked to do with it", "The desk must show a room in grey once its lease is over.", nil},
		{"two nouns of one duty", "The desk must reset each gate and sensor as it is found.", []string{"ambiguous-pronoun: it"}},
		{"people own", "Guests must be able to print bills at their desks.", nil},
		{"owner just before", "The desk must show a map when a door shows its number.", nil},
		{"owner with its verb", "When a card opens the gates, the doors show their numbers.", nil},
		{"no person", "The guest must show the card until it is read.", nil},
		{"same noun twice", "Guests must scan the card and, if the card is new, keep it.", nil},

		{"three demands", "The desk must print the bill, must open the door and must log both.", []string{"compound-requirement: must print the"}},
		{"four deeds", "The desk must print the bill, open the door, ring the bell and log the visit.", []string{"compound-requirement: must print the"}},
		{"list of things", "The desk must print the bill, the map, the menu and the rules.", nil},
		{"two demands", "The desk must print the bill and must open the door.", nil},
		{"three verbs", "The desk must print the bill, open the door and log both.", nil},
		{"what will be", "The desk must know that a guest will come and will pay.", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			data := fmt.Sprintf("# Hotel desk\n\n## Requirements\n\n- A booking must end after 14 days.\n- FR-7: %s\n", test.line)
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte(data)})
			var got []string
			for _, f := range detect.Run(detect.All(), detect.Input{Head: []*spec.Document{doc}}) {
				if slices.Contains([]string{"passive-without-actor", "comparative-without-baseline", "ambiguous-pronoun", "compound-requirement"}, f.Detector) {
					got = append(got, f.Detector+": "+strings.Join(strings.Fields(f.Text), " "))
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.line, diff)
			}
		})
	}
}

// TestWeakModalIsOff shows that a detector without a severity of its own
// reports only where the policy gives it one.
func TestWeakModalIsOff(t *testing.T) {
	t.Parallel()
	doc := parse(t, testkit.File{Path: "spec.md", Data: []byte("# Relay\n\nKey words are those of RFC 2119.\n\nA relay should answer. It MUST log.\n")})
	count := func(p policy.Policy) int {
		found := detect.Run(detect.All(), detect.Input{Head: []*spec.Document{doc}, Policy: p})
		return len(slices.DeleteFunc(found, func(f finding.Finding) bool { return f.Detector != "weak-modal" }))
	}
	if n := count(policy.Policy{}); n != 0 {
		t.Errorf("%d findings without a policy, want 0", n)
	}
	if n := count(policy.Policy{Rules: policy.Rules{Detectors: map[string]finding.Severity{"weak-modal": finding.Low}}}); n != 1 {
		t.Errorf("%d findings with a policy that wants them, want 1", n)
	}
}
