package lang

import (
	"strconv"
	"strings"
)

// Grade is how well something protects, or how much it is held to, among its
// like; a greater rank is more.
type Grade struct {
	Family string
	Rank   int
}

// GradeOf is the grade of a name in lower case: "aes-256", "tls 1.3", "https".
// Names are the same in every language. Among the digests of one length none is
// better than the other, and every digest made for passwords is better than one
// that is made to be fast.
func GradeOf(name string) (g Grade, ok bool) {
	name = strings.NewReplacer("-", "", "_", "", " ", "", "/", "").Replace(name)
	switch name {
	case "http", "ws", "ftp", "ldap", "imap", "smtp", "telnet":
		return Grade{"channel", 1}, true
	case "https", "wss", "sftp", "ftps", "ldaps", "imaps", "smtps", "ssh":
		return Grade{"channel", 2}, true
	case "md2", "md4", "md5", "crc32":
		return Grade{"digest", 1}, true
	case "blake2", "blake2b", "blake2s", "blake3", "sha2":
		return Grade{"digest", 256}, true
	case "argon2", "argon2id", "argon2i", "scrypt", "bcrypt", "pbkdf2":
		return Grade{"digest", 9999}, true
	case "des", "3des", "tripledes", "rc4", "base64", "rot13", "xor":
		return Grade{"cipher", 1}, true
	case "chacha20", "chacha20poly1305":
		return Grade{"cipher", 256}, true
	}
	at := strings.IndexAny(name, "0123456789")
	if at <= 0 {
		return Grade{}, false
	}
	letters, digits := name[:at], name[at:]
	end := strings.IndexFunc(digits, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if end >= 0 {
		digits = digits[:end]
	}
	major, minor, _ := strings.Cut(digits, ".")
	n, err := strconv.Atoi(major)
	if err != nil {
		return Grade{}, false
	}
	m, _ := strconv.Atoi(minor)
	switch strings.TrimSuffix(letters, "v") {
	case "sha":
		if n == 3 {
			n = 256
		}
		return Grade{"digest", n}, true
	case "hmacsha":
		return Grade{"hmac", n}, true
	case "aes", "aesgcm", "aescbc", "aesctr":
		return Grade{"cipher", n}, n >= 128
	case "rsa", "dsa", "dh", "ffdhe":
		return Grade{letters, n}, n >= 512
	case "p", "secp":
		return Grade{"curve", n}, n >= 192 && n <= 521
	case "ssl":
		return Grade{"transport", n}, true
	case "tls":
		return Grade{"transport", 10*n + m}, true
	case "wcag":
		return Grade{"wcag", 10*n + m}, true
	case "aal", "ial", "fal", "eal", "sil", "loa":
		return Grade{letters, n}, n < 10
	}
	return Grade{}, false
}

// Conformance is the rank of a level of accessibility, in capitals; 0 for any
// other word.
func Conformance(level string) int {
	switch level {
	case "A", "AA", "AAA":
		return len(level)
	}
	return 0
}
