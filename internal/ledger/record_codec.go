package ledger

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/pull"
)

// recordVersion is the only version of the record's format.
const recordVersion = 1

// recordFile is a record as its line has it. Subjects stand once and are
// pointed at by their index, and digests are in base 64: a check run's text has
// little room.
type recordFile struct {
	Version  int           `json:"version"`
	Number   int           `json:"pr"`
	Heads    []string      `json:"heads,omitempty"`
	Pushers  []string      `json:"pushers,omitempty"`
	Shown    []string      `json:"shown,omitempty"`
	Asked    []string      `json:"asked,omitempty"`
	Subjects []subjectFile `json:"subjects,omitempty"` // sorted, each used
	Receipts []receiptFile `json:"receipts,omitempty"`
}

type subjectFile struct {
	Path        string `json:"path"`
	Fingerprint string `json:"fp"`
}

type receiptFile struct {
	Comment  int64  `json:"c"`
	Line     int    `json:"l"`
	Body     string `json:"body"`
	Verb     Verb   `json:"verb,omitempty"`
	By       string `json:"by"`
	Allowed  string `json:"may"`
	Role     string `json:"role,omitempty"`
	At       string `json:"at"`
	Link     string `json:"link,omitempty"`
	HeadSHA  string `json:"head,omitempty"`
	Subjects []int  `json:"of,omitempty"`
	Question string `json:"q,omitempty"` // digest in base 64
	Choice   string `json:"choice,omitempty"`
	Reason   string `json:"text,omitempty"`

	Refused Refusal `json:"no,omitempty"`
}

func marshalRecord(r Record) ([]byte, error) {
	file := recordFile{Version: recordVersion, Number: r.Number, Heads: r.Heads, Pushers: r.Pushers, Shown: r.Shown, Asked: r.Asked}
	var keys []finding.Key
	for _, receipt := range r.Receipts {
		keys = append(keys, receipt.Subjects...)
	}
	slices.SortFunc(keys, CompareKeys)
	keys = slices.Compact(keys)
	index := make(map[finding.Key]int, len(keys))
	for i, k := range keys {
		index[k] = i
		fp, err := shorter(string(k.Fingerprint))
		if err != nil {
			return nil, fmt.Errorf("encode record: fingerprint: %w", err)
		}
		file.Subjects = append(file.Subjects, subjectFile{k.Path, fp})
	}
	for _, r := range r.Receipts {
		body, err := shorter(string(r.Body))
		if err != nil {
			return nil, fmt.Errorf("encode record: digest: %w", err)
		}
		f := receiptFile{
			Comment: r.Comment, Line: r.Line, Body: body, Verb: r.Verb, By: r.By,
			Allowed: r.Allowed.String(), Role: r.Role, At: r.At.UTC().Format(time.RFC3339),
			Link: r.Link, HeadSHA: r.HeadSHA, Choice: r.Choice, Reason: r.Reason, Refused: r.Refused,
		}
		if r.Question != "" {
			if f.Question, err = shorter(string(r.Question)); err != nil {
				return nil, fmt.Errorf("encode record: question: %w", err)
			}
		}
		for _, k := range r.Subjects {
			f.Subjects = append(f.Subjects, index[k])
		}
		file.Receipts = append(file.Receipts, f)
	}
	return json.Marshal(file) // escapes <, > and &, so that no comment ends early
}

