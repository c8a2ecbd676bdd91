package command

func help() Command {
	return Command{
		ID: "help", Prefixed: true,
		Doc: Doc{
			Usage:    "/surmise help",
			Text:     "Lists the commands. All of them can be written after /surmise, as in /surmise confirm 1.",
			WhoMay:   "everybody",
			Examples: []string{"/surmise help"},
			Since:    "0.1.0",
		},
	}
}
