package lang

import "slices"

func englishGaps() *Gaps {
	repeats, variants := englishRepeats()
	return &Gaps{
		Repeats: repeats, Variants: variants,
		Failures: englishFailures(),
		ErrorSections: []string{
			"error*", "failure*", "exception*", "resilien*", "fault*", "fallback*", "retries", "retry*", "recovery",
			"unhappy path*", "when things go wrong",
		},
		Handling: []string{
			"handle", "handles", "handled", "handling", "manage", "manages", "managed", "cope with", "copes with",
			"deal with", "deals with", "dealt with", "address", "addresses", "addressed", "react to", "reacts to",
			"respond to", "responds to", "tolerate", "tolerates", "survive", "survives", "withstand", "withstands",
			"resilient to", "resilient against", "robust against", "recover from", "recovers from",
		},
		Mishaps: []string{
			"error", "errors", "failure", "failures", "exception", "exceptions", "outage", "outages", "timeout",
			"timeouts", "fault", "faults", "crash", "crashes", "disconnect", "disconnects", "disconnection",
			"disconnections", "interruption", "interruptions", "downtime", "edge case", "edge cases", "corner cases",
			"invalid input", "invalid inputs", "bad input", "malformed input", "unexpected input", "network issues",
			"network problems", "connection loss", "connectivity issues", "connectivity loss", "overload",
			"unavailability",
		},
		Reactions: []string{
			"log*", "show*", "display*", "return*", "retry*", "retries", "retried", "message*", "notif*", "alert*",
			"warn*", "report*", "fall*", "roll* back", "rollback*", "abort*", "exit*", "status", "respons*", "skip*",
			"queue*", "resum*", "restart*", "continu*", "stop*", "reject*", "refus*", "ignor*", "discard*", "keep*",
			"reconnect*", "by", "via", "using", "code", "codes", "prompt*", "ask*", "offer*", "tell*", "explain*",
			"without", "instead", "tried again", "try again",
		},
		Universals: englishUniversals(),
		Negations: []string{
			"not", "no", "never", "without", "nor", "neither", "cannot", "don't", "doesn't", "won't", "mustn't",
			"nobody",
		},
		Harms: []string{
			"annoy*", "overwhelm*", "frustrat*", "irritat*", "distract*", "disturb*", "bother*", "burden*",
			"intimidat*", "alienat*", "offend*", "scare", "confuse people", "confuse users", "confuse the user*",
			"confuse reader*", "confuse customer*", "confuse player*", "confusing", "be confused", "feel lost",
			"be surprised", "surprise people", "surprise users", "surprise the user*", "undue", "unduly",
			"undesirable", "undesired", "unreasonabl*", "unacceptabl*", "unpleasant*", "cumbersome", "tedious",
			"painful", "jarring", "intrusive", "obtrusive", "disruptive", "break the flow", "spoil*", "ruin*",
			"get in the way", "stand in the way", "look cheap", "look bad", "feel slow", "feel sluggish", "cause harm",
			"do harm", "be abused", "be misused", "cause trouble", "cause disruption*", "cause interruption*",
			"be a nuisance", "wait too long", "take too long", "be too", "inconvenien*",
		},
		Parties: englishParties(),

		Openers: []string{"when", "whenever", "once", "if", "after"},
		Successes: []string{
			"succeed*", "be successful", "is successful", "was successful", "are successful", "has been successful", "successfully complet*",
			"complet* successfully", "finish* successfully", "is granted", "was granted", "are granted",
		},

		Payments: englishPayments(),
		Uploads:  englishUploads(),
		Imports:  englishImports(),
		Remotes:  englishRemotes(),
		SignIns:  englishSignIns(),
		Jobs:     englishJobs(),
		Parsing:  englishParsing(),

		Validations: Hazard{
			Acts: crossed([]string{"must", "shall", "should", "will"}, []string{
				"validate", "be validated", "verify that", "verify whether", "check that", "check whether", "verify ~ signature", "verify ~ checksum",
			}),
			About: []string{"validat*", "verif*", "check*", "valid", "signature*", "checksum*"},
		},
		Permissions: Hazard{
			Acts: slices.Concat(
				crossed([]string{"request ~", "requests ~", "ask for ~", "asks for ~", "prompt for ~", "prompts for ~"}, []string{"permission", "permissions"}),
				crossed([]string{"request", "requests", "ask for", "asks for"}, []string{"access to ~ camera", "access to ~ microphone", "access to ~ location", "access to ~ contacts", "access to ~ photos"}),
			),
			About: []string{"permission*", "consent*", "access*", "camera", "microphone"},
		},

		Credentials:    englishCredentials(),
		PersonalData:   englishPersonalData(),
		Paying:         englishPaying(),
		Deletion:       englishDeletion(),
		UntrustedInput: englishUntrustedInput(),
		Growth:         englishGrowth(),

		Features:   englishFeatures(),
		Technology: englishTechnology(),
		Users:      englishUsers(),
		Acceptance: englishAcceptance(),
		Data:       englishData(),
		Interfaces: englishInterfaces(),
		Deployment: englishDeployment(),
		Errors:     englishErrors(),
		Security:   englishSecurity(),
	}
}

