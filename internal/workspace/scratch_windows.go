package workspace

import (
	"io/fs"
	"os"
)

// hold takes a file for this process. Here an open file cannot be removed, and
// that is enough: a folder that is held stays.
func hold(*os.File) error { return nil }

// mine reports whether a file belongs to this user, as far as this system says.
func mine(fs.FileInfo) bool { return true }
