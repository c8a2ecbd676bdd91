package cli

import (
	"strconv"
	"unicode/utf8"
)

// plain is text that somebody else wrote, as one line for a terminal: whatever
// is not seen, such as a control character, makes it quoted.
func plain(s string) string {
	for _, r := range s {
		if r == utf8.RuneError || !strconv.IsPrint(r) {
			return strconv.Quote(s)
		}
	}
	return s
}
