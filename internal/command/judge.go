package command

import (
	"fmt"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/nearest"
)

func judge() Command {
	return Command{
		ID: "judge", Decides: ledger.Judge, choice: judgment, reason: true,
		Doc: Doc{
			Usage:    "/judge P-ID holds|violated -- reason",
			Text:     "A person's word on a prohibition that no test can hold.",
			WhoMay:   deciders,
			Examples: []string{"/judge P-004 holds -- no reminder names a reader", "/judge docs/desk.md#P-004 violated -- the new banner nags"},
			Since:    "0.1.0",
		},
	}
}

// prohibition reads a word that names a prohibition: its id, or its spec and
// its id where several specs use the same.
func prohibition(word string) (Target, bool) {
	id := word[strings.LastIndexByte(word, '#')+1:]
	if !prohibitionWord().MatchString(id) || len(word) > maxShown {
		return Target{}, false
	}
	return Target{Kind: ByProhibition, Text: word}, true
}

// judged are the prohibitions that a judgment is about.
func (t resolver) judged() ([]finding.Key, refused) {
	var out []finding.Key
	for _, target := range t.request.Targets {
		p, f := t.prohibition(target.Text)
		if f.code == "" && t.c.Policy.People.SeparationOfDuties && t.c.contributed(t.comment.Author) && t.request.Choice == ledger.Holds {
			f = separated(t.comment.Author)
		}
		if f.code != "" {
			return nil, f
		}
		out = append(out, p.Key)
	}
	return sorted(out), refused{}
}

func (t resolver) prohibition(word string) (ledger.Prohibition, refused) {
	path, id := "", word
	if i := strings.LastIndexByte(word, '#'); i >= 0 {
		path, id = word[:i], word[i+1:]
	}
	var found []ledger.Prohibition
	var ids []string
	for _, p := range t.view.Prohibitions {
		ids = append(ids, p.ID)
		if strings.EqualFold(p.ID, id) && (path == "" || strings.EqualFold(p.Path, path)) {
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], refused{}
	case len(found) > 1:
		return ledger.Prohibition{}, refused{
			ledger.RefusedAmbiguous, fmt.Sprintf("%s is a prohibition of %d specs", quote(id), len(found)),
			cut(fmt.Sprintf("name the spec too, like %s#%s", found[0].Path, found[0].ID), maxShown), false,
		}
	}
	f := refused{
		ledger.RefusedUnknown, fmt.Sprintf("no prohibition %s at @%s is held by people's judgment", quote(word), short(t.view.HeadSHA)),
		"the check lists those that are", false,
	}
	if near := nearest.Name(strings.ToUpper(id), ids); near != "" {
		f.hint = fmt.Sprintf("did you mean %s?", near)
	}
	return ledger.Prohibition{}, f
}
