package claim

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
	case "support", "supports", "handle", "handles", "serve", "serves", "accommodate", "scale", "sustain", "process", "processes", "survive", "survives", "withstand", "bridge",
		"unterstützen", "unterstützt", "verarbeiten", "überbrücken", "überbrückt", "überstehen", "übersteht", "aushalten", "laufen", "weiterlaufen", "bedienen":
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
