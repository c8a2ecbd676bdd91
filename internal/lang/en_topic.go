package lang

import "slices"

func englishCredentials() Topic {
	secrets := []string{
		"password", "passwords", "passphrase", "passphrases", "api key", "api keys", "private key", "private keys",
		"credential", "credentials", "secret", "secrets", "access token", "access tokens", "refresh token", "pin code",
		"pin codes", "passcode", "passcodes",
	}
	return Topic{
		Touches: slices.Concat(
			crossed([]string{
				"store* ~", "stored ~", "save* ~", "persist* ~", "remember* ~", "set ~", "sets ~", "change* ~",
				"reset* ~", "choose* ~", "chooses ~", "enter* ~", "create* ~", "provide* ~", "keep* ~", "generate* ~",
				"issue* ~", "email and", "e-mail and", "username and", "user name and",
			}, secrets),
			[]string{"sign up with", "password reset", "passwords must", "password must", "passwords are", "forgotten password"},
		),
		Answers: []string{
			"hash*", "bcrypt", "argon2*", "scrypt", "pbkdf2", "salt*", "encrypt*", "keychain*", "keyring*", "keystore*",
			"vault*", "kms", "secret* manager", "secret* store", "lockout*", "lock* ~ account", "account lock*",
			"rate limit*", "rate-limit*", "brute*", "mask*", "redact*", "plaintext", "plain text", "clear text",
			"cleartext", "plain-text", "tls", "revok*", "rotat*", "oauth*", "sso", "saml", "openid", "oidc", "passkey*",
			"webauthn", "magic link*", "identity provider", "auth0", "cognito", "okta", "keycloak",
			"environment variable*", "env var*", "never log*", "not log*", "failed attempts", "failed login*",
			"failed sign-in*", "failed log-in*", "secret scanning", "never store*", "not store*", "minimum length",
			"complexity", "characters long", "at least 8", "at least 10", "at least 12", "mfa", "2fa", "two-factor",
			"multi-factor", "expir*", "wallet",
		},
	}
}

func englishPersonalData() Topic {
	return Topic{
		Touches: []string{
			"date of birth", "birth date", "birthdate", "birthday", "phone number*", "telephone number*",
			"mobile number*", "home address*", "postal address*", "shipping address*", "delivery address*",
			"billing address*", "personal data", "personal information", "personal details", "contact details",
			"contact information", "contact data", "health data", "health record*", "medical record*",
			"medical histor*", "patient", "patients", "diagnosis", "diagnoses", "social security", "passport number*",
			"national id", "identity document*", "identity card*", "gps position*", "location histor*", "geolocation*",
			"user's location", "users' location", "customer data", "customer records", "user profile*",
			"email address of", "e-mail address of", "store* ~ email", "store* ~ e-mail", "collect* ~ email",
			"collect* ~ e-mail", "names and email*", "name and email*", "name and e-mail*", "applicant", "applicants",
			"student record*", "salary", "salaries", "payslip*", "curriculum vitae", "biometric*", "fingerprint data",
			"next of kin", "emergency contact*",
		},
		Answers: []string{
			"privacy", "gdpr", "dsgvo", "ccpa", "hipaa", "ferpa", "consent*", "retention", "retain*", "anonymi*",
			"pseudonym*", "encrypt*", "delete ~ account", "deletes ~ account", "account deletion", "delete* ~ data",
			"data deletion", "right to", "data protection", "opt in", "opt-in", "opt out", "opt-out", "visible only",
			"only visible", "only the", "can only see", "can see only", "sees only", "only by", "access control*",
			"permission*", "role", "roles", "rbac", "authoriz*", "authoris*", "unauthor*", "confidential*", "pii",
			"redact*", "mask*", "not shared", "never shared", "not share", "never share", "erase*", "erasure", "purge*",
			"kept for", "keep* ~ for", "days after", "months after", "years after", "private", "admins only",
			"administrators only", "locally", "on the device", "on-device", "sensitive",
		},
	}
}

