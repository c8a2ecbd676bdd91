package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Input is what a probe is given in JSON.
type Input struct {
	Requirements []Requirement
	Items        []Item // of the prohibition probe: what somebody proposed
}

// DecodeInput reads an array of requirements. With items allowed, a member that
// has a statement is an item of the prohibition probe. It is strict: unknown
// keys, keys that stand twice and values of another type are errors.
func DecodeInput(data []byte, items bool) (Input, error) {
	var out Input
	list, err := members(data)
	if err != nil {
		return Input{}, err
	}
	for i, raw := range list {
		o, err := objectOf(raw)
		if err != nil {
			return Input{}, fmt.Errorf("member %d: %w", i+1, err)
		}
		if items && o.has("statement") {
			item, err := o.item()
			if err != nil {
				return Input{}, fmt.Errorf("item %d: %w", i+1, err)
			}
			out.Items = append(out.Items, item)
			continue
		}
		r := Requirement{ID: o.text("id"), Text: o.optional("text"), Shapes: o.texts("shapes")}
		if err := o.done(); err != nil {
			return Input{}, fmt.Errorf("requirement %d: %w", i+1, err)
		}
		out.Requirements = append(out.Requirements, r)
	}
	if err := checkRequirements(out.Requirements); err != nil {
		return Input{}, err
	}
	return out, nil
}

// DecodeAnswers reads an array of resolutions, as strictly.
func DecodeAnswers(data []byte) ([]Answer, error) {
	list, err := members(data)
	if err != nil {
		return nil, err
	}
	var out []Answer
	for i, raw := range list {
		o, err := objectOf(raw)
		if err != nil {
			return nil, fmt.Errorf("resolution %d: %w", i+1, err)
		}
		a := Answer{RequirementID: o.text("requirement_id"), Category: o.text("category"), Resolution: o.resolution()}
		o.optional("probe") // as an item has it
		if err := o.done(); err != nil {
			return nil, fmt.Errorf("resolution %d: %w", i+1, err)
		}
		out = append(out, a)
	}
	return out, nil
}

// members are those of the array that is the whole text.
func members(data []byte) ([]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return nil, fmt.Errorf("no JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after the array")
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return nil, errors.New("it must be an array")
	}
	return list, nil
}

// object is a JSON object whose keys are taken one by one; the first thing that
// is wrong stays.
type object struct {
	values map[string]json.RawMessage
	keys   []string
	taken  []string
	err    error
}

func objectOf(raw json.RawMessage) (*object, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("it must be an object")
	}
	o := &object{values: make(map[string]json.RawMessage)}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, _ := t.(string)
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		if _, twice := o.values[key]; twice {
			return nil, fmt.Errorf("key %q stands twice", key)
		}
		o.values[key], o.keys = value, append(o.keys, key)
	}
	return o, nil
}

func (o *object) has(key string) bool { _, ok := o.values[key]; return ok }

func (o *object) fail(format string, args ...any) {
	if o.err == nil {
		o.err = fmt.Errorf(format, args...)
	}
}

func (o *object) take(key string, into any, want string) bool {
	o.taken = append(o.taken, key)
	raw, ok := o.values[key]
	if !ok {
		return false
	}
	if string(raw) == "null" || json.Unmarshal(raw, into) != nil {
		o.fail("%s is %s; it must be %s", key, quote(string(raw)), want)
	}
	return true
}

// text is a key that has to be there.
func (o *object) text(key string) string {
	var v string
	if !o.take(key, &v, "a text") {
		o.fail("%s is missing", key)
	} else if strings.TrimSpace(v) == "" {
		o.fail("%s is empty", key)
	}
	return v
}

func (o *object) optional(key string) string {
	var v string
	o.take(key, &v, "a text")
	return v
}

