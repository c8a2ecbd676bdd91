// Package manifest reads what a repository declares of itself: the packages
// that it depends on, and the versions of languages that it asks for. It knows
// which packages are the drivers of which database. Everything that it reads
// may be hostile: files are capped, and what cannot be read is told, since what
// nobody read contradicts nothing.
package manifest

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/source"
)

// MaxBytes is the largest manifest that is read, and MaxFiles how many of one
// revision are.
const (
	MaxBytes = 256 << 10
	MaxFiles = 50
)

// maxNesting is how deep the values of a manifest may lie in each other.
const maxNesting = 100

// Ecosystem is the package manager whose names a dependency uses.
type Ecosystem string

// The ecosystems.
const (
	Go     Ecosystem = "Go"
	Node   Ecosystem = "Node.js"
	Python Ecosystem = "Python"
	Rust   Ecosystem = "Rust"
	Java   Ecosystem = "Java"
	Ruby   Ecosystem = "Ruby"
	PHP    Ecosystem = "PHP"
	DotNet Ecosystem = ".NET"
)

// Dependency is one package that a manifest names. Aside says that the product
// may run without it: it is there for development or tests, is optional, comes
// with another package, or stands in an example.
type Dependency struct {
	Name  string // in the ecosystem's normal form
	At    source.Span
	Aside bool
}

// Runtime is the version of its language that a manifest asks for.
type Runtime struct {
	Written string // as declared, ">=20"
	At      source.Span
	Range   Range
}

// File is one manifest, read.
type File struct {
	Source       *source.File
	Ecosystem    Ecosystem
	Dependencies []Dependency
	Runtimes     []Runtime
}

// Set is the manifests of one revision, in path order. The zero value is that
// of a repository of which nothing is known.
type Set struct {
	Files []File
	// Partial says that some manifest of the revision was not read, so that
	// nobody can say what the repository does not depend on.
	Partial bool
}

// format is how one kind of manifest is recognised and read.
type format struct {
	ecosystem Ecosystem
	is        func(base string) bool
	// read adds what the file declares. An error is the reason why it cannot
	// be read, as what follows the file's name.
	read func(*File) error
}

// formats lists every kind of manifest that is read.
func formats() []format {
	return []format{
		{Go, named("go.mod"), readGoMod},
		{Node, named("package.json"), readPackageJSON},
		{Python, isRequirements, readRequirements},
		{Python, named("pyproject.toml"), readPyproject},
		{Python, named("Pipfile"), readPipfile},
		{Rust, named("Cargo.toml"), readCargo},
		{Java, named("pom.xml"), readPOM},
		{Java, named("build.gradle", "build.gradle.kts"), readGradle},
		{Java, named("libs.versions.toml"), readCatalogue},
		{Ruby, isGemfile, readGemfile},
		{PHP, named("composer.json"), readComposer},
		{DotNet, isProject, readProject},
	}
}

// unread are the manifests of ecosystems that nobody reads here, those that are
// programs, and the list of submodules. A repository that has one may depend on
// anything.
func unread(base string) bool {
	switch base {
	case ".gitmodules", "setup.py", "setup.cfg", "environment.yml", "mix.exs", "build.sbt", "project.clj", "deps.edn", "pubspec.yaml",
		"Package.swift", "deno.json", "vcpkg.json", "conanfile.txt", "conanfile.py", "rebar.config", "shard.yml", "stack.yaml":
		return true
	}
	return strings.HasSuffix(base, ".cabal") || strings.HasSuffix(base, ".fsproj") || strings.HasSuffix(base, ".vbproj")
}

func named(names ...string) func(string) bool {
	return func(base string) bool { return slices.Contains(names, base) }
}

// Is reports whether a path is that of a manifest, read or not.
func Is(name string) bool {
	base := path.Base(name)
	return unread(base) || slices.ContainsFunc(formats(), func(f format) bool { return f.is(base) })
}

// Choose is which of a revision's manifests to read: those nearest to the
// root. Partial says that there are others.
func Choose(names []string) (chosen []string, partial bool) {
	for _, name := range names {
		if installed(name) {
			continue
		}
		if unread(path.Base(name)) {
			partial = true
		} else if Is(name) {
			chosen = append(chosen, name)
		}
	}
	slices.SortFunc(chosen, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")), strings.Compare(a, b))
	})
	if len(chosen) > MaxFiles {
		chosen, partial = chosen[:MaxFiles], true
	}
	slices.Sort(chosen)
	return chosen, partial
}

// installed reports whether a path is that of a package which somebody else
// wrote and a tool copied here.
func installed(name string) bool {
	for part := range strings.SplitSeq(path.Dir(name), "/") {
		switch part {
		case "node_modules", "vendor", "third_party", "venv", ".venv", "site-packages", "target", "bower_components", "Pods":
			return true
		}
	}
	return false
}

// Read reads one manifest that [Choose] chose.
func Read(name string, data []byte) (File, error) {
	f := File{Source: source.New(name, data)}
	base := path.Base(name)
	for _, format := range formats() {
		if !format.is(base) {
			continue
		}
		f.Ecosystem = format.ecosystem
		if len(data) > MaxBytes {
			return File{}, fmt.Errorf("is larger than the limit: %d bytes, limit %d", len(data), MaxBytes)
		}
		if err := format.read(&f); err != nil {
			return File{}, err
		}
		if beside(name) {
			for i := range f.Dependencies {
				f.Dependencies[i].Aside = true
			}
			f.Runtimes = nil
		}
		return f, nil
	}
	return File{}, errors.New("is no manifest that is read")
}

// beside reports whether a manifest is of something that stands beside the
// product: a test, an example, what a build left.
func beside(name string) bool {
	dir, _ := path.Split(name)
	for part := range strings.SplitSeq(strings.ToLower(dir), "/") {
		switch strings.Trim(part, "_.") {
		case "test", "tests", "testdata", "testing", "spec", "e2e", "fixture", "fixtures", "example", "examples", "sample", "samples",
			"demo", "demos", "doc", "docs", "template", "templates", "benchmark", "benchmarks", "tools", "scripts", "playground",
			"build", "dist", "out":
			return true
		}
	}
	return false
}

// depend adds a dependency.
func (f *File) depend(name string, at source.Span, aside bool) {
	if name != "" {
		f.Dependencies = append(f.Dependencies, Dependency{Name: name, At: at, Aside: aside})
	}
}

// ask adds a version that the manifest asks for, if it can be told which.
func (f *File) ask(written string, at source.Span, parse func(string) (Range, bool)) {
	if r, ok := parse(written); ok {
		f.Runtimes = append(f.Runtimes, Runtime{Written: written, At: at, Range: r})
	}
}

// lines calls do with every line of the file, without its line break.
func (f *File) lines(do func(text string, at source.Span)) {
	for n := 1; n <= f.Source.Lines(); n++ {
		at := f.Source.Line(n)
		do(f.Source.Excerpt(at), at)
	}
}
