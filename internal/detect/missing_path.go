package detect

import (
	"fmt"
	"path"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

func missingPath() Detector {
	words := newPathWords()
	return Detector{
		ID: "missing-path",
		Doc: Doc{
			Title: "file that is not there",
			Text: "Finds a path in back-ticks that the sentence says is there (\"the existing\", \"defined in\"), where the repository " +
				"has the folder but not the file. What a sentence creates, moves or removes is silent, and so are patterns, " +
				"addresses, and documents in other languages than English.",
			Bad:   "- The export must use the limits defined in `docs/limts.md`.",
			Good:  "- The export must use the limits defined in `docs/limits.md`.",
			Since: "0.1.0",
		},
		Class: finding.Contradictory, Affects: "requirements", Severity: finding.Low,
		Kinds: []string{"undefined-reference"},
		Needs: lang.AllWords,
		Document: func(p *Pass) {
			if p.Files == nil {
				return
			}
			seen := make(map[string]bool)
			for _, s := range p.Doc.Statements {
				if !promisesFacts(s) {
					continue
				}
				text := s.Text.String()
				for _, sentence := range s.Sentences {
					if len(sentence.Tokens) > maxTokens || !words.says(sentence) {
						continue
					}
					for i := range sentence.Tokens {
						tok := &sentence.Tokens[i]
						if name := text[tok.Start:tok.End]; tok.Kind == spec.Opaque && words.file(name) && !seen[name] && missing(p, name) {
							seen[name] = true
							p.Report(missingResult(s, tok, name))
						}
					}
				}
			}
		},
	}
}

// pathWords tell what a sentence says of a file.
type pathWords struct {
	there phraseSet       // it is there
	moved map[string]bool // it comes, goes or changes its place
	kinds map[string]bool // extensions of the files that people name
}

func newPathWords() pathWords {
	return pathWords{
		there: newPhraseSet([]string{
			"existing", "already", "current", "currently", "unchanged", "see", "defined in", "documented in", "described in", "specified in",
			"listed in", "declared in", "configured in", "according to", "as in", "reuse", "reuses", "extends", "today",
		}),
		moved: wordSet(strings.Fields("create creates created add adds added new generate generates generated write writes written output outputs " +
			"introduce introduces introduced emit emits produce produces produced move moves moved rename renames renamed delete deletes deleted " +
			"remove removes removed replace replaces replaced no not missing if unless example planned future will save saves saved absent")),
		kinds: wordSet(strings.Fields("go ts tsx js jsx mjs cjs py rb rs java kt cs php md yml yaml json toml sql proto sh html css scss xml gradle " +
			"c h cc cpp hpp txt tf vue svelte swift scala ex exs lua graphql")),
	}
}

// says reports whether a sentence says that the files it names are there, and
// nothing that would change that.
func (w pathWords) says(sentence spec.Sentence) bool {
	there := false
	for i := range sentence.Tokens {
		if w.moved[sentence.Tokens[i].Lower] {
			return false
		}
		there = there || starts(w.there, sentence.Tokens, i)
	}
	return there
}

// file reports whether a code span is the path of one file.
func (w pathWords) file(name string) bool {
	return strings.Contains(name, "/") && !strings.HasPrefix(name, "/") && !strings.ContainsAny(name, " *<>{}$:@#?=,()[]|\"'~\\") &&
		w.kinds[strings.TrimPrefix(path.Ext(name), ".")]
}

// missing reports whether a path leads into a folder of the repository, from
// its root or from the document, and to no file there.
func missing(p *Pass, name string) bool {
	folder := false
	for _, from := range []string{"", path.Dir(p.Doc.File.Path())} {
		file := path.Join(from, name)
		if strings.HasPrefix(file, "../") || p.Files(file) {
			return false
		}
		folder = folder || p.Files(path.Dir(file))
	}
	return folder
}

func missingResult(s *spec.Statement, tok *spec.Token, name string) Result {
	return Result{
		Span: s.Text.Span(tok.Start, tok.End), At: s,
		Message: fmt.Sprintf("%q is no file of this repository: correct the path", shorten(name, maxQuote)),
		Hint:    "name the file that is meant, or say that it is to be created",
		Default: "the file is still to be created",
		Members: []string{name},
	}
}
