package detect

import (
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func danglingReference() Detector {
	return Detector{
		ID: "dangling-reference",
		Doc: Doc{
			Title: "dangling reference",
			Text: "Finds references to what is not there: an id whose prefix the document defines ids with, a numbered " +
				"section of a document that numbers its headings, an appendix, table or figure of one that counts those, a link to a heading, and a link to a file of the " +
				"repository where its files are known. Ids and sections of other documents, links out, ranges of ids and " +
				"remarks on what was removed or renumbered are silent.",
			Bad:   "- **FR-004**: Refunds MUST follow the limits of FR-099.",
			Good:  "- **FR-004**: Refunds MUST follow the limits of FR-003.",
			Since: "0.1.0",
		},
		Class: finding.Underspecified, Affects: "requirements", Severity: finding.Medium,
		Kinds: []string{"undefined-reference"},
		Needs: lang.NoWords,
		Blind: "a target that is there and does not say what it is cited for, what lies behind the address of another site, " +
			"and words such as \"the response\" where more than one may be meant",
		Document: func(p *Pass) {
			r := newReferences(p)
			for _, s := range p.Doc.Statements {
				r.links(s)
				if s.Role != spec.Exempt && !settled(s) {
					r.ids(s)
					r.sections(s)
					r.captioned(s)
				}
			}
			for _, result := range r.found {
				p.Report(result)
			}
		},
	}
}

// references looks up what one document refers to.
type references struct {
	pass     *Pass
	found    []Result
	known    map[string]int     // by message, into found
	slugs    map[string]bool    // every anchor, reduced to letters and digits
	defined  map[string]*series // by prefix
	numbers  map[string]bool    // numbers of the headings
	parents  map[string]bool    // numbers that have numbered subsections
	captions captions
}

func newReferences(p *Pass) *references {
	r := &references{
		pass: p, known: make(map[string]int), slugs: make(map[string]bool), defined: make(map[string]*series),
		numbers: make(map[string]bool), parents: make(map[string]bool), captions: captionsOf(p.Doc),
	}
	for slug := range p.Doc.Anchors.Slugs {
		r.slugs[reduced(slug)] = true
	}
	for id := range p.Doc.Anchors.IDs {
		r.define(id)
	}
	for _, s := range p.Doc.Statements {
		r.defineIn(s)
	}
	for _, s := range p.Doc.Sections[1:] {
		number := headingNumber(s.Heading.Text.String())
		for number != "" {
			r.numbers[number] = true
			i := strings.LastIndexByte(number, '.')
			number = number[:max(i, 0)]
			r.parents[number] = true
		}
	}
	return r
}

// define takes an id as one that the document defines.
func (r *references) define(id string) {
	prefix, number := splitID(id)
	if prefix == "" {
		return
	}
	n, _ := strconv.Atoi(number)
	known, ok := r.defined[prefix]
	if !ok {
		known = &series{numbers: make(map[string]bool), least: n}
		r.defined[prefix] = known
	}
	known.numbers[number] = true
	known.least, known.most = min(known.least, n), max(known.most, n)
}

// defineIn takes the ids in a heading, and the one that a statement starts
// with, as defined: what follows an id may keep it from being an anchor.
func (r *references) defineIn(s *spec.Statement) {
	for i := range s.Sentences {
		for k := range s.Sentences[i].Tokens {
			tok := &s.Sentences[i].Tokens[k]
			if tok.Kind == spec.Word && endsInDigit(tok.Lower) {
				r.define(s.Text.String()[tok.Start:tok.End])
			}
			if s.Block.Kind != spec.Heading && tok.Kind == spec.Word {
				return
			}
		}
	}
}

// series are the numbers that a document defines with one prefix.
type series struct {
	numbers     map[string]bool
	least, most int
}

// dense reports whether the numbers are the document's own count. A few
// scattered ones, such as EIP-1559 and EIP-4844, are another body's.
func (s *series) dense() bool {
	const gap = 20
	return len(s.numbers) >= 2 && s.most-s.least <= gap*len(s.numbers)
}

// reduced is an anchor without what renderers differ in: case, punctuation and
// separators.
func reduced(anchor string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, anchor)
}

// splitID cuts an id before its last run of digits, whose leading zeros do not
// count. The prefix of what is no such id is empty.
func splitID(id string) (prefix, number string) {
	i := len(id)
	for i > 0 && '0' <= id[i-1] && id[i-1] <= '9' {
		i--
	}
	if i < 2 || i == len(id) || len(id)-i > 6 {
		return "", ""
	}
	if number = strings.TrimLeft(id[i:], "0"); number == "" {
		number = "0"
	}
	return id[:i], number
}

