package workspace

import (
	"os"
	"strings"
	"testing"
)

// TestOutputIsBounded shows that a listing that was cut is an error: what it
// leaves out must not read as absent.
func TestOutputIsBounded(t *testing.T) {
	t.Parallel()
	g := NewGit(t.TempDir(), os.LookupEnv)
	for _, tt := range []struct{ name, bytes, want string }{
		{"at the limit", "67108864", ""},
		{"above", "67108865", "output is larger than 67108864 bytes"},
	} {
		out, err := g.run(t.Context(), "-c", "alias.listing=!head -c "+tt.bytes+" /dev/zero", "listing")
		switch {
		case tt.want == "" && (err != nil || len(out) != gitOutput):
			t.Errorf("%s: %d bytes, %v", tt.name, len(out), err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: the error is %v, want %q in it", tt.name, err, tt.want)
		}
	}
}
