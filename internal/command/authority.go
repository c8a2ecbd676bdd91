package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/pull"
)

func listed(logins []string, login string) bool {
	return slices.ContainsFunc(logins, func(l string) bool { return strings.EqualFold(l, login) })
}

// machine refuses comments that no person typed, unless the policy lists who
// wrote them. Nobody is told: a machine that is answered answers back.
func (c Case) machine(comment pull.Comment) refused {
	switch bots := c.Policy.People.Bots; {
	case comment.Bot && !listed(bots, comment.Author):
		return refused{ledger.RefusedBot, fmt.Sprintf("%s is a bot, and people.bots does not list it", quote(comment.Author)), "", true}
	case comment.App != "" && !comment.Bot && !listed(bots, comment.App+"[bot]") && !listed(bots, comment.App):
		return refused{ledger.RefusedApp, fmt.Sprintf("the app %s wrote it, and people.bots does not list it", quote(comment.App)), "", true}
	}
	return refused{}
}

// authority refuses whoever may not decide. A login that the policy lists
// decides whatever its permission; anybody else needs the least permission,
// and has to be known to have it.
func (c Case) authority(comment pull.Comment) (pull.Person, refused) {
	people := c.Policy.People
	person := c.person(comment.Author)
	switch {
	case listed(people.Users, comment.Author), comment.Bot && listed(people.Bots, comment.Author):
		return person, refused{}
	case person.Untold != "":
		return person, refused{
			code:    ledger.RefusedUntold,
			message: fmt.Sprintf("cannot tell what %s may do: %s", quote(comment.Author), cut(person.Untold, 60)),
			hint:    "nothing was decided; it is asked again with the next event, or after /surmise recheck",
		}
	case person.Permission < least(people):
		return person, refused{
			code:    ledger.RefusedUnauthorised,
			message: fmt.Sprintf("the permission of %s is %s; deciding takes %s", quote(comment.Author), person.Permission, least(people)),
			hint:    "somebody with that permission can write it",
		}
	}
	return person, refused{}
}

// least is the least permission that may decide. A policy that was never set
// asks for the default, not for nothing.
func least(people policy.People) pull.Permission {
	if people.Minimum < pull.Triage {
		return pull.Write
	}
	return people.Minimum
}

// person is what is known of a login. Nobody asked is nothing told.
func (c Case) person(login string) pull.Person {
	for _, p := range c.People {
		if strings.EqualFold(p.Login, login) {
			return p
		}
	}
	return pull.Person{Login: login, Untold: "it was not asked"}
}

// contributed reports whether somebody is the author of the pull request or
// has a hand in its commits.
func (c Case) contributed(login string) bool {
	return strings.EqualFold(login, c.Request.Author) || listed(c.Request.Contributors, login) || listed(c.Record.Pushers, login)
}

// duties refuses to let those who made a change clear what it brings: always
// under separation of duties; else only what takes back what stood before, and
// only without the role of a maintainer.
func (c Case) duties(comment pull.Comment, person pull.Person, verb ledger.Verb, e ledger.Entry) refused {
	if !verb.Clears() || !c.contributed(comment.Author) {
		return refused{}
	}
	if c.Policy.People.SeparationOfDuties {
		return separated(comment.Author)
	}
	if n := e.Nature(); (n == ledger.Weakening || n == ledger.Silencer) && person.Permission < pull.Maintain {
		return refused{
			code:    ledger.RefusedWeakening,
			message: fmt.Sprintf("%s takes back what stood before, and %s contributed to the change", e.ID, quote(comment.Author)),
			hint:    "somebody else can write it, or a contributor who may maintain the repository",
		}
	}
	return refused{}
}

func separated(login string) refused {
	return refused{
		code:    ledger.RefusedDuties,
		message: fmt.Sprintf("%s contributed to this change, and the policy separates duties", quote(login)),
		hint:    "somebody who did not can write it",
	}
}

// inform looks at a command that decides nothing.
func (c Case) inform(comment pull.Comment, r Request) refused {
	if f := c.machine(comment); f.code != "" {
		return f
	}
	if !r.restricted() || strings.EqualFold(comment.Author, c.Request.Author) {
		return refused{}
	}
	_, f := c.authority(comment)
	return f
}
