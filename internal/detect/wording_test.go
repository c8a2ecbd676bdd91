package detect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestWording shows, line by line, where the detectors of loose wording draw
// their lines. What they flag is written "detector: words".
func TestWording(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, line string
		want       []string
	}{
		{"lane by its name", "The desk must keep two fast lanes for pupils.", nil},
		{"capability in a role", "The desk shall support the main hall as the default place of return.", nil},
		{"capability as it is", "The desk shall support bulk loans as well.", []string{"vague-term: support"}},
		{"what an author does", "The desk must clearly document each fee.", nil},
		{"what a reader sees", "The desk must clearly show each fee.", []string{"vague-term: clearly"}},
		{"comfort", "The chairs must be comfortable.", []string{"vague-term: comfortable"}},
		{"width", "The chairs must be 45 cm wide.", nil},
		{"where it can be had", "The desk must index cards to the degree feasible.", []string{"escape-clause: to the degree feasible"}},
		{"where something is marked", "The desk must index cards where the clerk has marked them.", nil},
		{"similar things", "The plan must cover fire, flood and/or similar events.", []string{"open-ended-list: or similar events"}},
		{"taken up at once", "There must be a reasonable order of loans. To accomplish this, the desk sorts them by date.", nil},
		{"name that is pointed to", "The flexible ticket must be refunded in full.", nil},
		{"choice that is pointed to", "The desk must refuse the appropriate ticket.", []string{"vague-term: appropriate"}},
		{"mode by its name", "The desk must offer a simple mode.", nil},
		{"quality of a kind", "The desk must offer a simple form.", []string{"vague-term: simple"}},
		{"one of two values", "The desk must take the order fast or slow.", nil},
		{"values behind their noun", "The sign must offer the themes dark and modern.", nil},
		{"values between", "The reader must choose between simple and detailed.", nil},
		{"qualities in a row", "The form must be fast, simple and reliable.", []string{"vague-term: fast"}},
		{"either of two qualities", "The form must be fast or simple.", []string{"vague-term: fast"}},
		{"value that is set", "The mood must be set to excellent.", nil},
		{"grade", "A copy must be graded as good.", nil},
		{"sizes that are pointed to", "The large files must be cut.", []string{"missing-number: large files"}},
		{"size that is pointed to", "The large room must be locked.", nil},
		{"full support", "The desk must provide full support for returns.", []string{"vague-term: support"}},
		{"as may be required", "The desk must stamp forms as may be required.", []string{"escape-clause: as may be required"}},
		{"flag by its name", "The high availability flag must be off.", nil},
		{"that before a clause", "The desk must ensure that user-friendly messages are shown.", []string{"vague-term: user-friendly"}},
		{"either of two descriptions", "The message must be short or friendly.", []string{"vague-term: friendly"}},
		{"each of a size", "Each large order must be split.", []string{"vague-term: large"}},
		{"disclaimed", "The desk must say that a guess doesn't give an accurate figure.", nil},
		{"duty behind what is disclaimed", "Pupils cannot sign and the form must open quickly.", []string{"vague-term: quickly"}},
		{"clear to somebody", "The plan must be clear to pupils.", []string{"vague-term: clear"}},
		{"kept low", "The cost must be kept low.", []string{"vague-term: kept low"}},
		{"time in the next sentence", "The form must be fast. It must open within 2 seconds.", nil},
		{"other measure in the next sentence", "The form must be fast. It must hold 20 lines.", []string{"vague-term: fast"}},
		{"least number in words", "The desk must keep a card for a minimum of one year.", nil},
		{"what is relevant for somebody", "The desk must keep notes relevant for pupils including dates.", nil},
		{"enough of a quality", "The label must be descriptive enough to find the shelf.", []string{"vague-term: descriptive enough"}},
		{"standards without a name", "The desk must follow industry security standards.", []string{"vague-term: industry security standards"}},
		{"done correctly", "The desk must handle returns correctly.", []string{"vague-term: correctly"}},
		{"written correctly", "The label must hold correctly formatted digits.", nil},
		{"conditions that nobody defines", "The form must open within 2 seconds under normal conditions.", []string{"escape-clause: under normal conditions"}},
		{"time without a bound", "The board must show loans in real time.", []string{"missing-number: in real time"}},
		{"time with a bound", "The board must show loans in real time, at most 2 seconds after the scan.", nil},
		{"quality", "The form must be user-friendly.", []string{"vague-term: user-friendly"}},
		{"one entry per statement", "The form must be robust and fast. It must be easy to use.", []string{"vague-term: robust"}},
		{"manner", "The form must open quickly.", []string{"vague-term: quickly"}},
		{"degree", "The form must be significantly smaller.", []string{"vague-term: significantly"}},
		{"escape clause", "The form must be signed, if possible.", []string{"escape-clause: if possible"}},
		{"escape clause around a word", "The form must open as early as possible.", []string{"escape-clause: as early as possible"}},
		{"escape clause that a number does not bound", "The form must open within 2 seconds where possible.", []string{"escape-clause: where possible"}},
		{"verb without an end", "The desk must optimise the order of loans.", []string{"vague-term: optimise"}},
		{"capability", "The desk shall support bulk loans.", []string{"vague-term: support"}},
		{"capability around a name", "The desk shall support Braille displays.", []string{"vague-term: support"}},
		{"capability that is a name", "The desk shall support Braille and ISBN 13.", nil},
		{"counted capability", "The desk shall support up to 20 shelves.", []string{"vague-term: support"}},
		{"capability under a load", "The desk shall support 20 concurrent readers and 300 requests per hour.", nil},
		{"capability by an open way", "The desk shall support loans through various channels.", []string{"vague-term: support"}},
		{"capability that something is good for", "Card data shall be available to support other branches.", []string{"vague-term: support"}},
		{"lead-in to nothing", "The desk shall support the following loans:", []string{"vague-term: support"}},
		{"second of two verbs", "The desk must record and improve the order of loans.", []string{"vague-term: improve"}},
		{"second of two participles", "The order of loans must be tested and improved.", []string{"vague-term: improved"}},
		{"most of something", "The desk must provide maximum comfort.", []string{"vague-term: maximum"}},
		{"least of something", "The form must be filled in with minimum effort.", []string{"vague-term: with minimum effort"}},
		{"bounds as values", "The list must show the minimum and maximum price.", nil},
		{"significance among things", "The list must show the most significant loans.", []string{"vague-term: most significant"}},
		{"significance of bits", "The label must start with the most significant bit.", nil},
		{"built for a quality", "The desk must be partitioned to allow for efficient work.", []string{"vague-term: efficient"}},
		{"duty that enables", "It must be possible for the clerk to hide certain loans.", []string{"vague-term: certain"}},
		{"list behind a reason", "The desk must print suitable cards in order to help: new readers, old readers.", []string{"vague-term: suitable"}},
		{"see as what readers do", "The message must be meaningful to all who see it.", []string{"vague-term: meaningful"}},
		{"see as a reference", "The message must be meaningful, see the style guide.", nil},
		{"capability between things", "The desk shall support transfers between two branches.", []string{"vague-term: support"}},
		{"escape clause and quality", "The form must be robust where technically feasible.", []string{"vague-term: robust", "escape-clause: where technically feasible"}},
		{"degree of a degree", "The form must be large enough.", []string{"vague-term: large enough"}},
		{"mark that closes a quotation from before", "The desk must say \"Ready. Next\" and must stay tidy.", []string{"vague-term: tidy"}},
		{"nuisance that is forbidden", "The bell must not be annoying.", []string{"vague-term: annoying"}},
		{"degree that is forbidden", "The queue must not be too long.", []string{"vague-term: too long"}},
		{"degree behind for", "The desk must ask a clerk for large loans.", []string{"vague-term: large"}},
		{"adjective that is also a verb", "The desk must show a clear message.", []string{"vague-term: clear"}},

		{"number with a unit", "The form must open quickly, in at most 200 ms.", nil},
		{"number in parentheses", "The form must open efficiently (<200ms).", nil},
		{"explained behind a dash", "The form must degrade gracefully — fields that cannot be read stay empty.", nil},
		{"mapping behind a colon", "The desk must log at appropriate levels: INFO for loans, DEBUG for the rest.", nil},
		{"definition", "The desk must keep a reasonable stock, i.e. one copy for ten readers.", nil},
		{"named content", "The desk must show a clear error naming the book.", nil},
		{"contrast", "The desk must show a meaningful name rather than a number.", nil},
		{"explained by the next sentence", "The form must be robust. Specifically, it keeps its input after a reload.", nil},
		{"verb", "The desk must clear the basket.", nil},
		{"term of art", "The desk must fast-forward and quick start the queue by simple majority.", nil},
		{"attribute of a cookie", "The cookie must carry the Secure attribute.", nil},
		{"name in capitals", "The reader must be able to pick the Easy Loan.", nil},
		{"code", "The desk must call `simple` and `fast`.", nil},
		{"quotation", "The button must read \"Easy and fast\".", nil},
		{"negated", "The desk must warn when the name is not readable.", nil},
		{"permission", "The desk must refuse the loan and may show a helpful text.", nil},
		{"purpose", "The desk must keep the list for 3 days so that readers can easily find it.", nil},
		{"clear whether", "The desk must give a clear sign whether a book is lent.", nil},
		{"purpose with for", "The desk must keep one list for easy access.", nil},
		{"concrete capability", "The desk must support ISBN lookup by title.", nil},
		{"capability that a link tells of", "The desk must support [quiet hours](quiet.md).", nil},
		{"capability in a case", "The desk must support refunds when a reader brings the receipt.", nil},
		{"examples after eg", "The desk must read one format (eg CSV, ODS, etc).", nil},
		{"capability of a way", "The desk must support disabling the bell.", nil},
		{"as required by something", "The desk must archive loans as required by the house rules.", nil},
		{"permission error", "The desk must refuse a reader without sufficient permissions.", nil},
		{"way", "Cards must be securely hashed with bcrypt.", nil},
		{"way with by", "The desk must fail gracefully by showing the last list.", nil},
		{"value of an enumeration", "The quiz must offer the grades easy/medium/hard.", nil},
		{"adverb without -ly", "The list must load fast.", []string{"vague-term: fast"}},
		{"label in front", "Robust parsing: the desk must refuse a card without a number.", nil},

		{"et cetera", "The card must show name, photo, etc.", []string{"open-ended-list: etc"}},
		{"not limited to", "The card must show fields including, but not limited to, the name.", []string{"open-ended-list: including, but not limited to"}},
		{"cue and including", "The desk must read common formats including CSV and ODS.", []string{"open-ended-list: common formats including"}},
		{"cue belongs to the list", "The desk must read various formats such as CSV.", []string{"open-ended-list: various formats such as"}},
		{"including without a cue", "The card must show the whole name, including accents.", nil},
		{"etc. among examples", "The desk must read one format (e.g. CSV, ODS, etc.).", nil},
		{"people", "A note must be visible to its author and others.", nil},
		{"prohibition", "The desk must not log various secrets such as card numbers.", nil},

		{"every device", "The form must work on every device.", []string{"unbounded-quantifier: every device"}},
		{"everything", "The desk must archive everything.", []string{"unbounded-quantifier: everything"}},
		{"limited set", "The form must work on every device in the reading room.", nil},
		{"members follow", "The form must work on all devices (tablet, desk terminal).", nil},
		{"a set with an end", "The desk must list all loans.", nil},

		{"claim without a number", "Sign-ins must be rate limited.", []string{"missing-number: rate limited"}},
		{"one entry for one cause", "Loans must end within a reasonable time.", []string{"missing-number: a reasonable time"}},
		{"event", "The desk must answer with a timeout error.", nil},
		{"repeated without limit", "The desk must retry the print several times.", []string{"missing-number: retry the print several times"}},
		{"number elsewhere in the statement", "Sign-ins must be rate limited. The limit is 5 attempts per hour.", nil},
		{"failures in a row", "The desk must block a card after consecutive failures.", []string{"missing-number: consecutive failures"}},
		{"counted failures in a row", "The desk must block a card after three consecutive failures.", nil},
		{"interval of a backup", "The desk must make periodic backups.", []string{"missing-number: periodic backups"}},
		{"setting", "Sign-ins must be rate limited by a configurable threshold.", nil},

		{"number without a unit", "The desk must use a timeout of 30.", []string{"missing-unit: 30"}},
		{"interval without a unit", "The desk must retry every 30.", []string{"missing-unit: 30"}},
		{"time without a unit", "The desk must answer within 5.", []string{"missing-unit: 5"}},
		{"time without a unit behind for", "The desk must wait for at most 120.", []string{"missing-unit: 120"}},
		{"year", "The desk must keep the prices for 2031.", nil},
		{"unit there", "The desk must use a timeout of 30 seconds and answer within 5 minutes.", nil},
		{"range with a unit", "The desk must use a timeout of 5 to 10 seconds.", nil},
		{"count", "The desk must use a page size of 20.", nil},
		{"size of a kind", "The desk must refuse a file size above 100 and a batch size above 7.", []string{"missing-unit: 100"}},
		{"zero", "The desk must use a delay of 0.", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			data := fmt.Sprintf("# Lending desk\n\n## Requirements\n\n- A loan must end after 14 days.\n- %s\n", test.line)
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte(data)})
			if diff := cmp.Diff(test.want, wording(doc)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.line, diff)
			}
		})
	}
}

