package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// event is what starts a workflow: its name, and the payload as the runner
// writes it to a file.
type event struct {
	name    string
	payload map[string]any
}

// person acts in events.
type person struct {
	login string
	kind  string // User or Bot
}

func user(login string) person {
	if strings.HasSuffix(login, "[bot]") {
		return person{login, "Bot"}
	}
	return person{login, "User"}
}

// facts is what events say about a pull request.
type facts struct {
	number                     int
	title, author              string
	headSHA, headRef, headRepo string
	baseSHA, baseRef           string
}

const (
	repoName  = "octo-org/octo-repo"
	repoOwner = "octo-org"
)

// pullRequestEvent is an event of a pull request. The changes are what the
// action adds, by dotted path.
func pullRequestEvent(t testing.TB, name, action string, f facts, by string, changes map[string]any) event {
	t.Helper()
	e := event{name, example(t, "pull_request", action)}
	e.set(t, map[string]any{
		"action": action, "number": f.number,
		"pull_request.number": f.number, "pull_request.title": f.title, "pull_request.state": "open",
		"pull_request.html_url":  fmt.Sprintf("https://github.com/%s/pull/%d", repoName, f.number),
		"pull_request.draft":     false,
		"pull_request.head.sha":  f.headSHA,
		"pull_request.head.ref":  f.headRef,
		"pull_request.base.sha":  f.baseSHA,
		"pull_request.base.ref":  f.baseRef,
		"pull_request.base.repo": e.payload["repository"],
	})
	e.person(t, "pull_request.user", user(f.author))
	head := maps.Clone(e.payload["repository"].(map[string]any))
	owner, short, _ := strings.Cut(f.headRepo, "/")
	head["full_name"], head["name"], head["fork"] = f.headRepo, short, f.headRepo != repoName
	head["owner"] = maps.Clone(head["owner"].(map[string]any))
	head["owner"].(map[string]any)["login"] = owner
	e.set(t, map[string]any{"pull_request.head.repo": head, "pull_request.head.label": owner + ":" + f.headRef})
	e.set(t, changes)
	e.person(t, "sender", user(by))
	return e
}

// commentEvent is an event of a comment on a pull request. Before is the text
// that an edit replaced.
func commentEvent(t testing.TB, action string, f facts, id int64, author, body, before, by string) event {
	t.Helper()
	e := event{"issue_comment", example(t, "issue_comment", action)}
	url := fmt.Sprintf("https://github.com/%s/pull/%d", repoName, f.number)
	e.set(t, map[string]any{
		"action": action, "issue.number": f.number, "issue.title": f.title, "issue.state": "open", "issue.html_url": url,
		"issue.pull_request": map[string]any{
			"url":      fmt.Sprintf("https://api.github.com/repos/%s/pulls/%d", repoName, f.number),
			"html_url": url, "diff_url": url + ".diff", "patch_url": url + ".patch", "merged_at": nil,
		},
		"comment.id": id, "comment.body": body, "comment.html_url": fmt.Sprintf("%s#issuecomment-%d", url, id),
		"comment.author_association": "NONE",
	})
	if action == "edited" {
		e.set(t, map[string]any{"changes": map[string]any{"body": map[string]any{"from": before}}})
	}
	e.person(t, "issue.user", user(f.author))
	e.person(t, "comment.user", user(author))
	e.person(t, "sender", user(by))
	return e
}

// groupEvent is an event of a merge group.
func groupEvent(t testing.TB, sha, branch, baseSHA, baseRef string) event {
	t.Helper()
	e := event{"merge_group", example(t, "merge_group", "checks_requested")}
	e.set(t, map[string]any{
		"merge_group.head_sha": sha, "merge_group.head_ref": "refs/heads/" + branch,
		"merge_group.base_sha": baseSHA, "merge_group.base_ref": "refs/heads/" + baseRef,
		"merge_group.head_commit.id": sha,
	})
	return e
}

// ranEvent is the end of a run of the workflow that proves.
func ranEvent(t testing.TB, f facts) event {
	t.Helper()
	e := event{"workflow_run", example(t, "workflow_run", "completed")}
	e.set(t, map[string]any{
		"workflow_run.event": "pull_request", "workflow_run.head_sha": f.headSHA, "workflow_run.head_branch": f.headRef,
		"workflow_run.path": ".github/workflows/surmise-prove.yml", "workflow_run.name": "surmise-prove", "workflow_run.pull_requests": []any{},
	})
	return e
}

// dispatchEvent is somebody's wish that the workflow runs.
func dispatchEvent(t testing.TB) event {
	t.Helper()
	return event{"workflow_dispatch", example(t, "workflow_dispatch", "")}
}

// set changes values by dotted path. A path whose parents are not there is a
// mistake of the test.
func (e event) set(t testing.TB, values map[string]any) {
	t.Helper()
	for _, path := range slices.Sorted(maps.Keys(values)) {
		parts := strings.Split(path, ".")
		at := e.payload
		for _, p := range parts[:len(parts)-1] {
			next, ok := at[p].(map[string]any)
			if !ok {
				t.Fatalf("the event %s has no %q", e.name, path)
			}
			at = next
		}
		at[parts[len(parts)-1]] = values[path]
	}
}

