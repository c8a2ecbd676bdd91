package claim_test

import (
	"fmt"
	"github.com/surmise-ci/surmise/internal/claim"
	"os"
	"strings"
	"testing"
)

func TestDbg(t *testing.T) {
	for _, l := range strings.Split(os.Getenv("DBG"), "\n") {
		if l == "" {
			continue
		}
		for _, s := range parse(t, "## Requirements\n\n- "+l+"\n").Statements {
			for _, c := range claim.Of(s) {
				fmt.Printf("%q role=%v mod=%v neg=%v val=%q\n   key=%q bounds=%+v subj=%q\n", l, s.Role, c.Modality, c.Negated, c.Value, c.Key(), c.Bounds, c.Subject)
			}
			if len(claim.Of(s)) == 0 {
				fmt.Printf("none %q %v\n", s.Text.String(), s.Role)
				for _, x := range s.Sentences {
					for _, k := range x.Tokens {
						fmt.Printf("%q ", k.Lower)
					}
				}
				fmt.Println()
			}
		}
	}
}
