package policy

import (
	"testing"

	"github.com/surmise-ci/surmise/internal/finding"
)

func TestSettled(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, since, version string
		own, want            finding.Severity
	}{
		{"nothing is asked", "", "9.9.9", finding.High, finding.High},
		{"the same version", "0.2.0", "0.2.0", finding.High, finding.High},
		{"an older detector", "0.10.0", "0.9.3", finding.Medium, finding.Medium},
		{"a newer detector", "0.9.3", "0.10.0", finding.High, finding.Low},
		{"a newer one that is low", "0.9.3", "1.0.0", finding.Low, finding.Low},
		{"a newer one that is off", "0.9.3", "1.0.0", finding.Off, finding.Off},
	}
	for _, tt := range tests {
		if got := (Policy{Since: tt.since}).Settled(tt.version, tt.own); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestIsVersion(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"0.1.0": true, "12.0.345": true, "": false, "1": false, "1.2": false, "v1.2.3": false, "1.2.3-rc.1": false,
		"01.2.3": false, "1.2.3\n": false, "9999999.0.0": false,
	} {
		if got := IsVersion(text); got != want {
			t.Errorf("IsVersion(%q) = %v, want %v", text, got, want)
		}
	}
}