func englishFailures() []string {
	return []string{
		"fail*", "error*", "invalid*", "reject*", "refus*", "unavailab*", "unreachab*", "timeout*", "time out",
		"times out", "timed out", "retry*", "retries", "retried", "fallback*", "fall back", "falls back", "fell back",
		"offline", "denied", "deny", "denies", "declin*", "unauthor*", "forbidden", "exception*", "cannot", "can't",
		"unable", "not found", "missing", "wrong*", "incorrect*", "expired", "abort*", "malform*", "corrupt*",
		"unsupported", "not supported", "exceed*", "duplicat*", "conflict*", "mismatch*", "not exist", "rollback*",
		"roll* back", "lock* out", "lockout*", "locked", "try again", "interrupt*", "unsuccessful*", "degrad*",
		"outage*", "goes down", "is down", "unknown", "unrecogni*", "broken", "dead letter", "dead-letter",
		"quarantin*", "skip*", "discard*", "throttl*", "panic*", "crash*", "recover*", "resum*", "too large",
		"too long", "too many", "larger than", "no connection", "no network", "backoff", "no response", "problem*",
		"if not", "otherwise", "unless", "does not match", "do not match", "is not valid", "not valid", "not respond*",
		"not answer*", "no answer", "not reply", "no reply", "no data", "left out", "leaves out", "leave out",
		"no longer", "disconnect*", "lost", "loses", "loss", "partial*", "circuit breaker", "unverified", "blocked",
		"unmatched", "oversized", "401", "403", "404", "409", "413", "415", "422", "429", "502", "503", "504", "nack*",
		"bounce*", "undeliver*",
	}
}

// englishUniversals are said of a whole product. What they deny has no list, so
// that no number of tests shows it.
func englishUniversals() []string {
	return slices.Concat(
		crossed([]string{"without any", "without", "with no", "free of", "free from"}, []string{
			"interruption", "interruptions", "disruption", "disruptions", "issues", "issue", "problems", "problem",
			"glitches", "hiccups", "bugs", "side effects", "side-effects", "unintended consequences", "regressions",
			"friction", "performance degradation", "performance issues", "performance problems", "degradation",
			"surprises", "breaking existing functionality", "breaking anything", "affecting existing functionality",
			"impacting existing functionality", "negative impact", "adverse effects",
		}),
		crossed([]string{"no", "zero", "never any"}, []string{
			"bugs", "glitches", "problems", "side effects", "side-effects", "regressions", "unexpected behavior",
			"unexpected behaviour", "unintended side effects", "unintended consequences", "negative impact",
			"adverse effects", "performance degradation", "performance issues", "performance impact", "disruption",
			"defects", "known bugs",
		}),
		crossed([]string{"never", "must not", "shall not", "should not", "does not", "will not", "may not", "cannot", "not"}, []string{
			"ever fail", "ever crash", "break anything", "break existing functionality", "break existing features",
			"affect existing functionality", "affect existing features", "impact existing functionality",
			"negatively impact", "negatively affect", "adversely affect", "have any bugs", "have any issues",
			"cause any issues", "cause any problems", "cause problems", "cause issues", "go wrong", "introduce bugs",
			"introduce new bugs", "introduce regressions", "introduce any regressions", "behave unexpectedly",
		}),
		[]string{
			"never fails", "never fail", "never crashes", "never crash", "never breaks", "bug-free", "bug free",
			"error-free", "glitch-free", "problem-free", "trouble-free", "hassle-free", "flawless", "flawlessly",
			"existing functionality remains unaffected", "existing functionality is unaffected",
			"existing functionality is not affected", "existing functionality continues to work",
			"existing features continue to work", "everything else continues to work",
			"everything else works as before",
		},
	)
}

// crossed is each opening with each end.
func crossed(openings, ends []string) []string {
	out := make([]string, 0, len(openings)*len(ends))
	for _, o := range openings {
		for _, e := range ends {
			out = append(out, o+" "+e)
		}
	}
	return out
}

