package claim_test

import (
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/claim"
)

// BenchmarkOf reads the claims of a large document of binding sentences.
func BenchmarkOf(b *testing.B) {
	const requirements = `- The gateway MUST close an idle connection after 60 seconds.
- WHEN a courier scans a parcel, THE depot SHALL record the scan within 2 s so that the sender can follow it.
- Invoices must be kept for 10 years and MUST NOT be changed after they were sent.
- The editor shall save drafts every 30 seconds, unless the user is offline.
- Passwords must be at least 12 and at most 128 characters long.
`
	d := parse(b, "## Requirements\n\n"+strings.Repeat(requirements, 400))
	b.SetBytes(int64(d.File.Len()))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, s := range d.Statements {
			n += len(claim.Of(s))
		}
		if n < 5*400 {
			b.Fatalf("only %d claims", n)
		}
	}
}
