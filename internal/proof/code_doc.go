package proof

import (
	"slices"
	"strings"
)

// CodeDoc explains a code.
type CodeDoc struct {
	Title string // what it says of the test, in a few words
	Text  string // when it is given
	Next  string // what to do about it
}

// Family is the codes that differ only in what became of a run.
type Family struct {
	Prefix string // "BASELINE_"
	CodeDoc
}

// Families lists them, in the order of [Codes].
func Families() []Family {
	return []Family{
		{baselineFamily, CodeDoc{
			Title: "the test does not pass on the unchanged tree",
			Text:  "The baseline is the gate itself: the prohibition does not hold now, or nobody can tell.",
			Next:  "make the named test run and pass as the code is",
		}},
		{controlFamily, CodeDoc{
			Title: "the test does not pass after a harmless change",
			Text: "The control changes the same files as the violation and does nothing that is forbidden: a comment at their end, or what check_control names. " +
				"A test that notices it looks at the source, the path, the state of git or earlier runs, and would fail under any change.",
			Next: "make the test look at behaviour, not at the source text, the path or earlier runs",
		}},
		{inconclusiveFamily, CodeDoc{
			Title: "the violation leads to no result",
			Text:  "Under the violation the test neither passed nor failed, so that it shows nothing: a build that breaks is no failed assertion.",
			Next:  inconclusiveNext,
		}},
	}
}

// Family is the one that the code is of.
func (c Code) Family() (Family, bool) {
	families := Families()
	i := slices.IndexFunc(families, func(f Family) bool { return strings.HasPrefix(string(c), f.Prefix) })
	if i < 0 || !slices.Contains(Codes(), c) {
		return Family{}, false
	}
	return families[i], true
}

// Doc explains the code; the zero value is what an unknown one has.
func (c Code) Doc() CodeDoc {
	f, member := c.Family()
	if !member {
		return codeDocs()[c]
	}
	state := State(strings.ToLower(strings.TrimPrefix(string(c), f.Prefix)))
	doc := f.CodeDoc
	switch f.Prefix {
	case baselineFamily:
		doc.Title, doc.Next = "the test "+phrase(state)+" without the violation", remedy(state)
		if state == Flaky {
			doc.Text += " In strict mode it is also the code of a test that passes at first and not in the end."
		}
	case controlFamily:
		doc.Title = "the test " + phrase(state) + " after a harmless change"
	case inconclusiveFamily:
		doc.Title, doc.Next = "the test "+phrase(state)+" under the violation", remedyUnder(state)
	}
	return doc
}

// codeDocs are the explanations of the codes without a family.
func codeDocs() map[Code]CodeDoc {
	const narrow = "change the code that the prohibition is about, and nothing else"
	return map[Code]CodeDoc{
		Proven: {"proven", "The named test passes, fails by an assertion under the declared violation, and passes after a harmless change. No other code passes.", "nothing to do"},
		MutationProven: {"proven by an automatic mutation",
			"Like PROVEN, but the violation is \"mutate\": the first decision of a function turned around, which nobody declared to be the forbidden thing. It is a weaker class, and passes only where prove.allow_mutation is true in the policy of the default branch.",
			"declare the violation as an edit, or have prove.allow_mutation set"},
		Unwired:  {"no test is named", "The prohibition is held by test, and its declaration names none.", "add check_kind, check_target, check_test and check_violation"},
		Unproven: {"the descriptor lacks keys", "A test is named, but not all that it takes to show that it can fail: mostly the violation.", "add the keys that the message names"},
		Unlinked: {"the test does not name the prohibition", "The comment \"prohibits: ID\" is missing above or in the test. It shows whoever edits the test what hangs on it, and keeps a descriptor from being pointed at any test.",
			"add the comment, or point check_test at the test that has it"},
		Survived: {"the test passes under the violation", "The code does what is forbidden, and the test does not notice: it asserts nothing, looks elsewhere, or is made to pass.", "make the test fail when the code does what is forbidden"},
		ViolationStale: {"the violation does not apply any more", "The text that it replaces does not occur in the file exactly once, or the function that it mutates is gone.",
			"write the violation for the code as it is now"},
		ViolationNotInBuild: {"the test is built without the violation", "The violation changes only files that the test is not built from, so that it could not notice.", "let the violation change a file that the test is built from"},
		Infra: {"the machine could not run it", "A tool is missing, the kind's own self-test failed, or a run could not be started. It says nothing of the test, and is no pass.",
			"read the message, mend the machine, and run the proof again"},
		WrongMessage:   {"it fails with another message", "The failure under the violation does not match check_expect.", "correct check_expect, or the violation, so that the failure is about what is forbidden"},
		WrongBanner:    {"check_expect matches without the violation too", "What check_expect looks for is printed by runs that pass, so that it shows nothing.", "set check_expect to text that only the failure says"},
		WrongPanic:     {"it panics instead of failing", "Code that crashes under the violation shows no test that looks for the forbidden thing.", "let the test assert what is forbidden, or set check_expect to what it says then"},
		WrongException: {"it ends in an exception", "The test failed by something else than an assertion.", "let the test assert what is forbidden, or set check_expect to what it says then"},
		WrongUnclear:   {"it is not clear why it fails", "The kind's report does not say that an assertion failed.", "let the test assert what is forbidden, or set check_expect to what it says then"},

		RefusedKind:          {"the check kind is not known", "check_kind names none.", "use a kind that \"surmise explain\" lists"},
		RefusedDescriptor:    {"the descriptor cannot be run", "A key of the descriptor has no form that the kind takes, or the control does not go with the violation.", "correct the key that the message names"},
		RefusedArgv:          {"the command is not allowed", "check_argv names a command line that the policy of the default branch does not.", "have it added to prove.commands there"},
		RefusedMalformed:     {"the violation file cannot be read", "It is not in the form that \"surmise prove --new\" writes, or no exact diff.", "correct the line that the message names"},
		RefusedTooLarge:      {"the violation is too large", "A violation is small enough to be read by the person who decides on it.", "let it do the forbidden thing, and no more"},
		RefusedUnchanged:     {"the violation changes nothing", "What it writes is what is there, but for blanks or comments at most.", "let it do the forbidden thing"},
		RefusedPath:          {"a path is refused", "It leads out of the repository, into git's own folder, or to nothing that is committed.", "name a committed file below the repository's root"},
		RefusedLink:          {"a link is refused", "The violation would write through a symbolic link, or make one.", "name the file itself"},
		RefusedTouchesTest:   {"the violation changes a test", "What changes the test, or a file that belongs to tests, shows nothing about the test.", narrow},
		RefusedTouchesConfig: {"the violation changes configuration", "What changes how tests are run shows nothing about the test.", narrow},
		RefusedTouchesSpec:   {"the violation changes a spec", "Specs, and the files that they name, are what is held.", narrow},
	}
}
