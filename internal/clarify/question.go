package clarify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/spec"
)

// The fields: what of a spec an answer fills. The first two are those of
// structured clarification gates.
const (
	FieldCriteria = "acceptance-criteria"
	FieldTarget   = "target"
	FieldConflict = "contradiction" // the side that holds
	FieldPoint    = "open-point"    // what the author left open
	FieldUnit     = "unit"
)

// Questions are all that are worth asking about the findings of a revision, the
// sharpest first: about what is contradictory, then about what is missing. Only
// what counts, is in scope and has at least two honest readings is asked;
// nothing is asked to fill the round. [ledger.Ask] chooses among them.
//
// Scores are those of the documents that were measured.
func Questions(docs []*spec.Document, findings []finding.Finding, scores []Score, p policy.Policy) []ledger.Question {
	if !p.Clarification.Enabled {
		return nil
	}
	a := asker{docs: make(map[string]*spec.Document, len(docs)), scores: make(map[string]Score, len(scores))}
	for _, d := range docs {
		a.docs[d.File.Path()] = d
	}
	for _, s := range scores {
		a.scores[s.Path] = s
	}
	for _, f := range findings {
		doc := a.docs[f.Path]
		inScope := p.Scope == policy.ScopeAll || !f.PreExisting
		if f.Active() && f.Severity >= finding.Medium && inScope && f.Side == finding.Head && doc != nil {
			a.ask(doc, f)
		}
	}
	return a.finish()
}

// asker collects questions.
type asker struct {
	docs   map[string]*spec.Document
	scores map[string]Score
	out    []ranked
}

// ranked is a question with how early it is asked.
type ranked struct {
	ledger.Question
	rank int
}

// The ranks: what blocks and only people can settle comes first.
const (
	rankConflict = iota
	rankRequest
	rankPoint
	rankUnit
)

// ask adds the questions about one finding, if it has readings.
func (a *asker) ask(doc *spec.Document, f finding.Finding) {
	switch f.Detector {
	case Detector, "no-criterion":
		a.request(doc, f)
		return
	case "clarification-marker", "open-question":
		a.point(doc, f)
		return
	case "missing-unit":
		a.unit(doc, f)
		return
	}
	if f.Class == finding.Contradictory && len(f.Related) > 0 && f.Related[0].Side == finding.Head {
		a.conflict(doc, f)
	}
}

// add completes a question about a finding.
func (a *asker) add(rank int, f finding.Finding, q ledger.Question) {
	q.Place = f.Place
	q.Resolves = []finding.Key{{Path: f.Path, Fingerprint: f.Fingerprint}}
	q.Fingerprint = finding.FingerprintOf("question", finding.Identity{Text: q.Field, Members: []string{string(f.Fingerprint)}})
	a.out = append(a.out, ranked{q, rank})
}

func (a *asker) finish() []ledger.Question {
	slices.SortStableFunc(a.out, func(x, y ranked) int { return cmp.Compare(x.rank, y.rank) })
	keys := make([]finding.Key, len(a.out))
	for i, q := range a.out {
		keys[i] = q.Key()
	}
	out := make([]ledger.Question, len(a.out))
	for i, id := range finding.IDs(keys) {
		out[i] = a.out[i].Question
		out[i].ID = "q-" + id
	}
	return out
}

// conflict asks which of two sides holds.
func (a *asker) conflict(doc *spec.Document, f finding.Finding) {
	other := f.Related[0].Place
	second, first := whole(doc, f.Place), whole(a.docs[other.Path], other)
	if first == second {
		first, second = other.Text, f.Text
	}
	const recommended = 2 // it stood there first
	text := fmt.Sprintf("Two sentences of %s cannot both hold. Which one does?", about(doc))
	why := "Whoever reads only one of them builds what the other forbids. What stands first is recommended: the later one is more often the slip"
	if a.docs[other.Path] == nil {
		text = fmt.Sprintf("%s and what the repository declares in %q cannot both hold. Which one does?", about(doc), other.Path)
		why = "Whoever follows the spec builds what the repository does not declare. What it declares is recommended: it is what runs today"
	}
	a.add(rankConflict, f, ledger.Question{
		Field: FieldConflict,
		Text:  text,
		Why:   why,
		Options: []string{
			fmt.Sprintf("%s (%s)", quoted(second, longestOption), at(f.Place, f.Path)),
			fmt.Sprintf("%s (%s)", quoted(first, longestOption), at(other, f.Path)),
		},
		Recommended: recommended,
	})
}

// request asks what the score of a request misses: by what it can be seen to be
// met, and what it is to be done to. Each question that is asked is needed to
// bring the score below the threshold.
func (a *asker) request(doc *spec.Document, f finding.Finding) {
	score := a.scores[doc.File.Path()]
	criteria := f.Detector == "no-criterion" || score.fired(NoAcceptanceCriteria)
	target := f.Detector == Detector && score.fired(NoTargetSurface)
	if criteria && target && score.without(NoAcceptanceCriteria) < score.Threshold {
		target = false
	}
	if criteria {
		a.add(rankRequest, f, ledger.Question{
			Field:       FieldCriteria,
			Text:        fmt.Sprintf("By what will somebody see that %s is done?", about(doc)),
			Why:         "Without a criterion that can be checked, it is done when its author says so",
			Options:     criterionOptions(),
			Recommended: 1,
		})
	}
	if target {
		a.add(rankRequest, f, ledger.Question{
			Field:       FieldTarget,
			Text:        fmt.Sprintf("What does %s change?", about(doc)),
			Why:         "Without a place to work on, everybody changes something else",
			Options:     targetOptions(),
			Recommended: 1,
		})
	}
}

