// Package lang holds the words that carry meaning in specifications, as plain
// Go values, one file per language: modal verbs, headings, markers, vague
// terms. It decides nothing; shapes and detectors ask it.
package lang

// Section is what a heading promises. A heading that no pack knows is [Other].
type Section uint8

// The section kinds that change how the statements under them are read.
const (
	Other          Section = iota
	Requirements           // Requirements, Functional Requirements, Anforderungen
	Criteria               // Acceptance Criteria, Success Criteria, Definition of Done
	Scenarios              // User Scenarios, User Stories
	Questions              // Open Questions, Unresolved Questions, Edge Cases
	Clarifications         // Clarifications, Interview Log: answered, never asked again
	Request                // Overview, Purpose, Why, Summary, Problem
	Background             // Background, Rationale, Notes, Appendix
	Past                   // Alternatives, Changelog, Superseded: what does not hold
	Guidance               // review checklist, execution flow, template guidance
	OutOfScope             // Non-Goals, Out of Scope
	Assumptions            // Assumptions, Dependencies
	Glossary               // Glossary, Terminology, Definitions
	Removed                // what an OpenSpec delta takes away
)

// Modality is the force of a modal verb.
type Modality uint8

// The modalities, weakest to strongest. Each has a negated form in the text:
// the pack lists the verbs, claims work out the negation.
const (
	NoModality Modality = iota
	May                 // MAY, can, darf
	Should              // SHOULD, sollte
	Must                // MUST, SHALL, muss
)
