// Package config decodes the policy file, and reads workflow files as far as
// they bear on when Surmise runs and what it may do. It is strict: whatever it
// does not understand is a problem with a position, and all problems are told
// at once, since a file that is half understood is one that nobody wrote.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
)

// Path is where a repository keeps its policy.
const Path = ".github/surmise.yml"

// version is the only version of the policy's format.
const version = 1

// MaxBytes bounds a policy file; a real one has a few kilobytes.
const MaxBytes = 1 << 20

// Known are the names that a policy may use for detectors and areas.
type Known struct {
	Detectors []string
	Areas     []string
}

// Decode reads the policy at path, which is used in messages only. What the
// file does not say stays as in [policy.Default]. An error that is about the
// file's content is [source.Problems].
func Decode(path string, data []byte, known Known) (policy.Policy, error) {
	d := &decoder{path: path, what: "policy", begins: fmt.Sprintf("version: %d", version), known: known, policy: policy.Default()}
	if root := d.load(data); root != nil {
		d.plain(root)
		d.root(root)
	}
	if err := d.problems.Err(); err != nil {
		return policy.Policy{}, err
	}
	return d.policy, nil
}

// decoder collects the problems of one file.
type decoder struct {
	path     string
	what     string // "policy": what messages call the file
	begins   string // how such a file begins
	known    Known
	policy   policy.Policy
	problems source.Problems
}

// load parses the file into its only document's root; nil if that cannot be.
func (d *decoder) load(data []byte) *yaml.Node {
	switch {
	case len(data) > MaxBytes:
		d.add(source.Position{}, "the %s has %d bytes; the limit is %d", d.what, len(data), MaxBytes)
		return nil
	case !utf8.Valid(data):
		d.add(source.New(d.path, data).Position(validPrefix(data)), "the %s is not UTF-8 here", d.what)
		return nil
	}
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil {
		d.syntax(err)
		return nil
	}
	var documents []*yaml.Node
	for {
		var n yaml.Node
		if err := loader.Load(&n); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			d.syntax(err)
			return nil
		}
		documents = append(documents, &n)
	}
	if len(documents) == 0 || len(documents[0].Content) == 0 {
		d.add(source.Position{}, "the %s is empty; it begins with %q", d.what, d.begins)
		return nil
	}
	for _, n := range documents[1:] {
		d.add(at(n), "a second YAML document; a %s is one document, so remove the \"---\"", d.what)
	}
	return documents[0].Content[0]
}

// syntax turns what the YAML library says into a problem in one line.
func (d *decoder) syntax(err error) {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		d.add(source.Position{}, "the %s is no YAML: %s", d.what, oneLine(err.Error()))
		return
	}
	where := source.Position{}
	if load.Mark.Line > 0 {
		where = source.Position{Line: load.Mark.Line, Column: max(load.Mark.Column, 1)}
	}
	d.add(where, "the %s is no YAML: %s", d.what, oneLine(load.Message))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// validPrefix is how many bytes of data are UTF-8.
func validPrefix(data []byte) int {
	n := 0
	for n < len(data) {
		r, size := utf8.DecodeRune(data[n:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		n += size
	}
	return n
}

func at(n *yaml.Node) source.Position { return source.Position{Line: n.Line, Column: n.Column} }
