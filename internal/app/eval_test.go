package app

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/gate"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/source"
)

// flagWords is a check with three detectors that flag a word wherever it
// stands: "fast" is vague, "TBD" is a high placeholder, "it" is a pronoun.
// Of a change it flags "gone" on the side of the base, and what the base had
// already is marked.
func flagWords(path string, head, base []byte) (report.Report, error) {
	r := flagSide(path, finding.Head, head)
	if base != nil {
		for i := range r.Findings {
			r.Findings[i].PreExisting = bytes.Contains(base, []byte(r.Findings[i].Text))
		}
		r.Findings = append(r.Findings, flagSide(path, finding.Base, base).Findings...)
	}
	return r, nil
}

func flagSide(path string, side finding.Side, data []byte) report.Report {
	file := source.New(path, data)
	r := report.Report{Verdict: gate.Verdict{Status: gate.Pass}}
	for _, d := range []struct {
		word, id string
		severity finding.Severity
	}{
		{"fast", "vague", finding.Medium}, {"TBD", "placeholder", finding.High}, {"it ", "pronoun", finding.Low},
		{"gone", "removed", finding.High},
	} {
		if (d.id == "removed") != (side == finding.Base) {
			continue
		}
		for at := range len(data) {
			if !strings.HasPrefix(string(data[at:]), d.word) {
				continue
			}
			span := source.Span{Start: at, End: at + len(d.word)}
			f := finding.Finding{Detector: d.id, Severity: d.severity, Place: finding.PlaceOf(file, side, span)}
			if strings.Contains(string(data[at:]), "surely") {
				f.Suppressed = &finding.Suppression{Reason: "surely"}
			} else if d.severity == finding.High {
				r.Verdict.Status = gate.Fail
			}
			r.Findings = append(r.Findings, f)
		}
	}
	return r
}

func evalDetectors() []detect.Detector {
	return []detect.Detector{
		{ID: "vague", Kinds: []string{"vague-term"}},
		{ID: "placeholder", Kinds: []string{"placeholder"}},
		{ID: "pronoun", Kinds: []string{"ambiguous-pronoun"}},
	}
}

func files(m map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, data := range m {
		fsys[name] = &fstest.MapFile{Data: []byte(data)}
	}
	return fsys
}

