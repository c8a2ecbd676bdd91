package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// interfaces are the paths of GitHub's OpenAPI document that Surmise may use.
// Parameters that hold slashes are named with the pattern that the router
// needs for them.
func interfaces() map[string]string {
	const repo = "/repos/{owner}/{repo}"
	out := map[string]string{
		"/rate_limit": "",
		"/orgs/{org}/teams/{team_slug}/memberships/{username}": "",

		repo + "/git/ref/{ref}":                       repo + "/git/ref/{ref:.+}",
		repo + "/branches/{branch}":                   repo + "/branches/{branch:.+}",
		repo + "/rules/branches/{branch}":             repo + "/rules/branches/{branch:.+}",
		repo + "/contents/{path}":                     repo + "/contents/{path:.+}",
		repo + "/compare/{basehead}":                  repo + "/compare/{basehead:.+}",
		repo + "/commits/{ref}/check-runs":            repo + "/commits/{ref:.+}/check-runs",
		repo + "/collaborators/{username}/permission": "",
	}
	for _, path := range []string{
		"", "/git/trees/{tree_sha}", "/git/blobs/{file_sha}", "/git/commits/{commit_sha}", "/commits/{commit_sha}/pulls",
		"/pulls", "/pulls/{pull_number}", "/pulls/{pull_number}/files", "/pulls/{pull_number}/commits",
		"/check-runs", "/check-runs/{check_run_id}", "/check-runs/{check_run_id}/annotations",
		"/issues/{issue_number}/comments", "/issues/comments/{comment_id}", "/issues/comments/{comment_id}/reactions",
		"/actions/runs", "/actions/runs/{run_id}/artifacts", "/actions/artifacts/{artifact_id}/{archive_format}",
		"/actions/runs/{run_id}/rerun",
	} {
		out[repo+path] = ""
	}
	return out
}

// prune keeps the given paths of an OpenAPI document and what they refer to,
// since the whole takes seconds and half a gigabyte to load.
func prune(doc map[string]any, paths map[string]string) error {
	all, _ := doc["paths"].(map[string]any)
	kept := map[string]any{}
	for path, as := range paths {
		item, ok := all[path]
		if !ok {
			return fmt.Errorf("the OpenAPI document has no path %q", path)
		}
		if as == "" {
			as = path
		}
		kept[as] = item
	}
	components, _ := doc["components"].(map[string]any)
	needed := map[string]any{}
	var walk func(any) error
	walk = func(v any) error {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				if err := walk(e); err != nil {
					return err
				}
			}
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				kind, name, _ := strings.Cut(strings.TrimPrefix(ref, "#/components/"), "/")
				group, _ := components[kind].(map[string]any)
				target, ok := group[name]
				if !ok {
					return fmt.Errorf("the OpenAPI document refers to %q, which it lacks", ref)
				}
				if needed[kind] == nil {
					needed[kind] = map[string]any{}
				}
				if done := needed[kind].(map[string]any); done[name] == nil {
					done[name] = target
					return walk(target)
				}
				return nil
			}
			for _, e := range v {
				if err := walk(e); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := walk(kept); err != nil {
		return err
	}
	doc["paths"], doc["components"] = kept, needed
	doc["servers"] = []any{map[string]any{"url": "/"}}
	for _, key := range []string{"x-webhooks", "tags", "externalDocs"} {
		delete(doc, key)
	}
	return nil
}

// description is GitHub's OpenAPI document, as far as it is needed, with its
// routes. It is immutable once loaded.
type description struct {
	doc    *openapi3.T
	router routers.Router
}

var loaded struct {
	sync.Once
	description
	err error
}

// openapi loads the document once.
func openapi(t testing.TB) description {
	t.Helper()
	loaded.Do(func() {
		var doc map[string]any
		document(t, &doc, "@octokit", "openapi", "generated", "api.github.com.json")
		if loaded.err = prune(doc, interfaces()); loaded.err != nil {
			return
		}
		var data []byte
		if data, loaded.err = json.Marshal(doc); loaded.err != nil {
			return
		}
		loader := openapi3.NewLoader()
		if loaded.doc, loaded.err = loader.LoadFromData(data); loaded.err != nil {
			return
		}
		if loaded.err = loaded.doc.Validate(loader.Context, openapi3.DisableExamplesValidation()); loaded.err != nil {
			return
		}
		loaded.router, loaded.err = gorillamux.NewRouter(loaded.doc)
	})
	if loaded.err != nil {
		t.Fatalf("load GitHub's OpenAPI document: %v", loaded.err)
	}
	return loaded.description
}
