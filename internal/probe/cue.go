package probe

import (
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"

	"github.com/surmise-ci/surmise/internal/lang"
)

// cues are English words that show a shape, in their base form: a text is
// compared by stems, so that every inflection counts.
func cues() []struct{ shape, words string } {
	return []struct{ shape, words string }{
		{ofRange, "round threshold max maximum maximal min minimum minimal limit bound boundary between cap percent percentage " +
			"amount price count number score rate decimal"},
		{ofCollection, "list array set item collection each every all sort merge dedupe deduplicate group range interval overlap"},
		{ofText, "string text name label truncate substring char character length slug message unicode"},
		{ofState, "save persist store update toggle create delete remove submit retry apply register insert"},
		{ofTransfer, "file request fetch upload download network api endpoint connection socket"},
	}
}

// cueTable knows which words show a shape.
type cueTable struct {
	stems  map[string]string // English stems to shapes
	people map[string]bool   // stems
	units  map[string]bool
	tongue lang.Recogniser
	tags   []string // of the languages besides English, in the order of [lang.All]
	data   map[string]lang.Data
}

func newCueTable() cueTable {
	t := cueTable{
		stems: make(map[string]string), people: make(map[string]bool), units: make(map[string]bool),
		tongue: lang.NewRecogniser(), data: make(map[string]lang.Data),
	}
	for _, p := range lang.All() {
		if p.Data != nil {
			t.tags = append(t.tags, p.Tag)
			t.data[p.Tag] = p.Data()
		}
	}
	for _, c := range cues() {
		for _, w := range strings.Fields(c.words) {
			t.stems[stem(w)] = c.shape
		}
	}
	for _, w := range strings.Fields(peopleWords) {
		t.people[stem(w)] = true
	}
	for _, w := range strings.Fields(unitWords) {
		t.units[w] = true
	}
	return t
}

// peopleWords are who uses a product: "every user" is nobody's collection.
const peopleWords = "user visitor customer reader member guest admin administrator operator employee staff person people " +
	"client driver patient student teacher nurse player buyer seller author editor clerk agent team"

// unitWords make the number before them a quantity, and so a bound.
const unitWords = "ms s sec second seconds min minute minutes h hour hours day days week weeks month months year years " +
	"b kb mb gb tb kib mib gib byte bytes m km cm mm kg g eur usd gbp hz khz mhz rps px"

func stem(word string) string { return english.Stem(word, true) }

// shapes are those that a text shows, in the order of the cues. A text of
// another language is read by its own words.
func (t cueTable) shapes(s string) []string {
	words := wordsOf(s)
	found := make(map[string]bool)
	tags := t.tongues(s)
	if tags == nil {
		t.englishShapes(words, found)
	}
	for _, tag := range tags {
		foreignShapes(t.data[tag], strings.ToLower(s), words, found)
	}
	if t.quantity(s, words) {
		found[ofRange] = true
	}
	var out []string
	for _, c := range cues() {
		if found[c.shape] {
			out = append(out, c.shape)
		}
	}
	return out
}

// tongues are the languages, English aside, that a text may be in. One that is too
// short to tell, and has letters that English lacks, may be in several.
func (t cueTable) tongues(s string) []string {
	tag := t.tongue.Tag(s)
	switch _, known := t.data[tag]; {
	case tag == "en":
		return nil
	case known:
		return []string{tag}
	case strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsLetter(r) }):
		return t.tags
	}
	return nil
}

func (t cueTable) englishShapes(words []string, found map[string]bool) {
	for i, w := range words {
		shape, ok := t.stems[stem(w)]
		switch {
		case !ok, w == "set" && imperative(words, i), t.ofPeople(words, i):
		default:
			found[shape] = true
		}
	}
}

// imperative reports whether "set" at i is what somebody does, not what
// something is: "set the theme", "must set a flag".
func imperative(words []string, i int) bool {
	if i+1 < len(words) {
		switch words[i+1] {
		case "the", "a", "an", "its", "their", "this", "that", "it", "to", "up":
			return i == 0 || !slices.Contains([]string{"a", "the", "each", "every", "this", "one", "any"}, words[i-1])
		}
	}
	return false
}

// ofPeople reports whether the word at i only says that something holds for
// everybody: "all users", "each of the signed-in readers".
func (t cueTable) ofPeople(words []string, i int) bool {
	switch words[i] {
	case "all", "each", "every":
	default:
		return false
	}
	for _, w := range words[i+1 : min(i+5, len(words))] {
		if t.people[stem(w)] {
			return true
		}
	}
	return false
}

// quantity reports whether a text names a number with a unit: "200 ms", "5 %".
func (t cueTable) quantity(s string, words []string) bool {
	if before, _, ok := strings.Cut(s, "%"); ok {
		before = strings.TrimRight(before, " \u00a0")
		if n := len(before); n > 0 && '0' <= before[n-1] && before[n-1] <= '9' {
			return true
		}
	}
	for i, w := range words {
		digits := strings.TrimLeft(w, "0123456789")
		switch {
		case digits == w:
		case digits != "" && t.units[digits], digits == "" && i+1 < len(words) && t.units[words[i+1]]:
			return true
		}
	}
	return false
}

// foreignShapes adds the shapes that a language's own words show. A phrase, and
// a word of a script without blanks, is looked for anywhere.
func foreignShapes(d lang.Data, text string, words []string, found map[string]bool) {
	for _, c := range []struct {
		shape string
		words []string
	}{{ofRange, d.Range}, {ofCollection, d.Collection}, {ofText, d.Text}, {ofState, d.State}, {ofTransfer, d.Transfer}} {
		for _, cue := range c.words {
			if strings.Contains(cue, " ") || !latin(cue) {
				found[c.shape] = found[c.shape] || strings.Contains(text, cue)
				continue
			}
			found[c.shape] = found[c.shape] || slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, cue) })
		}
	}
}

func latin(word string) bool {
	for _, r := range word {
		return unicode.Is(unicode.Latin, r)
	}
	return false
}

// wordsOf are the words of a text in lower case.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
