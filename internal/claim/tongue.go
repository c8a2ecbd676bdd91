package claim

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// inEnglish puts the modal phrase of another language in its English form, so
// that one reading serves all: "darf Bilder nicht löschen" becomes "may not
// Bilder löschen". A sentence whose denial may belong to a part of it is not
// read: false.
func inEnglish(ws []word) ([]word, bool) {
	if out, ok := cjkModal(ws); ok {
		return out, true
	}
	main, modals, denial, denials := -1, 0, -1, 0
	for i, w := range ws {
		switch {
		case w.opaque || w.number || w.punct:
		case foreignModal(w.text) != "":
			modals++
			if leads(ws, i) {
				main = i
			}
		case w.text == "no" && i > 0 && ws[i-1].text == "que":
			return nil, false // "las fotos que no están firmadas"
		case foreignNot(w.text), w.text == "no" && i+1 < len(ws) && foreignModal(ws[i+1].text) != "":
			denial = i
			denials++
		}
	}
	switch {
	case denials > 1, denials == 1 && modals > 1:
		return nil, false
	case denials == 1 && main < 0:
		return ws, !slices.ContainsFunc(ws[:denial], parts)
	case main < 0 || modals > 1:
		return ws, true
	case denials == 1 && slices.ContainsFunc(ws[min(main, denial):max(main, denial)], parts):
		return nil, false
	}
	out := make([]word, 0, len(ws)+1)
	for i, w := range ws {
		switch {
		case i == main:
			w.text = foreignModal(w.text)
			if denials > 0 && (ws[i].text == "muss" || ws[i].text == "müssen") {
				w.text = "need"
			}
			out = append(out, w)
			if denials > 0 {
				w.text = "not"
				out = append(out, w)
			}
		case i == denial, germanArticle(w.text):
		default:
			out = append(out, w)
		}
	}
	return out, true
}

// leads reports whether the modal verb at i is that of the main clause. In a
// German subordinate clause it stands last.
func leads(ws []word, i int) bool {
	if i+1 == len(ws) || ws[i+1].punct {
		return false
	}
	for k := i - 1; k >= 0 && !ws[k].punct; k-- {
		if parts(ws[k]) {
			return false
		}
	}
	return true
}

// parts reports whether a word parts a subordinate clause from the main one.
func parts(w word) bool {
	if w.punct {
		return true
	}
	switch w.text {
	case "wenn", "falls", "sobald", "weil", "dass", "solange", "sofern", "qui", "que", "dont", "où", "si", "lorsque", "quand",
		"quien", "quienes", "cuyo", "cuya", "cuando", "quem", "cujo", "cuja", "quando", "jeśli", "gdy", "który", "która", "które":
		return true
	}
	return false
}

// foreignModal is the English modal verb that a word of another language stands
// for; "" for any other word.
func foreignModal(w string) string {
	switch w {
	case "muss", "müssen", "doit", "doivent", "devra", "devront", "debe", "deben", "deberá", "deberán", "deve", "devem", "deverá", "deverão":
		return "must"
	case "soll", "sollen", "sollte", "sollten", "devrait", "devraient", "debería", "deberían", "deveria", "deveriam":
		return "should"
	case "darf", "dürfen", "kann", "können", "peut", "peuvent", "pourra", "pourront", "puede", "pueden", "podrá", "podrán", "pode", "podem",
		"poderá", "poderão":
		return "may"
	}
	return ""
}

func germanArticle(w string) bool {
	switch w {
	case "ein", "eine", "einen", "einem", "einer", "eines":
		return true
	}
	return false
}