func englishPaying() Topic {
	return Topic{
		Touches: englishPayments().Acts,
		Answers: []string{
			"pci*", "tokeni*", "idempoten*", "twice", "double", "duplicat*", "once", "chargeback*", "dispute*",
			"refund*", "declin*", "fail*", "retr*", "stripe", "paypal", "adyen", "braintree", "mollie", "square",
			"payment provider", "payment processor", "payment gateway", "hosted", "card data", "card number*", "cvv",
			"3ds", "3-d secure", "reconcil*", "rollback", "roll* back", "void*", "cancel*", "cash",
		},
	}
}

func englishDeletion() Topic {
	return Topic{
		Touches: slices.Concat(
			crossed([]string{"delete ~", "deletes ~", "deleting ~", "remove ~", "erase ~", "purge ~", "wipe ~"}, []string{
				"account", "accounts", "user", "users", "project", "projects", "workspace", "workspaces",
				"organization", "organisation", "customer", "customers", "team", "order", "orders", "invoice",
				"invoices", "document", "documents", "record", "records", "recipe", "recipes", "note", "notes", "post",
				"posts", "photo", "photos", "album", "albums", "board", "boards", "list", "lists", "task", "tasks",
				"booking", "bookings", "message", "messages", "database", "databases", "repository", "repositories",
				"event", "events", "contact", "contacts", "conversation", "conversations",
			}),
			[]string{"permanently delete*", "permanently remove*", "hard delete*", "bulk delete*", "delete everything"},
		),
		Answers: []string{
			"confirm*", "undo*", "undone", "restor*", "recover*", "soft delet*", "soft-delet*", "archiv*", "trash",
			"recycle", "bin", "retention", "retain*", "cascad*", "irreversib*", "permanent*", "backup*", "back-up*",
			"grace period", "audit*", "only the owner", "owner", "permission*", "role", "roles", "admin*", "authori*",
			"only if", "orphan*", "reference*", "related", "prompt*", "warn*", "are you sure", "tombstone*", "within",
			"cannot be deleted", "not be deleted", "own", "dialog*", "in use", "still", "also deleted", "deleted with",
			"blocked", "prevent*", "reject*", "refus*", "kept", "remain*", "unless", "no longer", "disappear*",
		},
	}
}

func englishUntrustedInput() Topic {
	return Topic{
		Touches: slices.Concat(englishUploads().Acts, []string{
			"user-supplied", "user supplied", "user-provided", "user provided", "free text", "free-text", "rich text",
			"comment form", "contact form", "public form", "anyone can submit", "visitor* ~ submit*",
			"visitor* ~ comment*", "user-generated", "post comments", "posts comments", "post a comment",
			"leave a comment", "leave comments", "write comments", "write a comment", "add comments", "add a comment",
			"paste* ~ url", "paste* ~ address", "paste* ~ link", "uploaded ~ files", "custom html", "markdown comment*", "execute* ~ script*", "run* ~ user* ~ code",
			"incoming webhook*", "receive* ~ webhook*", "public api",
		}),
		Answers: []string{
			"validat*", "saniti*", "escap*", "malicious", "virus*", "malware", "inject*", "xss", "csrf", "ssrf",
			"sandbox*", "signature*", "verif*", "hmac", "limit*", "max*", "at most", "up to", "no more than",
			"larger than", "smaller than", "exceed*", "too large", "too long", "type*", "format*", "mime", "extension*",
			"reject*", "refus*", "invalid*", "malformed", "untrusted", "trusted", "allowlist*", "allow-list*",
			"whitelist*", "moderat*", "spam", "captcha", "rate limit*", "rate-limit*", "quota*", "mb", "kb",
			"characters", "allowed", "permitted", "only accept*", "accepts only", "strip*", "plain text", "abuse*",
			"csp",
		},
	}
}

