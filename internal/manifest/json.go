package manifest

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/source"
)

func readPackageJSON(f *File) error {
	return f.json(func(keys []string, at source.Span, value string) {
		if len(keys) != 2 {
			return
		}
		switch keys[0] {
		case "dependencies":
			f.depend(keys[1], at, false)
		case "devDependencies", "peerDependencies", "optionalDependencies":
			f.depend(keys[1], at, true)
		case "engines":
			if keys[1] == "node" {
				f.ask(value, at, anyOf)
			}
		}
	})
}

func readComposer(f *File) error {
	return f.json(func(keys []string, at source.Span, value string) {
		if len(keys) != 2 {
			return
		}
		switch name := strings.ToLower(keys[1]); {
		case keys[0] == "require" && name == "php":
			f.ask(value, at, anyOf)
		case keys[0] == "require":
			f.depend(name, at, false)
		case keys[0] == "require-dev":
			f.depend(name, at, true)
		}
	})
}

var errNesting = errors.New("has values that lie too deep in each other")

// json calls visit with every string that objects hold, with the keys that lead
// to it and the span of the last of them. What arrays hold is left out.
func (f *File) json(visit func(keys []string, at source.Span, value string)) error {
	text := f.Source.Content()[f.Source.BOM():]
	d := json.NewDecoder(strings.NewReader(text))
	// token is the next token and where it stands.
	token := func() (json.Token, source.Span, error) {
		before := d.InputOffset()
		t, err := d.Token()
		end := d.InputOffset()
		gap := len(text[before:end]) - len(strings.TrimLeft(text[before:end], " \t\r\n,:"))
		start := f.Source.BOM() + int(before) + gap
		return t, source.Span{Start: start, End: f.Source.BOM() + int(end)}, err
	}
	type level struct {
		array bool
		named bool // its key was read, its value not yet
	}
	var open []level
	var keys []string
	var at source.Span
	for {
		t, span, err := token()
		if errors.Is(err, io.EOF) && len(open) == 0 {
			return nil
		}
		if err != nil {
			return errors.New("is no valid JSON")
		}
		top := len(open) - 1
		switch delim, isDelim := t.(json.Delim); {
		case isDelim && (delim == '{' || delim == '['):
			if top+1 == maxNesting {
				return errNesting
			}
			open = append(open, level{array: delim == '['})
			continue
		case isDelim:
			open = open[:top]
		case top < 0:
			return errors.New("is no JSON object")
		case open[top].array:
			continue
		case !open[top].named:
			key, _ := t.(string)
			keys, at = append(keys, key), source.Span{Start: span.Start + 1, End: span.End - 1} // without its quotation marks
			open[top].named = true
			continue
		default:
			if value, ok := t.(string); ok && !slices.ContainsFunc(open, func(l level) bool { return l.array }) {
				visit(keys, at, value)
			}
		}
		// A value has ended: so has its key's turn.
		if top = len(open) - 1; top >= 0 && !open[top].array {
			keys = keys[:len(keys)-1]
			open[top].named = false
		}
	}
}
