package command

func recheck() Command {
	return Command{
		ID: "recheck", Prefixed: true,
		Doc: Doc{
			Usage:    "/surmise recheck",
			Text:     "Decides again, with everything that can be seen now.",
			WhoMay:   "the author, and " + deciders,
			Examples: []string{"/surmise recheck"},
			Since:    "0.1.0",
		},
	}
}

// Rechecks reports whether the request asks to look again.
func (r Request) Rechecks() bool { return r.Command == recheck().ID }
