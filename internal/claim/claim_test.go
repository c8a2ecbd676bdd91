package claim_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/claim"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// one is the only claim of a sentence.
func one(t *testing.T, sentence string) claim.Claim {
	t.Helper()
	got := claimsOf(t, sentence)[0]
	if len(got) != 1 {
		t.Fatalf("%d claims in %q, want 1", len(got), sentence)
	}
	return got[0]
}

func TestCompare(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, a, b string
		want       claim.Relation
	}{
		{"same words", "Labels must be unique.", "Labels must be unique.", claim.Same},
		{"minutes and seconds", "The token expires in at most 5 minutes.", "The token expires no later than 300 s.", claim.Same},
		{"longer in a smaller unit", "The token expires in at most 5 minutes.", "The token expires no later than 600 s.", claim.Tighter},
		{"decimal megabytes", "The file limit is 1 GB.", "The file limit is 1000 MB.", claim.Same},
		{"binary is not decimal", "The file limit is 100 MiB.", "The file limit is 100 MB.", claim.Looser},
		{"kibibytes", "The file limit is 1 MiB.", "The file limit is 1024 KiB.", claim.Same},
		{"rate over minutes", "The API shall allow at most 120 calls per minute.", "The API shall allow at most 2 calls per second.", claim.Same},
		{"thousands", "The index must hold at least 10,000 entries.", "The index must hold at least 10k entries.", claim.Same},
		{"tenths add up", "The fee must be at most 0.30 EUR.", "The fee must be at most 0.3 EUR.", claim.Same},
		{"two currencies", "The fee must be at most 5 EUR.", "The fee must be at most 5 USD.", claim.Unrelated},
		{"a month is not 30 days sharp", "Logs must be kept for 1 month.", "Logs must be kept for 30 days.", claim.Same},
		{"a month is not 60 days", "Logs must be kept for 1 month.", "Logs must be kept for 60 days.", claim.Conflict},
		{"weeks and days", "Logs must be kept for 2 weeks.", "Logs must be kept for 14 days.", claim.Same},
		{"open end that meets a closed one", "The rover must weigh under 30 kg.", "The rover must weigh at least 30 kg.", claim.Conflict},
		{"closed ends that meet", "The rover must weigh at most 30 kg.", "The rover must weigh at least 30 kg.", claim.Unrelated},
		{"numbers of a code are names", "The tool must exit with code 3.", "The tool must exit with code 4.", claim.Unrelated},
		{"ascending and descending", "Loans must be sorted in ascending order.", "Loans must be sorted in descending order.", claim.Conflict},
		{"disjoint", "The rover must weigh at least 40 kg.", "The rover must weigh less than 30 kg.", claim.Conflict},
		{"overlapping ends", "Names must have at least 3 characters.", "Names must have at most 40 characters.", claim.Unrelated},
		{"range inside", "Names must have 3 to 40 characters.", "Names must have between 2 and 64 characters.", claim.Tighter},
		{"two ends make a range", "Names must have at least 3 and at most 40 characters.", "Names must have 3 to 40 characters.", claim.Same},
		{"two ends far apart are two bounds", "Names must have at least 3 characters in the first of all forms and at most 40 characters.", "Names must have 3 to 40 characters in the first of all forms.", claim.Unrelated},
		{"must not exceed", "The upload must not exceed 5 MB.", "The upload must be at most 5 MB.", claim.Same},
		{"rejecting more is accepting less", "The server must reject files over 5 MB.", "The server must accept files up to 5 MB.", claim.Same},
		{"capacity is a lower bound", "The hub must support up to 50 sensors.", "The hub must support at least 50 sensors.", claim.Same},
		{"German limits", "Die Antwortzeit muss höchstens 2 Sekunden betragen.", "Die Antwortzeit muss mindestens 5 Sekunden betragen.", claim.Conflict},
		{"German limits that overlap", "Die Antwortzeit muss höchstens 5 Sekunden betragen.", "Die Antwortzeit muss mindestens 2 Sekunden betragen.", claim.Unrelated},
		{"French limits", "Les journaux doivent être conservés au plus 30 jours.", "Les journaux doivent être conservés au moins 90 jours.", claim.Conflict},
		{"French limits by noun", "Les journaux doivent être conservés au maximum 30 jours.", "Les journaux doivent être conservés au moins 90 jours.", claim.Conflict},
		{"Spanish limits", "Los registros deben conservarse como máximo 30 días.", "Los registros deben conservarse al menos 90 días.", claim.Conflict},
		{"Portuguese limits", "Os registros devem ser mantidos no máximo 30 dias.", "Os registros devem ser mantidos pelo menos 90 dias.", claim.Conflict},
		{"must and must not", "Clerks must see invoices.", "Clerks must not see invoices.", claim.Conflict},
		{"may and must not", "Clerks may see invoices.", "Clerks shall not see invoices.", claim.Conflict},
		{"may not forbids", "Clerks may not see invoices.", "Clerks must not see invoices.", claim.Same},
		{"never forbids", "Clerks never see invoices.", "Clerks must not see invoices.", claim.Same},
		{"prohibited", "Clerks are prohibited from seeing invoices.", "Clerks may see invoices.", claim.Conflict},
		{"need not", "Clerks need not sign invoices.", "Clerks must sign invoices.", claim.Conflict},
		{"should and must", "Clerks should sign invoices.", "Clerks must sign invoices.", claim.Looser},
		{"must and may", "Clerks must sign invoices.", "Clerks may sign invoices.", claim.Tighter},
		{"required to", "Clerks are required to sign invoices.", "Clerks must sign invoices.", claim.Same},
		{"allowing somebody", "The system must allow clerks to sign invoices.", "Clerks must not be able to sign invoices.", claim.Conflict},
		{"active and passive", "The system must store drafts.", "Drafts must not be stored by the system.", claim.Conflict},
		{"who does what to whom", "The client must call the server.", "The server must not call the client.", claim.Unrelated},
		{"records kept at least and at most", "Clerks must keep reminders for at least 5 years.", "Clerks must keep reminders for at most 2 years.", claim.Conflict},
		{"opposites", "Drafts are private.", "Drafts must be public.", claim.Conflict},
		{"opposite of an opposite", "Drafts must not be private.", "Drafts must be public.", claim.Same},
		{"condition on one side", "When offline, the app must queue orders.", "The app must not queue orders.", claim.Unrelated},
		{"other condition", "When offline, the app must queue orders.", "When online, the app must not queue orders.", claim.Unrelated},
		{"same condition at either end", "When offline, the app must queue orders.", "The app must not queue orders if offline.", claim.Conflict},
		{"not all of them", "The page must show all labels.", "The page must not show all labels.", claim.Conflict},
		{"not all, but some", "The page must show labels.", "The page must not show all labels.", claim.Unrelated},
		{"business days", "Loans must be paid within 5 business days.", "Loans must be paid within 3 business days.", claim.Looser},
		{"rates have sides", "The hub must take at most 50 calls per second.", "The hub must take at least 6000 calls per minute.", claim.Conflict},
		{"half an hour", "Logs must be sent every half an hour.", "Logs must be sent every 30 minutes.", claim.Same},
		{"a quarter of an hour is no quarter", "Logs must be sent every quarter of an hour.", "Logs must be sent every 15 minutes.", claim.Same},
		{"half a dozen", "A crate must hold half a dozen jars.", "A crate must hold 6 jars.", claim.Same},
		{"two and a half", "Logs must be sent every two and a half hours.", "Logs must be sent every 150 minutes.", claim.Same},
		{"three quarters", "Dough must rest for three quarters of an hour.", "Dough must rest for 45 minutes.", claim.Same},
		{"a number with a hyphen", "A crate must hold twenty-four jars.", "A crate must hold 24 jars.", claim.Same},
		{"only so many", "A crate may hold only one jar.", "A crate may hold 1 jar.", claim.Looser},
		{"how long is not by when", "The lamp blinks for 5 s.", "The lamp blinks within 2 s.", claim.Unrelated},
		{"how long, twice", "The lamp blinks for 5 s.", "The lamp blinks for at least 9 s.", claim.Conflict},
		{"after an event is not for so long", "The lamp blinks 5 s after a fault.", "The lamp blinks for 9 s after a fault.", claim.Unrelated},
		{"times of day", "Essays must be handed in by 17:00.", "Essays must be handed in by 7:30 pm.", claim.Conflict},
		{"one time of day in two notations", "Essays must be handed in by 17:00.", "Essays must be handed in by 5 pm.", claim.Same},
		{"before one time and from another", "Essays may be handed in from 09:00.", "Essays may be handed in until 17:00.", claim.Unrelated},
		{"an attribute of a subject", "The kiosk must respond within 2 s.", "The response time of the kiosk must be at most 5 s.", claim.Tighter},
		{"an interval", "The map must be refreshed every 60 s.", "The refresh interval of the map is 5 minutes.", claim.Conflict},
		{"a number of one thing", "A team has at most 9 riders.", "The maximum number of riders in a team is 12.", claim.Tighter},
		{"a number of the other thing", "A team has at most 9 riders.", "The maximum number of teams of a rider is 12.", claim.Unrelated},
		{"more than may be", "A rider must not hold more than two keys.", "A rider may hold three keys.", claim.Conflict},
		{"as much as may be", "A rider must not hold more than two keys.", "A rider may hold two keys.", claim.Unrelated},
		{"forbidden", "It is forbidden to lend keys to guests.", "Keys may be lent to guests.", claim.Conflict},
		{"stored encrypted", "Keys must be encrypted.", "Keys are stored unencrypted.", claim.Conflict},
		{"left out and sent", "A client MUST send the `Zone` header.", "A client MAY omit the `Zone` header.", claim.Conflict},
		{"an hour", "Calls must end within an hour.", "Calls must end within 60 minutes.", claim.Same},
		{"currency in front", "The fee must be at most EUR 5.", "The fee must be at most €6.", claim.Tighter},
		{"qualifier", "Access tokens must expire after 1 hour.", "Refresh tokens must expire after 1 day.", claim.Unrelated},
		{"steps of a scale", "95% of calls must end within 1 s.", "99% of calls must end within 3 s.", claim.Unrelated},
		{"threshold in the condition", "If 3 attempts fail, the lock must close.", "If 5 attempts fail, the lock must close.", claim.Conflict},
		{"default value", "The default theme is dark.", "The default theme must be light.", claim.Conflict},
		{"default in two respects", "The default theme is dark.", "The default theme must be readable.", claim.Unrelated},
		{"family of values", "Passwords must be hashed with bcrypt.", "Passwords must be hashed with scrypt.", claim.Conflict},
		{"values side by side", "The importer must read CSV.", "The importer must read JSON.", claim.Unrelated},
		{"status codes", "If a page is missing, the server must return `404 Not Found`.", "If a page is missing, it must return status 410.", claim.Unrelated},
		{"status codes of one subject", "If a page is missing, it must return `404 Not Found`.", "If a page is missing, it must return `410 Gone`.", claim.Conflict},
		{"status codes of two cases", "If a page is missing, it must return `404`.", "If a page is moved, it must return `301`.", claim.Unrelated},
		{"a display with a number", "Display 1 must be easy to read.", "Display 2 must be easy to read.", claim.Unrelated},
		{"the same display", "Display 1 must show at most 5 rows.", "Display 1 must show at most 7 rows.", claim.Tighter},
		{"a number of things", "At most 5 must wait.", "At most 7 must wait.", claim.Tighter},
		{"what is asked below a value", "The fee must stay below 50 EUR.", "The fee must stay below 40 EUR.", claim.Looser},
		{"names with numbers", "Phase 1 must end in May.", "Phase 2 must end in May.", claim.Unrelated},
		{"only some", "Only owners may delete boards.", "Any user may delete boards.", claim.Conflict},
		{"only some, and others in part", "Only owners may delete boards.", "Members may delete boards.", claim.Unrelated},
		{"purpose does not count", "Boards must be saved every 5 s to avoid loss.", "Boards must be saved every 9 s.", claim.Conflict},
	}
	swapped := map[claim.Relation]claim.Relation{claim.Tighter: claim.Looser, claim.Looser: claim.Tighter}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a, b := one(t, tt.a), one(t, tt.b)
			if got := claim.Compare(a, b); got != tt.want {
				t.Errorf("%q is %v to %q, want %v\n%q\n%q", tt.a, got, tt.b, tt.want, a.Key(), b.Key())
			}
			back := tt.want
			if s, ok := swapped[tt.want]; ok {
				back = s
			}
			if got := claim.Compare(b, a); got != back {
				t.Errorf("%q is %v to %q, want %v", tt.b, got, tt.a, back)
			}
		})
	}
}

