package claim

import (
	"math/big"
	"strconv"
	"strings"
)

// unit is one unit of a dimension: its size as num/den of the dimension's base.
// Decimal and binary multiples of a byte are different units by design.
type unit struct {
	dimension string
	num, den  int64
	calendar  bool // months and years have no fixed length
}

// The dimensions of bounds. A count is a number without a unit; what is counted
// stays among the claim's words.
const (
	timeDimension    = "time"
	sizeDimension    = "size"
	percentDimension = "percent"
	countDimension   = "count"
	rateDimension    = "rate"
	moneyDimension   = "money:"
)

const (
	second = 1_000_000 // the base of time is a microsecond
	day    = 86_400 * second
	// averageMonth is a twelfth of a Gregorian year.
	averageMonth = 2_629_746 * second
)

// unitOf looks up a unit by its name or symbol, in lower case.
func unitOf(w string) (unit, bool) {
	if u, ok := timeUnit(w); ok {
		return u, true
	}
	if u, ok := sizeUnit(w); ok {
		return u, true
	}
	switch w {
	case "%", "percent", "pct":
		return unit{percentDimension, 1, 1, false}, true
	case "rps", "qps", "tps":
		return unit{rateDimension, 1, second, false}, true
	case "mm", "millimeter", "millimeters", "millimetre", "millimetres":
		return unit{"length", 1, 1, false}, true
	case "cm", "centimeter", "centimeters", "centimetre", "centimetres":
		return unit{"length", 10, 1, false}, true
	case "meter", "meters", "metre", "metres":
		return unit{"length", 1000, 1, false}, true
	case "km", "kilometer", "kilometers", "kilometre", "kilometres":
		return unit{"length", 1_000_000, 1, false}, true
	case "kg", "kilogram", "kilograms":
		return unit{"mass", 1000, 1, false}, true
	case "gram", "grams":
		return unit{"mass", 1, 1, false}, true
	case "px", "pixel", "pixels":
		return unit{"pixels", 1, 1, false}, true
	case "w", "watt", "watts":
		return unit{"power", 1, 1, false}, true
	case "kw", "kilowatt", "kilowatts":
		return unit{"power", 1000, 1, false}, true
	case "chf", "franc", "francs":
		return unit{moneyDimension + "chf", 1, 1, false}, true
	case "usd", "dollar", "dollars", "$":
		return unit{moneyDimension + "usd", 1, 1, false}, true
	case "eur", "euro", "euros", "€":
		return unit{moneyDimension + "eur", 1, 1, false}, true
	case "gbp", "pounds", "£":
		return unit{moneyDimension + "gbp", 1, 1, false}, true
	}
	return unit{}, false
}

func timeUnit(w string) (unit, bool) {
	fixed := func(n int64) (unit, bool) { return unit{timeDimension, n, 1, false}, true }
	switch w {
	case "us", "µs", "microsecond", "microseconds":
		return fixed(1)
	case "ms", "millisecond", "milliseconds", "millis", "msec":
		return fixed(second / 1000)
	case "s", "sec", "secs", "second", "seconds":
		return fixed(second)
	case "min", "mins", "minute", "minutes":
		return fixed(60 * second)
	case "h", "hr", "hrs", "hour", "hours":
		return fixed(3600 * second)
	case "d", "day", "days":
		return fixed(day)
	case "week", "weeks":
		return fixed(7 * day)
	case "month", "months":
		return unit{timeDimension, averageMonth, 1, true}, true
	case "quarter", "quarters":
		return unit{timeDimension, 3 * averageMonth, 1, true}, true
	case "year", "years":
		return unit{timeDimension, 12 * averageMonth, 1, true}, true
	}
	if name := foreignTimeUnit(w); name != "" {
		return timeUnit(name)
	}
	return unit{}, false
}

// foreignTimeUnit is the English name of a time unit in another language. Units
// are data, so they count in languages that no pack knows too.
func foreignTimeUnit(w string) string {
	switch w {
	case "sekunde", "sekunden", "seconde", "secondes", "segundo", "segundos", "secondo", "secondi", "seconden", "sekund", "sekundy",
		"секунд", "секунды", "sekunder", "sekuntia", "saniye", "秒", "秒間", "秒钟", "초":
		return "second"
	case "minuten", "minuto", "minutos", "minuti", "minuut", "minut", "minuty", "минут", "минуты", "minuter", "minutter", "minuuttia", "dakika", "хвилин", "menit", "phút", "分", "分間", "分钟", "분":
		return "minute"
	case "stunde", "stunden", "heure", "heures", "hora", "horas", "ore", "uur", "godzin", "godziny", "часов", "часа", "timmar", "tuntia", "hodin", "uren", "годин", "時間", "小时", "시간":
		return "hour"
	case "tag", "tage", "tagen", "jour", "jours", "día", "días", "dia", "dias", "giorno", "giorni", "dag", "dagen", "dage", "dni",
		"дней", "дня", "dagar", "päivää", "gün", "днів", "hari", "ngày", "日", "日間", "天", "일":
		return "day"
	case "woche", "wochen", "semaine", "semaines", "semana", "semanas", "settimana", "settimane", "weken", "tygodni", "недель", "недели", "veckor", "uger", "viikkoa", "týdnů", "тижнів", "minggu", "tuần", "週間", "周", "주":
		return "week"
	case "monat", "monate", "monaten", "mois", "mes", "meses", "mês", "mese", "mesi", "maand", "maanden", "miesięcy", "месяцев", "месяца", "månader", "måneder", "kuukautta", "měsíců", "місяців", "bulan", "tháng",
		"か月", "ヶ月", "个月", "개월":
		return "month"
	case "jahr", "jahre", "jahren", "ans", "année", "années", "año", "años", "ano", "anos", "anno", "anni", "jaar", "lat", "лет", "года", "år", "vuotta", "yıl", "років", "tahun", "năm", "年", "年間", "년":
		return "year"
	}
	return ""
}

