package clarify

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadings shows which open points offer readings of their own. Nothing is
// made up for those that do not.
func TestReadings(t *testing.T) {
	t.Parallel()
	const happens = "It is refused with an error message, and nothing is changed|It is ignored, and the rest goes on|" +
		"Nothing new: this change leaves the case as it is today|"
	for asked, want := range map[string]string{
		"":                                     "",
		"how long?":                            "",
		"which office?":                        "",
		"retention period not specified":       "",
		"by e-mail or by text message?":        "by e-mail|by text message|",
		"method not given - card, code, phone": "card|code|phone|",
		"method: card; code or phone?":         "card|code|phone|",
		"e.g. card or phone":                   "card|phone|",
		"one – a very long alternative that goes on and on and on, or two": "",
		"who decides, the owner or the desk?":                              "",
		"should guests or members see it?":                                 "",
		"Should guests see it?":                                            "Yes|No|",
		"is it, when the card expires, still valid":                        "Yes|No|",
		"are":                                  "",
		"the desk closes, the lamp goes out":   "",
		"a, b, c, d or e":                      "",
		"What happens when the door is stuck?": happens,
		"How does the system handle a card without a name?":  happens,
		"How often does the system ask?":                     "",
		"Karte oder Telefon?":                                "Karte|Telefon|",
		"the card or what else?":                             "",
		"Redis vs Memcached":                                 "Redis|Memcached|",
		"- (email, or etc.)":                                 "",
		"not specified - should it be the card or the phone": "",
		"we could take the card, and if it is lost, the phone, or ask the people at the desk": "",
	} {
		t.Run(asked, func(t *testing.T) {
			t.Parallel()
			got, recommended := readings(asked)
			text := ""
			for _, o := range got {
				text += o + "|"
			}
			if text != want {
				t.Errorf("options %q, want %q", text, want)
			}
			if len(got) > 0 && (recommended < 1 || recommended > len(got)) {
				t.Errorf("recommends %d of %d", recommended, len(got))
			}
		})
	}
}

func TestUnits(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]string{
		"The door must close after a timeout of 30.": "milliseconds seconds minutes",
		"The retention must be 30.":                  "hours days months",
		"An upload must not exceed 100.":             "KB MB GB",
		"A password must have a length of 12.":       "characters bytes",
		"The width must be at most 5.":               "",
		"Within 5 s it takes a file of 100":          "KB MB GB",
		"It takes a file, and answers within 5":      "milliseconds seconds minutes",
	} {
		got, recommended := unitsFor(sentence)
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", sentence, diff)
		}
		if (recommended > 0) != (len(got) > 0) || recommended > len(got) {
			t.Errorf("%s: recommends %d of %d", sentence, recommended, len(got))
		}
	}
}