// headingNumber is the number that a heading starts with, "7.3" of "7.3. Keys".
func headingNumber(heading string) string {
	i := 0
	for i < len(heading) && (heading[i] == '.' || '0' <= heading[i] && heading[i] <= '9') {
		i++
	}
	if i == 0 || i < len(heading) && strings.IndexByte(" .):", heading[i]) < 0 {
		return ""
	}
	return strings.Trim(heading[:i], ".")
}

// links reports links to headings and files that are not there.
func (r *references) links(s *spec.Statement) {
	for _, l := range s.Text.Links {
		target, err := url.PathUnescape(l.Target)
		if err != nil || target == "" {
			continue
		}
		if fragment, ok := strings.CutPrefix(target, "#"); ok {
			if key := reduced(strings.TrimPrefix(fragment, "user-content-")); key != "" && key != "top" && !r.slugs[key] {
				r.report(s, linkSpan(s, l), fmt.Sprintf("the link %q leads to no heading of this document", shorten(l.Target, maxQuote)),
					"point it at an existing heading, or add the section that it promises")
			}
			continue
		}
		if file := r.file(target); file != "" && !r.pass.Files(file) {
			r.report(s, linkSpan(s, l), fmt.Sprintf("the link %q leads to no file of this repository", shorten(l.Target, maxQuote)),
				"correct the path, or add the file")
		}
	}
}

// linkSpan is where a link's words stand, or the whole of one without words.
func linkSpan(s *spec.Statement, l spec.Link) source.Span {
	if l.From < l.To {
		return s.Text.Span(l.From, l.To)
	}
	return l.Span
}

// file is the repository path that a link's target means; "" if it leads out
// of the repository, cannot be told, or the files are not known.
func (r *references) file(target string) string {
	if r.pass.Files == nil || strings.Contains(target, ":") || strings.HasPrefix(target, "/") {
		return ""
	}
	target, _, _ = strings.Cut(target, "#")
	target, _, _ = strings.Cut(target, "?")
	if target == "" || strings.ContainsAny(target, "<>{}*$") || path.Ext(target) == "" {
		return ""
	}
	file := path.Join(path.Dir(r.pass.Doc.File.Path()), target)
	if file == ".." || strings.HasPrefix(file, "../") {
		return ""
	}
	return file
}

// ids reports ids that nothing defines, though others of their prefix are.
func (r *references) ids(s *spec.Statement) {
	if len(r.defined) == 0 {
		return
	}
	plain := s.Text.Prose()
	for _, sentence := range s.Sentences {
		for i := range sentence.Tokens {
			tok := &sentence.Tokens[i]
			if tok.Kind != spec.Word || !endsInDigit(tok.Lower) {
				continue
			}
			id := plain[tok.Start:tok.End]
			prefix, number := splitID(id)
			if known := r.defined[prefix]; known == nil || !known.dense() || known.numbers[number] {
				continue
			}
			if r.elsewhere(s, sentence, i) {
				continue
			}
			r.report(s, s.Text.Span(tok.Start, tok.End), fmt.Sprintf("%q is defined nowhere in this document", id),
				"correct the id, define it, or name the document that does")
		}
	}
}

func endsInDigit(s string) bool {
	return s != "" && '0' <= s[len(s)-1] && s[len(s)-1] <= '9'
}

// elsewhere reports whether the id at token i of the sentence is another
// document's, a part of a link or a range, or told of as gone.
func (r *references) elsewhere(s *spec.Statement, sentence spec.Sentence, i int) bool {
	tok := &sentence.Tokens[i]
	for _, l := range s.Text.Links {
		if l.From <= tok.Start && tok.End <= l.To {
			return true
		}
	}
	if i > 0 {
		switch before := &sentence.Tokens[i-1]; {
		case before.Kind != spec.Punct: // "014 FR-003", "spec-014 FR-003", `billing` FR-003
			if before.Kind == spec.Number || before.Kind == spec.Opaque || strings.ContainsFunc(before.Lower, unicode.IsDigit) {
				return true
			}
			switch before.Lower {
			case "through", "thru", "bis", "feature", "upstream", "external", "legacy", "old", "former", "formerly":
				return true
			}
		case before.Lower == "/" || before.Lower == "#" || before.Lower == "–" || before.Lower == "-" || before.Lower == "~" || before.Lower == "…":
			return true
		}
	}
	if i+1 < len(sentence.Tokens) {
		switch sentence.Tokens[i+1].Lower {
		case "of", "in", "from", "through", "thru", "to", "–", "-", "…", "bis", "à", "a", "~":
			return true
		}
	}
	for k := range sentence.Tokens {
		switch sentence.Tokens[k].Lower {
		case "removed", "renumbered", "retired", "dropped", "superseded", "replaced", "replaces", "deleted",
			"withdrawn", "obsolete", "reserved", "renamed", "formerly", "merged", "unused", "skipped", "entfällt",
			"feature", "features", "spec", "specs", "issue", "ticket", "pr":
			return true
		}
	}
	return false
}

