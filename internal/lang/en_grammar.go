package lang

import "slices"

func englishGrammar() *Grammar {
	return &Grammar{
		Demands: []string{"must", "shall", "should", "will", "needs to", "need to", "has to", "have to", "is required to", "are required to"},
		Duties:  []string{"must", "shall", "should", "needs to", "need to", "has to", "have to"},
		Weak:    []string{"should", "shouldn't", "ought", "might", "could", "would"},
		Be:      "be",
		States:  []string{"is", "are"},
		Tasks: []string{
			"approved", "reviewed", "decided", "agreed", "configured", "established", "documented",
			"tested", "trained", "maintained", "assessed", "authorised", "authorized",
			"escalated", "audited", "inspected", "conducted", "planned",
			"communicated", "consulted", "contacted", "coordinated", "arranged",
			"prepared", "confirmed", "supervised", "overseen", "investigated", "considered", "negotiated",
			"appointed", "nominated", "delegated", "endorsed", "commissioned",
			"scheduled", "announced", "ratified",
			"trialled", "rehearsed", "surveyed", "interviewed", "signed off", "put in place",
		},
		Operations: []string{
			"assigned", "determined", "evaluated", "granted", "prioritised", "prioritized", "performed", "implemented", "managed", "monitored", "reported", "verified", "validated", "notified", "informed", "alerted",
			"deleted", "removed", "provided", "revoked", "rotated", "updated", "archived", "purged", "erased",
			"destroyed", "disabled", "enabled", "chosen", "selected", "corrected", "cleaned up", "set up", "backed up",
			"scanned", "protected", "secured", "hardened", "rounded", "localised", "localized", "translated", "photographed",
			"recalculated", "calculated", "checked", "cleaned", "counted", "labelled", "labeled", "sanitised", "sanitized",
			"anonymised", "anonymized", "addressed", "resolved", "followed up", "serviced", "repaired", "refunded",
			"kept up to date", "controlled", "tracked", "published", "released", "restored", "migrated", "distributed",
		},
		Conditions: []string{
			"when", "whenever", "if", "after", "once", "upon", "before", "while", "until", "unless", "as soon as", "where",
			"every time", "each time", "on", "during", "at", "within", "per", "every", "each", "daily", "weekly", "monthly",
			"immediately", "instantly", "manually",
		},
		Agents: []string{"by", "automatically", "via", "through", "using", "manually by", "programmatically", "from within"},
		Ways: []string{
			"default", "means", "email", "e-mail", "mail", "post", "phone", "telephone", "sms", "letter", "hand",
			"then", "now", "design", "law", "name", "date", "type", "category",
		},

		Comparatives: []string{
			"faster", "quicker", "better", "easier", "simpler", "smoother", "cheaper", "safer", "cleaner", "clearer", "worse",
			"more quickly", "more easily", "more efficiently", "more reliably", "more securely", "more accurately",
			"more often", "less often", "more frequently", "less frequently", "less time", "less effort", "more smoothly",
			"less memory", "less bandwidth", "fewer errors", "fewer clicks", "fewer steps", "fewer defects", "fewer failures",
			"fewer mistakes", "fewer resources", "more accurate", "more precise", "more stable", "more usable",
			"more accessible", "more responsive", "less complex", "less cluttered", "less error-prone",
		},
		Changes: []string{
			"improved", "enhanced", "increased", "reduced", "higher", "lower", "greater", "decreased", "better", "less", "more",
			"improve", "enhance", "increase", "reduce", "decrease", "raise", "lowered", "raised", "boost", "boosted",
			"shorter", "longer", "smaller", "larger", "fewer", "superior", "shorten", "lower the",
		},
		Measures: []string{
			"performance", "security", "usability", "quality", "efficiency", "reliability", "accuracy", "latency", "throughput",
			"speed", "scalability", "stability", "availability", "productivity", "maintainability", "response time",
			"response times", "load time", "load times", "loading time", "loading times", "startup time", "build time",
			"error rate", "error rates", "failure rate", "failure rates", "memory usage", "memory consumption", "cpu usage",
			"resource usage", "resource consumption", "energy consumption", "power consumption", "battery life", "bandwidth usage",
			"user experience", "user satisfaction", "customer satisfaction", "engagement", "retention", "conversion",
			"conversion rate", "conversion rates", "costs", "cost", "effort", "waiting time", "waiting times", "processing time",
			"turnaround", "turnaround time", "downtime", "bundle size", "precision", "resilience", "responsiveness", "readability",
			"transparency", "visibility", "flexibility", "complexity", "overhead", "workload", "churn", "robustness", "comfort",
		},
		Grades: []string{
			"lower", "higher", "shorter", "longer", "smaller", "larger", "bigger", "greater", "fewer", "less", "improved",
			"reduced", "increased", "enhanced", "lighter", "stronger", "weaker", "richer", "nicer", "friendlier", "tidier",
		},
		Baselines: []string{
			"than", "compared to", "compared with", "relative to", "in comparison to", "in comparison with", "as opposed to",
			"against", "versus", "from", "rather than",
		},
		Yesterdays: []string{
			"before", "now", "today", "currently", "previously", "ever", "ever before", "in the past", "usual", "normal",
			"it is today", "it is now", "it was", "it used to be", "at present", "the current solution", "the existing solution",
			"the current system", "the existing system", "the old system", "the legacy system", "the previous system",
			"the current version", "the previous version", "the old version", "other systems", "other products",
			"competitors", "the competition", "comparable products", "similar products", "similar systems", "alternatives",
			"current levels", "the status quo", "expected", "necessary",
		},

		Singular:   []string{"it", "its"},
		Plural:     []string{"they", "them", "their", "theirs"},
		Personal:   []string{"he", "him", "his", "she", "her", "hers"},
		Possessive: []string{"its", "their", "theirs", "his", "hers"},
		Object:     []string{"them", "him"},
		Expletive: []string{
			"possible", "necessary", "required", "important", "allowed", "permitted", "recommended", "likely", "unlikely",
			"clear", "expected", "assumed", "understood", "desirable", "advisable", "forbidden", "prohibited", "sufficient",
			"acceptable", "intended", "impossible", "useful", "helpful", "essential", "mandatory", "optional", "appropriate",
			"easy", "difficult", "hard", "safe", "worth", "better", "best", "follows", "appears", "seems", "turns", "happens",
			"takes", "depends", "means", "makes", "feasible", "vital", "critical", "crucial", "obvious", "evident", "noted",
			"known", "preferable", "suggested", "agreed", "decided", "planned", "estimated", "time", "up",
		},
		Openers: []string{
			"if", "when", "whenever", "while", "until", "unless", "because", "since", "although", "once", "before",
			"after", "where", "that", "which", "who", "as", "but", ";",
		},
		Auxiliaries: []string{"must", "shall", "should", "will", "may", "can", "cannot", "needs", "need", "has", "have"},
		Beings:      []string{"is", "are", "was", "were", "be", "becomes", "gets"},
		Determiners: []string{
			"the", "a", "an", "each", "every", "this", "that", "these", "those", "all", "any", "both", "some", "several",
			"multiple", "many", "few", "various", "two", "three", "four", "five", "one", "another", "other", "its", "their",
			"his", "her", "our", "your", "my", "existing", "new",
		},
		PluralOpeners: []string{
			"these", "those", "all", "both", "several", "multiple", "many", "few", "various", "two", "three", "four", "five",
		},
		Prepositions: englishPrepositions(),
		Joiners:      []string{"and", "or", "with", "plus", "including", "such", "as"},
		Breaks: slices.Concat(englishPrepositions(), []string{
			"nor", "so", "yet", "whenever", "unless", "since", "although", "though", "once", "whether", "who", "whose", "whom",
			"what", "how", "why", "then", "else", "otherwise", "not", "never", "only", "also", "both", "either", "neither", "no",
			"must", "shall", "should", "will", "would", "can", "could", "may", "might", "cannot", "needs", "need",
			"is", "are", "was", "were", "be", "been", "being", "am", "has", "have", "had", "having", "do", "does", "did",
			"it", "its", "itself", "they", "them", "their", "theirs", "themselves", "we", "us", "our", "you", "your", "he",
			"she", "him", "her", "his", "i", "me", "my", "there", "here", "such", "according", "allow", "allows", "provide",
			"provides", "include", "includes", "contain", "contains", "show", "shows", "use", "uses", "receives", "sends",
			"returns", "becomes", "remains", "fails", "makes", "takes", "gets", "goes", "comes", "starts", "stops", "exceeds",
			"occurs", "exists", "requires", "supports", "enables", "updates", "creates", "deletes", "detects", "ends",
		}),
		Verbal: []string{
			"to", "must", "shall", "should", "will", "can", "may", "not", "be", "that", "which", "who", "cannot", "would", "could",
		},
		PluralNouns: []string{
			"people", "data", "criteria", "children", "media", "metadata", "staff", "personnel", "indices", "vertices", "phenomena",
		},
		SingularNouns: []string{
			"status", "process", "access", "address", "class", "bus", "basis", "analysis", "success", "progress", "business",
			"focus", "gas", "lens", "loss", "pass", "canvas", "corpus", "radius", "virus", "campus", "axis", "news", "is",
			"always", "this", "https", "dns", "tls", "css", "js", "aws", "os", "gps", "sms", "rss", "ios", "thus", "plus", "minus",
		},
		People: []string{
			"user", "users", "customer", "customers", "member", "members", "people", "person", "persons", "admin", "admins",
			"administrator", "administrators", "author", "authors", "owner", "owners", "employee", "employees", "staff", "reader",
			"readers", "student", "students", "teacher", "teachers", "patient", "patients", "doctor", "doctors", "visitor",
			"visitors", "guest", "guests", "buyer", "buyers", "seller", "sellers", "driver", "drivers", "player", "players",
			"developer", "developers", "operator", "operators", "reviewer", "reviewers", "manager", "managers", "subscriber",
			"subscribers", "participant", "participants", "contributor", "contributors", "consumer", "consumers", "resident",
			"residents", "citizen", "citizens", "applicant", "applicants", "creator", "creators", "vendor", "vendors",
			"merchant", "merchants", "stakeholder", "stakeholders", "clerk", "clerks", "maintainer", "maintainers",
			"tenant", "tenants", "passenger", "passengers", "traveller", "travellers", "traveler", "travelers", "parent", "parents",
			"child", "children", "pupil", "pupils", "nurse", "nurses", "borrower", "borrowers", "librarian", "librarians",
			"supervisor", "supervisors", "volunteer", "volunteers", "donor", "donors", "caller", "callers", "sender", "senders",
			"recipient", "recipients", "attacker", "attackers", "engineer", "engineers", "tester", "testers", "auditor", "auditors",
			"editor", "editors", "moderator", "moderators", "worker", "workers", "colleague", "colleagues",
			"dispatcher", "dispatchers", "cashier", "cashiers", "courier", "couriers", "friend", "friends", "leader", "leaders",
			"foreman", "mechanic", "mechanics", "inspector", "inspectors", "conductor", "conductors", "captain", "captains",
			"pilot", "pilots", "officer", "officers", "host", "hosts", "tutor", "tutors", "trainer", "trainers", "coach", "coaches",
			"referee", "referees", "judge", "judges", "lawyer", "lawyers", "accountant", "accountants", "treasurer", "secretary",
			"warden", "wardens", "guard", "guards", "technician", "technicians", "physician", "physicians", "pharmacist",
			"pharmacists", "speaker", "speakers", "candidate", "candidates", "chair", "registrar", "porter", "porters", "approver", "approvers",
			"requester", "requesters", "payer", "payee", "landlord", "landlords", "analyst", "analysts", "agent", "agents",
		},
		Products: []string{
			"system", "systems", "application", "applications", "app", "product", "software", "platform", "service", "tool",
			"solution", "program", "site", "website", "page", "implementation", "implementations", "server", "client",
		},
		Vessels: []string{
			"time", "times", "way", "ways", "manner", "case", "cases", "order", "moment", "fact", "reason", "purpose", "means",
			"second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "example", "basis", "rest", "end", "start",
			"beginning", "number", "amount", "kind", "kinds", "type", "types", "part", "event", "place", "use", "duration",
			"point", "addition",
		},
	}
}

func englishPrepositions() []string {
	return []string{
		"of", "in", "on", "at", "to", "for", "from", "with", "without", "by", "as", "into", "onto", "upon", "within", "during",
		"through", "via", "between", "among", "across", "over", "under", "above", "below", "about", "against", "per", "than",
		"and", "or", "but", "if", "when", "while", "until", "after", "before", "where", "that", "which", "because", "based",
		"using", "including",
	}
}
