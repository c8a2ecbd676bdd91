package ledger_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestSchemaAndDecoder holds the published schema to the decoder: both accept
// a canonical entry, and what the schema refuses the decoder refuses.
func TestSchemaAndDecoder(t *testing.T) {
	t.Parallel()
	schemaOf := func(data []byte) any {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			return err // no JSON at all
		}
		return v
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("entry.json", schemaOf(ledger.JSONSchema())); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("entry.json")
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(testkit.Path(t, "testdata", "ledger", "entry.golden"))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(schemaOf(good)); err != nil {
		t.Errorf("the schema refuses a canonical entry: %v", err)
	}
	decided, err := os.ReadFile(testkit.Path(t, "testdata", "ledger", "entry_decided.golden"))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(schemaOf(decided)); err != nil {
		t.Errorf("the schema refuses a canonical entry with events: %v", err)
	}
	refused := map[string][2]string{
		"string for a boolean": {`"pre_existing": false`, `"pre_existing": "false"`},
		"severity in capitals": {`"severity": "high"`, `"severity": "HIGH"`},
		"low severity":         {`"severity": "high"`, `"severity": "low"`},
		"unknown field":        {`"schema": 1`, `"note": "", "schema": 1`},
		"missing field":        {`"events": []`, `"resolves": []`},
		"other version":        {`"schema": 1`, `"schema": 2`},
		"bare id":              {`"id": "a-`, `"id": "`},
		"line zero":            {`"line": 5`, `"line": 0`},
		"state":                {`"state": "open"`, `"state": "cleared"`},
		"events":               {`"events": []`, `"events": ["x"]`},
		"path":                 {`"path": "docs/specs/a.md"`, `"path": ""`},
		"time":                 {`"created_at": "2026-03-04T04:06:07Z"`, `"created_at": "yesterday"`},
		"predecessor":          {`"predecessor": "a-nentqa"`, `"predecessor": ""`},
	}
	for name, r := range refused {
		bad := bytes.Replace(good, []byte(r[0]), []byte(r[1]), 1)
		if bytes.Equal(bad, good) {
			t.Errorf("%s: %q is not in the entry", name, r[0])
		}
		if schema.Validate(schemaOf(bad)) == nil {
			t.Errorf("%s: the schema accepts it", name)
		}
		if _, err := ledger.Decode(filepath.Base(name), bad); err == nil {
			t.Errorf("%s: the decoder accepts it", name)
		}
	}
}
