package proof

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxNesting bounds the recursion over reports that anybody may have written.
const maxNesting = 64

// parseJSON reads exactly one JSON document: objects are map[string]any, lists
// []any, numbers json.Number. Unlike encoding/json it takes no key twice, no
// key in another case and nothing after the end.
func parseJSON(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := parseValue(dec, 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text after the end of the document")
	}
	return v, nil
}

func parseValue(dec *json.Decoder, depth int) (any, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	delim, nested := t.(json.Delim)
	switch {
	case !nested:
		return t, nil
	case depth == maxNesting:
		return nil, fmt.Errorf("nested deeper than %d", maxNesting)
	case delim == '[':
		out := []any{}
		for dec.More() {
			v, err := parseValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		_, err := dec.Token()
		return out, err
	}
	out := map[string]any{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, fmt.Errorf("not JSON: %w", err)
		}
		name, ok := key.(string)
		if !ok {
			return nil, errors.New("not JSON: a key is a string")
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("the key %s is there twice", quote(name))
		}
		if out[name], err = parseValue(dec, depth+1); err != nil {
			return nil, err
		}
	}
	_, err = dec.Token()
	return out, err
}