func TestOpposed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, a, b string
		want       bool
	}{
		{"never, and after a time", "Scans are never deleted.", "Scans must be deleted after 90 days.", true},
		{"never, and in one case", "Scans are never deleted.", "If the disk is full, scans must be deleted.", true},
		{"must not, and in one case", "Scans must not be deleted.", "If the disk is full, scans must be deleted.", false},
		{"never in one case", "Scans are never deleted if they are new.", "Scans must be deleted after 90 days.", false},
		{"never, and at most", "The app must never retry a call.", "The app must retry a call at most 3 times.", false},
		{"never, and by a deadline", "Scans are never deleted.", "Scans must be deleted within 90 days.", true},
		{"some of them", "Refunds do not need the consent of a manager.", "Refunds above 50 EUR need the consent of a manager.", false},
		{"others", "Scans are never deleted.", "Drafts must be deleted after 90 days.", false},
		{"kept for longer", "Scans must be kept for 2 years.", "Scans must be deleted after 90 days.", true},
		{"kept for less", "Scans must be kept for at least 30 days.", "Scans must be deleted after 90 days.", false},
		{"kept for less at most", "Scans must be kept for at most 30 days.", "Scans must be deleted after 90 days.", true},
		{"kept since another event", "Scans must be kept for 2 years after billing.", "Scans must be deleted after 90 days.", false},
		{"always, and only when", "The reader must always beep.", "The reader must beep only when a code is valid.", true},
		{"at times, and only when", "The reader must beep.", "The reader must beep only when a code is valid.", false},
		{"always, and only when another thing", "The reader must always beep.", "The reader must blink only when a code is valid.", false},
		{"default off the list", "`paper` must be one of `a4` and `a3`.", "`paper` defaults to `a5`.", true},
		{"default on the list", "`paper` must be one of `a4` and `a3`.", "`paper` defaults to `a3`.", false},
		{"default by a longer name", "The theme must be one of light theme or dark theme.", "The theme defaults to dark.", false},
		{"no default", "`paper` must be one of `a4` and `a3`.", "`paper` defaults to none.", false},
		{"default beyond the end", "The retry delay must be at most 9 s.", "The retry delay defaults to 12 s.", true},
		{"default of nothing", "The retry delay must be at least 1 s.", "The retry delay defaults to 0 s.", false},
		{"default of another thing", "The retry delay must be at most 9 s.", "The poll delay defaults to 12 s.", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a, b := one(t, tt.a), one(t, tt.b)
			if got := claim.Opposed(a, b); got != tt.want {
				t.Errorf("%q and %q: %v, want %v\n%q\n%q", tt.a, tt.b, got, tt.want, a.Key(), b.Key())
			}
			if got := claim.Opposed(b, a); got != tt.want {
				t.Errorf("swapped: %v, want %v", got, tt.want)
			}
		})
	}
}