func sizeUnit(w string) (unit, bool) {
	size := func(n int64) (unit, bool) { return unit{sizeDimension, n, 1, false}, true }
	switch w {
	case "byte", "bytes":
		return size(1)
	case "kb", "kilobyte", "kilobytes":
		return size(1000)
	case "mb", "megabyte", "megabytes":
		return size(1_000_000)
	case "gb", "gigabyte", "gigabytes":
		return size(1_000_000_000)
	case "tb", "terabyte", "terabytes":
		return size(1_000_000_000_000)
	case "kib", "kibibyte", "kibibytes":
		return size(1 << 10)
	case "mib", "mebibyte", "mebibytes":
		return size(1 << 20)
	case "gib", "gibibyte", "gibibytes":
		return size(1 << 30)
	case "tib", "tebibyte", "tebibytes":
		return size(1 << 40)
	}
	return unit{}, false
}

// longUnit reports whether a word is the name of a time unit, no symbol.
func longUnit(w string) bool {
	_, ok := timeUnit(w)
	return ok && len(w) > 2
}

// period is the time between two occurrences that a word such as "daily" says.
func period(w string) (unit, bool) {
	switch w {
	case "hourly":
		return timeUnit("hour")
	case "daily", "nightly":
		return timeUnit("day")
	case "weekly":
		return timeUnit("week")
	case "monthly":
		return timeUnit("month")
	case "quarterly":
		return timeUnit("quarter")
	case "yearly", "annually":
		return timeUnit("year")
	}
	return unit{}, false
}

// scale converts a number of this unit to the dimension's base.
func (u unit) scale(n *big.Rat) *big.Rat {
	if u.num == u.den {
		return n
	}
	return new(big.Rat).Mul(n, big.NewRat(u.num, u.den))
}

// numberOf reads digits with separators, or a number word. A version number
// such as 1.2.3 is no number.
func numberOf(w string) (*big.Rat, bool) {
	if n := numberWord(w); n > 0 {
		return big.NewRat(n, 1), true
	}
	if n, err := strconv.ParseInt(w, 10, 64); err == nil {
		return new(big.Rat).SetInt64(n), true
	}
	digits := make([]byte, 0, len(w))
	dots := 0
	for i := 0; i < len(w); i++ {
		switch c := w[i]; {
		case c == '_' || c == ',' && i+4 <= len(w) && (i+4 == len(w) || w[i+4] == ',' || w[i+4] == '.'):
		case c == '.' || c == ',':
			dots++
			digits = append(digits, '.')
		case '0' <= c && c <= '9':
			digits = append(digits, c)
		default:
			return nil, false
		}
	}
	const enough = 18 // longer ones are identifiers
	if len(digits) == 0 || len(digits) > enough || dots > 1 {
		return nil, false
	}
	return new(big.Rat).SetString(string(digits))
}

// Counts reports whether a word in lower case is a number above one, written out.
func Counts(word string) bool { return numberWord(word) > 0 }

// numberWord is the number that a word names, up to 99; 0 for "one", which is
// mostly no number, and for any other word.
func numberWord(w string) int64 {
	if tens, ones, ok := strings.Cut(w, "-"); ok {
		t, n := numberWord(tens), numberWord(ones)
		if ones == "one" {
			n = 1
		}
		if t >= 20 && t%10 == 0 && 0 < n && n < 10 {
			return t + n
		}
		return 0
	}
	return simpleNumber(w)
}

// simpleNumber is the number that a word without a hyphen names, up to 90.
func simpleNumber(w string) int64 {
	switch w {
	case "two", "twice":
		return 2
	case "three":
		return 3
	case "four":
		return 4
	case "five":
		return 5
	case "six":
		return 6
	case "seven":
		return 7
	case "eight":
		return 8
	case "nine":
		return 9
	case "ten":
		return 10
	case "eleven":
		return 11
	case "twelve":
		return 12
	case "thirteen":
		return 13
	case "fourteen":
		return 14
	case "fifteen":
		return 15
	case "sixteen":
		return 16
	case "seventeen":
		return 17
	case "eighteen":
		return 18
	case "nineteen":
		return 19
	case "twenty":
		return 20
	case "thirty":
		return 30
	case "forty":
		return 40
	case "fifty":
		return 50
	case "sixty":
		return 60
	case "seventy":
		return 70
	case "eighty":
		return 80
	case "ninety":
		return 90
	}
	return 0
}

func multiplier(w string) int64 {
	switch w {
	case "hundred":
		return 100
	case "k", "thousand":
		return 1000
	case "million":
		return 1_000_000
	case "billion":
		return 1_000_000_000
	}
	return 0
}
