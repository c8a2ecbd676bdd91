package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkProve measures whole runs of "surmise prove" on prohibitions of one
// small Go package, the self-test of the kind included: one proof is to take
// less than 5 s on two processors, and ten less than 30 s.
func BenchmarkProve(b *testing.B) {
	for _, n := range []int{1, 10} {
		b.Run(fmt.Sprintf("prohibitions=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			files := map[string]string{
				"go.mod":       "module example.com/shop\n\ngo 1.26\n",
				"card/card.go": "package card\n\n// Show hides a card.\nfunc Show(card string) string {\n\treturn \"****\"\n}\n",
			}
			spec, tests := "# Cards\n\n## Prohibitions\n\n", "package card\n\nimport \"testing\"\n"
			for i := range n {
				spec += fmt.Sprintf("- **P-%03d**: The shop must not show card %d. (verification: test)\n  - check_kind: go-test\n  - check_target: card\n"+
					"  - check_test: `TestNever%d`\n  - check_violation: violations/%d.edit\n", i, i, i, i)
				tests += fmt.Sprintf("\n// prohibits: P-%03d\nfunc TestNever%d(t *testing.T) {\n\tif Show(\"411%d\") == \"411%d\" {\n\t\tt.Error(\"shows the card\")\n\t}\n}\n", i, i, i, i)
				files[fmt.Sprintf("violations/%d.edit", i)] = fmt.Sprintf("surmise-violation 1\n# Card %d.\nedit card/card.go\n-\treturn \"****\"\n+\treturn card\n", i)
			}
			files["SPEC.md"], files["card/card_test.go"] = spec, tests
			for name, data := range files {
				full := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
					b.Fatal(err)
				}
				if err := os.WriteFile(full, []byte(data), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "-A"}, {"-c", "user.name=Octo", "-c", "user.email=octo@example.com", "commit", "-qm", "all"}} {
				if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
					b.Fatalf("git %q: %v: %s", args, err, out)
				}
			}
			for b.Loop() {
				cmd, out := proveIn(b, dir, b.TempDir())
				if err := cmd.Run(); err != nil || !strings.Contains(out.String(), fmt.Sprintf("✓ %d proven\n", n)) {
					b.Fatalf("%v:\n%s", err, out)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N*n), "s/proof")
		})
	}
}
