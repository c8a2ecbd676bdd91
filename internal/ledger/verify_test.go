package ledger

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/finding"
)

// idList stands for the report's rendering, which this package does not know.
func idList(l Ledger) []byte {
	var b bytes.Buffer
	for _, e := range l.Entries {
		fmt.Fprintln(&b, e.ID)
	}
	return b.Bytes()
}

func TestVerify(t *testing.T) {
	t.Parallel()
	l := FromFindings(sample(), day())
	old := FromFindings(finding.Finish([]finding.Finding{found("docs/specs/a.md", "SHOULD", "weak", finding.High)}), day()).Entries[0]
	old.State = Superseded
	l.Past = []Entry{old}
	good, err := Files(l, idList)
	if err != nil {
		t.Fatal(err)
	}
	const name = "a-kay7e6.json"
	longer := bytes.Replace(good[name], []byte("a-kay7e6"), []byte("a-kay7e6b"), 1)
	tests := []struct {
		name   string
		change func(map[string][]byte)
		want   string
	}{
		{"good", func(map[string][]byte) {}, ""},
		{"empty ledger", func(f map[string][]byte) { clear(f); f[markdownName] = nil }, ""},
		{"nothing at all", func(f map[string][]byte) { clear(f) }, "ledger.md: the file is missing; write the ledger anew"},
		{"entry gone", func(f map[string][]byte) { delete(f, name) },
			"ledger.md: the file is not what the entries give; write the ledger anew"},
		{"page edited", func(f map[string][]byte) { f[markdownName] = []byte("all clear\n") },
			"ledger.md: the file is not what the entries give; write the ledger anew"},
		{"other name", func(f map[string][]byte) { f["a-000000.json"] = f[name]; delete(f, name) },
			`a-000000.json: the id is "a-kay7e6"; the file must be named a-kay7e6.json`},
		{"set aside", func(f map[string][]byte) { f[name+".bak"] = f[name]; delete(f, name) },
			"a-kay7e6.json.bak: no file of a ledger; it holds ID.json for every entry, and ledger.md"},
		{"not canonical", func(f map[string][]byte) { f[name] = bytes.ReplaceAll(f[name], []byte("\n  "), []byte("\n\t")) },
			name + ": the entry is not spelled in its canonical form; write the ledger anew"},
		{"malformed", func(f map[string][]byte) { f[name] = []byte("{") }, name + ":1:2: the file ends in the middle of an entry"},
		{"two ids for one entry", func(f map[string][]byte) { f["a-kay7e6b.json"] = longer },
			"a-kay7e6b.json: the same entry as a-kay7e6.json; remove one of them"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			files := maps.Clone(good)
			tt.change(files)
			got, err := Verify(files, idList)
			var text string
			if err != nil {
				text = err.Error()
			}
			if diff := cmp.Diff(tt.want, text); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if err == nil && tt.name == "good" {
				if diff := cmp.Diff(l, got, written()); diff != "" {
					t.Errorf("ledger (-want +got):\n%s", diff)
				}
			}
			if err != nil && len(got.Entries) > 0 {
				t.Errorf("a refused ledger still has entries: %s", strings.TrimSpace(string(idList(got))))
			}
		})
	}
}
