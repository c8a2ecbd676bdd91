package claim

import "strings"

// Normal is the form in which the package compares a word: without inflection,
// replaced by the name of its group of synonyms.
func Normal(w string) string {
	n, _ := normal(w)
	return n
}

// normal is the form in which a word is compared: without inflection, replaced
// by the name of its group of synonyms. Flip says that the word asserts the
// opposite of that group: "reject" is "accept" turned round.
func normal(w string) (text string, flip bool) {
	s := stem(w)
	if pos, ok := opposite(s); ok {
		return pos, true
	}
	return synonym(s), false
}

// Stem is a word in lower case without its English inflection. It only has to
// be the same for the forms of one word; the result is not always a word.
func Stem(w string) string { return stem(w) }

// stem takes English inflection off. It only has to be the same for the forms
// of one word; the result is not always a word.
func stem(w string) string {
	if i := strings.IndexByte(w, '\''); i > 0 {
		w = w[:i]
	} else if i := strings.Index(w, "’"); i > 0 {
		w = w[:i]
	}
	if base := irregular(w); base != "" {
		return base
	}
	if len(w) <= 3 {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"):
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	if thing(w) {
		return w
	}
	if base, ok := strings.CutSuffix(w, "ing"); ok && len(base) > 2 && strings.ContainsAny(base, "aeiouy") {
		w = undouble(base)
	} else if base, ok := strings.CutSuffix(w, "ied"); ok {
		w = base + "i"
	} else if base, ok := strings.CutSuffix(w, "ed"); ok && len(base) > 2 && strings.ContainsAny(base, "aeiouy") {
		w = undouble(base)
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	if base, ok := strings.CutSuffix(w, "y"); ok && len(base) > 2 && !strings.ContainsAny(base[len(base)-1:], "aeiou") {
		w = base + "i"
	}
	return w
}

// irregular is the stem of a verb whose participle has no ending to take off; ""
// for any other word.
func irregular(w string) string {
	switch w {
	case "kept":
		return "keep"
	case "sent":
		return "send"
	case "shown":
		return "show"
	case "hidden":
		return "hid"
	case "stored":
		return "stor"
	case "chosen":
		return "choos"
	case "logged":
		return "log"
	case "sold":
		return "sell"
	case "held":
		return "hold"
	case "paid":
		return "pay"
	case "lent":
		return "lend"
	case "written":
		return "writ"
	case "taught":
		return "teach"
	case "begun":
		return "begin"
	}
	return ""
}

// thing reports whether a word in -ing names something else than its verb does:
// a recording is no record.
func thing(w string) bool {
	switch w {
	case "recording", "building", "meeting", "setting", "listing", "booking", "training", "posting", "rating", "reading", "drawing", "heading",
		"mapping", "billing", "messaging", "packing", "parking", "offering":
		return true
	}
	return false
}

func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && !strings.ContainsAny(w[n-1:], "aeiouls") {
		return w[:n-1]
	}
	return w
}

// synonym maps a stem to the stem that stands for its group. Only words that
// specifications use for one another are grouped.
func synonym(s string) string {
	switch s {
	case "remov", "eras", "purg", "discard", "forget", "wip":
		return "delet"
	case "sav", "persist", "keep", "retain", "retention", "storag", "remember":
		return "stor"
	case "transmit", "deliver", "dispatch":
		return "send"
	case "display", "present", "render", "visibl":
		return "show"
	case "commenc", "initiat", "begin":
		return "start"
	case "repli", "answer", "response", "respons":
		return "respond"
	case "modifi", "edit", "updat", "alter":
		return "chang"
	case "validat":
		return "verifi"
	case "inform", "alert", "notification":
		return "notifi"
	case "permit", "enabl", "let", "allow":
		return "allow"
	case "select", "pick":
		return "choos"
	case "timeout", "expiri", "expiration", "laps", "ttl", "valid":
		return "expir"
	case "mandatori", "obligatori", "compulsori":
		return "requir"
	case "simultaneou", "simultaneous", "parallel":
		return "concurrent"
	case "e-mail":
		return "email"
	case "password", "passphras":
		return "password"
	case "picture", "pictur", "photo":
		return "imag"
	case "encryption":
		return "encrypt"
	case "back-up":
		return "backup"
	case "administrator":
		return "admin"
	case "synchronous", "synchronousli":
		return "synchronou"
	case "automaticalli", "automat", "automatic":
		return "automatic"
	case "anyon", "everyon", "everybodi", "anybodi":
		return "user"
	case "sign-in", "signin", "log-in", "logon":
		return "login"
	case "sign-out", "signout", "log-out":
		return "logout"
	}
	return s
}

// opposite maps a stem to the group whose opposite it is. Only pairs that
// leave nothing between them are listed.
func opposite(s string) (string, bool) {
	switch s {
	case "reject", "refus", "declin":
		return "accept", true
	case "deni", "disallow", "forbid", "forbidden", "prohibit", "prevent", "block", "ban":
		return "allow", true
	case "disabl", "deactivat":
		return "allow", true
	case "hid", "invisibl", "conceal":
		return "show", true
	case "exclud", "omit":
		return "includ", true
	case "optional":
		return "requir", true
	case "unencrypt", "plaintext", "cleartext":
		return "encrypt", true
	case "privat":
		return "public", true
	case "asynchronou", "asynchronous", "asynchronousli":
		return "synchronou", true
	case "case-insensitiv":
		return "case-sensitiv", true
	case "descend":
		return "ascend", true
	case "immutabl":
		return "mutabl", true
	case "read-onli":
		return "editabl", true
	case "manualli", "manual":
		return "automatic", true
	case "opt-out":
		return "opt-in", true
	case "unauthenticat":
		return "authenticat", true
	}
	return "", false
}
