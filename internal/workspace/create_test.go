package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestCreate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if err := folder.Create("a/b/c.yml", []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := folder.Create("a/b/c.yml", []byte("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second Create gives %v, want that the file exists", err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "a", "b", "c.yml"))
	if err != nil || string(data) != "one" {
		t.Errorf("the file holds %q, %v", data, err)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "linked")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "module", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"linked/c.yml":   `"linked" is a symbolic link, which is not followed`,
		"module/d/c.yml": `"module/d" lies in a submodule, which is not entered`,
	} {
		if err := folder.Create(name, nil); err == nil || err.Error() != want {
			t.Errorf("Create(%q) gives %v, want %s", name, err, want)
		}
	}
	if err := folder.Create("../c.yml", nil); err == nil {
		t.Error("a file was created outside of the folder")
	}
}