// criterionOptions are the kinds of change that a wish can mean, each as a
// criterion that somebody can check as it stands.
func criterionOptions() []string {
	return []string{
		"One input that fails today gives the wanted result, and a new test shows it",
		"The pull request shows what people see before and after the change",
		"No behaviour changes: every test that exists passes unedited",
	}
}

// targetOptions are the surfaces that a change can keep to.
func targetOptions() []string {
	return []string{
		"Source code with its tests; nothing under `docs/`",
		"Documentation only: `README.md` and what stands under `docs/`",
		"Tests only: what stands under `tests/`, and nothing that ships",
	}
}

// point asks what the author left open, where the words give readings.
func (a *asker) point(doc *spec.Document, f finding.Finding) {
	options, recommended := readings(asked(f))
	if len(options) == 0 {
		return
	}
	text := asked(f)
	if f.Detector == "clarification-marker" {
		text = fmt.Sprintf("%s — in %s", strings.TrimRight(text, " .?？"), quoted(without(whole(doc, f.Place), f.Text), longestOption))
	}
	a.add(rankPoint, f, ledger.Question{
		Field:       FieldPoint,
		Text:        fmt.Sprintf("%s leaves open: %s", about(doc), text),
		Why:         "The author marked it as not settled; until it is, each reader settles it alone",
		Options:     options,
		Recommended: recommended,
	})
}

// unit asks what a number is measured in.
func (a *asker) unit(doc *spec.Document, f finding.Finding) {
	sentence := whole(doc, f.Place)
	before := sentence
	if s := statementAt(doc, f.Place); s != nil {
		const near = 1 << 10 // bytes in which the word is that tells what is bounded
		before = doc.File.Content()[max(s.Span.Start, f.Span.Start-near):f.Span.Start]
	}
	units, recommended := unitsFor(before)
	if len(units) == 0 {
		return
	}
	options := make([]string, len(units))
	for i, u := range units {
		options[i] = strings.TrimSpace(f.Text) + " " + u
	}
	a.add(rankUnit, f, ledger.Question{
		Field:       FieldUnit,
		Text:        fmt.Sprintf("What is %s measured in, in %s of %s?", quoted(f.Text, longestOption), quoted(sentence, longestOption), about(doc)),
		Why:         "A bound without a unit is met and broken by the same run",
		Options:     options,
		Recommended: recommended,
	})
}

// longestOption is how many characters of a spec an option or a question
// repeats.
const longestOption = 160

// about names a document: by its title, else by how it begins, and where it is.
func about(doc *spec.Document) string {
	name := ""
	if t := doc.Title(); t != nil {
		name = t.Title
	} else if len(doc.Statements) > 0 {
		name = doc.Statements[0].Text.String()
	}
	if name == "" {
		return doc.File.Path()
	}
	return fmt.Sprintf("%s (%s)", quoted(name, longestOption), doc.File.Path())
}

// at is a place as people find it from a file.
func at(p finding.Place, from string) string {
	if p.Path == from {
		return fmt.Sprintf("line %d", p.At.Start.Line)
	}
	return fmt.Sprintf("%s:%d", p.Path, p.At.Start.Line)
}

// quoted is foreign text on one line, shortened, in quotation marks.
func quoted(s string, n int) string {
	words := strings.Fields(s)
	out, runes := "", 0
	for i, w := range words {
		if runes += len([]rune(w)) + 1; runes > n && i > 0 {
			out += " …"
			break
		}
		if i > 0 {
			out += " "
		}
		out += w
	}
	return "“" + strings.NewReplacer("“", "‘", "”", "’").Replace(out) + "”"
}

// whole is the sentence that holds a place, else the place's own words.
func whole(doc *spec.Document, p finding.Place) string {
	s := statementAt(doc, p)
	if s == nil {
		return p.Text
	}
	text := s.Text.String()
	for _, sentence := range s.Sentences {
		span := s.Text.Span(sentence.Start, sentence.End)
		if span.Start <= p.Span.Start && p.Span.Start < span.End {
			return text[sentence.Start:sentence.End]
		}
	}
	return text
}

// statementAt is the statement that holds the beginning of a place; nil
// without one.
func statementAt(doc *spec.Document, p finding.Place) *spec.Statement {
	if doc == nil || doc.File.Path() != p.Path {
		return nil
	}
	i, found := slices.BinarySearchFunc(doc.Statements, p.Span.Start, func(s *spec.Statement, offset int) int {
		return cmp.Compare(s.Span.Start, offset)
	})
	if !found {
		i--
	}
	if i < 0 || doc.Statements[i].Span.End < p.Span.Start {
		return nil
	}
	return doc.Statements[i]
}

// without is a sentence without a marker in it.
func without(sentence, marker string) string {
	return strings.TrimSpace(strings.Replace(sentence, marker, "…", 1))
}

// fired reports whether a signal did.
func (s Score) fired(signal string) bool {
	return slices.ContainsFunc(s.Reasons, func(r Reason) bool { return r.Signal == signal })
}
