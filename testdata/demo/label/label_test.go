package label

import (
	"strings"
	"testing"
)

// prohibits: P-001
func TestPhoneIsNeverPrinted(t *testing.T) {
	if got := Print("Ada", "555-0100"); strings.Contains(got, "555-0100") {
		t.Errorf("the label %q shows the phone number", got)
	}
}
