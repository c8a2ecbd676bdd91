package ledger

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/source"
)

// markdownName is the file of a ledger's folder that people read. Every other
// file is an entry, named after its id.
const markdownName = "ledger.md"

const entrySuffix = ".json"

// Files is the ledger as a folder: one canonical file an entry, and
// ledger.md, which render writes.
func Files(l Ledger, render func(Ledger) []byte) (map[string][]byte, error) {
	out := map[string][]byte{markdownName: render(l)}
	for _, e := range slices.Concat(l.Entries, l.Past) {
		data, err := Encode(e)
		if err != nil {
			return nil, err
		}
		out[e.ID+entrySuffix] = data
	}
	return out, nil
}

// Verify checks a ledger's folder, given its files by name. Every file is an
// entry in canonical form under the name of its id, no entry stands twice, and
// ledger.md is what render writes for the entries. It returns the ledger,
// or [source.Problems].
func Verify(files map[string][]byte, render func(Ledger) []byte) (Ledger, error) {
	var l Ledger
	var problems source.Problems
	add := func(name, format string, args ...any) {
		problems = append(problems, source.Problem{Path: name, Message: fmt.Sprintf(format, args...)})
	}
	seen := make(map[finding.Key]string)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name == markdownName {
			continue
		}
		if !strings.HasSuffix(name, entrySuffix) {
			add(name, "no file of a ledger; it holds ID%s for every entry, and %s", entrySuffix, markdownName)
			continue
		}
		e, wrong := decode(name, files[name])
		if len(wrong) > 0 {
			problems = append(problems, wrong...)
			continue
		}
		if name != e.ID+entrySuffix {
			add(name, "the id is %q; the file must be named %s%s", e.ID, e.ID, entrySuffix)
		}
		if canonical, err := Encode(e); err != nil || !bytes.Equal(canonical, files[name]) {
			add(name, "the entry is not spelled in its canonical form; write the ledger anew")
		}
		key := finding.Key{Path: e.Spec.Path, Fingerprint: e.Fingerprint}
		if first, twice := seen[key]; twice {
			add(name, "the same entry as %s; remove one of them", first)
		}
		seen[key] = name
		if e.State.Past() {
			l.Past = append(l.Past, e)
		} else {
			l.Entries = append(l.Entries, e)
		}
	}
	slices.SortFunc(l.Entries, compare)
	slices.SortFunc(l.Past, compare)
	switch written, ok := files[markdownName]; {
	case !ok:
		add(markdownName, "the file is missing; write the ledger anew")
	case len(problems) == 0 && !bytes.Equal(written, render(l)):
		add(markdownName, "the file is not what the entries give; write the ledger anew")
	}
	if err := problems.Err(); err != nil {
		return Ledger{}, err
	}
	return l, nil
}
