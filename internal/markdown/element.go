package markdown

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/pattern"
)

// speechless are the elements whose content is no speech: it is quoted, code,
// struck out, folded away, or framed as part of something else.
func speechless(name string) bool {
	switch name {
	case "blockquote", "q", "code", "pre", "samp", "kbd", "tt", "var", "del", "s", "strike", "details", "summary",
		"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "ul", "ol", "li", "dl", "dt", "dd",
		"h1", "h2", "h3", "h4", "h5", "h6", "a", "figure", "figcaption", "picture", "video", "ruby", "rp", "rt":
		return true
	}
	return false
}

// strikes reports whether an element strikes out what is in it.
func strikes(name string) bool { return name == "del" || name == "s" || name == "strike" }

// struck counts the elements that strike text out and are open.
type struck int

// html follows the tags of raw HTML.
func (n *struck) html(raw string) {
	tags(raw, func(name string, ends bool) {
		switch {
		case !strikes(name):
		case !ends:
			*n++
		case *n > 0:
			*n--
		}
	})
}

// tag is one tag with its attributes, in which ">" may stand between quotes,
// and tagName is how it begins.
var (
	tag     = pattern.Lazy(`^<(/?)([A-Za-z][A-Za-z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>`)
	tagName = pattern.Lazy(`^<([A-Za-z][A-Za-z0-9-]*)`)
)

// maxTag bounds the search for the end of a tag.
const maxTag = 1000

// html follows the tags of raw HTML: what opens an element that is no speech
// takes out everything up to its end.
func (r *lineReader) html(raw string) { tags(raw, r.element) }

// tags yields the name of each tag in raw HTML, in lower case, and whether it
// ends its element. Comments and declarations are skipped as a browser skips
// them. A tag without an end opens its element all the same.
func tags(raw string, element func(name string, ends bool)) {
	for {
		at := strings.IndexByte(raw, '<')
		if at < 0 {
			return
		}
		raw = raw[at:]
		switch {
		case strings.HasPrefix(raw, "<!--"):
			raw = after(raw[len("<!--"):], "-->")
		case strings.HasPrefix(raw, "<!"), strings.HasPrefix(raw, "<?"):
			raw = after(raw, ">")
		default:
			m := tag().FindStringSubmatch(raw[:min(len(raw), maxTag)])
			if m == nil {
				if name := tagName().FindStringSubmatch(raw[:min(len(raw), maxTag)]); name != nil {
					element(strings.ToLower(name[1]), false)
				}
				raw = raw[1:]
				continue
			}
			raw = raw[len(m[0]):]
			element(strings.ToLower(m[2]), m[1] == "/")
		}
	}
}

func (r *lineReader) element(name string, ends bool) {
	switch {
	case !speechless(name):
	case !ends:
		r.open[name]++
	case r.open[name] > 1:
		r.open[name]--
	default:
		delete(r.open, name)
	}
}

// after is what follows the first end in s; nothing if it has none.
func after(s, end string) string {
	if i := strings.Index(s, end); i >= 0 {
		return s[i+len(end):]
	}
	return ""
}
