package detect

import "github.com/surmise-ci/surmise/internal/spec"

// measured reports whether the sentence holds a number that bounds something:
// one with a unit or a percent sign behind it or a comparison before it.
func (c clause) measured() bool {
	for i := range c.tokens {
		if c.kind(i) == spec.Number && c.isMeasure(i) {
			return true
		}
	}
	return false
}

func (c clause) isMeasure(i int) bool {
	switch c.lower(i - 1) {
	case "<", ">", "≤", "≥", "~", "≈", "$", "€", "£", "least", "most", "than", "to", "within", "under", "over",
		"exceed", "exceeds", "exceeding", "below", "above", "exactly", "every", "approximately", "between", "of", "±":
		return true
	}
	switch next := c.lower(i + 1); next {
	case "%", "°", "‰", "–", "×":
		return true
	case "consecutive", "failed", "active", "business", "working", "calendar":
		return isUnit(c.lower(i + 2))
	default:
		return isUnit(next) || atOnce(next)
	}
}

// isUnit reports whether a word behind a number says what the number counts.
func isUnit(word string) bool {
	switch word {
	case "b", "byte", "bytes", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib",
		"bit", "bits", "kbps", "mbps", "gbps", "kbit", "mbit", "gbit", "kbyte", "mbyte", "gbyte", "kilobyte", "kilobytes", "megabyte",
		"megabytes", "gigabyte", "gigabytes", "terabytes", "hz", "khz", "mhz", "ghz", "px", "pixel", "pixels", "dpi", "fps",
		"rps", "qps", "tps", "percent", "pct", "characters", "chars", "words", "lines", "items", "rows", "records",
		"entries", "results", "users", "requests", "attempts", "retries", "times", "clicks", "steps", "taps",
		"pages", "files", "connections", "sessions", "messages", "events", "decimal", "digits", "mm", "cm", "m",
		"km", "meters", "metres", "miles", "feet", "inches", "kg", "g", "w", "kw", "v", "degrees", "nines", "x",
		"transactions", "queries", "out", "sigma", "db", "prozent", "zeichen", "caractères", "caracteres":
		return true
	}
	return lasts(word)
}

// lasts reports whether a word is a unit of time.
func lasts(unit string) bool {
	switch unit {
	case "ms", "msec", "s", "sec", "secs", "second", "seconds", "millisecond", "milliseconds", "min", "mins",
		"minute", "minutes", "h", "hr", "hrs", "hour", "hours", "day", "days", "week", "weeks", "month", "months",
		"year", "years", "us", "µs", "ns",
		"sekunde", "sekunden", "minuten", "stunde", "stunden", "tag", "tage", "tagen", "woche", "wochen", "monat", "monate",
		"monaten", "jahr", "jahre", "jahren", "secondes", "heure", "heures", "jour", "jours", "semaine",
		"semaines", "mois", "an", "ans", "segundo", "segundos", "minuto", "minutos", "hora", "horas", "día", "días",
		"dia", "dias", "semana", "semanas", "mes", "meses", "mês", "año", "años", "ano", "anos":
		return true
	}
	return false
}

func percent(unit string) bool { return unit == "%" || unit == "percent" }
