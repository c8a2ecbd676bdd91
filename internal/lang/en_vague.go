package lang

// Vagueness is what the detectors of vague, open-ended and unbounded wording
// look for in one language.
type Vagueness struct{}

func englishVagueness() *Vagueness { return &Vagueness{} }
