package detect

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func missingDimension() Detector {
	dimensions := gapTables(newDimensionWords)
	failures, topics := gapTables(newFailureWords), gapTables(newTopicWords)
	return Detector{
		ID: "missing-dimension",
		Doc: Doc{
			Title: "missing dimension of a product",
			Text: "Finds product requirements documents that say nothing at all on one of nine sides: features, technology, users, acceptance " +
				"criteria, data, interfaces, deployment, errors, security. A heading or any other word on it keeps it silent, also one " +
				"that leaves it out of scope; addresses of links do not count. It looks only at documents whose title or file name says PRD or " +
				"product requirements. One finding per dimension, on the title, or one for all where more than three are missing. Where a more exact " +
				"finding has the gap already, it is silent.",
			Bad: "# PRD: Plant swap\n\n## Features\n\n- A gardener lists a plant",
			Good: "# PRD: Plant swap\n\nMembers list plants in a web app on the club's server, which keeps them in SQLite and exports them as CSV.\n\n" +
				"There are no accounts. A photo that cannot be read is refused. It is accepted when a member's plant is listed.\n\n" +
				"## Acceptance Criteria\n\n- A plant is listed within 10 seconds",
			Since: "0.1.0",
		},
		Class: finding.Missing, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"prd-dimension", "blind-spot"},
		Needs: lang.GapWords,
		Document: func(p *Pass) {
			words, ok := dimensions.of(p.Doc.Language)
			if !ok || !isProductDocument(p.Doc) {
				return
			}
			taken := make(map[string]bool)
			if words, ok := failures.of(p.Doc.Language); ok && len(words.gaps(p.facts)) > 0 {
				taken["errors"] = true
			}
			if words, ok := topics.of(p.Doc.Language); ok && len(words.blindSpots(p.facts)) > 0 {
				taken["security"] = true
			}
			if p.Doc.Bears() && len(p.Doc.Verifiable()) == 0 {
				taken["acceptance"] = true
			}
			missing := slices.DeleteFunc(words.missing(p.Doc), func(d dimension) bool { return taken[d.id] })
			if len(missing) > mostDimensions {
				p.Report(manyMissing(p.Doc, missing))
				return
			}
			for _, d := range missing {
				p.Report(d.result(p.Doc))
			}
		},
	}
}

// mostDimensions is how many findings a document gets. One that misses more is
// a sketch, which is one finding.
const mostDimensions = 3

func manyMissing(doc *spec.Document, missing []dimension) Result {
	var ids, questions []string
	for _, d := range missing {
		ids, questions = append(ids, d.id), append(questions, d.question)
	}
	return Result{
		Span:    titleSpan(doc),
		Message: fmt.Sprintf("a sketch: nothing here on %s", strings.Join(ids, ", ")),
		Hint:    strings.Join(questions, "; ") + "; or say in a line what is out of scope",
		Default: "whoever implements it decides all of these",
		Members: ids,
	}
}

// isProductDocument reports whether the document calls itself a product
// requirements document.
func isProductDocument(doc *spec.Document) bool {
	if base := strings.ToLower(path.Base(doc.File.Path())); strings.HasPrefix(base, "prd") || base == "generated-prd.md" {
		return true
	}
	return slices.ContainsFunc(doc.Sections, func(s *spec.Section) bool {
		return s.Level == 1 && (strings.Contains(strings.ToLower(s.Title), "product requirement") ||
			slices.ContainsFunc(cueWords(nil, s.Title), func(w cueWord) bool { return w.lower == "prd" }))
	})
}

// dimension is one of the sides from which a product is described. Seed 000
// asks of each document for all nine.
type dimension struct {
	id       string // a member of the finding's identity, and its name
	words    func(*lang.Gaps) lang.Dimension
	silence  string // what the document does not say
	question string
	taken    string // the default
}

func (d dimension) result(doc *spec.Document) Result {
	return Result{
		Span:    titleSpan(doc),
		Message: fmt.Sprintf("nothing here says %s", d.silence),
		Hint:    d.question + ", or say in a line that it is out of scope",
		Default: d.taken,
		Members: []string{d.id},
	}
}

