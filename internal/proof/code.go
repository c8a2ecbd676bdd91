package proof

import (
	"slices"
	"strings"
)

// Code is why a proof is PROVEN, or why it is not. The zero value says that
// nobody judged.
type Code string

// The codes without a family.
const (
	Proven              Code = "PROVEN"
	MutationProven      Code = "MUTATION_PROVEN" // by an automatic mutation: weaker, and no pass by itself
	Unwired             Code = "UNWIRED"
	Unproven            Code = "UNPROVEN"
	Unlinked            Code = "UNLINKED"
	Survived            Code = "SURVIVED"
	ViolationStale      Code = "VIOLATION_STALE"
	ViolationNotInBuild Code = "VIOLATION_NOT_IN_BUILD"
	Infra               Code = "INFRA"
)

// The codes of a test that fails under the violation, but not because it looks
// for the forbidden thing.
const (
	WrongMessage   Code = "WRONG_REASON_MESSAGE"
	WrongBanner    Code = "WRONG_REASON_BANNER"
	WrongPanic     Code = "WRONG_REASON_PANIC"
	WrongException Code = "WRONG_REASON_EXCEPTION"
	WrongUnclear   Code = "WRONG_REASON_UNCLEAR"
)

// The codes of what is refused before anything runs.
const (
	RefusedKind          Code = "REFUSED_KIND"
	RefusedDescriptor    Code = "REFUSED_DESCRIPTOR"
	RefusedArgv          Code = "REFUSED_ARGV"
	RefusedMalformed     Code = "REFUSED_MALFORMED"
	RefusedTooLarge      Code = "REFUSED_TOO_LARGE"
	RefusedUnchanged     Code = "REFUSED_UNCHANGED"
	RefusedPath          Code = "REFUSED_PATH"
	RefusedLink          Code = "REFUSED_LINK"
	RefusedTouchesTest   Code = "REFUSED_TOUCHES_TEST"
	RefusedTouchesConfig Code = "REFUSED_TOUCHES_CONFIG"
	RefusedTouchesSpec   Code = "REFUSED_TOUCHES_SPEC"
)

// The families whose members are named after the state of a run.
const (
	baselineFamily     = "BASELINE_"
	controlFamily      = "CONTROL_"
	inconclusiveFamily = "INCONCLUSIVE_"
)

// States lists every state of a run.
func States() []State {
	return []State{
		Passed, Failed, Skipped, Todo, ExpectedFailure, UnexpectedPass, NotFound, Ambiguous, Flaky,
		NoAssertions, SetupFailed, LoadFailed, BuildFailed, ParseFailed, RuleNotActive, NotLinted,
		Crashed, TimedOut, OutputTruncated, ReportMissing, ReportStale, ReportMalformed, ExitMismatch,
		ForeignEvents, Infrastructure,
	}
}

// Codes lists every code, the good ones first.
func Codes() []Code {
	out := []Code{Proven, MutationProven, Unwired, Unproven, Unlinked}
	out = append(out, RefusedKind, RefusedDescriptor, RefusedArgv, RefusedMalformed, RefusedTooLarge,
		RefusedUnchanged, RefusedPath, RefusedLink, RefusedTouchesTest, RefusedTouchesConfig, RefusedTouchesSpec)
	for _, family := range []string{baselineFamily, controlFamily} {
		for _, s := range States() {
			if s != Passed && s != Infrastructure {
				out = append(out, member(family, s))
			}
		}
	}
	out = append(out, ViolationStale, ViolationNotInBuild, Survived,
		WrongMessage, WrongBanner, WrongPanic, WrongException, WrongUnclear)
	for _, s := range States() {
		if s != Passed && s != Failed && s != Infrastructure {
			out = append(out, member(inconclusiveFamily, s))
		}
	}
	return append(out, Infra)
}

// member is the code of a family for the state of a run.
func member(family string, s State) Code {
	return Code(family + strings.ToUpper(string(s)))
}

// Outcome is a proof in the five values of the gate. The zero value is unknown.
type Outcome uint8

// The outcomes. Only Pass is good.
const (
	Unknown Outcome = iota
	Pass
	Fail
	Error
	NotRun
)

// Outcome is what the code is worth. Only PROVEN passes; trouble with the
// machine is an error, and so is a code that nobody knows.
func (c Code) Outcome() Outcome {
	switch {
	case c == "":
		return Unknown
	case c == Proven:
		return Pass
	case c == Infra, !slices.Contains(Codes(), c):
		return Error
	}
	return Fail
}