func (e event) person(t testing.TB, path string, who person) {
	t.Helper()
	e.set(t, map[string]any{path + ".login": who.login, path + ".type": who.kind})
}

// file is the payload as the runner writes it, held to GitHub's own schema.
func (e event) file(t testing.TB) []byte {
	t.Helper()
	data, err := json.MarshalIndent(e.payload, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.check(t, data); err != nil {
		t.Fatalf("the event %s is none of GitHub's: %v", e.name, err)
	}
	return data
}

// check holds a payload to the schema of the event and its action.
func (e event) check(t testing.TB, data []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(e.name, "_target") // the payload is the same
	action, _ := value.(map[string]any)["action"].(string)
	if action == "" {
		action = "event"
	}
	events.Lock()
	defer events.Unlock()
	schema, err := webhooks(t).Compile("webhooks.json#/definitions/" + name + "$" + action)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

var events struct {
	sync.Mutex
	compiler *jsonschema.Compiler
	examples map[string][]map[string]any
}

// webhooks compiles GitHub's schemas of events. The lock is held.
func webhooks(t testing.TB) *jsonschema.Compiler {
	t.Helper()
	if events.compiler != nil {
		return events.compiler
	}
	data := read(t, tool(t, "node_modules", "@octokit", "webhooks-schemas", "schema.json"))
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	// GitHub's addresses end in templates, which the checks of these refuse.
	for _, name := range []string{"uri", "uri-template"} {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
	}
	if err := c.AddResource("webhooks.json", schema); err != nil {
		t.Fatal(err)
	}
	events.compiler = c
	return c
}

// example is GitHub's own example of an event and action, moved to our
// repository.
func example(t testing.TB, name, action string) map[string]any {
	t.Helper()
	events.Lock()
	defer events.Unlock()
	if events.examples == nil {
		var list []struct {
			Name     string            `json:"name"`
			Examples []json.RawMessage `json:"examples"`
		}
		document(t, &list, "@octokit", "webhooks-examples", "api.github.com", "index.json")
		events.examples = map[string][]map[string]any{}
		for _, e := range list {
			for _, raw := range e.Examples {
				events.examples[e.Name] = append(events.examples[e.Name], decodeExample(t, raw))
			}
		}
	}
	if name == "pull_request" && action == "edited" {
		action = "opened" // there is no example of an edited one
	}
	var found map[string]any
	for _, e := range events.examples[name] {
		if action == "" || e["action"] == action {
			found = e // the first examples lack what was added since; the last do not
		}
	}
	if found == nil {
		t.Fatalf("GitHub has no example of %s %q", name, action)
	}
	data, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	return decodeExample(t, data)
}

func decodeExample(t testing.TB, raw []byte) map[string]any {
	t.Helper()
	text := strings.NewReplacer("Codertocat/Hello-World", repoName, `"Hello-World"`, `"octo-repo"`, `"Codertocat"`, `"octo-org"`, `"master"`, `"main"`).Replace(string(raw))
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEvents builds every event of the workflow that people paste and holds it
// to GitHub's schemas, which find a broken one.
func TestEvents(t *testing.T) {
	t.Parallel()
	f := facts{
		number: 7, title: "Limit reservations", author: "octocat",
		headSHA: strings.Repeat("a", 40), headRef: "limit", headRepo: "octocat/octo-repo",
		baseSHA: strings.Repeat("b", 40), baseRef: "main",
	}
	for _, action := range []string{"opened", "synchronize", "reopened", "edited", "ready_for_review", "closed"} {
		changes := map[string]any{}
		switch action {
		case "synchronize":
			changes["before"], changes["after"] = strings.Repeat("c", 40), f.headSHA
		case "edited":
			changes["changes"] = map[string]any{"base": map[string]any{
				"ref": map[string]any{"from": "next"}, "sha": map[string]any{"from": f.baseSHA},
			}}
		case "closed":
			changes["pull_request.state"] = "closed"
		}
		e := pullRequestEvent(t, "pull_request_target", action, f, "octocat", changes)
		e.file(t)
	}
	for _, action := range []string{"created", "edited", "deleted"} {
		e := commentEvent(t, action, f, 5_000_000_001, "hubot", "/confirm 1", "/confirm", "hubot")
		e.file(t)
	}
	e := groupEvent(t, f.headSHA, "gh-readonly-queue/main/pr-7-"+f.baseSHA, f.baseSHA, "main")
	e.file(t)
	e = dispatchEvent(t)
	e.file(t)

	e = commentEvent(t, "created", f, 1, "hubot", "hello", "", "hubot")
	delete(e.payload["comment"].(map[string]any), "user")
	data, err := json.Marshal(e.payload)
	if err != nil {
		t.Fatal(err)
	}
	if e.check(t, data) == nil {
		t.Error("a comment without an author fits the schema")
	}
}
