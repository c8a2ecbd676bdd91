package detect

import (
	"fmt"
	"path"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/manifest"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func versionMismatch() Detector {
	words := newVersionWords()
	return Detector{
		ID: "version-mismatch",
		Doc: Doc{
			Title: "version that the manifests contradict",
			Text: "Finds a version of a language that the specification names, where every manifest that asks for one rules it out. " +
				"It knows Go, Node.js, Python, Rust, Java, Ruby, PHP and .NET. Versions that are denied, left behind or listed with " +
				"others are silent, and so is everything where a manifest could not be read.",
			Bad:   "The export command must run on Node.js 18.",
			Good:  "The export command must run on Node.js 22.",
			Since: "0.1.0",
		},
		Class: finding.Contradictory, Affects: "requirements", Severity: finding.Low,
		Kinds:   []string{"contradiction"},
		Besides: lang.AllWords,
		Document: func(p *Pass) {
			if p.Manifests.Partial {
				return
			}
			asked := make(map[manifest.Ecosystem]bool)
			for _, f := range p.Manifests.Files {
				asked[f.Ecosystem] = asked[f.Ecosystem] || len(f.Runtimes) > 0
			}
			for _, m := range words.in(p.Doc, asked) {
				if r, f := m.against(p.Manifests); r != nil {
					p.Report(m.result(*r, f.Source))
				}
			}
		},
	}
}

// versionWords are the names of languages in front of their versions, and the
// words by which a sentence does not ask for the version that it names.
type versionWords struct {
	names   map[string]manifest.Ecosystem
	strange map[string]bool
}

func newVersionWords() versionWords {
	return versionWords{
		names: map[string]manifest.Ecosystem{
			"node": manifest.Node, "node.js": manifest.Node, "nodejs": manifest.Node, "go": manifest.Go, "golang": manifest.Go,
			"python": manifest.Python, "rust": manifest.Rust, "java": manifest.Java, "jdk": manifest.Java, "openjdk": manifest.Java,
			"ruby": manifest.Ruby, "php": manifest.PHP, "net": manifest.DotNet,
		},
		strange: wordSet(strings.Fields("not no never without cannot drop drops dropped upgrade upgrades upgraded migrate migrates migrated migration " +
			"legacy deprecated eol previous previously former formerly was were older below before until unlike instead unsupported example " +
			"examples such like may might could earlier lower than if between from except")),
	}
}

// versionMention is a version that a document asks for.
type versionMention struct {
	ecosystem manifest.Ecosystem
	s         *spec.Statement
	at        source.Span
	words     string
	version   string
	later     bool // or any later one
}

// in is every version that a document asks for, of the languages that are
// asked for.
func (w versionWords) in(d *spec.Document, asked map[manifest.Ecosystem]bool) []versionMention {
	var out []versionMention
	for s, sentence := range factual(d) {
		for i := range sentence.Tokens {
			tok := &sentence.Tokens[i]
			if tok.Kind != spec.Word || !asked[w.names[tok.Lower]] {
				continue
			}
			if m, ok := w.version(s, sentence.Tokens, i); ok {
				out = append(out, m)
			}
		}
	}
	return out
}

// version is the version behind the language at token i, if the sentence asks
// for it and for no other beside it.
func (w versionWords) version(s *spec.Statement, tokens []spec.Token, i int) (versionMention, bool) {
	text, start := s.Text.String(), tokens[i].Start
	m := versionMention{ecosystem: w.names[tokens[i].Lower], s: s}
	switch m.ecosystem {
	case manifest.Go, manifest.Rust: // words of their own in lower case
		if !('A' <= text[start] && text[start] <= 'Z') {
			return m, false
		}
	case manifest.DotNet:
		if start--; start < 0 || text[start] != '.' {
			return m, false
		}
	}
	k := i + 1
	for k < len(tokens) && (tokens[k].Lower == "version" || tokens[k].Lower == ">" || tokens[k].Lower == "=" || tokens[k].Lower == "≥") {
		m.later = m.later || tokens[k].Kind == spec.Punct
		k++
	}
	if k == len(tokens) || tokens[k].Kind != spec.Number && !strings.HasPrefix(tokens[k].Lower, "v") {
		return m, false
	}
	m.version = tokens[k].Lower
	if _, ok := manifest.Exactly(m.version); !ok || strings.Contains(m.version, ",") || w.several(tokens, k+1) {
		return m, false
	}
	for j := range tokens {
		if w.strange[tokens[j].Lower] {
			return m, false
		}
	}
	m.later = m.later || orLater(tokens, i, k+1)
	m.at, m.words = s.Text.Span(start, tokens[k].End), text[start:tokens[k].End]
	return m, true
}

// several reports whether another version follows at token i: "18, 20 or 22".
func (w versionWords) several(tokens []spec.Token, i int) bool {
	if i+1 >= len(tokens) || tokens[i+1].Kind != spec.Number {
		return false
	}
	switch tokens[i].Lower {
	case ",", "/", "-", "–", "and", "or", "to", "through", "&":
		return true
	}
	return false
}

// orLater reports whether a version, from token i up to j, is the least of
// those that will do.
func orLater(tokens []spec.Token, i, j int) bool {
	for k := max(0, i-3); k < i; k++ {
		switch tokens[k].Lower {
		case "least", "minimum", ">", "≥":
			return true
		}
	}
	for k := j; k < min(j+3, len(tokens)); k++ {
		switch tokens[k].Lower {
		case "+", "later", "newer", "higher", "above", "greater", "up", "upwards", "onwards":
			return true
		}
	}
	return false
}

// against is what rules the version out, if everything that asks for a version
// of its language does.
func (m versionMention) against(set manifest.Set) (*manifest.Runtime, *manifest.File) {
	exactly, _ := manifest.Exactly(m.version)
	from, _ := manifest.From(m.version)
	var ruled *manifest.Runtime
	var in *manifest.File
	for i := range set.Files {
		f := &set.Files[i]
		if f.Ecosystem != m.ecosystem {
			continue
		}
		for k := range f.Runtimes {
			r := &f.Runtimes[k]
			if r.Range.Meets(exactly) || m.later && !r.Range.Open() && r.Range.Meets(from) {
				return nil, nil
			}
			if ruled == nil {
				ruled, in = r, f
			}
		}
	}
	return ruled, in
}

func (m versionMention) result(r manifest.Runtime, file *source.File) Result {
	return Result{
		Span: m.at, At: m.s,
		Message: fmt.Sprintf("%q contradicts %s, which asks for %q: keep one version", shorten(m.words, maxSide),
			shorten(path.Base(file.Path()), 24), shorten(r.Written, 24)),
		Hint:    "name the version that the manifests ask for, or change what they ask for",
		Default: "the manifests are right",
		Related: []finding.Related{{Place: finding.PlaceOf(file, finding.Head, r.At), Note: "the version that is asked for"}},
	}
}
