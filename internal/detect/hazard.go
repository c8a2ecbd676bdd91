package detect

import "github.com/surmise-ci/surmise/internal/lang"

// hazard is a way of working that can fail.
type hazard struct {
	id       string // a member of the finding's identity
	words    func(*lang.Gaps) lang.Hazard
	message  string // what nothing says
	hint     string // what to say
	repeats  bool   // not about failure: what a second call does
	anywhere bool   // also in prose that binds by its modal verbs alone
}

func hazards() []hazard {
	return []hazard{
		{
			id: "payment", words: func(g *lang.Gaps) lang.Hazard { return g.Payments },
			message: "nothing says what happens when the payment is refused or times out",
			hint:    "say what the payer sees, what becomes of the order, and whether it is tried again",
		},
		{
			id: "upload", words: func(g *lang.Gaps) lang.Hazard { return g.Uploads },
			message: "nothing says what happens when the upload breaks off or the file is refused",
			hint:    "say which files are refused and with what message, and what is left after an upload that broke off",
		},
		{
			id: "import", words: func(g *lang.Gaps) lang.Hazard { return g.Imports },
			message: "nothing says what happens to input that cannot be read",
			hint:    "say whether a bad record stops the import or is left out, and where its author is told",
		},
		{
			id: "sign-in", words: func(g *lang.Gaps) lang.Hazard { return g.SignIns },
			message: "nothing says what happens when the sign-in is refused",
			hint:    "say what is shown after wrong credentials, and how often one may try",
		},
		{
			id: "remote", words: func(g *lang.Gaps) lang.Hazard { return g.Remotes }, anywhere: true,
			message: "nothing says what happens when the other side fails or is slow",
			hint:    "say how long to wait, whether to try again, and what the caller gets when there is no answer",
		},
		{
			id: "job", words: func(g *lang.Gaps) lang.Hazard { return g.Jobs },
			message: "nothing says what happens when the work fails half-way",
			hint:    "say whether it is tried again, how often, and who learns that it was given up",
		},
		{
			id: "parsing", words: func(g *lang.Gaps) lang.Hazard { return g.Parsing },
			message: "nothing says what happens when this cannot be read",
			hint:    "say which error malformed input gets, and what is kept of the rest",
		},
		{
			id: "validation", words: func(g *lang.Gaps) lang.Hazard { return g.Validations },
			message: "nothing says what happens to what is not valid",
			hint:    "say what is refused, with what message, and what state is left",
		},
		{
			id: "permission", words: func(g *lang.Gaps) lang.Hazard { return g.Permissions },
			message: "nothing says what happens when it is refused",
			hint:    "say what is shown and what can still be done without the permission, and whether it is asked for again",
		},
		{
			id: "success", words: func(*lang.Gaps) lang.Hazard { return lang.Hazard{} },
			message: "nothing says what happens when it does not",
			hint:    "say what is shown, what state is left and whether it is tried again when this goes wrong",
		},
		{
			id: "variant", words: func(g *lang.Gaps) lang.Hazard { return g.Variants }, repeats: true, anywhere: true,
			message: "nothing says what a further call with other values gets",
			hint:    "say for a further call with the same and with other values whether it succeeds, changes something, or which error it gets",
		},
		{
			id: "repeat", words: func(g *lang.Gaps) lang.Hazard { return g.Repeats }, repeats: true, anywhere: true,
			message: "nothing says what a further call does",
			hint:    "say whether a further call changes anything, and which result or error it gets",
		},
	}
}
