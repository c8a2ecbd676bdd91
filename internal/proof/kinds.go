package proof

// Kinds lists every check kind, in the order of explain and the README.
func Kinds() []Kind {
	return []Kind{
		goTest(),
		cargoTest(),
		nodeTest(),
		jest(),
		vitest(),
		pytest(),
		lintRule(),
		astGrep(),
		tap(),
		junit(),
		command(),
	}
}