// cjkModal reads the modal phrase of a Japanese or Chinese sentence, which is a
// part of a run of letters: the last part in Japanese, any in Chinese. It
// reports false for a sentence without one, or with several.
func cjkModal(ws []word) ([]word, bool) {
	last := len(ws) - 1
	for last >= 0 && ws[last].punct {
		last--
	}
	if last < 0 || !slices.ContainsFunc(ws, inRun) {
		return nil, false
	}
	for _, p := range japaneseModals() {
		if stem, ok := strings.CutSuffix(ws[last].text, p.phrase); ok {
			return modalFirst(ws, last, len(stem), p), true
		}
	}
	at, from, found := -1, 0, phrase{}
	for i, w := range ws {
		if !inRun(w) {
			continue
		}
		for _, p := range chineseModals() {
			k := strings.Index(w.text, p.phrase)
			if k < 0 {
				continue
			}
			if at >= 0 || p.loose && strings.Contains(w.text[k:], "的") || strings.Contains(w.text[k+len(p.phrase):], p.phrase) {
				return nil, false
			}
			at, from, found = i, k, p
		}
	}
	if at < 0 {
		return nil, false
	}
	return modalFirst(ws, at, from, found), true
}

// inRun reports whether a word may be one of a script without blanks.
func inRun(w word) bool {
	r, _ := utf8.DecodeRuneInString(w.text)
	return r >= 0x3000 && !w.opaque
}

// phrase is a modal phrase in a run of letters. A loose one also stands in
// front of a noun: "可以借的工具", tools that may be borrowed.
type phrase struct {
	phrase, modal string
	denied, loose bool
}

func japaneseModals() []phrase {
	return []phrase{
		{phrase: "なければならない", modal: "must"}, {phrase: "なければなりません", modal: "must"},
		{phrase: "てはならない", modal: "must", denied: true}, {phrase: "てはなりません", modal: "must", denied: true},
		{phrase: "てはいけない", modal: "must", denied: true}, {phrase: "てはいけません", modal: "must", denied: true},
		{phrase: "てもよい", modal: "may"},
	}
}

func chineseModals() []phrase {
	return []phrase{
		{phrase: "必须", modal: "must"}, {phrase: "必須", modal: "must"}, {phrase: "不得", modal: "must", denied: true},
		{phrase: "禁止", modal: "must", denied: true}, {phrase: "应当", modal: "should"}, {phrase: "應當", modal: "should"},
		{phrase: "应该", modal: "should"}, {phrase: "應該", modal: "should"}, {phrase: "可以", modal: "may", loose: true},
		{phrase: "不能", modal: "must", denied: true, loose: true},
	}
}

// modalFirst is the sentence with the modal phrase taken out of word i, where
// it starts at offset from, and its English form in front.
func modalFirst(ws []word, i, from int, p phrase) []word {
	w := ws[i]
	modal := word{text: p.modal, start: w.start + from, end: w.start + from + len(p.phrase)}
	out := append(make([]word, 0, len(ws)+2), modal)
	if p.denied {
		modal.text = "not"
		out = append(out, modal)
	}
	out = append(out, ws[:i]...)
	if w.text = w.text[:from] + w.text[from+len(p.phrase):]; w.text != "" {
		out = append(out, w)
	}
	return append(out, ws[i+1:]...)
}

// sideBehind is the side on which a word of Japanese or Chinese behind a number
// puts it.
func sideBehind(w string) (side Shape, open, ok bool) {
	switch w {
	case "以上":
		return Lower, false, true
	case "以下", "以内", "以內":
		return Upper, false, true
	case "未満", "未满":
		return Upper, true, true
	}
	return Point, false, false
}

// sideBefore is the side on which the end of a Chinese run puts the number
// behind it, and the run without that end.
func sideBefore(run string) (rest string, side Shape, open, ok bool) {
	run = strings.TrimSuffix(run, "为")
	for _, end := range []struct {
		text string
		side Shape
		open bool
	}{
		{"不超过", Upper, false}, {"不大于", Upper, false}, {"不多于", Upper, false}, {"最多", Upper, false}, {"至多", Upper, false},
		{"不少于", Lower, false}, {"不低于", Lower, false}, {"不小于", Lower, false}, {"至少", Lower, false}, {"最少", Lower, false},
		{"超过", Lower, true}, {"多于", Lower, true}, {"少于", Upper, true}, {"低于", Upper, true}, {"小于", Upper, true},
	} {
		if rest, ok := strings.CutSuffix(run, end.text); ok {
			return rest, end.side, end.open, true
		}
	}
	return run, Point, false, false
}
