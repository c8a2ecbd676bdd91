package proof

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/probe"
)

const (
	defaultTimeout = 60 * time.Second
	maxTimeout     = 600  // seconds
	maxValue       = 1000 // bytes of a descriptor's value
	// grace is what a run gets beyond the time that the tool itself enforces,
	// so that the tool can still say what happened.
	grace = 10 * time.Second
)

// budget is how long the named test may run.
func budget(c probe.Check) time.Duration {
	if c.Timeout == 0 {
		return defaultTimeout
	}
	return time.Duration(c.Timeout) * time.Second
}

// checkPath refuses what is no plain path below the tree.
func checkPath(key, value string) error {
	switch {
	case value == "":
		return fmt.Errorf("%s is empty; it must be a path below the repository's root", key)
	case strings.HasPrefix(value, "-"):
		return fmt.Errorf("%s %s starts with a hyphen, which tools read as an option", key, quote(value))
	case path.IsAbs(value) || strings.ContainsAny(value, `\:`):
		return fmt.Errorf("%s %s must be relative to the repository's root, with slashes", key, quote(value))
	case path.Clean(value) != value || value == ".." || strings.HasPrefix(value, "../"):
		return fmt.Errorf("%s %s must be a plain path, without . and .. in it", key, quote(value))
	}
	for part := range strings.SplitSeq(value, "/") {
		if strings.EqualFold(part, ".git") {
			return fmt.Errorf("%s %s lies in git's own folder", key, quote(value))
		}
	}
	return checkText(key, value)
}

// checkText refuses what could mean something else to a tool or a reader than
// it says: control characters, invalid bytes, too much of anything.
func checkText(key, value string) error {
	if len(value) > maxValue {
		return fmt.Errorf("%s has %d bytes; at most %d are read", key, len(value), maxValue)
	}
	if !utf8.ValidString(value) {
		return fmt.Errorf("%s %s is not UTF-8", key, quote(value))
	}
	for _, r := range value {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return fmt.Errorf("%s %s has the control character %U in it", key, quote(value), r)
		}
	}
	return nil
}

// checkName refuses a test's or a rule's name that a tool would read as an
// option.
func checkName(key, value string) error {
	if strings.HasPrefix(value, "-") {
		return fmt.Errorf("%s %s starts with a hyphen, which tools read as an option", key, quote(value))
	}
	if strings.TrimSpace(value) != value {
		return fmt.Errorf("%s %s starts or ends with a blank", key, quote(value))
	}
	return checkText(key, value)
}

// checkRest holds the keys that mean the same in every kind to their form, and
// refuses those that the kind does not use. Used are the keys of the kind's
// own.
func checkRest(c probe.Check, used ...string) error {
	for _, key := range []string{"check_target", "check_test", "check_rule", "check_argv", "check_report", "check_dir"} {
		if value(c, key) != "" && !slices.Contains(used, key) {
			return fmt.Errorf("%s is not used by kind %s; remove it", key, quote(c.Kind))
		}
	}
	if c.Violation != "" {
		if err := checkPath("check_violation", c.Violation); err != nil {
			return err
		}
	}
	if c.Control != "" && c.Control != "auto" {
		if err := checkPath("check_control", c.Control); err != nil {
			return err
		}
	}
	if c.Timeout < 0 || c.Timeout > maxTimeout {
		return fmt.Errorf("check_timeout is %d; it must be 1 to %d seconds", c.Timeout, maxTimeout)
	}
	return checkExpect(c.Expect)
}

func checkExpect(expect string) error {
	if expect == "" {
		return nil
	}
	if err := checkText("check_expect", expect); err != nil {
		return err
	}
	re, err := regexp.Compile(expect)
	if err != nil {
		return fmt.Errorf("check_expect %s is no regular expression: %w", quote(expect), err)
	}
	if re.MatchString("") {
		return errors.New("check_expect matches the empty text; it must match only what the failure says")
	}
	return nil
}
