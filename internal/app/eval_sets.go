package app

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
)

// Pair is one defect of a document that somebody mended: it should be found
// before and be gone after.
type Pair struct {
	ID       string
	Kind     string
	Line     int // in before.md
	Found    bool
	Gone     bool   // no finding of that detector on those words is left
	Survives bool   // the defect's text still stands in after.md, so Gone says nothing
	Blind    string // why it was not found, as the detectors of its kind state their limits; "" if it was
}

// pairLine is one line of pairs/index.jsonl.
type pairLine struct {
	ID      string `json:"id"`
	Defects []struct {
		Kind     string `json:"kind"` // one kind, or several joined with "-or-"
		Line     int    `json:"before_line"`
		Survives bool   `json:"text_survives_in_after"`
	} `json:"defects"`
}

func (e *evaluator) pairs() error {
	const name = "pairs/index.jsonl"
	if !e.has(name) {
		return nil
	}
	index, err := readLines(e, name, func(p pairLine) error {
		if p.ID == "" || len(p.Defects) == 0 {
			return errors.New("a pair needs id and defects")
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, at := range index {
		p := at.value
		before, _, err := e.report(path.Join("pairs", p.ID, "before.md"))
		after, _, err2 := e.report(path.Join("pairs", p.ID, "after.md"))
		if err := errors.Join(err, err2); err != nil {
			e.problem(name, at.line, err)
			continue
		}
		for _, d := range p.Defects {
			wanted := label{Label: d.Kind, Also: strings.Split(d.Kind, "-or-")}
			out := Pair{ID: p.ID, Kind: d.Kind, Line: d.Line, Survives: d.Survives, Gone: true}
			for _, f := range onLines(before.Findings, finding.Head, d.Line) {
				if !wanted.answeredBy(e.kinds[f.Detector]) {
					continue
				}
				out.Found = true
				out.Gone = out.Gone && count(after.Findings, f) < count(before.Findings, f)
			}
			out.Gone = out.Gone && out.Found
			if !out.Found {
				out.Blind = e.blind(wanted)
			}
			e.out.Pairs = append(e.out.Pairs, out)
		}
	}
	return nil
}

// blind is what the detectors that answer to a kind say they cannot see.
func (e *evaluator) blind(wanted label) string {
	var out []string
	for _, d := range e.detectors {
		if d.Blind != "" && wanted.answeredBy(d.Kinds) {
			out = append(out, d.ID+" does not see "+d.Blind)
		}
	}
	return strings.Join(out, "; ")
}

// count is how many findings say the same about the same words as f.
func count(findings []finding.Finding, f finding.Finding) int {
	n := 0
	for _, g := range findings {
		if g.Detector == f.Detector && g.Text == f.Text {
			n++
		}
	}
	return n
}

// SentenceScore is what some detectors reach on a set of single sentences.
type SentenceScore struct {
	Set        string
	Detectors  []string // whose findings count
	Precision  Ratio
	Recall     Ratio
	FalseFlags Ratio
}

// sentence is one member of a set.
type sentence struct {
	text     string
	positive bool
}

// sentences measures the published sentence sets. Each sentence is the one
// item under a Requirements heading of a document of its own.
func (e *evaluator) sentences() error {
	vague := e.answering("vague-term", "open-ended-list", "escape-clause", "missing-unit")
	for _, name := range []string{"sets/arta/DS3.jsonl", "sets/arta/DS4.jsonl"} {
		if !e.has(name) {
			continue
		}
		set, err := e.smells(name)
		if err != nil {
			return err
		}
		if err := e.sentenceSet(name, "vague terms", vague, set); err != nil {
			return err
		}
	}
	const pronouns = "sets/reqeval/training.tsv"
	if !e.has(pronouns) {
		return nil
	}
	set, err := e.referents(pronouns)
	if err != nil {
		return err
	}
	return e.sentenceSet(pronouns, "pronouns", e.answering("ambiguous-pronoun"), set)
}

// answering lists the detectors that answer to one of these kinds.
func (e *evaluator) answering(kinds ...string) []string {
	var out []string
	for _, d := range e.detectors {
		if slices.ContainsFunc(d.Kinds, func(k string) bool { return slices.Contains(kinds, k) }) {
			out = append(out, d.ID)
		}
	}
	return out
}

// smells reads sentences marked with smell words. What its publishers call
// subjective, ambiguous, loophole or non-verifiable counts as vague.
func (e *evaluator) smells(name string) ([]sentence, error) {
	type line struct {
		Text   string              `json:"text"`
		Smells map[string][]string `json:"smells"`
	}
	lines, err := readLines(e, name, func(l line) error {
		if l.Text == "" {
			return errors.New("a sentence needs text")
		}
		return nil
	})
	var out []sentence
	for _, at := range lines {
		l := at.value
		s := sentence{text: l.Text}
		for _, k := range []string{"subjective", "ambiguous_adv_adj", "loophole", "open_ended_nonverifiable"} {
			s.positive = s.positive || len(l.Smells[k]) > 0
		}
		out = append(out, s)
	}
	return out, err
}

// referents reads sentences with one marked pronoun each.
func (e *evaluator) referents(name string) ([]sentence, error) {
	data, err := fs.ReadFile(e.fsys, name)
	if err != nil {
		return nil, err
	}
	unmark := strings.NewReplacer("<referential>", "", "</referential>", "")
	var out []sentence
	n := 0
	for line := range strings.Lines(string(data)) {
		if n++; n == 1 {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(cells) < 3 || cells[2] != "NOCUOUS" && cells[2] != "INNOCUOUS" {
			e.problem(name, n, fmt.Errorf("want id, sentence and NOCUOUS or INNOCUOUS, found %q", line))
			continue
		}
		out = append(out, sentence{text: unmark.Replace(cells[1]), positive: cells[2] == "NOCUOUS"})
	}
	return out, nil
}

func (e *evaluator) sentenceSet(name, what string, detectors []string, set []sentence) error {
	if len(detectors) == 0 {
		e.out.Notes = append(e.out.Notes, name+": no detector answers to "+what)
		return nil
	}
	out := SentenceScore{Set: name, Detectors: detectors}
	for _, s := range set {
		r, err := e.check("requirements.md", []byte("# Product\n\n## Requirements\n\n- "+plainMarkdown(s.text)+"\n"), nil)
		if err != nil {
			return fmt.Errorf("check a sentence of %q: %w", name, err)
		}
		flagged := slices.ContainsFunc(onLines(r.Findings, finding.Head, 5), func(f finding.Finding) bool {
			return slices.Contains(detectors, f.Detector)
		})
		clear := !s.positive
		tally(&out.Precision, flagged, s.positive)
		tally(&out.Recall, s.positive, flagged)
		tally(&out.FalseFlags, clear, flagged)
	}
	e.out.Sentences = append(e.out.Sentences, out)
	return nil
}

// tally counts a case that belongs to the ratio, and whether it holds.
func tally(r *Ratio, belongs, holds bool) {
	if belongs {
		r.Of++
		if holds {
			r.N++
		}
	}
}

// plainMarkdown is a sentence on one line that Markdown renders as it stands.
func plainMarkdown(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
		"#", `\#`, "|", `\|`, "~", `\~`, "&", `\&`).Replace(text)
}
