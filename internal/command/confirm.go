package command

import "github.com/surmise-ci/surmise/internal/ledger"

func confirm() Command {
	return Command{
		ID: "confirm", Decides: ledger.Confirm, choice: side,
		Doc: Doc{
			Usage:    "/confirm ID... [A|B] [-- text]",
			Text:     "This is what we want. Of a contradiction, name the side that holds.",
			WhoMay:   deciders,
			Examples: []string{"/confirm a-7k3m9q", "/confirm 1 2", "/confirm a-7k3m9q A -- the limit of the contract"},
			Since:    "0.1.0",
		},
	}
}