// sections reports references to numbered sections that do not exist.
func (r *references) sections(s *spec.Statement) {
	if len(r.numbers) < 2 || len(s.Text.Links) > 0 {
		return
	}
	prose := s.Text.Prose()
	for _, sentence := range s.Sentences {
		for i := range sentence.Tokens {
			tok := &sentence.Tokens[i]
			if !sectionWord(tok.Lower) || i+1 >= len(sentence.Tokens) || sentence.Tokens[i+1].Kind != spec.Number {
				continue
			}
			number := strings.Trim(sentence.Tokens[i+1].Lower, ".,")
			if r.hasSection(number) || otherDocument(s, sentence, i) {
				continue
			}
			start, end := tok.Start, sentence.Tokens[i+1].End
			r.report(s, s.Text.Span(start, end), fmt.Sprintf("%q is not a section of this document", prose[start:end]),
				"correct the number, or name the document that has the section")
		}
	}
}

func sectionWord(lower string) bool {
	switch lower {
	case "section", "abschnitt", "kapitel", "sección", "seção", "§":
		return true
	}
	return false
}

// hasSection reports whether a heading has the number, or whether what stands
// above it has no numbered parts, so that the number may count something else.
func (r *references) hasSection(number string) bool {
	if r.numbers[number] || strings.Contains(number, ",") {
		return true
	}
	parent := ""
	if i := strings.LastIndexByte(number, '.'); i >= 0 {
		parent = number[:i]
	}
	if parent != "" && !r.numbers[parent] {
		return r.hasSection(parent)
	}
	return !r.parents[parent]
}

// otherDocument reports whether a sentence names another document beside its
// reference to a section.
func otherDocument(s *spec.Statement, sentence spec.Sentence, i int) bool {
	prose := s.Text.Prose()
	if i+2 < len(sentence.Tokens) {
		switch sentence.Tokens[i+2].Lower {
		case "of", "in", "from", "der", "des", "dsgvo", "bgb":
			return true
		}
	}
	for k := range sentence.Tokens {
		if k == i || k == i+1 || sentence.Tokens[k].Kind != spec.Word || sentence.Tokens[k].Start < s.Body() {
			continue
		}
		if namesDocument(sentence.Tokens[k].Lower) {
			return true
		}
		word := prose[sentence.Tokens[k].Start:sentence.Tokens[k].End]
		if len(word) > 1 && word == strings.ToUpper(word) && strings.ContainsFunc(word, unicode.IsLetter) && !keyWord(word) {
			return true // RFC, ISO, LH: a document's name
		}
	}
	return false
}

// namesDocument reports whether a word stands for a text that has sections of
// its own.
func namesDocument(lower string) bool {
	switch lower {
	case "manual", "handbook", "handbuch", "manuel", "standard", "standards", "norm", "norme", "norma", "guide", "guideline", "guidelines",
		"act", "law", "gesetz", "directive", "regulation", "regulations", "verordnung", "richtlinie", "contract", "vertrag", "agreement", "paper",
		"book", "datasheet", "vendor", "whitepaper":
		return true
	}
	return false
}

func keyWord(word string) bool {
	switch word {
	case "MUST", "NOT", "SHALL", "SHOULD", "MAY", "REQUIRED", "RECOMMENDED", "OPTIONAL", "IF", "WHEN", "WHILE", "WHERE", "THEN", "THE", "AND", "OR",
		"MUSS", "MÜSSEN", "SOLL", "SOLLEN", "SOLLTE", "DARF", "DÜRFEN", "NICHT", "KANN", "KEINE", "DOIT", "DOIVENT", "PEUT", "PAS", "NE",
		"DEBE", "DEBEN", "PUEDE", "NO", "DEVE", "DEVEM", "PODE", "NÃO":
		return true
	}
	return false
}

// report keeps one entry for each thing that is not there: the first reference
// to it is the place, the others are related.
func (r *references) report(s *spec.Statement, at source.Span, message, hint string) {
	place := finding.PlaceOf(r.pass.Doc.File, finding.Head, at)
	if i, ok := r.known[message]; ok {
		r.found[i].Related = append(r.found[i].Related, finding.Related{Place: place, Note: "refers to it too"})
		return
	}
	r.known[message] = len(r.found)
	r.found = append(r.found, Result{
		Span: at, At: s, Message: message, Hint: hint,
		Default: "what is referred to adds nothing",
	})
}
