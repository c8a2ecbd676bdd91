package runner

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/surmise-ci/surmise/internal/proof"
)

// report is the file that a step writes, as the caller sees it. It is opened
// only below the throw-away folder, whatever links the step leaves there.
type report struct {
	root  string
	name  string // below root
	since time.Time
}

// prepareReport removes what lies where a step is to write its report.
func prepareReport(scene Scene, name string) (report, error) {
	if name == "" {
		return report{}, nil
	}
	for _, place := range []struct{ seen, real string }{{scene.At, scene.Tree}, {scene.Temp, scene.Temp}} {
		rel, err := filepath.Rel(place.seen, name)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		r := report{root: place.real, name: rel}
		root, err := os.OpenRoot(r.root)
		if err != nil {
			return report{}, err
		}
		defer root.Close()
		if err := root.RemoveAll(rel); err != nil {
			return report{}, fmt.Errorf("remove the old report: %w", err)
		}
		// Time stamps of files may be older than the clock by a tick.
		r.since = time.Now().Add(-10 * time.Millisecond)
		return r, nil
	}
	return report{}, fmt.Errorf("the report %q lies outside of the tree", name)
}

// read takes the report into the record: a regular file with one name, written
// since the step began.
func (r report) read(record *proof.StepRecord) {
	root, err := os.OpenRoot(r.root)
	if err != nil {
		record.Failed = err.Error()
		return
	}
	defer root.Close()
	before, err := root.Lstat(r.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case err != nil || !before.Mode().IsRegular() || links(before) > 1 || before.ModTime().Before(r.since):
		record.Stale = true
		return
	}
	file, err := root.Open(r.name)
	if err != nil {
		record.Stale = true
		return
	}
	defer file.Close()
	if after, err := file.Stat(); err != nil || !os.SameFile(before, after) {
		record.Stale = true
		return
	}
	data, err := io.ReadAll(io.LimitReader(file, outputCap+1))
	switch {
	case err != nil:
		record.Stale = true
	case len(data) > outputCap:
		record.Truncated = true
	default:
		record.Report = append([]byte{}, data...)
	}
}
