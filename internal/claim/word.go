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

// joined is the one word that two words make: "log in", "plain text".
func joined(a, b string) string {
	switch a {
	case "log", "logs", "logged", "logging", "sign", "signs", "signed", "signing":
		switch b {
		case "in":
			return "login"
		case "out":
			return "logout"
		}
	case "plain", "clear":
		if b == "text" {
			return "plaintext"
		}
	case "time", "times", "timed":
		if b == "out" {
			return "timeout"
		}
	case "back", "backed":
		if b == "up" {
			return "backup"
		}
	case "read":
		if b == "only" {
			return "read-only"
		}
	case "turned", "switched":
		switch b {
		case "on":
			return "enabled"
		case "off":
			return "disabled"
		}
	}
	return ""
}

// stop reports whether a word carries nothing that could tell two claims apart.
func stop(w string) bool {
	switch w {
	case "the", "a", "an", "of", "to", "in", "on", "at", "by", "for", "with", "as", "its", "their", "his", "her", "your", "be",
		"is", "are", "was", "were", "been", "being", "has", "have", "having", "had", "do", "does", "and", "or", "all", "any", "every",
		"each", "also", "then", "always", "both", "it", "them", "they", "itself", "there", "own", "take", "takes", "able", "per",
		"immediately", "successfully", "respective", "given", "using", "use", "uses", "used", "via", "through", "long", "up", "set",
		"will", "contain", "contains", "containing", "out", "fully", "completely", "correctly", "properly", "promptly", "quickly",
		"securely", "safely", "easily", "explicitly", "simply", "currently", "ne":
		return true
	}
	return false
}

// foreignNot reports whether a word denies its clause in a language that has
// no modal phrases here. The rest of the clause stands in both readings.
func foreignNot(w string) bool {
	switch w {
	case "nicht", "kein", "keine", "keinen", "keinem", "keiner", "keines", "niemals", "pas", "jamais", "não", "nunca", "niet", "geen", "nie", "не":
		return true
	}
	return false
}

// foreignWhole reports whether a word behind such a denial makes it one of a
// part: "nicht alle".
func foreignWhole(w string) bool {
	switch w {
	case "alle", "allen", "aller", "jeder", "jede", "jedes", "jeden", "immer", "nur", "mehr", "tous", "toutes", "tout", "toujours", "seulement", "plus",
		"todos", "todas", "sempre", "siempre", "apenas", "só", "solo", "altijd", "alleen":
		return true
	}
	return false
}

// product reports whether a word means the thing that is being specified.
func product(w string) bool {
	switch w {
	case "system", "systems", "app", "application", "software", "platform", "service", "product", "tool", "solution", "program", "we", "implementation":
		return true
	}
	return false
}

// generic reports whether a normalised word names a different thing wherever it
// stands: the response of one endpoint is not that of another.
func generic(w string) bool {
	switch w {
	case "respond", "request", "endpoint", "method", "call", "operation", "status", "error", "messag", "field", "valu",
		"parameter", "option", "properti", "attribut", "command", "result", "default", "return", "character", "item",
		"list", "pag", "data", "input", "output", "function", "object", "element", "nam", "id", "typ", "cod", "fil", "bodi",
		"requir", "show", "allow", "accept", "includ", "tim", "new", "number", "entri", "form", "button", "screen", "record",
		"expir", "minimum", "maximum", "string", "integer", "header", "max", "min", "limit", "siz", "length", "user":
		return true
	}
	return false
}

// measure reports whether a word only names the dimension that a bound has
// already: the "size" of "file size is at most 5 MB".
func measure(w, dimension string) bool {
	switch w {
	case "time", "times", "duration", "period", "age", "old", "lifetime", "interval", "window", "delay":
		return dimension == timeDimension || dimension == countDimension && (w == "time" || w == "times")
	case "size", "large", "big":
		return dimension == sizeDimension || dimension == countDimension
	case "number", "count", "total", "length", "quantity":
		return dimension == countDimension || dimension == timeDimension && w == "length"
	case "percentage":
		return dimension == percentDimension
	case "rate":
		return dimension == rateDimension
	}
	return false
}

// limiting says which side a noun or verb puts a bare number on: "limit", "at
// a minimum". Point if it does neither.
func limiting(w string) Shape {
	switch w {
	case "maximum", "max", "limit", "limits", "limited", "cap", "caps", "capped", "ceiling", "restrict", "restricts", "restricted":
		return Upper
	case "minimum", "min", "floor":
		return Lower
	}
	return Point
}

// leaning says which way a bare value of a quantity is loosened: a longer
// timeout is looser, a lower availability is.
func leaning(w string) Shape {
	switch w {
	case "timeout", "timeouts", "latency", "downtime", "deadline", "delay", "attempt", "attempts", "expire", "expires", "expiry", "expiration":
		return Upper
	case "availability", "uptime", "coverage", "accuracy", "throughput", "retention", "retain", "retained", "retains":
		return Lower
	}
	return Point
}

// stores reports whether a verb says that something is put or kept somewhere.
func stores(w string) bool {
	switch w {
	case "stored", "kept", "saved", "sent", "transmitted", "transferred":
		return true
	}
	return false
}

// bears reports whether a verb only ties what is counted to what has it: "hold
// at most two cabins".
func bears(w string) bool {
	switch w {
	case "hold", "holds", "held", "let", "lets", "allow", "allows", "allowed", "permit", "permits", "permitted":
		return true
	}
	return false
}

// capacity reports whether a verb promises to bear what follows: "support up
// to 500 users" is a promise of at least that.
func capacity(w string) bool {
	switch w {
	case "support", "supports", "handle", "handles", "serve", "serves", "accommodate", "scale", "sustain", "process", "processes":
		return true
	}
	return false
}

// several reports whether a verb may hold of more than one value of a family:
// what supports CSV may support JSON as well.
func several(w word) bool {
	switch stem(w.text) {
	case "support", "accept", "offer", "provid", "export", "import", "allow", "produc", "read", "pars", "handl", "download", "upload", "convert":
		return true
	}
	return false
}

// notifies reports whether a normalised verb tells somebody something, which
// may happen at more than one threshold.
func notifies(w string) bool {
	switch w {
	case "warn", "notifi", "remind", "reminder", "email", "log", "escalat":
		return true
	}
	return false
}

// family groups values of which one excludes the others.
func family(w string) string {
	switch w {
	case "bcrypt", "argon2", "argon2id", "scrypt", "pbkdf2", "md5", "sha-1", "sha1", "sha-256", "sha256", "sha-512", "sha512":
		return "hash"
	case "aes-128", "aes-192", "aes-256", "aes-256-gcm", "aes-128-gcm", "3des", "chacha20":
		return "cipher"
	case "json", "xml", "yaml", "csv", "protobuf":
		return "format"
	case "utf-8", "utf-16", "iso-8859-1", "ascii":
		return "charset"
	}
	return ""
}