func englishGrowth() Topic {
	return Topic{
		Touches: []string{
			"every request is logged", "log every", "logs every", "logged for every", "log all", "logs all",
			"record every", "records every", "audit log*", "audit trail*", "activity log*", "activity feed*",
			"event log*", "histor* of all", "full history", "complete history", "entire history", "keep* ~ every",
			"keeps all", "store* ~ every", "stores all", "lists all", "list all", "lists every", "shows all",
			"show all", "displays all", "display all", "view all", "views all", "every change is", "all events are",
			"version history", "all versions", "time series", "sensor readings", "news feed", "timeline of",
		},
		Answers: []string{
			"pagina*", "per page", "pages of", "page size", "page through", "next page", "infinite scroll*", "lazy*",
			"virtual*", "limit*", "max*", "at most", "up to", "no more than", "newest", "most recent", "last",
			"retention", "retain*", "archiv*", "purg*", "prun*", "rotat*", "expir*", "ttl", "cleanup", "clean* up",
			"clean-up", "delete* after", "deleted after", "older than", "days", "weeks", "months", "years", "thousand",
			"thousands", "million", "millions", "1,000", "10,000", "100,000", "1000", "10000", "100000", "concurren*",
			"scal*", "throughput", "quota*", "capacity", "load more", "batch*", "cap", "capped", "compact*",
			"aggregat*", "cursor*", "bounded", "growth", "grows", "gb", "tb", "small number", "few",
		},
	}
}

func englishFeatures() Dimension {
	return Dimension{
		Headings: []string{
			"feature*", "requirement*", "scope", "functional*", "capabilit*", "function*", "what it does", "user stor*",
			"deliverable*", "mvp",
		},
		Cues: []string{"must", "shall", "should", "feature*", "requirement*"},
	}
}

func englishTechnology() Dimension {
	return Dimension{
		Headings: []string{
			"tech", "technolog*", "technical*", "stack", "architectur*", "infrastructur*", "platform*",
			"implementation*", "constraints", "dependenc*",
		},
		Cues: []string{
			"react", "vue", "angular", "svelte", "next.js", "nuxt", "node", "node.js", "express", "fastapi", "django",
			"flask", "rails", "spring", "laravel", "python", "typescript", "javascript", "rust", "golang", "java",
			"kotlin", "swift", "flutter", "ruby", "php", "dotnet", "elixir", "postgres*", "mysql", "sqlite", "mongodb",
			"redis", "dynamodb", "docker", "kubernetes", "k8s", "aws", "gcp", "azure", "vercel", "netlify",
			"cloudflare", "ios", "android", "phone", "phones", "smartphone*", "tablet", "tablets", "website*",
			"web page*", "windows", "macos", "linux", "browser*", "web app*", "mobile app*", "desktop app*",
			"command line", "command-line", "cli", "framework*", "runtime", "programming language", "built with",
			"built on", "runs on", "written in", "tech stack", "html", "css", "wordpress", "electron", "webassembly",
			"unity", "raspberry pi", "firmware", "excel", "llm", "openai", "npm", "monorepo", "microservice*",
			"backend", "back end", "front end", "frontend",
		},
	}
}

func englishUsers() Dimension {
	return Dimension{
		Headings: []string{
			"user*", "persona*", "use case*", "audience*", "stakeholder*", "customer*", "actor*", "role*", "journey*",
			"who",
		},
		Cues: []string{
			"as a ~ i", "as an ~ i", "user", "users", "persona*", "use case*", "user journey*", "so that",
			"target audience", "customer*", "stakeholder*", "visitor*", "member*", "operator*", "developer*", "admin*",
			"employee*", "student*", "teacher*", "patient*", "clerk*", "volunteer*", "reader*", "buyer*", "seller*",
			"resident*", "people who", "anyone who", "nurse*", "doctor*", "physician*", "pharmacist*", "therapist*", "caregiver*", "carer*",
			"technician*", "drivers", "courier*", "dispatcher*", "accountant*", "cashier*", "waiter*", "farmer*", "citizen*", "shopper*",
			"passenger*", "guest*", "staff", "tutor*", "pupil*", "librarian*", "lawyer*",
		},
	}
}

