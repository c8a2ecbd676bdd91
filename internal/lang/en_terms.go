package lang

import "slices"

func englishVagueness() *Vagueness {
	return &Vagueness{
		Terms: slices.Concat(
			terms(Fixed, englishFixed()),
			terms(Quality, englishQualities()),
			terms(Homonym, []string{"clear", "secure", "smooth", "safe"}),
			terms(Manner, englishManners()),
			terms(Degree, englishDegrees()),
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
				"aim", "encourage", "promote",
			}),
			terms(Capability, []string{"support", "provide support for"}),
		),
		Hedges: []string{
			"usually", "typically", "generally", "normally", "in general", "in principle", "mostly", "on average", "for the most part",
			"aim to", "aims to", "try to", "tries to", "attempt to", "attempts to", "seek to", "seeks to", "strive to", "strives to",
			"endeavour to", "endeavours to", "endeavor to", "endeavors to",
		},
		Roughly: []string{"about", "approximately", "around", "roughly", "circa", "nearly", "almost"},
		Withdrawals: []string{
			"obsolete", "deprecated", "withdrawn", "superseded", "rejected", "removed", "dropped", "cancelled", "canceled",
			"retired", "revoked", "void", "no longer valid", "no longer applies", "no longer required", "not applicable",
		},
		Explains: []string{
			"i.e", "ie", "namely", "meaning", "that is", "that means", "which means", "defined as", "defined by",
			"defined in", "as defined", "as described", "as specified", "described in", "specified in",
			"specified by", "according to", "in accordance with", "as listed", "listed in", "based on",
			"measured by", "measured as", "determined by", "depending on", "such that", "in terms of", "in that",
			"as per", "per the", "in compliance with", "compliant with", "conforming to", "relative to",
			"compared to", "compared with", "see", "naming", "stating", "listing", "identifying", "indicating",
			"describing", "explaining", "specifying", "using", "that names", "that states", "that lists", "that says", "rather than", "instead of",
			"as opposed to",
		},
		Restates: []string{
			"specifically", "this means", "that means", "that is", "in particular", "in other words", "for example",
			"for instance", "concretely", "i.e", "e.g", "namely", "it means", "here", "it is", "they are", "these are",
			"this includes", "it includes",
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
			"and other stuff", "or something similar", "and related items", "and many more", "and much more",
		},
		ListOpeners: []string{
			"including but not limited to", "include but are not limited to", "includes but is not limited to",
			"include but not limited to", "includes but not limited to", "but not limited to",
			"not limited to", "including without limitation", "but not restricted to", "as a minimum",
			"at a minimum", "not exhaustive",
			"non-exhaustive",
		},
		Examples: []string{"including", "such as", "like", "e.g", "for example"},
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
			"otherwise", "during", "until", "as", "which", "that",
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

// englishQualities are words for qualities that every reader measures in their
// own way. Sources: the vague terms of ISO/IEC/IEEE 29148, the INCOSE guide's
// rule R7, and what specifications written with agents say instead.
func englishQualities() []string {
	return []string{
		"fast", "simple", "clean design", "clean interface", "clean ui", "clean layout", "reliable", "be responsive",
		"remain responsive", "remains responsive", "stay responsive", "stays responsive", "is responsive", "feel responsive", "strong password", "strong passwords",
		"strong encryption", "strong cryptography", "near-instant", "instantaneous", "user-friendly", "user friendly", "userfriendly", "friendly", "developer-friendly", "mobile-friendly",
		"reader-friendly", "intuitive", "self-explanatory", "self explanatory", "easy", "easy-to-use", "easy to use",
		"easy-to-read", "easy to read", "easy to understand", "easy to learn", "easy to navigate", "easy to maintain",
		"straightforward", "effortless", "seamless", "frictionless", "hassle-free", "painless", "robust",
		"flexible", "versatile", "adaptable", "scalable", "highly scalable", "performant", "high-performance",
		"high performance", "efficient", "highly efficient", "cost-effective", "be effective", "quick", "rapid",
		"speedy", "snappy", "lightweight", "light-weight", "very secure", "highly secure", "resilient",
		"highly reliable", "maintainable", "be extensible", "be reusable", "future-proof", "modern", "contemporary",
		"state-of-the-art", "state of the art", "cutting-edge", "best-in-class", "world-class", "enterprise-grade",
		"production-ready", "production-grade", "industry-standard", "industry best practices", "best practices",
		"best practice", "good practice", "established patterns", "industry standards", "elegant", "attractive",
		"visually appealing", "appealing", "aesthetically pleasing", "pleasant", "pleasing", "delightful",
		"engaging", "beautiful", "polished", "sleek", "professional-looking", "good", "great",
		"excellent", "nice", "high-quality", "high quality", "reasonable", "appropriate", "adequate", "sufficient",
		"suitable", "acceptable", "satisfactory", "proper", "meaningful", "useful", "helpful",
		"informative", "actionable", "human-friendly", "understandable", "be readable", "is readable", "are readable", "remain readable", "readable format", "readable formatting",
		"readable form", "readable layout", "legible", "comprehensible",
		"comprehensive", "thorough", "optimal", "optimum", "ideal", "sensible", "sane", "good enough",
		"convenient", "unobtrusive", "familiar", "realistic", "powerful", "rich experience", "rich user experience", "professional look",
		"professional appearance", "professional manner", "professional design", "professional tone", "look professional",
		"appear professional", "feel satisfied", "are satisfied with", "be satisfied with", "user satisfaction",
		"customer satisfaction", "graceful", "graceful degradation",
		"timely", "in a timely manner", "timely manner", "rugged", "stringent", "user experience",
		"look and feel", "distinguishable", "welcoming", "natural-looking", "consistent experience", "low-friction",
		"fair", "noticeable", "visually distinct", "well-structured", "well-documented", "well-designed",
		"clean code", "well documented", "clutter-free", "uncluttered",
	}
}

