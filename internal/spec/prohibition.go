package spec

import (
	"strings"

	"github.com/surmise-ci/surmise/internal/lang"
)

// Prohibitive reports whether a section, by its own heading or one above it, is
// about prohibitions: "Prohibitions", "Prohibitions (must-NOT)", "Prohibitions:
// data".
func (s *Section) Prohibitive() bool {
	for ; s != nil; s = s.Parent {
		head, _, _ := strings.Cut(lang.NormalHeading(s.Title), ":")
		if head == "prohibitions" || head == "prohibition" || strings.HasPrefix(head, "prohibitions ") {
			return true
		}
	}
	return false
}

// keyOfProhibition reports whether a statement is the value of a key in the
// declaration of a prohibition: a sub-item, an item under a heading with an id,
// or a cell. Such a value is for machines and requires nothing of itself.
func keyOfProhibition(s *Statement) bool {
	name := ""
	switch {
	case s.Block.Kind == Cell && len(s.Headers) > 0:
		name = s.Headers[0]
	case s.Item != nil && (s.Parent != nil || s.Section.ID != ""):
		name = field(s.Text.plain)
	}
	return name != "" && machineKey(name) && s.Section.Prohibitive()
}

// machineKey reports whether a declaration of a prohibition has this key,
// however people write it: "check_kind", "Check kind", "`check-kind`".
func machineKey(name string) bool {
	name = strings.ToLower(strings.Trim(name, "`"))
	switch name {
	case "status", "verification", "reason", "category", "requirement", "requirement_id", "requirement-id", "requirement id", "id":
		return true
	}
	rest, ok := strings.CutPrefix(name, "check")
	return ok && rest != "" && strings.IndexByte("_- ", rest[0]) >= 0
}
