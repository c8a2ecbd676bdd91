package command

func status() Command {
	return Command{
		ID: "status", Prefixed: true,
		Doc: Doc{
			Usage:    "/surmise status",
			Text:     "Tells what is open and what was decided.",
			WhoMay:   "everybody",
			Examples: []string{"/surmise status"},
			Since:    "0.1.0",
		},
	}
}
