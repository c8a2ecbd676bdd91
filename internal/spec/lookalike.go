package spec

import "strings"

// asRead is a word as its reader sees it: letters of other scripts that look
// like Latin ones become those, if a Latin letter stands beside them. Nobody
// can tell a "MUST" with a Cyrillic M from another, so both demand. A word of
// one script stays as it is.
func asRead(word string) string {
	if !mixesScripts(word) {
		return word
	}
	return strings.Map(func(c rune) rune {
		if latin, ok := latinOf(c); ok {
			return latin
		}
		return c
	}, word)
}

// mixesScripts reports whether the word has a Latin letter and another's
// look-alike. Wide Latin letters are both.
func mixesScripts(word string) bool {
	if !strings.ContainsFunc(word, hasLookalikes) {
		return false
	}
	if !strings.ContainsFunc(word, func(c rune) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || 'Ａ' <= c && c <= 'ｚ'
	}) {
		return false
	}
	return strings.ContainsFunc(word, func(c rune) bool {
		_, ok := latinOf(c)
		return ok
	})
}

// hasLookalikes reports whether the letter's script has letters that look like
// Latin ones: Greek, Cyrillic, Armenian, wide.
func hasLookalikes(c rune) bool { return 0x370 <= c && c < 0x590 || 0xff21 <= c && c <= 0xff5a }

// latinOf is the Latin letter that a Cyrillic, Greek, Armenian or wide one
// looks like.
func latinOf(c rune) (rune, bool) {
	const (
		others = "АВЕКМНОРСТУХЅІЈԌԚԜаеорсухѕіјԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧονՍսօՕ"
		latins = "ABEKMHOPCTYXSIJGQWaeopcyxsijqwhABEZHIKMNOPTYXovUuoO"
	)
	switch {
	case !hasLookalikes(c):
		return 0, false
	case 'Ａ' <= c && c <= 'Ｚ':
		return c - 'Ａ' + 'A', true
	case 'ａ' <= c && c <= 'ｚ':
		return c - 'ａ' + 'a', true
	}
	i := 0
	for _, other := range others {
		if c == other {
			return rune(latins[i]), true
		}
		i++
	}
	return 0, false
}
