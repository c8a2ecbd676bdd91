package cli_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/config"
	"github.com/surmise-ci/surmise/internal/probe"
	"github.com/surmise-ci/surmise/internal/source"
)

// TestProhibitionsTemplate reads what init writes, as it is and with every
// example taken out of its comment: our own reader understands all of it.
func TestProhibitionsTemplate(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("prohibitions.yml")
	if err != nil {
		t.Fatal(err)
	}
	read := func(text string) probe.Declarations {
		d := probe.Collect("a.md", config.Sidecar(source.New("a.prohibitions.yml", []byte(text))))
		for _, p := range d.Problems {
			t.Errorf("problem: %s", p.Message)
		}
		return d
	}
	if d := read(string(data)); len(d.Items) > 0 {
		t.Errorf("the template declares %v before anybody edited it", d.Items)
	}
	d := read(strings.ReplaceAll(string(data), "\n#  ", "\n  "))
	var ids, shown []string
	for _, p := range d.Items {
		ids = append(ids, p.ID+" "+string(p.Status)+" "+string(p.Tier))
		for _, f := range p.Fields() {
			shown = append(shown, f.Key)
		}
	}
	if want := []string{"P-001 resolved test", "P-002 resolved judgment", "P-003 dismissed "}; !slices.Equal(ids, want) {
		t.Errorf("declared %q, want %q", ids, want)
	}
	rare := []string{"check_rule", "check_argv", "check_report", "check_dir"} // of some kinds only
	for _, key := range probe.Keys() {
		if !slices.Contains(shown, key) && !slices.Contains(rare, key) {
			t.Errorf("the template does not show the key %q", key)
		}
	}
}