func englishParties() Parties {
	return Parties{
		Fetch: []string{
			"load", "fetch", "retrieve", "get", "read", "pull", "download", "request", "query", "ask", "call", "look",
			"resolve", "check", "validate", "verify", "authenticate", "poll", "obtain", "reserve", "charge",
			"be fetched", "be loaded", "be retrieved", "be read", "be authenticated",
		},
		Fetches: []string{
			"loads", "fetches", "retrieves", "gets", "reads", "downloads", "queries", "asks", "looks", "resolves",
			"validates", "verifies", "authenticates", "polls", "obtains", "reserves",
		},
		Send: []string{
			"send", "post", "push", "submit", "forward", "report", "publish", "upload", "register", "sync",
			"synchronise", "synchronize", "transmit", "contact", "relay", "export", "integrate", "connect", "delegate",
			"pass", "notify", "be sent", "be forwarded", "be submitted", "be synced", "be published", "be reported",
		},
		Sends: []string{
			"sends", "submits", "forwards", "publishes", "registers", "syncs", "synchronises", "synchronizes",
			"transmits", "relays", "integrates", "connects", "delegates", "passes", "notifies",
		},
		Asks:   []string{"query", "queries", "ask", "asks", "call", "contact", "poll", "polls", "notify", "notifies"},
		Modals: []string{"must", "shall", "should", "will", "want"},
		Others: []string{
			"server", "servers", "provider", "providers", "api", "apis", "gateway", "registry", "webhook", "webhooks",
			"backend", "upstream", "cdn", "webservice", "idp", "erp", "crm", "psp", "acquirer",
		},
		Own: []string{
			"service", "services", "system", "systems", "database", "interface", "feed", "platform", "endpoint",
			"endpoints", "portal", "directory", "hub", "cloud", "mainframe", "planner", "broker", "ledger",
		},
		Prepositions: []string{"from", "to", "at", "against", "with", "via", "through", "by", "using"},
		Articles: []string{
			"the", "a", "an", "its", "their", "our", "each", "every", "this", "that", "any", "all", "some", "these",
			"those", "one", "another", "configured",
		},
		Breaks: []string{
			"of", "and", "or", "for", "before", "after", "as", "without", "during", "into", "per", "in", "on", "when",
			"if", "while", "that", "which", "is", "are", "not", "about", "between", "than", "same", "own", "local",
			"test",
		},
		Attributes: []string{
			"key", "keys", "token", "tokens", "url", "urls", "name", "names", "version", "versions", "page", "pages",
			"log", "logs", "documentation", "docs", "address", "addresses", "configuration", "config", "settings",
			"type", "types", "id", "ids", "request", "requests", "call", "calls", "contract", "schema", "code",
			"object", "objects", "administrator", "administrators", "operator", "operators", "user", "users", "owner",
			"owners", "time", "path", "paths", "side", "file", "files", "component", "components", "tray", "dialog",
			"settings", "menu", "prompt", "account", "clock", "is", "are",
		},
	}
}

func englishPayments() Hazard {
	return Hazard{
		Acts: []string{
			"process* ~ payment", "process* ~ payments", "accept* ~ payment", "accept* ~ payments", "take* ~ payment",
			"collect* ~ payment", "collect* ~ payments", "charge* ~ card", "charge* ~ customer", "charge* ~ buyer",
			"charge* ~ account", "charge* ~ wallet", "pay* with ~ card", "pay* with ~ cards", "pay* by ~ card", "pay* by ~ cards",
			"pay* with ~ wallet", "pay* by ~ debit", "pay* with ~ paypal", "pay* by ~ paypal", "pay* with stripe", "pay via", "pay through", "pay online", "pays online", "can pay", "pay for ~ order", "refund* ~ customer",
			"refund* ~ buyer", "refund* ~ payment", "refund* ~ order", "make a payment", "payment through",
			"payment via", "payments through", "payments via", "complete* ~ checkout", "complete* ~ payment",
			"debit* ~ account",
		},
		About: []string{
			"pay", "pays", "paying", "payment*", "card*", "charge*", "checkout*", "refund*", "purchase*",
			"transaction*", "gateway*",
		},
	}
}

func englishUploads() Hazard {
	files := []string{
		"file", "files", "photo", "photos", "image", "images", "document", "documents", "csv", "avatar", "picture",
		"pictures", "video", "videos", "attachment", "attachments", "receipt", "receipts", "media", "logo",
		"spreadsheet", "pdf", "recording", "scan", "scans",
	}
	return Hazard{
		Acts: slices.Concat(
			crossed([]string{"upload ~", "uploads ~", "uploading ~"}, files), crossed([]string{"attach ~", "attaches ~"}, files),
		),
		About: []string{"upload*", "attach*", "file*", "image*", "photo*", "media", "csv", "document*"},
	}
}

