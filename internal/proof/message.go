package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/pattern"
)

// String is the place as compilers write it.
func (p Place) String() string {
	if p.Line == 0 {
		return p.Path
	}
	return p.Path + ":" + strconv.Itoa(p.Line)
}

// spec is where the prohibition stands.
func (c Case) spec() Place { return Place{c.Prohibition.Path, c.Line} }

// test is where the named test stands, as well as it is known.
func (c Case) test() Place {
	if c.Link.Place.Path != "" {
		return c.Link.Place
	}
	return Place{or(c.Prohibition.Check.Target, c.Prohibition.Path), 0}
}

// violation is the file that declares the violation.
func (c Case) violation() Place { return Place{c.Prohibition.Check.Violation, 0} }

// touched is the first place that the violation changes.
func (c Case) touched() Place {
	if len(c.Touched) == 0 {
		return c.violation()
	}
	return c.Touched[0]
}

// id is the prohibition as messages say it: as it stands, unless there is
// something in it that no id has.
func (c Case) id() string {
	if id := c.Prohibition.ID; plainID().MatchString(id) {
		return id
	}
	return quote(c.Prohibition.ID)
}

var plainID = pattern.Lazy(`^[\pL\pN._-]+$`)

// name is the test, or the rule, as messages say it.
func (c Case) name() string {
	check := c.Prohibition.Check
	if check.Rule != "" && check.Test == "" {
		return "rule " + quote(check.Rule)
	}
	return "test " + quote(check.Test)
}

// quote is foreign text, short enough for a message.
func quote(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		s = string(r[:most-1]) + "…"
	}
	return strconv.Quote(s)
}

// From is the message as it reads beside a place: without its own, if that is
// the same.
func (r Ruling) From(at Place) string {
	if r.Place == at {
		return strings.TrimPrefix(r.Message, at.String()+": ")
	}
	return r.Message
}

// rule is a ruling at a place.
func rule(code Code, at Place, next, format string, args ...any) Ruling {
	return Ruling{Code: code, Place: at, Next: next, Message: at.String() + ": " + fmt.Sprintf(format, args...)}
}

func (c Case) proven() Ruling {
	if c.Mutated {
		return rule(MutationProven, c.test(), "declare the violation as an edit, or have prove.allow_mutation set in the policy of the default branch",
			"%s fails under an automatic mutation of %s, which is weaker than a declared violation", c.name(), c.touched())
	}
	return rule(Proven, c.test(), "nothing to do", "%s passes, fails under the violation of %s, and passes with a harmless change", c.name(), c.touched())
}

func (c Case) unwired() Ruling {
	return rule(Unwired, c.spec(), "add check_kind, check_target, check_test and check_violation to "+c.id(), "it is held by test, and no test is named")
}

func (c Case) unproven(missing []string) Ruling {
	return rule(Unproven, c.spec(), "add "+strings.Join(missing, ", ")+" to "+c.id(),
		"it has no %s, so its test cannot be proven able to fail", strings.Join(missing, ", "))
}

func (c Case) unlinked() Ruling {
	next := "add the comment \"prohibits: " + c.id() + "\" above " + c.name()
	if len(c.Link.Others) == 1 {
		next += ", or name the test at " + c.Link.Others[0].String() + " in check_test: it carries the tag"
	}
	return rule(Unlinked, c.test(), next, "%s does not say that it holds %s", c.name(), quote(c.Prohibition.ID))
}

func (c Case) unknownKind() Ruling {
	var ids []string
	for _, k := range Kinds() {
		ids = append(ids, k.ID)
	}
	next := "use one of " + strings.Join(ids, ", ")
	if near := nearest.Name(c.Prohibition.Check.Kind, ids); near != "" {
		next = "did you mean " + strconv.Quote(near) + "?"
	}
	return rule(RefusedKind, c.spec(), next, "check_kind %s is not known", quote(c.Prohibition.Check.Kind))
}

func (c Case) badDescriptor(err error) Ruling {
	return rule(RefusedDescriptor, c.spec(), "correct the descriptor of "+c.id(), "%v", err)
}

func (c Case) refused(r Refusal) Ruling {
	at := r.Place
	if at.Path == "" {
		at = c.spec()
	}
	return rule(r.Code, at, r.Next, "%s", r.Text)
}

func (c Case) infra(text string) Ruling {
	return rule(Infra, c.spec(), "run the proof again; if it stays, run surmise prove "+c.id()+" locally", "%s", text)
}

func (c Case) baseline(r Result) Ruling {
	return c.run(baselineFamily, c.test(), "without the violation", r)
}

func (c Case) flaky(r Result) Ruling {
	return rule(member(baselineFamily, Flaky), c.test(), "make the test give the same result on every run",
		"%s passed once and then %s", c.name(), phrase(r.State))
}

func (c Case) control(r Result) Ruling {
	out := c.run(controlFamily, c.test(), "after a harmless change of "+c.touched().Path, r)
	out.Next = "make the test look at behaviour, not at the source text, the path or earlier runs"
	return out
}

