package claim

import "strings"

// asideDefault takes "(default: 20)" out of the sentence and reads it as the
// default of what is named in front of it, if that is told by few words.
func (r *reader) asideDefault() (Claim, bool) {
	at := -1
	for k, w := range r.words {
		if w.inside && strings.HasPrefix(w.text, "default") && (k == 0 || !r.words[k-1].inside) {
			at = k
			break
		}
	}
	if at < 0 {
		return Claim{}, false
	}
	end := at
	for end < len(r.words) && r.words[end].inside {
		end++
	}
	name := named(r.words[:at])
	words := make([]word, 0, len(r.words))
	words = append(append(words, r.words[:at]...), r.words[end:]...)
	c := clause{subject: name, predicate: append([]word{{text: "default", start: r.words[at].start, end: r.words[at].end}}, stated(r.words[at+1:end])...)}
	r.words = words
	if len(name) == 0 || len(c.predicate) < 2 {
		return Claim{}, false
	}
	got, ok := r.claim(c)
	if ok && strings.HasPrefix(r.text[got.End:], ")") {
		got.End++
	}
	return got, ok && (got.Value != "" || len(got.Bounds) == 1)
}

// named are the words in front of a remark in brackets that name one thing: a
// label, or all of them if they are few.
func named(ws []word) []word {
	const most = 5
	for k, w := range ws {
		if w.text == ":" || w.text == "-" || w.text == "–" || w.text == "—" {
			ws = ws[:k]
			break
		}
	}
	if len(ws) > most {
		return nil
	}
	for k := range ws {
		if _, ok := modalAt(ws, k); ok || ws[k].punct || copular(ws[k].text) {
			return nil
		}
	}
	return ws
}

// stated drops what stands between "default" and its value.
func stated(ws []word) []word {
	for len(ws) > 0 && (ws[0].punct || ws[0].text == "is" || ws[0].text == "to" || ws[0].text == "value" || ws[0].text == "=") {
		ws = ws[1:]
	}
	return ws
}
