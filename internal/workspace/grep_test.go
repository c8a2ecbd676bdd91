package workspace_test

import (
	"context"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/workspace"
)

type holder interface {
	Holding(ctx context.Context, texts, endings []string) ([]string, error)
}

// TestHolding finds files by their text and their ending, whatever their names
// are, in a commit and in the working tree with what is not tracked yet.
func TestHolding(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	head := revision(t, dir, "topic")
	write(t, dir, map[string]string{
		"new.md": "umlaut\n", "new.txt": "umlaut\n", ".gitignore": "ignored.md\n", "ignored.md": "umlaut\n", "binary.md": "umlaut\x00\n",
		".gitattributes": "new.md -diff\n*.txt binary\n",
	})
	tree := workspace.NewGit(dir, os.LookupEnv)
	for _, tt := range []struct {
		name          string
		in            holder
		texts, ending []string
		want          []string
	}{
		{"commit", head, []string{"umlaut", "break"}, []string{".md"}, []string{"docs/with\nbreak.md", "docs/ünï code.md"}},
		{"working tree", tree, []string{"umlaut"}, []string{".md"}, []string{"binary.md", "docs/ünï code.md", "new.md"}},
		{"another ending", tree, []string{"umlaut"}, []string{"w.txt", ".none"}, []string{"new.txt"}},
		{"no expression", tree, []string{"umla.t"}, []string{".md"}, nil},
		{"nothing", head, []string{"absent"}, []string{".md"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.in.Holding(t.Context(), tt.texts, tt.ending)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("files (-want +got)\n%s", diff)
			}
		})
	}
}