func englishManners() []string {
	return []string{
		"easily", "quickly", "rapidly", "swiftly", "speedily", "efficiently", "effectively", "seamlessly",
		"smoothly", "gracefully", "properly", "appropriately", "suitably", "adequately", "sufficiently",
		"reasonably", "reliably", "securely", "safely", "intuitively", "clearly", "conveniently", "elegantly",
		"robustly", "promptly", "optimally", "accurately", "meaningfully", "sensibly", "nicely", "effortlessly",
		"thoroughly", "comprehensively", "professionally", "flexibly", "carefully", "works correctly",
		"work correctly", "working correctly", "function correctly", "functions correctly", "works well",
		"work well", "works as expected", "work as expected", "behaves as expected", "behave as expected",
		"instantly", "near-instantly", "instantaneously", "as expected", "as intended", "with care", "without issues", "without problems", "without interruption",
		"without noticeable delay", "in a reasonable time", "in an acceptable time", "should normally",
		"should generally", "should usually", "should typically", "shall normally", "shall generally",
		"must normally", "must generally", "must usually", "in a user-friendly way", "as normal", "very well",
	}
}

func englishDegrees() []string {
	return []string{
		"significant", "significantly", "substantial", "substantially", "considerable", "considerably",
		"minimal", "minimally", "negligible", "extremely", "very", "fairly", "somewhat", "relatively",
		"several", "various", "numerous", "certain", "a few", "some kind of", "some sort of",
		"to a minimum", "minimum level", "maximum level", "maximum extent possible", "maximum practicable extent",
		"a variety of", "a wide range of", "a wide variety of", "small number of", "large number of",
		"too long", "too large", "too many", "too small", "too short", "too slow", "too much",
		"normal conditions", "normal circumstances", "normal load", "normal usage", "normal use",
		"normal operation", "normal operations", "normal operating conditions", "normal working conditions",
		"typical usage", "typical load", "a minimum of", "maximum extent", "long-term", "short-term",
		"as much", "many different", "large", "huge", "massive", "a bit", "mostly", "on average", "average user", "typical user", "most users", "most customers", "most requests",
		"most of the time", "the majority of users", "the majority of requests",
	}
}

func englishEscapes() []string {
	return []string{
		"as appropriate", "if appropriate", "where appropriate", "when appropriate", "wherever appropriate",
		"if possible", "when possible", "where possible", "whenever possible", "wherever possible",
		"as far as possible", "as far as practicable", "as far as practical", "as much as possible",
		"as * as possible", "as * * as possible", "as * as practicable", "as * as practical", "if practical", "where practical", "when practical",
		"as practical", "if practicable", "where practicable", "as practicable", "if feasible",
		"where feasible", "when feasible", "wherever feasible", "whenever feasible", "to the extent possible",
		"to the maximum extent possible", "to the extent practical", "to the extent practicable",
		"to the greatest extent", "best efforts", "reasonable efforts", "reasonable effort", "every effort",
		"at the discretion of", "unless impractical", "as the case may be", "in most cases",
		"under most circumstances", "if time permits", "time permitting", "when convenient", "or equivalent",
		"ideally", "preferably", "hopefully", "if reasonable", "where reasonable", "where it makes sense",
		"if it makes sense", "when it makes sense", "where sensible", "as you see fit", "as they see fit",
		"if at all possible", "as is reasonable", "if deemed necessary", "as deemed necessary",
		"if deemed appropriate", "as deemed appropriate",
	}
}

