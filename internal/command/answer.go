package command

import "github.com/surmise-ci/surmise/internal/ledger"

func answer() Command {
	return Command{
		ID: "answer", Decides: ledger.Answer, choice: option,
		Doc: Doc{
			Usage:    "/answer Q-ID OPTION, or /answer Q-ID -- text",
			Text:     "Answers a question by the number of an option, or in words.",
			WhoMay:   deciders,
			Examples: []string{"/answer q-4f0w2d 2", "/answer q-4f0w2d -- 30 days, as in the contract"},
			Since:    "0.1.0",
		},
	}
}