// TestWordingInOtherLanguages shows that each language with the words for it is
// judged by its own, and only where the sentence gives no number.
func TestWordingInOtherLanguages(t *testing.T) {
	t.Parallel()
	const (
		german     = "# Ausleihe\n\nDie Ausleihe ist für die Leser und für die Leserinnen.\n\n## Anforderungen\n\n- "
		french     = "# Le prêt\n\nLe prêt est pour les lecteurs et pour les lectrices de la ville.\n\n## Exigences\n\n- "
		spanish    = "# Préstamos\n\nLos préstamos son para los lectores y las lectoras de la ciudad.\n\n## Requisitos\n\n- "
		portuguese = "# Empréstimos\n\nOs empréstimos são para os leitores e as leitoras da cidade.\n\n## Requisitos\n\n- "
	)
	tests := []struct {
		name, document string
		want           []string
	}{
		{"German adjective", german + "Das System muss eine einfache Suche haben.\n", []string{"vague-term: einfache"}},
		{"German number", german + "Das System muss schnell antworten, in höchstens 2 Sekunden.\n", nil},
		{"German escape clause", german + "Das System muss Mahnungen wenn möglich bündeln.\n", []string{"escape-clause: wenn möglich"}},
		{"German list", german + "Das System muss Bücher, Karten usw. annehmen.\n", []string{"open-ended-list: usw"}},
		{"German amount", german + "Das System muss die Liste regelmäßig sichern.\n", []string{"missing-number: regelmäßig"}},
		{"German explanation", german + "Das System muss schnell antworten, d.h. vor dem nächsten Klick.\n", nil},
		{"German reason", german + "Das System muss Karten speichern, damit die Ausleihe einfach ist.\n", nil},
		{"German name", german + "Das System muss die Wahl Einfach und die Wahl Doppelt anbieten.\n", nil},
		{"French", french + "Le système doit être convivial pour les lecteurs.\n", []string{"vague-term: convivial"}},
		{"French number", french + "Le système doit répondre rapidement, en moins de 2 secondes.\n", nil},
		{"French escape clause", french + "Le système doit, dans la mesure du possible, garder les prêts.\n", []string{"escape-clause: dans la mesure du possible"}},
		{"Spanish", spanish + "El sistema debe ser intuitivo para los lectores.\n", []string{"vague-term: intuitivo"}},
		{"Spanish escape clause", spanish + "El sistema debe guardar los préstamos si es posible.\n", []string{"escape-clause: si es posible"}},
		{"Portuguese", portuguese + "O sistema deve ser confiável para os leitores.\n", []string{"vague-term: confiável"}},
		{"Portuguese escape clause", portuguese + "O sistema deve guardar os empréstimos se possível.\n", []string{"escape-clause: se possível"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte(test.document)})
			if diff := cmp.Diff(test.want, wording(doc)); diff != "" {
				t.Errorf("%s, read as %q (-want +got):\n%s", test.document, doc.Language, diff)
			}
		})
	}
}

