package command

import "github.com/surmise-ci/surmise/internal/ledger"

func reopen() Command {
	return Command{
		ID: "reopen", Decides: ledger.Reopen,
		Doc: Doc{
			Usage:    "/reopen ID... [-- text]",
			Text:     "Withdraws what was decided. It stands until somebody decides again, even if the comment is deleted.",
			WhoMay:   deciders,
			Examples: []string{"/reopen a-7k3m9q", "/reopen all -- the numbers changed"},
			Since:    "0.1.0",
		},
	}
}