func englishAcceptance() Dimension {
	return Dimension{
		Headings: []string{
			"acceptance*", "criteria", "criterion", "definition of done", "done when", "success*", "exit criteria",
			"test*", "verification*", "metrics", "kpi*", "measure*",
		},
		Cues: []string{
			"acceptance*", "definition of done", "done when", "given ~ ~ when", "success metric*", "success criteri*",
			"is done when",
		},
	}
}

func englishData() Dimension {
	return Dimension{
		Headings: []string{"data*", "schema*", "entit*", "erd", "storage", "domain model", "model*", "persistence"},
		Cues: []string{
			"database*", "data model*", "schema*", "entit*", "primary key*", "foreign key*", "one-to-many",
			"many-to-many", "relation*", "table", "tables", "field", "fields", "record", "records", "column*",
			"stored in", "stores", "storage", "persist*", "saved in", "saved as", "json", "yaml", "csv", "file format*",
			"localstorage", "sqlite", "postgres*", "mysql", "mongodb", "attributes", "data structure*", "catalog*",
			"catalogue*", "metadata", "registry", "inventory", "archive*", "stateless", "no database",
			"nothing is stored", "in memory", "in-memory",
		},
	}
}

func englishInterfaces() Dimension {
	return Dimension{
		Headings: []string{
			"api*", "endpoint*", "interface*", "integration*", "route*", "webhook*", "graphql", "commands", "cli",
			"protocol*", "contract*",
		},
		Cues: []string{
			"api", "apis", "endpoint*", "graphql", "grpc", "webhook*", "sdk", "http request*", "request body",
			"response body", "payload*", "rest api*", "openapi", "swagger", "integrat*", "interface*", "command line",
			"command-line", "cli", "subcommand*", "export*", "import*", "protocol*", "mcp", "rpc", "library", "plugin*",
			"third-party", "third party", "standalone", "no integration*", "offline",
		},
	}
}

func englishDeployment() Dimension {
	return Dimension{
		Headings: []string{
			"deploy*", "hosting", "infra*", "environment*", "release*", "rollout*", "launch*", "operation*",
			"distribution", "delivery", "installation",
		},
		Cues: []string{
			"deploy*", "host", "hosted", "hosting", "pipeline*", "staging", "production", "docker", "container*",
			"serverless", "lambda", "cloud", "kubernetes", "rollout*", "roll* out", "app store", "play store",
			"install*", "environment*", "infrastructure", "self-hosted", "on-premise*", "on premise*", "distribut*",
			"npm", "homebrew", "binary", "binaries", "package*", "ship*", "release*", "launch*", "go live", "go-live",
			"runs locally", "local machine", "localhost", "server*", "desktop", "web app*", "saas",
		},
	}
}

func englishErrors() Dimension {
	return Dimension{
		Headings: []string{
			"error*", "exception*", "fail*", "fallback*", "edge case*", "risk*", "resilien*", "reliab*", "recover*",
			"availab*",
		},
		Cues: slices.Concat(englishFailures(), []string{"edge case*", "graceful*", "failure mode*", "reliab*", "availab*", "uptime"}),
	}
}

func englishSecurity() Dimension {
	return Dimension{
		Headings: []string{
			"secur*", "auth*", "permission*", "access*", "privacy", "compliance", "non-functional*", "nonfunctional*",
			"trust*", "data protection",
		},
		Cues: []string{
			"secur*", "authenticat*", "authori*", "oauth*", "jwt", "token*", "permission*", "role", "roles", "rbac",
			"encrypt*", "ssl", "tls", "password*", "credential*", "secret*", "api key*", "privacy", "private", "gdpr",
			"access control*", "log in", "login*", "sign in", "sign-in", "signed in", "sso", "admin*", "hash*",
			"sandbox*", "trusted", "untrusted", "no account*", "anonymous*", "confidential*", "injection", "xss",
			"no login", "public data", "access rights", "restricted", "only the owner", "saniti*", "audit*",
		},
	}
}
