package probe

import "strings"

// canon are the topics that every product has and that have an owner of their
// own: security reviews, linters, data protection. A prohibition about one is
// referred to, never duplicated.
func canon() []struct{ topic, owner, phrases string } {
	return []struct{ topic, owner, phrases string }{
		{"injection", "the security review and its linters", "sql injection|command injection|code injection|ldap injection|header injection|cross site scripting|xss|xxe"},
		{"path traversal", "the security review and its linters", "path traversal|directory traversal"},
		{"prototype pollution", "the security review and its linters", "prototype pollution"},
		{"OWASP", "the security review and its linters", "owasp|csrf|cross site request forgery|ssrf|server side request forgery|open redirect|clickjacking|insecure deserialization"},
		{"data protection law", "the data protection review", "gdpr|ccpa|hipaa|data retention|right to erasure|consent banner"},
		{"generic fairness", "the fairness review", "protected characteristics|protected classes|disparate impact"},
	}
}

// CanonTopic is the topic of a prohibition that is owned elsewhere, and by
// whom; "" for one that belongs into the spec.
func CanonTopic(statement string) (topic, owner string) {
	words := strings.Join(wordsOf(statement), " ")
	for _, c := range canon() {
		if contained(words, strings.Split(c.phrases, "|")) != "" {
			return c.topic, c.owner
		}
	}
	return "", ""
}
