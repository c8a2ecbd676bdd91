package command

import "github.com/surmise-ci/surmise/internal/ledger"

func dismiss() Command {
	return Command{
		ID: "dismiss", Decides: ledger.Dismiss, reason: true,
		Doc: Doc{
			Usage:    "/dismiss ID... -- reason",
			Text:     "This is not a real gap, and here is why.",
			WhoMay:   deciders,
			Examples: []string{"/dismiss a-7k3m9q -- the statute itself says so", "/dismiss 2 -- both limits are of different plans"},
			Since:    "0.1.0",
		},
	}
}
