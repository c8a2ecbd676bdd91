package clarify

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// namesTarget reports whether the document names a surface to work on: code, an
// address, a file, a path, a component, a flag, or a screen or command by its
// name. Its requirements may do that for the request. Formats that leave it to
// the plan need not.
func (r request) namesTarget() bool {
	if slices.ContainsFunc(formats(), r.doc.Has) {
		return true
	}
	for _, s := range r.doc.Statements {
		if strings.ContainsRune(s.Text.Prose(), 0) || len(s.Text.Links) > 0 || strings.Contains(s.Text.String(), " --") {
			return true
		}
		for _, c := range clauses(s) {
			for i, w := range c.words {
				if isTarget(w.lower, c.prose[w.start:w.end]) || i > 0 && isSurface(w.lower) && isName(c.words[i-1].lower) {
					return true
				}
			}
		}
	}
	return false
}

// isTarget reports whether a word names code by its form. Lower is the word in
// lower case.
func isTarget(lower, written string) bool {
	switch lower {
	case "readme", "dockerfile", "makefile", "jenkinsfile":
		return true
	}
	if i := strings.IndexByte(written, '_'); i > 0 && i < len(written)-1 {
		return true
	}
	if strings.Contains(written, "/") {
		return isPath(lower)
	}
	if ext := path.Ext(lower); len(ext) > 1 && len(ext) < len(lower) && isExtension(ext[1:]) {
		return true
	}
	return isComponent(written)
}

// isPath tells a path or a route from words that a slash only joins.
func isPath(lower string) bool {
	if strings.HasPrefix(lower, "/") && len(lower) > 2 || strings.Count(lower, "/") > 2 {
		return true
	}
	if isExtension(strings.TrimPrefix(path.Ext(lower), ".")) {
		return true
	}
	switch first, _, _ := strings.Cut(strings.TrimPrefix(lower, "./"), "/"); first {
	case "src", "test", "tests", "docs", "doc", "script", "scripts", "lib", "cmd", "internal", "pkg", "app", "api",
		"apps", "packages", "config", "public", "assets", "components", "pages", "web", "server", "client", ".github":
		return true
	}
	return false
}

func isExtension(ext string) bool {
	switch ext {
	case "go", "mod", "rs", "java", "kt", "kts", "scala", "rb", "py", "c", "h", "cc", "cpp", "hpp", "cs", "fs", "swift",
		"m", "php", "pl", "lua", "ex", "exs", "erl", "hs", "ml", "clj", "dart", "r", "jl", "zig", "nim", "ts", "tsx",
		"js", "jsx", "mjs", "cjs", "vue", "svelte", "astro", "html", "htm", "css", "scss", "sass", "less", "sql", "sh",
		"bash", "zsh", "ps1", "bat", "md", "mdx", "rst", "txt", "json", "jsonc", "yaml", "yml", "toml", "ini", "env",
		"xml", "csv", "tsv", "proto", "graphql", "gql", "tf", "hcl", "nix", "gradle", "lock", "feature", "ipynb":
		return true
	}
	return false
}

// isComponent recognises a name in camel case that ends in what it is.
// Product names such as GitHub are written like that too.
func isComponent(written string) bool {
	last := -1
	for i, r := range written {
		if i > 0 && unicode.IsUpper(r) && written[i-1] >= 'a' && written[i-1] <= 'z' {
			last = i
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	if last < 0 {
		return false
	}
	switch strings.ToLower(written[last:]) {
	case "service", "runner", "gate", "adapter", "validator", "manager", "policy", "controller", "handler", "component",
		"view", "page", "screen", "client", "server", "repository", "store", "provider", "router", "parser", "module",
		"factory", "builder", "button", "form", "modal", "dialog", "api", "job", "worker", "queue", "table", "list",
		"panel", "card", "menu", "hook", "context", "reducer", "model", "schema", "middleware", "guard", "resolver":
		return true
	}
	return false
}

// isSurface recognises what, with a name in front, is a surface: "settings
// page", "export command".
func isSurface(lower string) bool {
	switch lower {
	case "page", "screen", "view", "dialog", "modal", "form", "button", "menu", "tab", "endpoint", "command",
		"subcommand", "api", "cli", "table", "column", "service", "module", "package", "component", "job", "webhook",
		"widget", "panel", "banner", "field", "header", "flag", "option", "route", "workflow", "plugin":
		return true
	}
	return false
}

// isName reports whether a word in front of a surface names it and does not
// only point at it.
func isName(lower string) bool {
	if len(lower) < 3 {
		return false
	}
	switch lower {
	case "the", "this", "that", "our", "your", "their", "his", "her", "its", "every", "each", "all", "any", "some",
		"main", "new", "old", "whole", "entire", "existing", "current", "same", "single", "other", "another", "more",
		"better", "nice", "nicer", "good", "and", "for", "with", "first", "second", "third", "next", "last", "one", "two",
		"simple", "clean", "modern", "improve", "add", "fix", "update", "change", "make", "create", "build", "whose",
		"web", "user", "via", "per", "which", "broken", "slow", "ugly", "of":
		return false
	}
	return true
}