// englishFixed are expressions whose meaning is settled although a vague word
// stands in them.
func englishFixed() []string {
	return []string{
		"fast forward", "fast food", "fast fashion", "fast charging", "smooth scroll", "smooth scrolling",
		"reliable delivery", "reliable transport", "reliable messaging", "reliable channel", "make certain", "very next",
		"sufficient funds", "sufficient balance", "sufficient permission", "sufficient permissions", "sufficient privileges",
		"sufficient rights", "sufficient credit", "sufficient credits", "sufficient stock", "sufficient inventory",
		"as helpful", "was helpful", "were helpful", "helpful or not", "fast path", "fast track", "fast mode", "fast lane", "fail fast", "fails fast", "failing fast", "fast refresh",
		"fast retransmit", "fast-forward merge", "breakfast", "quick start", "quick fix", "quick action",
		"quick actions", "quick open", "quick reply", "quick replies", "quick view", "quick search",
		"quick filter", "quick filters", "quick add", "quick access", "quick sort", "quick links", "quick mode",
		"scalable vector graphics", "large language", "large text", "large title", "large object", "large objects", "extra large", "medium large",
		"medium and large", "medium or large", "large screen", "large screens", "simple majority", "simple name", "simple type", "simple types", "simple string", "simple strings",
		"simple request", "simple requests", "simple mode", "simple query", "simple text", "simple value",
		"simple values", "simple search", "simple path", "simple block", "simple reads",
		"secure attribute", "secure cookie", "secure cookies", "secure flag", "secure context",
		"secure contexts", "secure boot", "secure enclave", "secure element", "secure mode", "secure connection",
		"secure connections", "secure channel", "secure socket", "secure sockets", "secure httponly",
		"secure copy", "secure shell", "secure hash", "secure random", "secure storage", "secure transport",
		"cryptographically secure", "httponly secure", "safe mode", "safe area", "safe area inset", "type safe",
		"thread safe", "safe method", "safe methods", "safe point", "clear text", "clear button", "clear all",
		"clear action", "clear icon", "clear sky", "clean install", "clean build", "clean shutdown", "clean up",
		"clean exit", "clean working tree", "clean state", "clean checkout", "clean architecture", "clean slate",
		"easy mode", "easy level", "easy difficulty", "rich text", "rich text editor", "rich presence",
		"rich media", "rich snippet", "rich snippets", "proper noun", "proper name", "proper subset",
		"proper prefix", "proper superset", "proper ancestor", "proper fraction", "good standing", "goods",
		"good faith", "known good", "last known good", "common good", "good first issue", "natural key",
		"very first", "very last", "very same", "very beginning", "very end", "fair queuing", "fair share",
		"fair scheduling", "fair use", "fair queueing", "effective date", "effective dates", "effective permissions",
		"effective permission", "effective policy", "effective value", "effective values", "effective user",
		"effective configuration", "effective config", "effective time", "effective role", "effective from",
		"effective url", "effective uid", "effective number", "effective settings", "effective rate", "effective price",
		"cost effective date", "certain that", "minimal value", "minimal number", "minimal set", "minimal polynomial",
		"minimal mode", "minimal version", "minimal example", "minimal profile", "significant digit",
		"significant digits", "significant bit", "significant bits", "significant byte", "significant figures",
		"least significant", "most significant", "least significant bit", "most significant bit",
		"least significant byte", "most significant byte", "significant characters", "statistically significant",
		"statistically significantly", "professional services", "professional account", "professional plan",
		"professional profile", "professional title", "professional license", "professional edition",
		"health professional", "healthcare professional", "professional user", "professional users",
		"various artists", "average user rating", "modern standard", "rapid fire", "user experience level",
		"human readable", "machine readable", "machine-readable", "computer readable", "world readable",
		"group readable", "publicly readable", "readable and writable", "readable stream", "readable by",
		"helpful votes", "helpful count", "marked helpful", "ideal gas", "great circle", "great grandchild",
		"supporting documents", "support team", "support ticket", "support tickets", "support contact",
		"support page", "support link", "support staff", "support agent", "support agents", "support services",
		"support email", "support request", "support requests", "satisfied by", "satisfied when",
		"satisfied if", "satisfied constraints", "suitable for work", "cost effective", "optimal transport",
		"best practices page", "acceptable use", "acceptable use policy", "acceptable values", "acceptable value",
		"fair copy", "appropriate use policy", "long-term support", "long-term storage", "natural language",
		"comprehensive loss", "very high", "very low", "polished concrete", "as expected by", "as expected in",
	}
}