// shorter writes a hexadecimal digest in base 64.
func shorter(digest string) (string, error) {
	raw, err := hex.DecodeString(digest)
	if err != nil || len(raw) != 32 {
		return "", fmt.Errorf("%q is no digest", digest)
	}
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

func longer(short string) (string, bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(short)
	return hex.EncodeToString(raw), err == nil && len(raw) == 32
}

// DecodeRecord reads one line that [EncodeRecord] wrote, and nothing else: the
// same record has one spelling, so whatever differs from it by a byte is
// refused.
func DecodeRecord(line string) (Record, error) {
	data, starts := strings.CutPrefix(line, recordStart)
	data, ends := strings.CutSuffix(data, recordEnd)
	if !starts || !ends || len(line) > maxRecord {
		return Record{}, errors.New("it is cut off or too large")
	}
	if !utf8.ValidString(data) {
		return Record{}, errors.New("it is not UTF-8")
	}
	var file recordFile
	d := json.NewDecoder(strings.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return Record{}, errors.New("it is no JSON of this format")
	}
	if file.Version != recordVersion {
		return Record{}, fmt.Errorf("its version is %d; it must be %d", file.Version, recordVersion)
	}
	r, err := file.record()
	if err != nil {
		return Record{}, err
	}
	if again, err := marshalRecord(Merge(r.Number, r)); err != nil || !bytes.Equal(again, []byte(data)) {
		return Record{}, errors.New("it is not spelled as records are")
	}
	return r, nil
}

var (
	recordLogin = pattern.Lazy(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\[bot\])?$`)
	recordSHA   = pattern.Lazy(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
	recordShown = pattern.Lazy(`^[0-9a-f]{16}$`)
	recordWord  = pattern.Lazy(`^[a-z-]{0,32}$`)
	choiceWord  = pattern.Lazy(`^([AB]|[1-9][0-9]{0,5}|holds|violated)?$`)
)

// maxWords bounds, in bytes, a person's words and what else is free text.
const maxWords = 2000

func (f recordFile) record() (Record, error) {
	r := Record{Number: f.Number, Heads: f.Heads, Pushers: f.Pushers, Shown: f.Shown, Asked: f.Asked}
	valid := f.Number > 0
	for _, login := range f.Pushers {
		valid = valid && recordLogin().MatchString(login)
	}
	for _, sha := range f.Heads {
		valid = valid && recordSHA().MatchString(sha)
	}
	for _, shown := range slices.Concat(f.Shown, f.Asked) {
		valid = valid && recordShown().MatchString(shown)
	}
	keys := make([]finding.Key, len(f.Subjects))
	for i, s := range f.Subjects {
		fp, ok := longer(s.Fingerprint)
		keys[i] = finding.Key{Path: s.Path, Fingerprint: finding.Fingerprint(fp)}
		valid = valid && ok && s.Path != ""
	}
	if !valid {
		return Record{}, errors.New("one of its names is none")
	}
	for i, f := range f.Receipts {
		receipt, ok := f.receipt(keys)
		if !ok {
			return Record{}, fmt.Errorf("receipt %d of it is malformed", i+1)
		}
		r.Receipts = append(r.Receipts, receipt)
	}
	return r, nil
}

func (f receiptFile) receipt(keys []finding.Key) (Receipt, bool) {
	body, bodyOK := longer(f.Body)
	allowed, allowedOK := pull.ParsePermission(f.Allowed)
	at, err := time.Parse(time.RFC3339, f.At)
	r := Receipt{
		Comment: f.Comment, Line: f.Line, Body: Digest(body), Verb: f.Verb, By: f.By, Allowed: allowed, Role: f.Role,
		At: at.UTC(), Link: f.Link, HeadSHA: f.HeadSHA, Choice: f.Choice, Reason: f.Reason, Refused: f.Refused,
	}
	questionOK := true
	if f.Question != "" {
		var fp string
		fp, questionOK = longer(f.Question)
		r.Question = finding.Fingerprint(fp)
	}
	for i, n := range f.Subjects {
		if n < 0 || n >= len(keys) || i > 0 && f.Subjects[i-1] >= n {
			return Receipt{}, false
		}
		r.Subjects = append(r.Subjects, keys[n])
	}
	return r, bodyOK && allowedOK && questionOK && err == nil && r.wellFormed()
}

// wellFormed reports whether the receipt is one that could have been written.
func (r Receipt) wellFormed() bool {
	accepted := r.Refused == ""
	return r.Comment > 0 && r.Line > 0 &&
		(r.Verb.State() != "" || r.Verb == Judge || !accepted && r.Verb == "") &&
		(!accepted || (r.Verb == Judge) == (r.Choice == Holds || r.Choice == Violated)) &&
		accepted == (len(r.Subjects) > 0) && (accepted && r.Verb == Answer) == (r.Question != "") &&
		(recordSHA().MatchString(r.HeadSHA) || !accepted && r.HeadSHA == "") &&
		recordLogin().MatchString(r.By) && recordWord().MatchString(string(r.Refused)) && choiceWord().MatchString(r.Choice) &&
		len(r.Role) <= maxWords && len(r.Link) <= maxWords && len(r.Reason) <= maxWords
}
