package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/source"
)

// value is a JSON value that knows where it stands and forgets nothing: the
// members of an object keep their order and their repetitions.
type value struct {
	at      source.Position
	kind    kind
	text    string // of a string or number, or the word true, false, null
	members []member
	items   []value
}

type member struct {
	at   source.Position
	name string
	value
}

type kind string

const (
	object kind = "an object"
	array  kind = "a list"
	text   kind = "a string"
	number kind = "a number"
	truth  kind = "true or false"
	null   kind = "null"
)

// maxNesting bounds the recursion; an entry nests three deep.
const maxNesting = 16

// parser reads one JSON document.
type parser struct {
	file    *source.File
	decoder *json.Decoder
}

// parse reads the whole file as one JSON value.
func parse(path string, data []byte) (value, *source.Problem) {
	p := &parser{file: source.New(path, data), decoder: json.NewDecoder(bytes.NewReader(data))}
	p.decoder.UseNumber()
	switch {
	case !utf8.Valid(data):
		return value{}, &source.Problem{Path: path, Message: "the file is not UTF-8"}
	case len(bytes.TrimSpace(data)) == 0:
		return value{}, &source.Problem{Path: path, Message: "the file is empty; a ledger file holds one entry"}
	}
	v, problem := p.value(0)
	if problem != nil {
		return value{}, problem
	}
	at := p.next()
	if _, err := p.decoder.Token(); !errors.Is(err, io.EOF) {
		return value{}, p.problem(at, "text after the end of the entry; a file holds one entry")
	}
	return v, nil
}

func (p *parser) problem(at source.Position, format string, args ...any) *source.Problem {
	return &source.Problem{Path: p.file.Path(), At: at, Message: fmt.Sprintf(format, args...)}
}

// next is where the next token starts: after the blanks, commas and colons
// that follow the last one.
func (p *parser) next() source.Position {
	offset, content := int(p.decoder.InputOffset()), p.file.Content()
	for offset < len(content) && bytes.IndexByte([]byte(" \t\r\n,:"), content[offset]) >= 0 {
		offset++
	}
	return p.file.Position(offset)
}

// token reads one token and says where it stood.
func (p *parser) token() (json.Token, source.Position, *source.Problem) {
	at := p.next()
	t, err := p.decoder.Token()
	switch {
	case err == nil:
		return t, at, nil
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, at, p.problem(p.file.Position(p.file.Len()), "the file ends in the middle of an entry")
	}
	return nil, at, p.problem(at, "not JSON: %s", err.Error())
}

func (p *parser) value(depth int) (value, *source.Problem) {
	t, at, problem := p.token()
	if problem != nil {
		return value{}, problem
	}
	v := value{at: at}
	switch t := t.(type) {
	case json.Delim:
		if depth == maxNesting {
			return v, p.problem(at, "nested deeper than %d; an entry is not", maxNesting)
		}
		if t == '[' {
			return p.array(v, depth)
		}
		return p.object(v, depth)
	case string:
		v.kind, v.text = text, t
	case json.Number:
		v.kind, v.text = number, t.String()
	case bool:
		v.kind, v.text = truth, fmt.Sprint(t)
	case nil:
		v.kind, v.text = null, "null"
	}
	return v, nil
}

func (p *parser) array(v value, depth int) (value, *source.Problem) {
	v.kind = array
	for p.decoder.More() {
		item, problem := p.value(depth + 1)
		if problem != nil {
			return v, problem
		}
		v.items = append(v.items, item)
	}
	_, _, problem := p.token()
	return v, problem
}

func (p *parser) object(v value, depth int) (value, *source.Problem) {
	v.kind = object
	for p.decoder.More() {
		t, at, problem := p.token()
		if problem != nil {
			return v, problem
		}
		name, ok := t.(string)
		if !ok {
			return v, p.problem(at, "not JSON: a key of an object is a string")
		}
		item, problem := p.value(depth + 1)
		if problem != nil {
			return v, problem
		}
		v.members = append(v.members, member{at: at, name: name, value: item})
	}
	_, _, problem := p.token()
	return v, problem
}
