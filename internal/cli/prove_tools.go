package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/proof"
)

// searchPath are the folders of a PATH that are absolute and lie outside of the
// repository: what the head brings is no tool of this machine.
func searchPath(value, repo string) []string {
	var dirs []string
	for _, dir := range filepath.SplitList(value) {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil && filepath.IsAbs(dir) && !within(real, repo) {
			dirs = append(dirs, real)
		}
	}
	return dirs
}

// local are the folders of programs in what the policy lets runs see of the
// working tree: those of installed packages, and of virtual environments.
func (w *workshop) local() []string {
	var dirs []string
	for _, name := range w.carry {
		dir := filepath.Join(w.repo, filepath.FromSlash(name))
		for _, sort := range []struct{ mark, programs string }{{"pyvenv.cfg", "bin"}, {".bin", ".bin"}} {
			if _, err := os.Stat(filepath.Join(dir, sort.mark)); err == nil {
				dirs = append(dirs, filepath.Join(dir, sort.programs))
			}
		}
	}
	return dirs
}

// program is where a tool is; "" if it is nowhere. The tools of the machine come
// before those that the project brings, except where a kind has it otherwise.
func (w *workshop) program(tool proof.Tool) string {
	dirs := slices.Concat(w.path, w.local())
	if tool.Local {
		dirs = slices.Concat(w.local(), w.path)
	}
	for _, dir := range dirs {
		name := filepath.Join(dir, tool.Name)
		if runtime.GOOS == "windows" {
			name += ".exe"
		}
		info, err := os.Stat(name)
		if err == nil && info.Mode().IsRegular() && (info.Mode()&0o111 != 0 || runtime.GOOS == "windows") && w.installed(real(name)) {
			return name
		}
	}
	return ""
}

// installed reports whether a file is none that the head could bring: it lies
// outside of the repository, or in what the policy lets runs see, where nothing
// is tracked.
func (w *workshop) installed(name string) bool {
	return !within(name, w.repo) || slices.ContainsFunc(w.carry, func(carried string) bool {
		return within(name, filepath.Join(w.repo, filepath.FromSlash(carried)))
	})
}

// toolchains makes visible what lies in folders that steps otherwise find
// empty, which people's homes are: programs, and what they download.
func (w *workshop) toolchains(ctx context.Context, env Env) {
	home := env.get("HOME")
	show := func(name string) {
		if real, err := filepath.EvalSymlinks(name); err == nil && !within(w.repo, real) && !within(real, w.repo) {
			w.visible[real] = real
		}
	}
	for _, dir := range w.path {
		show(dir)
	}
	for _, k := range proof.Kinds() {
		for _, tool := range k.Tools {
			w.shown(show, w.program(tool), home)
		}
	}
	if program := w.program(proof.Tool{Name: "go"}); program != "" {
		cmd := exec.CommandContext(ctx, program, "env", "GOROOT", "GOMODCACHE", "GOCACHE")
		cmd.Dir, cmd.Env = w.scratch.Dir(), []string{"HOME=" + home, "PATH=" + strings.Join(w.path, string(filepath.ListSeparator)), "GOTOOLCHAIN=local", "GOFLAGS="}
		for _, name := range []string{"GOPATH", "GOMODCACHE", "GOCACHE", "XDG_CACHE_HOME"} {
			if value := env.get(name); value != "" {
				cmd.Env = append(cmd.Env, name+"="+value)
			}
		}
		if out, err := cmd.Output(); err == nil {
			if lines := strings.Split(string(out), "\n"); len(lines) > 2 {
				show(lines[0])
				w.cache("go-mod", lines[1], lines[1])
				w.built = lines[2]
			}
		}
	}
	cargo := orElse(env.get("CARGO_HOME"), filepath.Join(home, ".cargo"))
	w.cache("cargo-home", cargo, filepath.Join(cargo, "registry"), filepath.Join(cargo, "git"))
	rustup := orElse(env.get("RUSTUP_HOME"), filepath.Join(home, ".rustup"))
	w.cache("rustup", rustup, rustup)
}

// shown makes a program's own folder visible, and where it lies in somebody's
// home, the whole of the folder that belongs to its tool.
func (w *workshop) shown(show func(string), program, home string) {
	if program == "" {
		return
	}
	for _, name := range []string{program, real(program)} {
		rel, err := filepath.Rel(real(home), name)
		if home == "" || err != nil || !filepath.IsLocal(rel) {
			show(filepath.Dir(name))
			continue
		}
		if first, _, below := strings.Cut(rel, string(filepath.Separator)); below {
			show(filepath.Join(real(home), first))
		}
	}
}

// cache names a folder of the user's that steps see read-only; shown are the
// parts of it that they see.
func (w *workshop) cache(name, dir string, shown ...string) {
	for _, part := range shown {
		if info, err := os.Stat(part); err == nil && info.IsDir() {
			w.visible[real(part)] = real(part)
			w.caches[name] = real(dir)
		}
	}
}

// real is a path without links; the path itself if there is nothing at it.
func real(name string) string {
	if out, err := filepath.EvalSymlinks(name); err == nil {
		return out
	}
	return name
}
