package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/nearest"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/workspace"
)

// recordFile is the record in the folder that a run of the action leaves, as
// the check run carries it: one line a pull request.
const recordFile = "record.txt"

// reportBytes bounds a report that is read back.
const reportBytes = 64 << 20

// recorded is a report that was read back, and the record beside it.
type recorded struct {
	report.Recorded
	record *ledger.Record // of the report's pull request; nil if there is none
}

// readRecorded reads the JSON report that somebody named: the file, or the
// folder that a run leaves.
func readRecorded(dir, name string) (recorded, error) {
	full := resolve(dir, name)
	folder := isFolder(full)
	if folder {
		full, name = filepath.Join(full, reportFile), filepath.Join(name, reportFile)
	}
	data, err := workspace.ReadFile(full, reportBytes)
	if err != nil {
		next := `write one with "surmise check --format json --output FILE", or name the folder that a run left`
		return recorded{}, &app.InputError{Err: fmt.Errorf("read report %q: %w", name, err), Next: next}
	}
	var out recorded
	if out.Recorded, err = report.ReadJSON(name, data); err != nil || !folder {
		return out, err
	}
	out.record, err = readRecord(filepath.Join(filepath.Dir(full), recordFile))
	return out, err
}

// readRecord reads the record beside a report, if there is one. The report is
// that of the first pull request, and so is the first line.
func readRecord(name string) (*ledger.Record, error) {
	data, err := workspace.ReadFile(name, reportBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &app.InputError{Err: fmt.Errorf("read record %q: %w", name, err)}
	}
	line, _, _ := strings.Cut(string(data), "\n")
	r, err := ledger.DecodeRecord(strings.TrimSpace(line))
	if err != nil {
		return nil, &app.InputError{Err: fmt.Errorf("%s:1: %w", name, err)}
	}
	return &r, nil
}

// readLedger reads a ledger from the folder of its entries, from a report, or
// from the folder that a run leaves.
func readLedger(ctx context.Context, dir, name string) (ledger.Ledger, error) {
	full := resolve(dir, name)
	if _, err := os.Stat(filepath.Join(full, reportFile)); err == nil || !isFolder(full) {
		r, err := readRecorded(dir, name)
		return r.Ledger, err
	}
	return verifyFolder(ctx, full)
}

// readLedgers reads the ledger that somebody named, or those in the folders of
// a folder that is none itself.
func readLedgers(ctx context.Context, dir, name string) ([]ledger.Ledger, error) {
	full := resolve(dir, name)
	entries, err := os.ReadDir(full)
	if err != nil {
		return nil, &app.InputError{Err: fmt.Errorf("read decisions %q: %w", name, workspace.Cause(err))}
	}
	folders := true
	var names []string
	for _, e := range entries {
		folders = folders && e.IsDir()
		names = append(names, filepath.Join(name, e.Name()))
	}
	if !folders || len(names) == 0 {
		names = []string{name}
	}
	var out []ledger.Ledger
	for _, one := range names {
		l, err := readLedger(ctx, dir, one)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func verifyFolder(ctx context.Context, dir string) (ledger.Ledger, error) {
	files, err := workspace.ReadFolder(ctx, dir, ledgerFiles, ledgerBytes)
	if err != nil {
		return ledger.Ledger{}, &app.InputError{Err: err}
	}
	return ledger.Verify(files, report.LedgerMarkdown)
}

// entryOf is the entry with that id, those of older words included.
func entryOf(l ledger.Ledger, id, where string) (ledger.Entry, error) {
	all := slices.Concat(l.Entries, l.Past)
	var ids []string
	for _, e := range all {
		if e.ID == id {
			return e, nil
		}
		ids = append(ids, e.ID)
	}
	next := fmt.Sprintf("\"surmise ledger list %s\" names what there is", where)
	if near := nearest.Name(id, ids); near != "" {
		next = fmt.Sprintf("did you mean %q?", near)
	}
	return ledger.Entry{}, &app.InputError{Err: fmt.Errorf("no entry %q in %q", id, where), Next: next}
}

// entryPlace is where an entry's words stand, as editors take it.
func entryPlace(e ledger.Entry) string {
	side := ""
	if e.Spec.Place.Side == finding.Base {
		side = "base:"
	}
	at := e.Spec.Place.At.Start
	return fmt.Sprintf("%s%s:%d:%d", side, plain(e.Spec.Path), at.Line, at.Column)
}
