package manifest

import (
	"path"
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/source"
)

func readGoMod(f *File) error {
	block := ""
	f.lines(func(text string, at source.Span) {
		code, comment, _ := strings.Cut(text, "//")
		fields := strings.Fields(code)
		switch {
		case len(fields) == 0:
			return
		case fields[0] == ")":
			block = ""
			return
		case len(fields) == 2 && fields[1] == "(":
			block = fields[0]
			return
		case block == "" && len(fields) == 2 && fields[0] == "go":
			f.ask(fields[1], at, From)
			return
		case block == "":
			block, fields = fields[0], fields[1:]
			defer func() { block = "" }()
		}
		if block == "require" && len(fields) == 2 {
			f.depend(strings.Trim(fields[0], "\"`"), at, strings.TrimSpace(comment) == "indirect")
		}
	})
	return nil
}

// isRequirements recognises requirements.txt and its kin for other purposes.
func isRequirements(base string) bool {
	return strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt")
}

func readRequirements(f *File) error {
	aside := path.Base(f.Source.Path()) != "requirements.txt"
	f.lines(func(text string, at source.Span) {
		if i := strings.IndexByte(text, '#'); i == 0 || i > 0 && (text[i-1] == ' ' || text[i-1] == '\t') {
			text = text[:i]
		}
		if !strings.HasPrefix(strings.TrimSpace(text), "-") {
			f.requirements([]item{{strings.TrimSpace(text), at}}, aside)
		}
	})
	return nil
}

func isGemfile(base string) bool { return base == "Gemfile" || strings.HasSuffix(base, ".gemspec") }

var (
	gem      = pattern.Lazy(`^\s*gem[ (]\s*["']([\w-]+)["'](.*)$`)
	gemspec  = pattern.Lazy(`\.add_(?:runtime_)?dependency[ (]\s*["']([\w-]+)["']`)
	rubyline = pattern.Lazy(`^\s*ruby[ (]\s*["']([^"']+)["']`)
	opens    = pattern.Lazy(`\bdo\b(?:\s*\|[^|]*\|)?\s*$|^\s*(?:if|unless|case)\b`)
)

// readGemfile reads the gems. What stands in a block is for a group, a platform
// or a condition; a group named default is none.
func readGemfile(f *File) error {
	depth := 0
	f.lines(func(text string, at source.Span) {
		if i := strings.IndexByte(text, '#'); i >= 0 {
			text = text[:i]
		}
		switch {
		case strings.TrimSpace(text) == "end":
			depth = max(0, depth-1)
		case rubyline().MatchString(text):
			f.ask(rubyline().FindStringSubmatch(text)[1], at, anyOf)
		case gem().MatchString(text):
			m := gem().FindStringSubmatch(text)
			aside := depth > 0 || strings.Contains(m[2], "group") || strings.Contains(m[2], "require: false") || strings.Contains(m[2], " if ")
			f.depend(m[1], at, aside)
		case gemspec().MatchString(text):
			f.depend(gemspec().FindStringSubmatch(text)[1], at, false)
		case opens().MatchString(text) && !strings.Contains(text, "Gem::Specification.new"):
			depth++
		}
	})
	return nil
}

var (
	gradle   = pattern.Lazy(`^\s*(\w+)\s*[( ]\s*(?:platform\(\s*|enforcedPlatform\(\s*)?["']([\w.-]+):([\w.-]+)`)
	gradleBy = pattern.Lazy(`^\s*(\w+)\s*\(?\s*group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["']`)
	toolkit  = pattern.Lazy(`JavaLanguageVersion\.of\(\s*(\d+)\s*\)`)
)

// readGradle reads the dependencies that are written out; those of a catalogue
// are read there.
func readGradle(f *File) error {
	comment := false
	f.lines(func(text string, at source.Span) {
		text, comment = withoutComments(text, comment)
		m := gradle().FindStringSubmatch(text)
		if m == nil {
			m = gradleBy().FindStringSubmatch(text)
		}
		if m != nil {
			aside := true
			switch m[1] {
			case "implementation", "api", "runtimeOnly", "compile", "runtime":
				aside = false
			}
			f.depend(m[2]+":"+m[3], at, aside)
		} else if m := toolkit().FindStringSubmatch(text); m != nil {
			f.ask(m[1], at, Exactly)
		}
	})
	return nil
}

// withoutComments drops what stands in comments of a line; inside says whether
// one is open before and behind it. A double slash in a string is an address's.
func withoutComments(text string, inside bool) (string, bool) {
	var out strings.Builder
	for text != "" {
		if inside {
			_, rest, closed := strings.Cut(text, "*/")
			if !closed {
				return out.String(), true
			}
			text, inside = rest, false
			continue
		}
		i := strings.Index(text, "/")
		if i < 0 || i+1 == len(text) {
			break
		}
		switch {
		case text[i+1] == '*':
			out.WriteString(text[:i])
			text, inside = text[i+2:], true
		case text[i+1] == '/' && (i == 0 || text[i-1] != ':'):
			return out.String() + text[:i], false
		default:
			out.WriteString(text[:i+1])
			text = text[i+1:]
		}
	}
	return out.String() + text, inside
}