// englishAmounts are claims about speed, size, frequency or limits that say
// nothing until a number stands beside them.
func englishAmounts() []string {
	return []string{
		"rate limited", "rate-limited", "rate limiting", "rate-limiting", "a rate limit", "rate limits",
		"be throttled", "throttle requests", "a limited number of", "limited number of", "limited time",
		"limited period", "limited amount of", "a maximum size", "a maximum length", "a maximum number of",
		"a maximum of", "a minimum length", "a minimum size", "a minimum number of", "maximum allowed size",
		"a size limit", "size limits", "a length limit", "length limits", "a time limit", "a maximum duration",
		"a maximum age", "a maximum limit", "a reasonable limit", "reasonable limits", "a reasonable size",
		"a reasonable amount of time", "a reasonable time", "reasonable time", "a reasonable timeout",
		"reasonable timeframe", "reasonable time frame", "a short time", "a short delay", "a short period",
		"a short while", "a short interval", "short-lived", "a long time", "a long period", "a brief delay",
		"a brief period", "brief moment", "a while", "a certain time", "a certain period",
		"a certain amount of time", "a certain number of", "a given time", "a given period", "a period of time",
		"a period of inactivity", "periods of inactivity", "period of inactivity", "timeout period",
		"an expiration time", "an expiry time", "acceptable time", "acceptable response time",
		"acceptable response times", "acceptable performance", "periodically", "regularly",
		"occasionally", "from time to time", "at regular intervals", "regular intervals", "on a regular basis", "after a timeout", "with a timeout", "use a timeout", "apply a timeout",
		"enforce a timeout", "set a timeout", "have a timeout", "after some time", "for some time", "retry several times",
		"retry multiple times", "retry a few times", "retry a number of times", "retried several times",
		"retried multiple times", "retried a few times", "retried a number of times", "retry * several times",
		"retry * * several times", "retry * multiple times", "retry * * multiple times", "try several times",
		"updated frequently", "refreshed frequently", "saved frequently", "checked frequently", "frequently updated",
		"frequently update", "frequently refresh", "frequently refreshed", "a few seconds", "a few minutes",
		"a few hours", "a few days", "several seconds", "several minutes", "several hours", "several days",
		"a couple of seconds", "a couple of minutes", "growing number of", "increasing number of", "high number of",
		"high-volume", "large-scale", "thousands of", "millions of", "low cpu usage", "low memory usage",
		"low resource usage", "low power consumption", "without degrading performance", "without impacting performance",
		"without affecting performance", "without performance degradation", "acceptable latency",
		"regular basis", "periodic basis", "every so often",
		"a number of attempts", "several attempts", "multiple attempts",
		"a few attempts", "several retries", "multiple retries", "a number of retries", "a few retries",
		"too many failed attempts", "too many attempts", "too many failures",
		"multiple failed attempts", "multiple failed login attempts", "several failed attempts",
		"repeated failed attempts", "repeated failures", "several failed login attempts",
		"too many failed login attempts", "repeated failed login attempts", "excessive attempts",
		"excessive requests", "large file", "large files", "large dataset", "large datasets", "large data sets",
		"large documents", "large document", "large volumes", "large volume", "large volumes of data",
		"large amounts of", "large amount of", "large number of", "large numbers of", "large uploads",
		"large images", "high volume", "high volumes", "high traffic", "heavy load", "heavy traffic",
		"high load", "peak load", "under load", "low latency", "low-latency", "minimal latency", "minimum latency",
		"minimal delay", "minimal downtime", "minimal overhead", "minimum delay", "low memory footprint",
		"small memory footprint", "low overhead", "high availability", "highly available", "high-availability",
		"high throughput", "high-throughput", "high performance", "high concurrency", "high uptime",
		"fast response time", "fast response times", "fast load times", "fast loading times", "quick response",
		"quick response times", "short response time", "short response times", "good performance",
		"fast performance", "optimal performance", "adequate performance", "many concurrent users",
		"many simultaneous users", "many users", "multiple concurrent users", "in near real time",
		"near real-time", "near-real-time", "in near-real-time", "near real time", "in real time", "high accuracy",
		"high precision", "high degree of accuracy", "old sessions", "old entries", "old records", "old logs",
		"old files", "stale sessions", "slow network", "slow networks", "slow connections",
	}
}