func dimensions() []dimension {
	return []dimension{
		{
			id: "features", words: func(g *lang.Gaps) lang.Dimension { return g.Features },
			silence: "which features the product has", question: "list the features, one a line",
			taken: "the features are those that the prose mentions",
		},
		{
			id: "technology", words: func(g *lang.Gaps) lang.Dimension { return g.Technology },
			silence: "what the product is built with or runs on", question: "name the platforms, and the technology that is settled",
			taken: "whoever implements it picks the technology",
		},
		{
			id: "users", words: func(g *lang.Gaps) lang.Dimension { return g.Users },
			silence: "who uses the product and what for", question: "say who the users are and what each of them wants to get done",
			taken: "one kind of user does everything",
		},
		{
			id: "acceptance", words: func(g *lang.Gaps) lang.Dimension { return g.Acceptance },
			silence: "when the work counts as done", question: "add acceptance criteria with an observable outcome",
			taken: "it counts as done when every listed feature is there",
		},
		{
			id: "data", words: func(g *lang.Gaps) lang.Dimension { return g.Data },
			silence: "what data the product keeps", question: "name the things that are stored, and where",
			taken: "the data model follows from the features",
		},
		{
			id: "interfaces", words: func(g *lang.Gaps) lang.Dimension { return g.Interfaces },
			silence: "how other programs reach the product", question: "name its API, its imports and exports, and what it integrates with",
			taken: "no other program reaches it",
		},
		{
			id: "deployment", words: func(g *lang.Gaps) lang.Dimension { return g.Deployment },
			silence: "where the product runs and how it gets there", question: "say where it is installed or hosted, and how a release gets there",
			taken: "it is deployed like what its team runs already",
		},
		{
			id: "errors", words: func(g *lang.Gaps) lang.Dimension { return g.Errors },
			silence: "what happens when something goes wrong", question: "say what the user sees when input, network or a service fails",
			taken: "failures are handled by the defaults of the technology",
		},
		{
			id: "security", words: func(g *lang.Gaps) lang.Dimension { return g.Security },
			silence: "who may do what", question: "say who signs in and how, what each role may do, and what is protected",
			taken: "everybody who reaches the product may do everything",
		},
	}
}

// dimensionWords are one language's lookup tables. Each dimension has a bit.
type dimensionWords struct {
	dimensions []dimension
	headings   cueSet
	cues       cueSet
}

func newDimensionWords(g *lang.Gaps) dimensionWords {
	w := dimensionWords{dimensions: dimensions(), headings: make(cueSet), cues: make(cueSet)}
	for bit, d := range w.dimensions {
		words := d.words(g)
		w.headings.add(1<<bit, words.Headings)
		w.cues.add(1<<bit, words.Cues)
	}
	return w
}

// missing are the dimensions that no heading and no other text of the document
// speaks of. Code counts as text: a request line or a table definition says
// something.
func (w dimensionWords) missing(doc *spec.Document) []dimension {
	var said uint64
	var words []cueWord
	for _, s := range doc.Statements {
		words = cueWords(words[:0], s.Text.String())
		said |= w.cues.in(words)
		if s.Block.Kind == spec.Heading {
			said |= w.headings.in(words)
		}
	}
	for _, b := range doc.Blocks {
		for leaf := range b.All() {
			if leaf.Kind == spec.Code {
				said |= w.cues.in(cueWords(words[:0], doc.File.Excerpt(leaf.Span)))
			}
		}
	}
	var out []dimension
	for bit, d := range w.dimensions {
		if said&(1<<bit) == 0 && !w.has(doc, d.id) {
			out = append(out, d)
		}
	}
	return out
}

// has reports whether the document's statements show a dimension without a
// word for it.
func (w dimensionWords) has(doc *spec.Document, id string) bool {
	for _, s := range doc.Statements {
		switch id {
		case "features":
			if s.Item != nil && s.Role != spec.Exempt || s.Role == spec.Requirement {
				return true
			}
		case "users":
			if s.Role == spec.Story {
				return true
			}
		case "acceptance":
			if s.Role == spec.Criterion || s.Role == spec.Step || s.Item != nil && s.Item.Task != spec.NoTask {
				return true
			}
		}
	}
	return false
}
