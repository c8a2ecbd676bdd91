// Package align tells which statement of a head revision is which statement of
// the base, and how their words differ. It judges nothing: that a requirement
// is gone or says less is for others to conclude.
package align

import (
	"slices"
	"strings"
	"unicode"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/spec"
)

// Ref is a statement with the document it stands in.
type Ref struct {
	Doc       *spec.Document
	Statement *spec.Statement
}

// Pair is one requirement in both revisions.
type Pair struct {
	Base, Head Ref
	Equal      bool // same words; at most id, place and markup differ
}

// Alignment is every binding statement of both revisions, matched or not.
type Alignment struct {
	Pairs   []Pair // in the order of the base
	Removed []Ref  // in the base alone, in its order
	Added   []Ref  // in the head alone, in its order
}

// Match aligns the binding statements of two revisions. A statement keeps its
// partner by, in this order, its explicit id together with its words, its words
// alone in the same file, its words alone in another file, its id in the same
// file, its row and column if it is a number in a table, and finally by likeness. In the head, prose counts as a partner too: a
// requirement that lost its modal verb is still that requirement.
//
// The result depends only on the order of the documents. The time is near
// linear: likeness is looked for only among statements that share rare words.
func Match(base, head []*spec.Document) Alignment {
	var m matcher
	m.olds, m.news = statements(base, false), statements(head, true)
	m.exact(func(s *item) string { return s.ref.Doc.File.Path() + "\x00" + s.ref.Statement.ID + "\x00" + s.body })
	m.exact(func(s *item) string { return s.ref.Doc.File.Path() + "\x00" + s.body })
	m.exact(func(s *item) string { return s.body })
	m.slots(func(s *item) string {
		if s.ref.Statement.ID == "" {
			return ""
		}
		return s.id()
	})
	m.slots((*item).cell)
	m.alike()
	return m.alignment()
}

// item is a statement on its way to a partner.
type item struct {
	ref     Ref
	body    string // canonical, without the explicit id and the case of its first letter
	context string
	unsaid  bool  // nothing of it is prose
	words   []int // interned, sorted, without repetition
	partner *item
	equal   bool
}

type matcher struct {
	olds, news []*item
}

// statements lists what can be matched, in document order. With prose, also
// statements that bind nobody, after all that do.
func statements(docs []*spec.Document, prose bool) []*item {
	var out, rest []*item
	for _, d := range docs {
		for _, s := range d.Statements {
			switch {
			case setAside(s):
			case s.Role.Binding():
				out = append(out, newItem(d, s))
			case prose && (s.Role == spec.Prose || s.Role == spec.Story) && s.Block.Kind != spec.Heading:
				rest = append(rest, newItem(d, s))
			}
		}
	}
	return append(out, rest...)
}

// setAside reports whether a statement stands where a spec says what is not to
// be built or no longer holds.
func setAside(s *spec.Statement) bool {
	switch s.Under() {
	case lang.OutOfScope, lang.Past, lang.Guidance, lang.Clarifications, lang.Removed:
		return true
	case lang.Background:
		return !s.Role.Binding()
	}
	return false
}

func newItem(d *spec.Document, s *spec.Statement) *item {
	it := &item{ref: Ref{d, s}, context: s.Section.Title}
	body := s.Text.Canonical()
	if s.Body() > 0 {
		body = said(s.Text.String()[s.Body():], s.Text.Prose()[s.Body():])
	}
	it.body = strings.TrimRight(strings.TrimLeft(body, ":-–— .)]"), ". ")
	it.unsaid = !strings.ContainsFunc(s.Text.Prose()[s.Body():], unicode.IsLetter)
	return it
}