func englishImports() Hazard {
	records := []string{
		"csv", "file", "files", "contacts", "data", "orders", "products", "users", "records", "spreadsheet",
		"spreadsheets", "customers", "transactions", "statements", "members", "accounts", "rows", "items", "entries",
		"calendar", "events", "from",
	}
	return Hazard{
		Acts:  crossed([]string{"import ~", "imports ~", "imported ~", "ingest ~", "ingests ~"}, records),
		About: []string{"import*", "ingest*", "row*", "csv", "file*", "record*", "column*", "line*"},
	}
}

// englishRemotes has what names no system; see [Parties] for what does.
func englishRemotes() Hazard {
	return Hazard{
		Acts: []string{
			"send* ~ webhook*", "deliver* ~ webhook*", "call* ~ webhook*", "sync* ~ with", "synchroni* ~ with",
			"integrate* with", "integrates ~ with",
		},
		About: []string{
			"api*", "service*", "provider*", "external", "third-party", "request*", "sync*", "connect*", "network*",
			"server*", "webhook*", "upstream", "downstream", "dependenc*", "endpoint*", "call*", "integration*",
			"fetch*", "remote", "gateway*",
		},
	}
}

func englishSignIns() Hazard {
	return Hazard{
		Acts: slices.Concat(
			crossed([]string{"log in", "logs in", "sign in", "signs in", "login", "log on", "authenticate", "authenticates", "authenticated"}, []string{
				"with", "using", "via", "by", "through", "against", "to",
			}),
			[]string{"can log in", "can sign in", "must log in", "must sign in", "able to log in", "able to sign in", "want to log in", "want to sign in"},
		),
		About: []string{
			"log in", "logs in", "login*", "logged", "sign in", "sign-in*", "signs in", "signed in", "password*",
			"credential*", "authenticat*", "session*", "account*", "token*", "code*",
		},
	}
}

func englishJobs() Hazard {
	return Hazard{
		Acts: []string{
			"enqueue*", "queued for", "placed on ~ queue", "puts ~ queue", "put on ~ queue", "publish* ~ queue",
			"publish* ~ topic", "consume* ~ queue", "background job", "background jobs", "background task",
			"background worker", "scheduled job", "scheduled task", "cron job", "nightly job", "batch job",
			"hourly job", "daily job", "message queue", "job queue", "processed asynchronously",
			"process* ~ asynchronously", "runs nightly",
		},
		About: []string{
			"job*", "queue*", "task*", "worker*", "message*", "batch*", "schedul*", "cron*", "run", "runs",
		},
	}
}

func englishParsing() Hazard {
	return Hazard{
		Acts: slices.Concat(
			crossed([]string{"parse ~", "parses ~", "parsed from ~", "decode ~", "decodes ~"}, []string{
				"file", "files", "input", "document", "documents", "header", "headers", "json", "yaml", "xml", "csv",
				"html", "markdown", "config", "configuration", "message", "messages", "response", "responses",
				"payload", "log", "logs", "manifest", "string", "expression", "template", "email", "emails", "invoice",
				"invoices",
			}),
		),
		About: []string{
			"pars*", "decod*", "syntax*", "file*", "format*", "input*", "json", "yaml", "xml", "schema*", "field*",
			"document*",
		},
	}
}

// englishRepeats are calls that may be made again: with whatever values, and
// with others.
func englishRepeats() (repeats, variants Hazard) {
	again := crossed([]string{
		"send ~", "submit ~", "issue ~", "called ~", "invoked ~", "sent ~", "submitted ~",
		"issued ~", "delivered ~", "executed ~", "posted ~",
	}, []string{"multiple times", "several times", "more than once", "many times"})
	results := []string{
		"second", "subsequent*", "repeat*", "already exist*", "already been", "has already", "already publish*",
		"already created", "already done", "already sent", "already processed", "duplicat*", "same response",
		"same result", "dedup*", "de-dup*", "earlier", "previous*", "later call*", "each time", "every time",
	}
	same := []string{"idempoten*", "only once", "exactly once", "at most once", "no effect"}
	return Hazard{Acts: again, About: slices.Concat(results, same)},
		Hazard{Acts: crossed(again, []string{"~ ~ ~ ~ different"}), About: results}
}
