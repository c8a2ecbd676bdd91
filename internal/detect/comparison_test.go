package detect_test

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

// FuzzCompare shows that no edit of a spec takes the comparison down.
func FuzzCompare(f *testing.F) {
	f.Add("- The `  ` `  ` gateway does with the order what it must.", "- The `  ` `  ` gateway now does with the order what it must.")
	f.Add("- **FR-001**: Only admins MUST see it. It MUST NOT log names.", "- **FR-001**: Only admins and editors see it (optional).")
	f.Add("- A MUST close within 2 days.\n- B MUST close.", "The system SHOULD:\n\n- close A within 3 days;\n- close B, unless it's late.")
	lexicon, detectors := spec.NewLexicon(), detect.All()
	f.Fuzz(func(t *testing.T, base, head string) {
		var sides [2][]*spec.Document
		for i, text := range []string{base, head} {
			file := source.New("spec.md", []byte("## Requirements\n\n"+text+"\n"))
			tree, err := markdown.Parse(file, policy.Default().Limits)
			if err != nil {
				return // refused, and so nobody compares it
			}
			sides[i] = []*spec.Document{lexicon.Read(file, tree)}
		}
		c := detect.Compare(sides[0], sides[1])
		c.Changes()
		detect.Run(detectors, detect.Input{Base: sides[0], Head: sides[1], Comparison: c})
	})
}