// said is text on one line, with what is no prose kept apart.
func said(text, prose string) string {
	var b strings.Builder
	for i := range len(text) {
		if prose[i] != text[i] && (i == 0 || prose[i-1] == text[i-1]) || prose[i] == text[i] && i > 0 && prose[i-1] != text[i-1] {
			b.WriteByte('`')
		}
		b.WriteByte(text[i])
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// silences reports whether n is what o says, struck out or made code: nobody is
// held to that any more, so that it is no partner.
func (o *item) silences(n *item) bool { return n.unsaid && !o.unsaid }

// id is the explicit id with the file that it counts in.
func (o *item) id() string {
	return o.ref.Doc.File.Path() + "\x00" + strings.ToUpper(o.ref.Statement.ID)
}

// exact pairs what has the same key on both sides; several of one key pair up
// in order. A copy without an id is no partner while the id still stands: there
// is what became of the requirement.
func (m *matcher) exact(key func(*item) string) {
	waiting := make(map[string][]*item)
	kept := make(map[string]bool)
	for _, n := range m.news {
		if n.partner == nil {
			kept[n.id()] = true
			k := key(n)
			waiting[k] = append(waiting[k], n)
		}
	}
	for _, o := range m.olds {
		if o.partner != nil {
			continue
		}
		k := key(o)
		if w := waiting[k]; len(w) > 0 && (o.ref.Statement.ID == "" || w[0].ref.Statement.ID != "" || !kept[o.id()]) {
			o.pair(w[0], true)
			waiting[k] = w[1:]
		}
	}
}

func (o *item) pair(n *item, equal bool) {
	o.partner, n.partner, o.equal = n, o, equal
}

// slots pairs what has the same place by a key, if the key is used once on
// either side by what is still free; "" is no place.
func (m *matcher) slots(key func(*item) string) {
	type slot struct {
		it    *item
		count int
	}
	collect := func(items []*item) map[string]slot {
		out := make(map[string]slot)
		for _, it := range items {
			if k := key(it); it.partner == nil && k != "" {
				s := out[k]
				out[k] = slot{it, s.count + 1}
			}
		}
		return out
	}
	news, olds := collect(m.news), collect(m.olds)
	for _, o := range m.olds {
		k := key(o)
		if o.partner != nil || k == "" || olds[k].count != 1 {
			continue
		}
		if s := news[k]; s.count == 1 && s.it.partner == nil && !o.silences(s.it) {
			o.pair(s.it, false)
		}
	}
}

// cell is the row and the column of a number in a table, with the file and the
// heading that they count in; "" for anything else. Words that came in place of
// a number are no value of it.
func (o *item) cell() string {
	s := o.ref.Statement
	if len(s.Headers) < 2 || len(s.Sentences) != 1 || !slices.ContainsFunc(s.Sentences[0].Tokens, func(t spec.Token) bool { return t.Kind == spec.Number }) {
		return ""
	}
	return o.ref.Doc.File.Path() + "\x00" + o.context + "\x00" + strings.Join(s.Headers, "\x00")
}

func (m *matcher) alignment() Alignment {
	var a Alignment
	for _, o := range m.olds {
		if o.partner == nil {
			a.Removed = append(a.Removed, o.ref)
			continue
		}
		a.Pairs = append(a.Pairs, Pair{Base: o.ref, Head: o.partner.ref, Equal: o.equal})
	}
	for _, n := range m.news {
		if n.partner == nil && n.ref.Statement.Role.Binding() {
			a.Added = append(a.Added, n.ref)
		}
	}
	return a
}

// likeness needed for a pair, by how near the two stand. Outside the file only
// a near copy is the same requirement.
const (
	sameSection = 0.5
	sameFile    = 0.65
	otherFile   = 0.8
)

// candidate is a possible pair.
type candidate struct {
	old, new int
	score    float64
}

// alike pairs what is left by the words shared, best pairs first.
func (m *matcher) alike() {
	olds, news := free(m.olds), free(m.news)
	if len(olds) == 0 || len(news) == 0 {
		return
	}
	intern := make(map[string]int)
	for _, list := range [][]*item{olds, news} {
		for _, it := range list {
			it.words = wordsOf(it.ref.Statement, intern)
		}
	}
	var found []candidate
	sets := make([][]int, len(news))
	for j, n := range news {
		sets[j] = n.words
	}
	index := indexOf(sets, len(intern))
	counts := make([]int, len(news))
	for i, o := range olds {
		for _, j := range index.sharing(o.words, counts) {
			c := candidate{i, j, dice(o.words, news[j].words)}
			if c.score >= needed(o, news[j]) && !o.silences(news[j]) {
				found = append(found, c)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		case a.old != b.old:
			return a.old - b.old
		}
		return a.new - b.new
	})
	for _, c := range found {
		if olds[c.old].partner == nil && news[c.new].partner == nil {
			olds[c.old].pair(news[c.new], false)
		}
	}
}

func free(items []*item) []*item {
	var out []*item
	for _, it := range items {
		if it.partner == nil {
			out = append(out, it)
		}
	}
	return out
}

func needed(o, n *item) float64 {
	switch {
	case o.ref.Doc.File.Path() != n.ref.Doc.File.Path():
		return otherFile
	case o.context != n.context, o.ref.Statement.ID != n.ref.Statement.ID:
		return sameFile
	}
	return sameSection
}

// wordsOf is the set of a statement's words and numbers as interned ids.
func wordsOf(s *spec.Statement, intern map[string]int) []int {
	var out []int
	for _, sentence := range s.Sentences {
		for _, t := range sentence.Tokens {
			w := t.Lower
			switch {
			case t.Kind == spec.Punct, t.End <= s.Body():
				continue
			case t.Kind == spec.Opaque:
				w = s.Text.String()[t.Start:t.End]
			}
			id, ok := intern[w]
			if !ok {
				id = len(intern)
				intern[w] = id
			}
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// dice is the share of words that two sets have in common.
func dice(a, b []int) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	common, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			common++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}

// index lists the word sets that hold each word.
type index [][]int

func indexOf(sets [][]int, words int) index {
	ix := make(index, words)
	for j, set := range sets {
		for _, w := range set {
			ix[w] = append(ix[w], j)
		}
	}
	return ix
}

// sharing lists the sets that share rare words, most first, as far as it is
// worth looking. A word that stands in too many sets finds nothing. Counts is
// scratch space, all zero between calls.
func (ix index) sharing(words []int, counts []int) []int {
	const common, most = 64, 32
	var out []int
	for _, w := range words {
		if len(ix[w]) > common {
			continue
		}
		for _, j := range ix[w] {
			if counts[j] == 0 {
				out = append(out, j)
			}
			counts[j]++
		}
	}
	slices.SortFunc(out, func(a, b int) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return a - b
	})
	for _, j := range out {
		counts[j] = 0
	}
	return out[:min(len(out), most)]
}
