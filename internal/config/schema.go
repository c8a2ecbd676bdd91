package config

import (
	"bytes"
	"encoding/json"

	"github.com/surmise-ci/surmise/internal/policy"
)

// object is a JSON object; it is encoded with its keys in order.
type object = map[string]any

// Schema is the policy's published JSON Schema (draft 2020-12), for editors.
// It accepts what [Decode] accepts, save for what a schema cannot see: how a
// value is spelled, globs with broken brackets, and numbers that must fit
// together.
func Schema(known Known) []byte {
	glob := object{"type": "string", "not": object{"pattern": policy.UnreachableGlob}}
	detectors := object{"$ref": "#/$defs/detectors"}
	areas := object{"$ref": "#/$defs/areas"}
	clarification := numbersSchema(clarificationNumbers())
	clarification["enabled"] = object{"type": "boolean", "description": "Whether the ambiguity score is taken."}
	clarification["signals"] = closed(numbersSchema(signalNumbers()))

	root := closed(object{
		"version": object{"const": version},
		"specs": closed(object{
			"include": object{
				"type": "array", "items": object{"$ref": "#/$defs/glob"}, "minItems": 1,
				"description": "Which files are interrogated, in place of the default globs.",
			},
			"exclude": object{
				"type": "array", "items": object{"$ref": "#/$defs/glob"},
				"description": "Which of them are not, besides the default ones.",
			},
		}),
		"scope": object{"enum": scopes(), "description": "What the gate looks at: what the change brought, or all."},
		"since": object{
			"type": "string", "pattern": policy.VersionForm,
			"description": "Detectors that a later version brought weigh at most low, unless they are named.",
		},
		"edges":       object{"enum": edgeChoices(), "description": "Which specs are asked about their edges: those with a section about them, or all."},
		"assumptions": object{"enum": []string{"on", "off"}, "description": "Whether open high entries block."},
		"detectors":   detectors,
		"areas":       areas,
		"paths": object{
			"type":        "array",
			"description": "Severities for the specs that match a glob; later ones win.",
			"items": object{
				"type": "object", "additionalProperties": false,
				"properties": object{"glob": object{"$ref": "#/$defs/glob"}, "detectors": detectors, "areas": areas},
				"required":   []string{"glob"},
				"anyOf":      []object{{"required": []string{"detectors"}}, {"required": []string{"areas"}}},
			},
		},
		"clarification": closed(clarification),
		"limits":        closed(numbersSchema(limitNumbers())),
		"mode":          object{"enum": modes(), "description": "Whether the check blocks, or only tells what it would block."},
		"people":        peopleSchema(),
		"require_confirm": object{
			"type": "boolean", "description": "Whether an entry that is only acknowledged stays open.",
		},
		"autonomous": autonomousSchema(),
		"prove":      proveSchema(),
	})
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "Surmise policy"
	root["description"] = "What a repository has decided about its gate, in " + Path + "."
	root["required"] = []string{"version"}
	root["$defs"] = object{
		"glob":      glob,
		"severity":  object{"enum": severities()},
		"detectors": severitiesSchema("Severities by detector; they beat those by area.", known.Detectors),
		"areas":     severitiesSchema("Severities by area.", known.Areas),
	}

	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		return nil // cannot be: maps of strings, numbers and lists
	}
	return b.Bytes()
}

// closed is the schema of a mapping that has no other keys.
func closed(properties object) object {
	return object{"type": "object", "properties": properties, "additionalProperties": false}
}

func severitiesSchema(text string, known []string) object {
	properties := make(object, len(known))
	for _, name := range known {
		properties[name] = object{"$ref": "#/$defs/severity"}
	}
	out := closed(properties)
	out["description"] = text
	return out
}

func numbersSchema(table []number) object {
	properties := make(object, len(table))
	for _, n := range table {
		properties[n.key] = object{"type": "integer", "minimum": n.min, "maximum": n.max, "description": n.text}
	}
	return properties
}
