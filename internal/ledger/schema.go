package ledger

import (
	_ "embed"
	"slices"
)

//go:embed entry.schema.json
var entrySchema []byte

// JSONSchema is the published JSON Schema of an entry's file. [Decode] is
// stricter: it also holds the fields to each other.
func JSONSchema() []byte { return slices.Clone(entrySchema) }