// TestVagueOutcomes shows that of a scenario only what follows Then binds.
func TestVagueOutcomes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, steps string
		want        []string
	}{
		{"one line", "1. **Given** a fast reader, **When** they tap quickly, **Then** the desk opens smoothly", []string{"vague-term: smoothly"}},
		{"and after then", "- **Given** a fast reader\n- **When** they tap quickly\n- **Then** the desk opens\n- **And** it stays responsive", []string{"vague-term: stays responsive"}},
		{"and before then", "- **Given** a reader\n- **And** a simple card\n- **When** they tap quickly\n- **Then** the desk opens", nil},
		{"outcome with a number", "1. **Given** a reader, **When** they tap, **Then** the desk opens quickly, within 2 seconds", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			data := "# Desk\n\n## Requirements\n\n### Requirement: Opening\n\nThe desk SHALL open on a tap.\n\n#### Scenario: Tap\n\n" + test.steps + "\n"
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte(data)})
			if diff := cmp.Diff(test.want, wording(doc)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestMissingNumberLooksElsewhere shows that a number given once settles the
// same words everywhere.
func TestMissingNumberLooksElsewhere(t *testing.T) {
	t.Parallel()
	const claim = "# Desk\n\n## Requirements\n\n- Sign-ins must be rate-limited.\n"
	tests := []struct {
		name, more string
		want       []string
	}{
		{"nowhere", "- Cards must expire after 90 days.\n", []string{"missing-number: rate-limited"}},
		{"another requirement", "- The rate limit is 5 attempts per hour.\n", nil},
		{"prose", "\n## Notes on limits\n\nRate limits allow 5 attempts per hour.\n", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte(claim + test.more)})
			if diff := cmp.Diff(test.want, wording(doc)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestVagueTermLooksIntoTheGlossary shows that what a document defines is not
// vague in it.
func TestVagueTermLooksIntoTheGlossary(t *testing.T) {
	t.Parallel()
	const rules = "\n## Requirements\n\n- The desk must ask a clerk for large loans.\n"
	tests := []struct {
		name, glossary string
		want           []string
	}{
		{"another term", "- **Small loan**: up to 3 books.\n", []string{"vague-term: large"}},
		{"the term", "- **Large loan**: more than 10 books.\n", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte("# Desk\n\n## Glossary\n\n" + test.glossary + rules)})
			if diff := cmp.Diff(test.want, wording(doc)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestWordingBindsOnly shows the same words where they bind nobody.
func TestWordingBindsOnly(t *testing.T) {
	t.Parallel()
	const loose = "easy, fast and robust on all devices, with low latency, a timeout of 30, etc."
	tests := []struct{ name, document string }{
		{"prose", "# Desk\n\nThe desk is " + loose + "\n"},
		{"story", "# Desk\n\n## User Stories\n\nAs a reader, I want a desk that is " + loose + "\n"},
		{"background", "# Desk\n\n## Background\n\n- The desk must be " + loose + "\n"},
		{"clarification", "# Desk\n\n## Clarifications\n\n- Q: How is it? → A: The desk must be " + loose + "\n"},
		{"code", "# Desk\n\n## Requirements\n\n- The desk must print `" + loose + "`\n\n```\nThe desk must be " + loose + "\n```\n"},
		{"quotation", "# Desk\n\n## Requirements\n\n> The desk must be " + loose + "\n"},
		{"lower case in a normative document", "# Desk\n\nKey words are used as in RFC 2119.\n\nThe desk should be " + loose + "\n"},
		{"another language", "# Ausleihe\n\n## Anforderungen\n\n- Die Ausleihe muss für den Leser und die Leserin " + loose + "\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			doc := parse(t, testkit.File{Path: "spec.md", Data: []byte(test.document)})
			if got := wording(doc); got != nil {
				t.Errorf("flagged: %q", got)
			}
		})
	}
}

// TestWordingInHostileText would run into the test's timeout if a sentence
// were walked once for each of its words.
func TestWordingInHostileText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, unit string
		want       int // findings
	}{
		{"vague words", "fast ", 1},
		{"quotations", "\" fast \" ", 1},  // a piece may start inside one
		{"reasons", "to ensure fast ", 1}, // or without its duty
		{"lists", "a, b, etc, ", 1},
		{"amounts", "rate limited ", 1},
		{"short sentences", "Be rate limited. A. ", 1},
		{"sets", "not everything ", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			const size = 200_000 // bytes; the limits for a line and a paragraph lie above
			data := "# Desk\n\n" + strings.Repeat("This is the desk at which a reader is met.\n", 100) +
				"\n## Requirements\n\n- A loan must end after 14 days.\n- The desk must " + strings.Repeat(test.unit, size/len(test.unit)) + "\n"
			if got := wording(parse(t, testkit.File{Path: "spec.md", Data: []byte(data)})); len(got) != test.want {
				t.Errorf("%d findings, want %d", len(got), test.want)
			}
		})
	}
}

func wording(doc *spec.Document) []string {
	var got []string
	for _, f := range detect.Run(detect.All(), detect.Input{Head: []*spec.Document{doc}}) {
		switch f.Detector {
		case "vague-term", "escape-clause", "open-ended-list", "unbounded-quantifier", "missing-number", "missing-unit":
			got = append(got, f.Detector+": "+strings.Join(strings.Fields(f.Text), " "))
		}
	}
	return got
}
