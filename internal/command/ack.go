package command

import "github.com/surmise-ci/surmise/internal/ledger"

func ack() Command {
	return Command{
		ID: "ack", Aliases: []string{"acknowledge"}, Decides: ledger.Acknowledge,
		Doc: Doc{
			Usage:    "/ack ID... [-- text]",
			Text:     "Seen; go on with the stated default. Contradictions are never acknowledged.",
			WhoMay:   deciders,
			Examples: []string{"/ack a-7k3m9q", "/ack all", "/ack security -- agreed with the auditors"},
			Since:    "0.1.0",
		},
	}
}
