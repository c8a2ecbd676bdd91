package claim

import "strings"

// holds reports whether an action keeps or deletes something: who keeps
// reminders tells nobody.
func holds(ws []word) bool {
	for _, w := range ws[:min(len(ws), 2)] {
		if n := Normal(w.text); n == "stor" || n == "delet" {
			return true
		}
	}
	return false
}

// warns reports whether an action only tells somebody: it shows a warning and
// neither refuses nor fails.
func warns(ws []word) bool {
	found := false
	for _, w := range ws {
		switch stem(w.text) {
		case "warn", "notic", "hint":
			found = true
		case "error", "reject", "refus", "block", "prevent", "abort", "deni", "not", "fail", "stop", "cancel", "discard", "truncat", "disabl":
			return false
		}
	}
	return found
}

func passiveAt(ws []word) bool {
	for k := 0; k+1 < len(ws) && k < 2; k++ {
		switch ws[k].text {
		case "be", "is", "are", "been":
			w := ws[k+1].text
			return strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "en") || w == "sent" || w == "kept" || w == "shown"
		}
	}
	return false
}