func TestEval(t *testing.T) {
	t.Parallel()
	fsys := files(map[string]string{
		"corpus/a.md": "one fast line\ntwo slow lines\nthree TBD lines\nfour fast lines\nfive TBD lines\n",
		"corpus/b.md": "nothing here\n",
		"corpus/c.md": "fast, surely\n",
		"labels.jsonl": `{"id":"1","file":"a.md","line":1,"text":"one fast line","label":"vague-term"}
{"id":"2","file":"a.md","line":2,"text":"two slow lines","label":"missing-unit","also_acceptable":["vague-term"],"held_out":true}
{"id":"3","file":"a.md","line":3,"text":"three TBD lines","label":"clear","why":"a note"}
{"id":"4","file":"a.md","line":2,"text":"two slow lines","label":"contradiction","also_acceptable":["vague-term"],"pair_line":4}
{"id":"5","file":"b.md","line":1,"text":"nothing here","label":"clear","held_out":true}
`,
		"floors.json": `{"all labels": {"precision": 0.66, "recall": 0.7, "false_flags": 0.5},
			"held out": {"false_flags": -1}, "other": {}}`,
		"pairs/index.jsonl":         `{"id":"p","defects":[{"kind":"placeholder-or-unit","before_line":1},{"kind":"vague-term","before_line":1,"text_survives_in_after":true},{"kind":"placeholder","before_line":2}]}` + "\n",
		"pairs/p/before.md":         "TBD and fast\nTo Be Done\n",
		"pairs/p/after.md":          "5 s and fast\n5 s\n",
		"sets/arta/DS3.jsonl":       `{"text":"be\nfast","smells":{"loophole":["fast"]}}` + "\n" + `{"text":"be fast","smells":{"negative":["x"]}}` + "\n" + `{"text":"be blue","smells":{"subjective":["blue"]}}` + "\n",
		"sets/reqeval/training.tsv": "ID\tSentence\tDetected as\tResolved as\na\tif <referential>it</referential> fails\tNOCUOUS\nb\tnone\tINNOCUOUS\t\n",
	})
	got, err := evaluate(fsys, evalDetectors(), flagWords)
	if err != nil {
		t.Fatal(err)
	}
	want := Evaluation{
		Detectors: []DetectorKinds{
			{Detector: "vague", Kinds: []string{"vague-term"}},
			{Detector: "placeholder", Kinds: []string{"placeholder"}},
			{Detector: "pronoun", Kinds: []string{"ambiguous-pronoun"}},
		},
		Labels: []LabelScore{
			{
				Name: "all labels", Precision: Ratio{N: 2, Of: 3}, Recall: Ratio{N: 2, Of: 3},
				FalseFlags: Ratio{N: 1, Of: 2}, HighFlags: 1,
				Kinds: []KindScore{
					{Kind: "contradiction", Recall: Ratio{N: 1, Of: 1}},
					{Kind: "missing-unit", Recall: Ratio{N: 0, Of: 1}},
					{Kind: "placeholder", Precision: Ratio{N: 0, Of: 1}},
					{Kind: "vague-term", Precision: Ratio{N: 2, Of: 2}, Recall: Ratio{N: 1, Of: 1}},
				},
				Detectors: []DetectorScore{
					{Detector: "placeholder", Precision: Ratio{N: 0, Of: 1}},
					{Detector: "vague", Precision: Ratio{N: 2, Of: 2}},
				},
				Lines: []LabelLine{
					{ID: "2", File: "a.md", Line: 2, Label: "missing-unit"},
					{ID: "3", File: "a.md", Line: 3, Label: "clear", Flagged: []string{"high placeholder"}},
				},
			},
			{
				Name: "open", Precision: Ratio{N: 2, Of: 3}, Recall: Ratio{N: 2, Of: 2},
				FalseFlags: Ratio{N: 1, Of: 1}, HighFlags: 1,
				Kinds: []KindScore{
					{Kind: "contradiction", Recall: Ratio{N: 1, Of: 1}},
					{Kind: "placeholder", Precision: Ratio{N: 0, Of: 1}},
					{Kind: "vague-term", Precision: Ratio{N: 2, Of: 2}, Recall: Ratio{N: 1, Of: 1}},
				},
				Detectors: []DetectorScore{
					{Detector: "placeholder", Precision: Ratio{N: 0, Of: 1}},
					{Detector: "vague", Precision: Ratio{N: 2, Of: 2}},
				},
				Lines: []LabelLine{{ID: "3", File: "a.md", Line: 3, Label: "clear", Flagged: []string{"high placeholder"}}},
			},
			{
				Name: "held out", Recall: Ratio{N: 0, Of: 1}, FalseFlags: Ratio{N: 0, Of: 1},
				Kinds: []KindScore{{Kind: "missing-unit", Recall: Ratio{N: 0, Of: 1}}},
				Lines: []LabelLine{{ID: "2", File: "a.md", Line: 2, Label: "missing-unit"}},
			},
		},
		Pairs: []Pair{
			{ID: "p", Kind: "placeholder-or-unit", Line: 1, Found: true, Gone: true},
			{ID: "p", Kind: "vague-term", Line: 1, Found: true, Survives: true},
			{ID: "p", Kind: "placeholder", Line: 2},
		},
		Sentences: []SentenceScore{
			{
				Set: "sets/arta/DS3.jsonl", Detectors: []string{"vague"},
				Precision: Ratio{N: 1, Of: 2}, Recall: Ratio{N: 1, Of: 2}, FalseFlags: Ratio{N: 1, Of: 1},
			},
			{
				Set: "sets/reqeval/training.tsv", Detectors: []string{"pronoun"},
				Precision: Ratio{N: 1, Of: 1}, Recall: Ratio{N: 1, Of: 1}, FalseFlags: Ratio{N: 0, Of: 1},
			},
		},
		Budget: &Budget{
			Files: 3, Median: 0, Mean: 4.0 / 3, Most: 4, MostFile: "corpus/a.md", High: 2, Blocked: []string{"corpus/a.md"},
			Detectors: []Count{
				{Detector: "placeholder", Findings: 2, Files: 1},
				{Detector: "vague", Findings: 2, Files: 1},
			},
		},
		Below: []string{
			"all labels: recall 0.67 (2 of 3), want 0.70",
			"all labels: 1 clear lines flagged high, want none",
			"held out: clear lines flagged 0.00 (0 of 1), want -1.00",
			"other: there are no such labels",
		},
		Notes: []string{"sets/arta/DS4.jsonl: not there, not measured"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("evaluation (-want +got):\n%s", diff)
	}
}

// TestEvalChange measures labels of both sides of a change: what went is found
// at the base, and what was there before is nobody's.
func TestEvalChange(t *testing.T) {
	t.Parallel()
	fsys := files(map[string]string{
		"corpus/c/base.md": "one gone\ntwo TBD\nthree\n",
		"corpus/c/head.md": "zero\ntwo TBD\nthree fast\n",
		"corpus/d/base.md": "one gone TBD\n",
		"labels.jsonl": `{"file":"c/base.md","line":1,"text":"one gone","label":"removed-requirement"}
{"file":"c/head.md","line":1,"text":"zero","label":"clear"}
{"file":"c/head.md","line":2,"text":"two TBD","label":"clear"}
{"file":"c/head.md","line":3,"label":"vague-term"}
{"file":"c/base.md","line":3,"label":"clear"}
{"file":"d/base.md","line":1,"label":"placeholder"}
`,
	})
	detectors := append(evalDetectors(), detect.Detector{ID: "removed", Kinds: []string{"removed-requirement"}})
	got, err := evaluate(fsys, detectors, flagWords)
	if err != nil {
		t.Fatal(err)
	}
	want := []LabelScore{{
		Name: "all labels", Precision: Ratio{N: 3, Of: 3}, Recall: Ratio{N: 3, Of: 3}, FalseFlags: Ratio{N: 0, Of: 3},
		Kinds: []KindScore{
			{Kind: "placeholder", Precision: Ratio{N: 1, Of: 1}, Recall: Ratio{N: 1, Of: 1}},
			{Kind: "removed-requirement", Precision: Ratio{N: 1, Of: 1}, Recall: Ratio{N: 1, Of: 1}},
			{Kind: "vague-term", Precision: Ratio{N: 1, Of: 1}, Recall: Ratio{N: 1, Of: 1}},
		},
		Detectors: []DetectorScore{
			{Detector: "placeholder", Precision: Ratio{N: 1, Of: 1}},
			{Detector: "removed", Precision: Ratio{N: 1, Of: 1}},
			{Detector: "vague", Precision: Ratio{N: 1, Of: 1}},
		},
	}}
	if diff := cmp.Diff(want, got.Labels); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
}

func TestEvalText(t *testing.T) {
	t.Parallel()
	got, err := evaluate(files(map[string]string{
		"corpus/a.md":               "TBD fast\n",
		"labels.jsonl":              `{"file":"a.md","line":1,"label":"clear"}` + "\n",
		"floors.json":               `{"all labels": {"precision": 0.5, "false_flags": 1}}`,
		"pairs/index.jsonl":         `{"id":"p","defects":[{"kind":"vague-term","before_line":1}]}` + "\n",
		"pairs/p/before.md":         "fast\n",
		"pairs/p/after.md":          "5 s\n",
		"sets/reqeval/training.tsv": "ID\tSentence\tDetected as\n",
	}), evalDetectors()[:2], flagWords)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := got.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := `DETECTOR     ANSWERS TO
vague        vague-term
placeholder  placeholder

ALL LABELS
precision            0.00 (0 of 1)
recall               - (0 of 0)
clear lines flagged  1.00 (1 of 1), 1 high

KIND         PRECISION      RECALL
placeholder  0.00 (0 of 1)  - (0 of 0)
vague-term   0.00 (0 of 1)  - (0 of 0)

DETECTOR     PRECISION
placeholder  0.00 (0 of 1)
vague        0.00 (0 of 1)

WRONG   LABEL  FLAGGED
a.md:1  clear  medium vague, high placeholder

BELOW THE FLOORS
all labels: precision 0.00 (0 of 1), want 0.50
all labels: 1 clear lines flagged high, want none

PAIRS  KIND        BEFORE  AFTER
p:1    vague-term  found   gone

ALERT BUDGET        everything in scope
files               1
findings in a file  median 2.0, mean 2.0, most 2 in corpus/a.md
high                1
blocked files       1.00 (1 of 1)
                    corpus/a.md

DETECTOR     FINDINGS  FILES
placeholder  1         1
vague        1         1

NOT MEASURED
sets/arta/DS3.jsonl: not there, not measured
sets/arta/DS4.jsonl: not there, not measured
sets/reqeval/training.tsv: no detector answers to pronouns
`
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestEvalRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"an empty folder", nil, "nothing to measure: the folder holds none of labels.jsonl, corpus, pairs and sets"},
		{
			"lines that are not labels",
			map[string]string{"corpus/a.md": "one\n", "labels.jsonl": "{\n{\"file\":\"a.md\"}\n\n[] {}\n"},
			"labels.jsonl:1: unexpected EOF\nlabels.jsonl:2: a label needs file, line and label\nlabels.jsonl:3: EOF\n" +
				"labels.jsonl:4: json: cannot unmarshal array into Go value of type app.label",
		},
		{
			"two values on a line",
			map[string]string{"corpus/a.md": "one\n", "labels.jsonl": `{"file":"a.md","line":1,"label":"clear"} {}` + "\n"},
			"labels.jsonl:1: more than one value on the line",
		},
		{
			"a label that moved",
			map[string]string{"corpus/a.md": "one\n", "labels.jsonl": `{"file":"a.md","line":1,"label":"clear","text":"two"}` + "\n"},
			`labels.jsonl:1: line 1 of "a.md" is not the labelled text, but "one"`,
		},
		{
			"a label on a file that is not there",
			map[string]string{"labels.jsonl": `{"file":"a.md","line":1,"label":"clear"}` + "\n"},
			"labels.jsonl:1: open corpus/a.md: file does not exist",
		},
		{
			"floors that are not known",
			map[string]string{
				"corpus/a.md": "one\n", "labels.jsonl": `{"file":"a.md","line":1,"label":"clear"}` + "\n",
				"floors.json": `{"all labels": {"recal": 1}}`,
			},
			`read "floors.json": json: unknown field "recal"`,
		},
		{
			"two values in floors",
			map[string]string{
				"corpus/a.md": "one\n", "labels.jsonl": `{"file":"a.md","line":1,"label":"clear"}` + "\n",
				"floors.json": "{} {}",
			},
			`read "floors.json": more than one value`,
		},
		{
			"a pair without defects",
			map[string]string{"pairs/index.jsonl": `{"id":"p"}` + "\n"},
			"pairs/index.jsonl:1: a pair needs id and defects",
		},
		{
			"an unknown word in a set",
			map[string]string{"sets/reqeval/training.tsv": "ID\tSentence\tDetected as\na\tit runs\tmaybe\n"},
			`sets/reqeval/training.tsv:2: want id, sentence and NOCUOUS or INNOCUOUS, found "a\tit runs\tmaybe\n"`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := evaluate(files(tt.files), evalDetectors(), flagWords)
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}