func (o *object) texts(key string) []string {
	var list []json.RawMessage
	if !o.take(key, &list, "an array of texts") {
		return nil
	}
	out := make([]string, len(list))
	for i, raw := range list {
		if string(raw) == "null" || json.Unmarshal(raw, &out[i]) != nil {
			o.fail("%s holds %s; it must be an array of texts", key, quote(string(raw)))
		}
	}
	return out
}

// nullable is a text or null; a key that is missing is null.
func (o *object) nullable(key string) *string {
	if string(o.values[key]) == "null" {
		o.taken = append(o.taken, key)
		return nil
	}
	var v string
	if !o.take(key, &v, "a text or null") {
		return nil
	}
	return &v
}

func (o *object) resolution() Resolution {
	return Resolution{
		Status: Status(o.text("status")), Verification: o.nullable("verification"),
		Resolution: o.nullable("resolution"), Reason: o.nullable("reason"),
	}
}

// item reads an item of the prohibition probe. Its check is held to the rules
// of declarations.
func (o *object) item() (Item, error) {
	item := Item{RequirementID: o.text("requirement_id"), Category: o.text("category"), Prohibition: &Prohibition{Statement: o.text("statement")}}
	if o.has("status") {
		item.Resolution = o.resolution()
	} else {
		item.Status = Unresolved
	}
	o.optional("probe")
	for _, s := range checkScalars() {
		for _, key := range append([]string{s.key}, s.aliases...) {
			var v string
			if !o.take(key, &v, "a text") || o.err != nil {
				continue
			}
			if s.get(*item.Prohibition) != "" {
				o.fail("%s stands twice, as %q", s.key, key)
			} else if err := s.set(item.Prohibition, v); err != nil {
				o.fail("%s %s %w", key, quote(v), err)
			}
		}
	}
	return item, o.done()
}

// done is the first thing that was wrong.
func (o *object) done() error {
	for _, key := range o.keys {
		if !slices.Contains(o.taken, key) {
			o.fail("unknown key %s; it is one of %s", quote(key), strings.Join(o.taken, ", "))
		}
	}
	return o.err
}

// Encode writes a report as JSON with a final line break: the same report gives
// the same bytes.
func (r Report) Encode() ([]byte, error) {
	items := make([]json.RawMessage, 0, len(r.Items))
	for _, item := range r.Items {
		fields := []member{
			{"requirement_id", item.RequirementID}, {"category", item.Category}, {"status", item.Status},
			{"verification", item.Verification}, {"resolution", item.Resolution.Resolution}, {"reason", item.Reason},
		}
		if item.Probe != "" {
			fields = append(fields, member{"probe", item.Probe})
		}
		if p := item.Prohibition; p != nil {
			fields = append(fields, member{"statement", p.Statement})
			for _, s := range checkScalars() {
				if v := s.get(*p); v != "" {
					fields = append(fields, member{s.key, v})
				}
			}
		}
		raw, err := ordered(fields)
		if err != nil {
			return nil, err
		}
		items = append(items, raw)
	}
	var tiers []member
	for _, t := range r.Coverage.ByVerification {
		tiers = append(tiers, member{t.Tier, t.Count})
	}
	byTier, err := ordered(tiers)
	if err != nil {
		return nil, err
	}
	coverage, err := ordered([]member{
		{"applicable", r.Coverage.Applicable}, {"resolved", r.Coverage.Resolved},
		{"unresolved", r.Coverage.Unresolved}, {"byVerification", byTier},
	})
	if err != nil {
		return nil, err
	}
	all, err := ordered([]member{{"items", items}, {"coverage", coverage}})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, all, "", "  "); err != nil {
		return nil, fmt.Errorf("encode report: %w", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// member is one key of an object that is written in a given order.
type member struct {
	key   string
	value any
}

func ordered(fields []member) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := e.Encode(f.key); err != nil {
			return nil, fmt.Errorf("encode %q: %w", f.key, err)
		}
		b.WriteByte(':')
		if err := e.Encode(f.value); err != nil {
			return nil, fmt.Errorf("encode %q: %w", f.key, err)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
