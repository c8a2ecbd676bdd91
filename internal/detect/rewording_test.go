package detect_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// rewording is one line of testdata/claim/edits.jsonl: what somebody made of a
// requirement, and whether it asks for less than before.
type rewording struct {
	Batch      int // of those written together, before the detectors had seen them
	Name       string
	Weaker     bool
	Missed     bool   // it is weaker, and nothing here can tell
	Alarm      bool   // it is harmless, and is flagged all the same
	Base, Head string // a whole document; or what stands under its heading; or one item's sentences
}

// document is one side of an edit.
func (rewording) document(t *testing.T, text string) []*spec.Document {
	t.Helper()
	switch {
	case strings.HasPrefix(text, "# "):
	case strings.HasPrefix(text, "- "), strings.HasSuffix(text, "\n"):
		text = "# Shop\n\n## Requirements\n\n" + text
	default:
		text = "# Shop\n\n## Requirements\n\n- " + strings.ReplaceAll(text, "\n", "\n  ") + "\n"
	}
	return []*spec.Document{parse(t, testkit.File{Path: "spec.md", Data: []byte(text)})}
}

// TestRewordings holds the detectors of changes to a set of edits, harmless ones
// among them. Each line is a test of its own; what cannot be told is marked.
func TestRewordings(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(testkit.Path(t, "testdata", "claim", "edits.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	detectors := slices.DeleteFunc(detect.All(), func(d detect.Detector) bool {
		return d.ID != "weakened-requirement" && d.ID != "removed-requirement"
	})
	var all tally
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		var e rewording
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		base, head := e.document(t, e.Base), e.document(t, e.Head)
		found := detect.Run(detectors, detect.Input{Base: base, Head: head, Comparison: detect.Compare(base, head)})
		all.count(e.Weaker, len(found) > 0)
		if got, want := len(found), e.findings(); got != want {
			t.Errorf("%s: %d findings, want %d, from %q to %q", e.Name, got, want, e.Base, e.Head)
		}
		for _, f := range found {
			t.Logf("%s: %s: %s", e.Name, f.Detector, f.Message)
		}
	}
	// Before the detectors were changed for them, batch 2 had precision 1.000 and
	// recall 0.900, batch 3 precision 0.893 and recall 0.694, batch 4 precision 0.857 and
	// recall 0.600, batch 5 precision 1.000 and recall 0.082: it holds what people had slipped through;
	// batch 6 precision 0.969 and recall 0.689.
	t.Logf("%d edits, precision %.3f, recall %.3f", all.total, all.precision(), all.recall())
	if all.total < 610 {
		t.Errorf("%d edits, want at least 610", all.total)
	}
}

// findings is how many an edit comes to: one, if it can be told that it asks for
// less, or is a false alarm that is known.
func (e rewording) findings() int {
	if e.Weaker && !e.Missed || e.Alarm {
		return 1
	}
	return 0
}