func (c Case) inconclusive(r Result) Ruling {
	at := c.violation()
	if excused(r.State) {
		at = c.test()
	}
	out := c.run(inconclusiveFamily, at, "under the violation", r)
	out.Next = remedyUnder(r.State)
	return out
}

// run is the ruling of a run that ended in a state which it must not have.
func (c Case) run(family string, at Place, when string, r Result) Ruling {
	text := c.name() + " " + phrase(r.State) + " " + when
	if r.Detail != "" {
		text += ": " + r.Detail
	} else if r.Message != "" {
		text += ": " + quote(firstLine(r.Message))
	}
	return rule(member(family, r.State), at, remedy(r.State), "%s", text)
}

func (c Case) survived() Ruling {
	return rule(Survived, c.touched(), "make "+c.name()+" fail when "+c.touched().String()+" does what is forbidden",
		"%s at %s still passes under the violation, so it does not hold %s", c.name(), c.test(), quote(c.Prohibition.ID))
}

func (c Case) notInBuild() Ruling {
	return rule(ViolationNotInBuild, c.touched(), "let the violation change a file that "+c.name()+" is built from",
		"the violation changes no file that %s is built from", c.name())
}

func (c Case) wrong(code Code) Ruling {
	said := quote(firstLine(c.Violation.Message))
	text, next := "", "let the test assert what is forbidden, or set check_expect to what it says then"
	switch code {
	case WrongMessage:
		text = "says " + said + ", which check_expect " + quote(c.Prohibition.Check.Expect) + " does not match"
		next = "correct check_expect, or the violation, so that the failure is about what is forbidden"
	case WrongBanner:
		text = "fails, but check_expect " + quote(c.Prohibition.Check.Expect) + " also matches what it prints without the violation"
		next = "set check_expect to text that only the failure says"
	case WrongPanic:
		text = "panics instead of failing an assertion: " + said
	case WrongException:
		text = "ends in an exception instead of a failed assertion: " + said
	default:
		text = "fails, but not visibly by an assertion: " + said
	}
	return rule(code, c.test(), next, "under the violation, %s %s", c.name(), text)
}

// phrase is a state as the verb of a sentence about a test.
func phrase(s State) string {
	switch s {
	case Passed:
		return "passes"
	case Failed:
		return "fails"
	case Skipped:
		return "is skipped"
	case Todo:
		return "is marked as to do"
	case ExpectedFailure:
		return "is expected to fail"
	case UnexpectedPass:
		return "passes though it is expected to fail"
	case NotFound:
		return "was not run"
	case Ambiguous:
		return "has more than one result"
	case Flaky:
		return "was repeated until it passed"
	case NoAssertions:
		return "asserts nothing"
	case SetupFailed:
		return "failed in its setup"
	case LoadFailed:
		return "could not be loaded"
	case BuildFailed:
		return "could not be built"
	case ParseFailed:
		return "met a file that does not parse"
	case RuleNotActive:
		return "is not active for a guarded file"
	case NotLinted:
		return "did not look at a guarded file"
	case Crashed:
		return "crashed"
	case TimedOut:
		return "took too long"
	case OutputTruncated:
		return "printed more than is kept"
	case ReportMissing:
		return "left no report"
	case ReportStale:
		return "left a report that is not of this run"
	case ReportMalformed:
		return "left a report that cannot be read"
	case ExitMismatch:
		return "has a report and an exit status that disagree"
	case ForeignEvents:
		return "reported a test that was not asked for"
	}
	return "could not be run"
}

// remedy is the next step for a state that a run must not have.
func remedy(s State) string {
	switch s {
	case Failed:
		return "mend the code, or the test: the prohibition does not hold now"
	case Skipped, Todo, ExpectedFailure, UnexpectedPass:
		return "let the test run, without a mark that excuses it"
	case NotFound:
		return "set check_target and check_test to a test that exists and runs here"
	case Ambiguous, Flaky:
		return "give the test one name and one run"
	case NoAssertions:
		return "let the test assert that what is forbidden does not happen"
	case SetupFailed, LoadFailed, BuildFailed, ParseFailed:
		return "make the code and the test load on the unchanged tree"
	case RuleNotActive, NotLinted:
		return "turn the rule on as an error for every file of check_target"
	case TimedOut:
		return "make the test faster, or raise check_timeout"
	case OutputTruncated:
		return "let the test print less"
	case ReportMissing, ReportStale, ReportMalformed:
		return "let the run write its report, whole and alone, where check_report says"
	}
	return "let the test end by itself, with one result and the exit status that goes with it"
}

// remedyUnder is the next step for a state that the run with the violation must
// not have. A mark that excuses the test is the test's own; else the violation
// is at fault.
func remedyUnder(s State) string {
	if excused(s) {
		return remedy(s)
	}
	return inconclusiveNext
}

// excused reports whether a test has a mark that keeps it from failing.
func excused(s State) bool {
	return slices.Contains([]State{Skipped, Todo, ExpectedFailure, UnexpectedPass}, s)
}

// inconclusiveNext is what to do about a violation that leads to no result.
const inconclusiveNext = "change the violation so that the code builds and runs, and only does what is forbidden"

// firstLine is the first line of a text that says something.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}
