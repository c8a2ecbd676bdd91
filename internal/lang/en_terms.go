package lang

import "slices"

func englishVagueness() *Vagueness {
	return &Vagueness{
		Terms: slices.Concat(
			terms(Fixed, englishFixed()),
			terms(Quality, englishQualities()),
			terms(Homonym, []string{"clear", "secure", "smooth", "safe", "satisfying", "unambiguous", "accurate"}),
			terms(Manner, englishManners()),
			terms(Degree, englishDegrees()),
			terms(Extreme, []string{"maximum", "maximal", "minimum"}),
			terms(Nuisance, englishNuisances()),
			terms(Escape, englishEscapes()),
			terms(EscapeLast, []string{
				"as required", "if required", "when required", "where required", "as needed", "if needed",
				"when needed", "where needed", "whenever needed", "as necessary", "if necessary",
				"when necessary", "where necessary", "as applicable", "where applicable", "when applicable",
				"if applicable",
			}),
			terms(Effort, []string{
				"optimize", "optimise", "optimized", "optimised", "maximize", "maximise", "maximized",
				"maximised", "minimize", "minimise", "minimized", "minimised", "improve", "improved",
				"enhance", "enhanced", "facilitate", "streamline", "streamlined", "simplify", "strive",
				"aim", "encourage", "promote", "expedite", "boost", "strengthen", "leverage", "foster", "empower", "modernize",
				"modernise", "endeavour", "endeavor", "scale", "annoy", "overwhelm", "frustrate",
			}),
			terms(Capability, []string{
				"support", "supporting", "provide support for", "offer support for", "include support for", "have support for",
				"cope with", "deal with", "cater for", "cater to", "take account of",
			}),
		),
		Hedges: []string{
			"usually", "typically", "generally", "normally", "ordinarily", "in general", "in principle", "mostly", "on average", "for the most part",
			"in most cases", "most of the time", "ideally", "preferably", "eventually",
			"if supported", "where supported", "when supported", "if available", "where available", "where * allows", "where the * allows",
			"if the * allows", "where * permits", "where the * permits",
			"or so", "or thereabouts", "best-endeavours", "best endeavours", "best-endeavors",
			"aim to", "aims to", "try to", "tries to", "attempt to", "attempts to", "seek to", "seeks to", "strive to", "strives to",
			"endeavour to", "endeavours to", "endeavor to", "endeavors to", "best effort", "best-effort",
			"on request", "upon request", "at * discretion", "at the * discretion", "at the discretion of", "if enabled", "when enabled", "where enabled",
			"if the * is enabled", "when the * is enabled", "where the * is enabled", "if the * is activated", "if the * is switched on",
			"if configured", "when configured", "if desired", "if wanted", "if requested", "if asked", "when requested", "when asked", "if time permits", "if time allows", "time permitting",
			"under normal conditions", "under normal load", "in normal operation",
		},
		Roughly: []string{"about", "approximately", "around", "roughly", "circa", "nearly", "almost"},
		Withdrawals: []string{
			"obsolete", "deprecated", "withdrawn", "superseded", "rejected", "removed", "dropped", "cancelled", "canceled",
			"retired", "revoked", "void", "no longer valid", "no longer applies", "no longer required", "not applicable", "suspended", "waived",
			"optional", "informative", "informational", "non-normative", "not normative", "non-binding", "not binding", "nonbinding",
			"not mandatory", "not enforced", "not required", "not a requirement", "best effort", "best-effort", "nice to have", "nice-to-have",
			"aspirational", "a recommendation", "recommendation", "recommended", "a suggestion", "a goal", "goal", "a target", "target", "a stretch goal", "stretch goal",
			"deferred", "postponed", "on hold", "planned", "future", "future work", "later", "tentative", "out of scope", "not in scope",
			"not part of", "not in this release", "not in this version", "not for this release", "not yet", "for a later release",
			"for a later version", "not in the first *", "not in the next *", "not for the first *", "guidance", "in a later release", "in a later version", "for later", "draft",
			"not needed", "no longer needed", "need not be built", "need not be implemented", "need not be met", "binds nobody", "binds no one", "bind nobody",
			"idea", "was", "formerly", "previously", "backlog", "outdated", "proposal", "proposed", "suggestion", "wish",
		},
		Exceptions: []string{
			"except", "excepting", "unless", "other than", "apart from", "aside from", "with the exception of", "excluding", "save for",
			"exempt", "exempted", "provided that", "subject to", "does not apply", "do not apply",
		},
		Waivers: []string{
			"turn * off", "turn off", "switch * off", "switch off", "disable", "skip", "override", "bypass", "waive", "omit", "opt out",
			"turned off", "switched off", "disabled", "skipped", "overridden", "bypassed", "waived", "omitted",
		},
		Explains: []string{
			"i.e", "ie", "viz", "namely", "meaning", "that is", "that means", "which means", "defined as", "defined by",
			"defined in", "as defined", "as described", "as specified", "described in", "specified in",
			"specified by", "according to", "in accordance with", "as listed", "listed in", "based on",
			"measured by", "measured as", "determined by", "depending on", "such that", "in terms of", "in that",
			"as per", "per the", "in compliance with", "compliant with", "conforming to", "relative to",
			"compared to", "compared with", "see", "naming", "stating", "listing", "identifying", "indicating",
			"describing", "explaining", "specifying", "using", "whether", "as to", "that names", "that states", "that lists", "that says", "rather than", "instead of",
			"as opposed to",
		},
		Restates: []string{
			"specifically", "this means", "that means", "that is", "in particular", "in other words", "for example",
			"for instance", "concretely", "i.e", "e.g", "namely", "it means", "here", "it is", "they are", "these are",
			"this includes", "it includes", "to accomplish", "to this end", "to achieve this", "this is done", "this is achieved",
		},
		Purposes: []string{
			"so that", "in order to", "in order that", "so as to", "because", "since", "due to", "to ensure",
			"to avoid", "to prevent", "to allow", "to enable", "to improve", "to help", "to make", "to keep",
			"to reduce", "to facilitate", "to maximize", "to maximise", "to minimize", "to minimise",
			"to support", "to provide", "to achieve", "to encourage", "to maintain", "to optimize",
			"to optimise", "to simplify", "to guarantee", "to give", "to preserve", "to protect", "to promote", "to enhance",
			"to assist", "to foster", "to build", "to deliver", "to increase", "to create", "for the purpose of", "as this",
		},
		ListEnds: []string{
			"etc", "et cetera", "and so on", "and so forth", "and more", "and the like", "or the like",
			"and such", "among others", "amongst others", "among other things", "or similar", "and similar",
			"and similar ones", "or other similar", "and anything else", "or whatever", "and whatever else",
			"and other stuff", "or something similar", "or something comparable", "and other things", "and other items",
			"or similar *", "and related items", "and many more", "and much more",
		},
		ListOpeners: []string{
			"including but not limited to", "include but are not limited to", "includes but is not limited to",
			"include but not limited to", "includes but not limited to", "but not limited to",
			"not limited to", "including without limitation", "but not restricted to", "as a minimum",
			"at a minimum", "not exhaustive",
			"non-exhaustive",
		},
		Examples: []string{"including", "such as", "like", "e.g", "eg", "for example"},
		Cues: []string{
			"common", "various", "different", "several", "multiple", "many", "popular", "major", "typical",
			"numerous", "a variety of", "a range of", "a number of", "a wide range of", "a wide variety of",
			"standard", "basic", "relevant", "additional", "other", "modern", "industry-standard", "appropriate",
			"necessary", "some", "certain",
		},
		Quantifiers: []string{"all", "any", "every"},
		OpenDomains: []string{
			"device", "devices", "browser", "browsers", "platform", "platforms", "language", "languages",
			"environment", "environments", "situation", "situations", "circumstance", "circumstances",
			"case", "cases", "scenario", "scenarios", "condition", "conditions", "format", "formats", "operating systems", "screen sizes",
			"file types", "file formats", "data types", "edge cases", "standards", "regulations", "laws",
			"integrations", "systems", "third-party systems", "functionality", "aspects", "possible", "kinds",
			"kind", "types", "type", "sorts", "sort", "major browsers", "modern browsers", "common formats",
			"mobile devices", "necessary data", "relevant data", "relevant information", "necessary information",
		},
		OpenSets: []string{
			"everything", "everyone", "everybody", "everywhere", "at all times", "under all circumstances",
			"in all cases", "always available", "always be available", "never fail", "never crash",
		},
		Amounts: englishAmounts(),
		Settled: []string{
			"configurable", "configured", "configuration", "configure", "backoff", "back-off", "specified",
			"defined", "policy", "sla", "threshold", "setting", "settings", "retry-after", "parameter", "schedule",
			"cron", "budget", "negotiated", "operator-defined", "user-defined", "administrator-defined",
		},
		AmountNames: []string{
			"with a timeout error", "with a timeout exception", "with a timeout message", "after a timeout error",
			"large file storage", "large file support", "regularly scheduled", "rate limiting middleware",
			"rate limits page", "a time limit extension",
		},
		Quantities: []string{
			"timeout", "time-out", "timeouts", "delay", "latency", "duration", "interval", "ttl", "lifetime",
			"response time", "load time", "loading time", "processing time", "execution time", "time limit",
			"expiry", "expiration", "cooldown", "period", "retention", "debounce", "uptime", "downtime", "bandwidth",
			"memory", "disk space", "file size", "max size", "maximum size", "min size", "minimum size", "image size",
			"photo size", "video size", "upload size", "payload size", "message size", "body size", "request size",
			"response size", "attachment size", "document size", "total size",
		},
		Bounds: []string{
			"of", "is", "to", "be", "at", "most", "least", "up", "exactly", "about", "approximately", "than",
			"less", "more", "greater", "under", "below", "over", "above", "equal", "equals", "max", "maximum",
			"minimum", "min", "default", "defaults", "must", "shall", "should", "not", "exceed", "exceeds",
			"limited", "set", "within", "a", "the", "no", "longer", "between", "from", "and", "=", ":", "<", ">", "≤", "≥",
		},
		Particles: []string{
			"and", "or", "but", "for", "before", "after", "when", "if", "is", "are", "then", "must", "shall",
			"should", "will", "by", "on", "in", "at", "from", "with", "unless", "while", "to", "because", "so",
			"otherwise", "during", "until", "as", "which", "that", "between", "the", "its",
		},
	}
}

func terms(use Use, phrases []string) []Term {
	out := make([]Term, len(phrases))
	for i, p := range phrases {
		out[i] = Term{Phrase: p, Use: use}
	}
	return out
}