func TestOfReads(t *testing.T) {
	t.Parallel()
	type reading struct {
		Subject  string
		Modality lang.Modality
		Negated  bool
		Bounds   []string
		Scope    []string
	}
	tests := []struct {
		name, sentence string
		want           []reading
	}{
		{"two modals, one subject", "Couriers MUST scan parcels and SHOULD take photos.", []reading{
			{Subject: "courier", Modality: lang.Must}, {Subject: "courier", Modality: lang.Should}}},
		{"two clauses", "Couriers MUST scan parcels, but depots MAY skip photos.", []reading{
			{Subject: "courier", Modality: lang.Must}, {Subject: "depot", Modality: lang.May}}},
		{"bounds as written", "The queue must hold at least 1,000 jobs for no more than 2 days.", []reading{
			{Subject: "queu", Modality: lang.Must, Bounds: []string{"at least 1,000", "no more than 2 days"}}}},
		{"condition", "IF the disk is full, THEN the recorder SHALL stop.", []reading{
			{Subject: "recorder", Modality: lang.Must, Scope: []string{"disk", "full"}}}},
		{"example in parentheses", "Drafts must be saved (e.g. every 5 s).", []reading{{Subject: "draft", Modality: lang.Must}}},
		{"pronoun", "It must expire after 5 minutes.", nil},
		{"part of a denied whole", "The list must not show all orders.", []reading{{Subject: "list", Modality: lang.Must, Negated: true}}},
		{"time of day", "The desk must open at 7:30.", nil},
		{"half a range", "The desk must be open between 7 and noon.", nil},
		{"rough number", "The queue must hold about 1,000 jobs.", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := claimsOf(t, tt.sentence)[0]
			var got []reading
			for _, c := range s {
				r := reading{Subject: claim.SubjectOf(c), Modality: claim.ModalityOf(c), Negated: c.Negated, Scope: c.Scope}
				for _, b := range c.Bounds {
					r.Bounds = append(r.Bounds, tt.sentence[b.Start:b.End])
				}
				got = append(got, r)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("claims (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOfSteps shows that the values of scenarios are never bounds.
func TestOfSteps(t *testing.T) {
	t.Parallel()
	d := parse(t, "## Acceptance Scenarios\n\n1. **Given** 3 attempts, **When** a fourth fails, **Then** the account must lock for 5 minutes.\n")
	steps := 0
	for _, s := range d.Statements {
		if s.Role != spec.Step {
			continue
		}
		steps++
		if got := claim.Of(s); got != nil {
			t.Errorf("claims of a step: %+v", got)
		}
	}
	if steps == 0 {
		t.Fatal("the document has no step")
	}
}

func TestRevise(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, before, after string
		want                claim.Relation
		aspect              claim.Aspect
		from, to            string
	}{
		{"all to a dated part", "The agent must encrypt every backup.", "The agent must encrypt the nightly backup.", claim.Conflict, claim.NoAspect, "", ""},
		{"all at a date", "The agent must encrypt every backup.", "The agent must encrypt every backup nightly.", claim.Conflict, claim.Limit, "", "nightly"},
		{"same claim", "Calls must end within 5 min.", "Calls must end in at most 300 s.", claim.Same, claim.NoAspect, "", ""},
		{"bound loosened", "Calls must end within 5 s.", "Calls must end within 30 s.", claim.Looser, claim.Limit, "within 5 s", "within 30 s"},
		{"bound tightened", "Calls must end within 5 s.", "Calls must end within 1 s.", claim.Tighter, claim.Limit, "within 5 s", "within 1 s"},
		{"bound dropped", "Calls must end within 5 s.", "Calls must end soon.", claim.Looser, claim.Limit, "within 5 s", ""},
		{"bound added", "Calls must end.", "Calls must end within 5 s.", claim.Tighter, claim.Limit, "", "within 5 s"},
		{"timeout grows", "The call timeout is 5 s.", "The call timeout is 30 s.", claim.Looser, claim.Limit, "5 s", "30 s"},
		{"availability falls", "Availability must be 99.9%.", "Availability must be 99%.", claim.Looser, claim.Limit, "99.9%", "99%"},
		{"fewer within a bound", "95 % of calls must end within 2 s.", "50 % of calls must end within 2 s.", claim.Looser, claim.Limit, "95 %", "50 %"},
		{"another share", "5 % of the fee must be paid.", "2 % of the fee must be paid.", claim.Conflict, claim.Limit, "5 %", "2 %"},
		{"value without a side", "Badges must have 4 corners.", "Badges must have 6 corners.", claim.Conflict, claim.Limit, "4", "6"},
		{"threshold of a condition", "If it rains over 5 mm, roofs must close.", "If it rains over 9 mm, roofs must close.", claim.Looser, claim.Limit, "over 5 mm", "over 9 mm"},
		{"threshold of what is approved", "The desk must approve each refund above 500 EUR.", "The desk must approve each refund above 200 EUR.", claim.Conflict, claim.Limit, "above 500 EUR", "above 200 EUR"},
		{"fewer may be refused", "If it rains over 5 mm, the clerk may close the roof.", "If it rains over 9 mm, the clerk may close the roof.", claim.Conflict, claim.Limit, "over 5 mm", "over 9 mm"},
		{"another currency", "The desk must approve each refund above 500 EUR.", "The desk must approve each refund above 500 USD.", claim.Conflict, claim.Limit, "above 500 EUR", "above 500 USD"},
		{"fewer are approved", "The desk must approve each refund above 500 EUR.", "The desk must approve each refund above 900 EUR.", claim.Looser, claim.Limit, "above 500 EUR", "above 900 EUR"},
		{"by then to from then", "The shop must delete names within 30 days.", "The shop must delete names after 30 days.", claim.Looser, claim.Limit, "within 30 days", "30 days"},
		{"threshold of a condition that is met more often", "If it rains over 9 mm, roofs must close.", "If it rains over 5 mm, roofs must close.", claim.Conflict, claim.Limit, "over 9 mm", "over 5 mm"},
		{"kept for less", "Logs must be kept for 90 days.", "Logs must be kept for 30 days.", claim.Looser, claim.Limit, "90 days", "30 days"},
		{"deleted later", "The shop must delete logs after 30 days.", "The shop must delete logs after 90 days.", claim.Looser, claim.Limit, "30 days", "90 days"},
		{"waits longer", "The job must wait for 5 s.", "The job must wait for 9 s.", claim.Conflict, claim.Limit, "5 s", "9 s"},
		{"window of a count", "After 5 failed calls within 10 minutes the app must lock the line.", "After 5 failed calls within 10 seconds the app must lock the line.", claim.Conflict, claim.Limit, "within 10 minutes", "within 10 seconds"},
		{"condition on a count", "If 5 calls fail, the app must lock the line.", "If 50 calls fail, the app must lock the line.", claim.Looser, claim.Limit, "5", "50"},
		{"modal weakened", "Calls must be logged.", "Calls should be logged.", claim.Looser, claim.Force, "must", "should"},
		{"modal strengthened", "Calls may be logged.", "Calls must be logged.", claim.Tighter, claim.Force, "may", "must"},
		{"negation dropped", "Calls must not be recorded.", "Calls must be recorded.", claim.Looser, claim.Polarity, "must not", "must"},
		{"requirement turned into a ban", "Calls must be recorded.", "Calls must not be recorded.", claim.Looser, claim.Ban, "must", "must not"},
		{"every one turned into not every one", "The hub must verify every call.", "The hub must not verify every call.", claim.Looser, claim.Ban, "must", "must not"},
		{"ban in other words", "Calls must fail.", "Calls must not succeed.", claim.Unrelated, claim.NoAspect, "", ""},
		{"option withdrawn", "Calls may be recorded.", "Calls must not be recorded.", claim.Conflict, claim.Ban, "may", "must not"},
		{"duty turned into an ability", "The hub must verify calls.", "The hub must be able to verify calls.", claim.Looser, claim.Force, "must", "must be able to"},
		{"duty turned into a possibility", "The hub must verify calls.", "The hub can verify calls.", claim.Looser, claim.Force, "must", "can"},
		{"ability of others", "The hub must export recorded calls every day.", "Users can export recorded calls every day.", claim.Conflict, claim.NoAspect, "", ""},
		{"ability in other words", "Users must be able to export calls.", "Users can export calls.", claim.Same, claim.NoAspect, "", ""},
		{"ceiling turned into a floor", "Calls must take at most 5 s.", "Calls must take at least 5 s.", claim.Looser, claim.Limit, "at most 5 s", "at least 5 s"},
		{"floor turned into a ceiling", "The hub must hold at least 9 calls.", "The hub must hold at most 90 calls.", claim.Looser, claim.Limit, "at least 9", "at most 90"},
		{"condition added", "Calls must be recorded.", "If both agree, calls must be recorded.", claim.Conflict, claim.Exception, "", "If both agree"},
		{"exception added", "Calls must not be recorded.", "Calls must not be recorded unless both agree.", claim.Looser, claim.Exception, "", "unless both agree"},
		{"exception dropped", "Calls must end within 5 s, except in tests.", "Calls must end within 5 s.", claim.Tighter, claim.Exception, "except in tests", ""},
		{"reworded and loosened", "Calls to partners must end within 5 s.", "All calls to external partners must end within 9 s.", claim.Looser, claim.Limit, "within 5 s", "within 9 s"},
		{"bound turned into a target", "Calls must end within 5 s.", "Calls must end with a target of 5 s.", claim.Looser, claim.Limit, "within 5 s", "target of 5 s"},
		{"target turned into a bound", "Calls must end with a target of 5 s.", "Calls must end within 5 s.", claim.Tighter, claim.Limit, "target of 5 s", "within 5 s"},
		{"every one turned into some", "The hub must verify every call.", "The hub must verify some calls.", claim.Looser, claim.Reach, "every", "some"},
		{"some turned into all", "Some calls must be verified.", "All calls must be verified.", claim.Tighter, claim.Reach, "Some", "All"},
		{"refusal turned into a success", "If the key is wrong, the hub must return status 401.", "If the key is wrong, the hub must return status 200.", claim.Looser, claim.Outcome, "401", "200"},
		{"another refusal", "If the key is wrong, the hub must return status 401.", "If the key is wrong, the hub must return status 403.", claim.Conflict, claim.NoAspect, "", ""},
		{"ban under a condition", "Calls must not be recorded.", "If both agree, calls must not be recorded.", claim.Looser, claim.Exception, "", "If both agree"},
		{"another claim", "Calls must end within 5 s.", "Parcels should be weighed.", claim.Unrelated, claim.NoAspect, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := claim.Revise(one(t, tt.before), one(t, tt.after))
			cut := func(s string, e claim.Extent) string {
				if e.Empty() {
					return ""
				}
				return strings.TrimSpace(s[e.Start:e.End])
			}
			type row struct {
				Relation, Aspect any
				From, To         string
			}
			want := row{tt.want, tt.aspect, tt.from, tt.to}
			got := row{r.Relation, r.Aspect, cut(tt.before, r.Before), cut(tt.after, r.After)}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("revision (-want +got):\n%s", diff)
			}
		})
	}
}

// TestOfHostileText would run into the test's timeout if the work grew with the
// square of a sentence, or with a lead-in for each of its items.
func TestOfHostileText(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"must ", "that must ", "word ", "5 s and ", "if it must, ", "is to be ", "( "} {
		long := strings.Repeat(unit, 100_000/len(unit))
		d := parse(t, "## Requirements\n\n- It must "+long+"\n"+strings.Repeat("  - Orders must close.\n", 2000))
		for _, s := range d.Statements {
			if got := claim.Of(s); s.Item != nil && got != nil {
				t.Fatalf("%d claims for %q in %.40q", len(got), unit, s.Text.String())
			}
		}
	}
}

// FuzzOf holds the reader to its offsets and the comparator to its symmetry on
// any text.
func FuzzOf(f *testing.F) {
	f.Add("The token MUST expire within 5 minutes.", "If 3 of 4 fail, it must not be \"more than\" $5 per 2-3 h.")
	f.Add("no one may exceed at least between 1 and", "per / 5 % or less than than 1,000.5.2 k")
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.ContainsAny(a+b, "\x00\n\r") {
			return
		}
		file := source.New("spec.md", []byte("## Requirements\n\n- "+a+"\n- "+b+"\n"))
		tree, err := markdown.Parse(file, policy.Default().Limits)
		if err != nil {
			return // refused, and so nobody reads claims of it
		}
		d := spec.NewLexicon().Read(file, tree)
		var all []claim.Claim
		for _, s := range d.Statements {
			for _, c := range claim.Of(s) {
				if c.Start < 0 || c.End > len(s.Text.String()) || c.Start > c.End {
					t.Fatalf("claim at %d..%d of %q", c.Start, c.End, s.Text.String())
				}
				for _, bound := range c.Bounds {
					if bound.Start < 0 || bound.End > len(s.Text.String()) || bound.Start >= bound.End {
						t.Fatalf("bound at %d..%d of %q", bound.Start, bound.End, s.Text.String())
					}
				}
				all = append(all, c)
			}
		}
		for _, x := range all {
			if got := claim.Compare(x, x); got != claim.Same && got != claim.Unrelated {
				t.Fatalf("a claim is %v to itself: %+v", got, x)
			}
			for _, y := range all {
				if claim.Contradict(x, y) != claim.Contradict(y, x) {
					t.Fatalf("contradiction is not symmetric: %+v and %+v", x, y)
				}
			}
		}
	})
}
