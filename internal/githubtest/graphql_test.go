package githubtest_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/surmise-ci/surmise/internal/githubtest"
)

const octo = `repository(owner: "octo-org", name: "octo-repo")`

// crowded is a platform on which something of every kind has happened.
func crowded(t *testing.T) client {
	t.Helper()
	r, p, c := conversation(t)
	before := p.Head()
	p.ForcePush("mona", r.Commit(githubtest.Commit{
		Parents: []string{r.Tip("main")}, Files: githubtest.Files{"docs/specs/pay.md": "No.\n"}, Author: "mona",
	}))
	r.Branch("next", r.Tip("main"))
	p.Retarget("mona", "next")
	r.Push("next", "octo-org", githubtest.Files{"next.md": "next\n"})
	r.ForcePush("next", "octo-org", before)
	p.Close("mona")
	p.Reopen("mona")
	p.Retarget("mona", "main")
	k := p.Comment("mona", "/ack all")
	k.Edit("hubot[bot]", "/confirm all")
	c.repo("POST", fmt.Sprintf("/issues/comments/%d/reactions", k.ID), encode(fields{"content": "+1"}))
	c.repo("POST", "/check-runs", run(p.Head(), output(fields{"annotations": notes(2)})))
	p.Enqueue("mona")
	return c
}

// TestEveryFieldHasAValue asks for all that the schema has.
func TestEveryFieldHasAValue(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("schema.graphql")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphql", Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	c := crowded(t)
	met := map[string]bool{}
	q := selection{schema}
	within := func(path string, typ string) string {
		return "{" + path + "{" + q.of(typ, nil) + strings.Repeat("}", strings.Count(path, "{")+2)
	}
	const commit = octo + `{object(expression: "topic") {... on Commit`
	for _, query := range []string{
		within(octo, "Repository"),
		within(octo+`{object(expression: "topic:docs")`, "GitObject"),
		within(octo+`{object(expression: "topic:README.md")`, "GitObject"),
		within(commit, "Commit"),
		within(commit+"{checkSuites(first: 1) {nodes {checkRuns(first: 1)", "CheckRunConnection"),
		within(commit+"{checkSuites(first: 1) {nodes {checkRuns(first: 1) {nodes {annotations(first: 1)", "CheckAnnotationConnection"),
		within(octo+"{pullRequest(number: 1)", "PullRequest"),
		within(octo+"{pullRequest(number: 1) {timelineItems(first: 20) {nodes", "PullRequestTimelineItems"),
		within(octo+"{mergeQueue", "MergeQueue"),
		within("__typename rateLimit", "RateLimit"),
	} {
		collectTypes(c.query(query, nil).data(t), met)
	}
	// Accounts of these kinds do not occur in the simulator.
	for _, name := range []string{"Organization", "Mannequin", "EnterpriseUserAccount"} {
		met[name] = true
	}
	var all []string
	for name, d := range schema.Types {
		if d.Kind == ast.Object && !strings.HasPrefix(name, "__") {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	if diff := cmp.Diff(all, slices.Sorted(maps.Keys(met))); diff != "" {
		t.Errorf("types that were met (-schema +got):\n%s", diff)
	}
}

// selection writes a query for everything up to a depth.
type selection struct{ schema *ast.Schema }

func (q selection) of(typ string, above []string) string {
	d := q.schema.Types[typ]
	if d.IsAbstractType() {
		var b strings.Builder
		b.WriteString("__typename ")
		for _, possible := range q.schema.PossibleTypes[typ] {
			fmt.Fprintf(&b, "... on %s {%s} ", possible.Name, q.of(possible.Name, above))
		}
		return b.String()
	}
	if len(above) > 3 {
		return "__typename"
	}
	above = append(slices.Clone(above), typ)
	var b strings.Builder
	b.WriteString("__typename ")
	for _, f := range d.Fields {
		if strings.HasPrefix(f.Name, "__") {
			continue
		}
		// Fields that several possible types have must not clash in type.
		alias := typ + "_" + f.Name
		inner := ""
		if of := q.schema.Types[f.Type.Name()]; of.IsCompositeType() {
			inner = "{" + q.of(of.Name, above) + "}"
		}
		fmt.Fprintf(&b, "%s: %s%s%s ", alias, f.Name, q.arguments(f), inner)
	}
	return b.String()
}

func (q selection) arguments(f *ast.FieldDefinition) string {
	values := map[string]string{
		"owner": `"octo-org"`, "name": `"octo-repo"`, "number": "1", "expression": `"topic"`, "id": `"x"`,
		"path": `"README.md"`, "qualifiedName": `"refs/heads/main"`,
	}
	if f.Name == "timelineItems" {
		values["first"] = "20"
	} else if strings.HasSuffix(f.Type.Name(), "Connection") {
		values["first"] = "1"
	}
	var list []string
	for _, a := range f.Arguments {
		if v, ok := values[a.Name]; ok {
			list = append(list, a.Name+": "+v)
		}
	}
	if list == nil {
		return ""
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func collectTypes(v any, met map[string]bool) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			collectTypes(e, met)
		}
	case map[string]any:
		if name, ok := v["__typename"].(string); ok {
			met[name] = true
		}
		for _, e := range v {
			collectTypes(e, met)
		}
	}
}

func TestConnection(t *testing.T) {
	t.Parallel()
	_, p, c := conversation(t)
	for i := range 5 {
		p.Comment("mona", fmt.Sprint(i))
	}
	ask := func(arguments string) any {
		q := "{" + octo + "{pullRequest(number: 1) {comments(" + arguments + ") {nodes {body} pageInfo {hasNextPage hasPreviousPage startCursor endCursor}}}}}"
		return c.query(q, nil).data(t, "repository", "pullRequest", "comments")
	}
	cursor := func(page any, which string) string {
		return fmt.Sprintf("%q", dig(page, "pageInfo", which).(string))
	}
	first := ask("first: 2")
	second := ask("first: 2, after: " + cursor(first, "endCursor"))
	third := ask("first: 2, after: " + cursor(second, "endCursor"))
	last := ask("last: 2")
	before := ask("last: 2, before: " + cursor(last, "startCursor"))
	tests := []struct {
		name           string
		page           any
		want           []any
		next, previous bool
	}{
		{"first", first, []any{"0", "1"}, true, false},
		{"second", second, []any{"2", "3"}, true, true},
		{"third", third, []any{"4"}, false, true},
		{"last", last, []any{"3", "4"}, false, true},
		{"before", before, []any{"1", "2"}, true, true},
		{"none", ask("first: 0"), []any{}, true, false},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, each(dig(tt.page, "nodes"), "body")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if dig(tt.page, "pageInfo", "hasNextPage") != tt.next || dig(tt.page, "pageInfo", "hasPreviousPage") != tt.previous {
			t.Errorf("%s has the page info %v", tt.name, dig(tt.page, "pageInfo"))
		}
	}
}

func TestQueryErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, query, message, kind string
		misuse                     bool // a mistake that fails the test
	}{
		{"unknown repository", `{repository(owner: "octo-org", name: "none") {id}}`,
			"Could not resolve to a Repository with the name 'octo-org/none'.", "NOT_FOUND", false},
		{"unknown pull request", "{" + octo + "{pullRequest(number: 9) {id}}}",
			"Could not resolve to a PullRequest with the number of 9.", "NOT_FOUND", false},
		{"unknown node", `{node(id: "x") {id}}`, "Could not resolve to a node with the global id of 'x'.", "NOT_FOUND", false},
		{"no page size", "{" + octo + "{pullRequests {totalCount}}}",
			"You must provide a `first` or `last` value to properly paginate the `pullRequests` connection.", "MISSING_PAGINATION_BOUNDARIES", false},
		{"large page", "{" + octo + "{pullRequests(first: 101) {totalCount}}}",
			"Requesting 101 records on the `pullRequests` connection exceeds the `first` limit of 100 records.", "EXCESSIVE_PAGINATION", false},
		{"bad cursor", "{" + octo + `{pullRequests(first: 1, after: "x") {totalCount}}}`,
			"`x` does not appear to be a valid cursor.", "INVALID_CURSOR_ARGUMENTS", false},
		{"unknown field", "{" + octo + "{colour}}", "Field 'colour' doesn't exist on type 'Repository'", "", true},
		{"large query", "{" + octo + "{pullRequests(first: 100) {nodes {comments(first: 100) {nodes {reactions(first: 100) {totalCount}}}}}}}",
			"This query requests up to 1010100 possible nodes which exceeds the maximum limit of 500,000.", "MAX_NODE_LIMIT_EXCEEDED", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := &recorder{TB: t}
			s := githubtest.New(tb)
			s.Grant(everything())
			s.Repository("octo-org/octo-repo").Push("main", "octo-org", githubtest.Files{"a.md": "a\n"})
			a := client{t: t, server: s, token: s.Token}.query(tt.query, nil)
			first := a.body["errors"].([]any)[0]
			kind, _ := dig(first, "type").(string)
			if a.status != 200 || dig(first, "message") != tt.message || kind != tt.kind {
				t.Errorf("%d %s", a.status, a.raw)
			}
			if got := len(tb.messages()) > 0; got != tt.misuse {
				t.Errorf("the test is told %q", tb.messages())
			}
		})
	}
}

func TestQueryFeatures(t *testing.T) {
	t.Parallel()
	_, _, c := conversation(t)
	q := `query Q($owner: String!, $number: Int!, $states: [PullRequestState!], $all: Boolean = false) {
		here: repository(owner: $owner, name: "octo-repo") {
			...Pull
			pullRequests(states: $states, first: 10) { totalCount }
			name @include(if: $all)
			url @skip(if: true)
		}
	}
	fragment Pull on Repository { pull: pullRequest(number: $number) { number author { __typename ... on User { login } ... on Bot { url } } } }`
	got := c.query(q, fields{"owner": "octo-org", "number": 1, "states": []string{"CLOSED"}}).data(t)
	want := fields{"here": fields{
		"pull":         fields{"number": 1.0, "author": fields{"__typename": "User", "login": "mona"}},
		"pullRequests": fields{"totalCount": 0.0},
	}}
	if diff := cmp.Diff(any(want), got); diff != "" {
		t.Errorf("data (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"POST /graphql Q": 1}, c.server.Counts()); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}

func TestPushesShowInThePullRequest(t *testing.T) {
	t.Parallel()
	r, p, c := conversation(t)
	before, base := p.Push("mona", githubtest.Files{"a.md": "a\n"}), r.Tip("main")
	r.Push("main", "octo-org", githubtest.Files{"more.md": "more\n"})
	ask := func() any {
		q := "{" + octo + `{pullRequest(number: 1) {
			headRefOid baseRefOid baseRef {target {oid}} commits(first: 9) {nodes {commit {oid author {user {login}}}}}
			timelineItems(itemTypes: [HEAD_REF_FORCE_PUSHED_EVENT], first: 9) {nodes {
				... on HeadRefForcePushedEvent {actor {login} beforeCommit {oid} afterCommit {oid} createdAt}
			}}
		}}}`
		return c.query(q, nil).data(t, "repository", "pullRequest")
	}
	if got := ask(); dig(got, "baseRefOid") != base || dig(got, "baseRef", "target", "oid") != r.Tip("main") {
		t.Errorf("a push to the base is known at once: %v", got)
	}
	c.server.Advance(time.Hour)
	after := r.Commit(githubtest.Commit{Parents: []string{base}, Files: githubtest.Files{"b.md": "b\n"}, Author: "somebody@example.com", Committer: "web-flow"})
	p.ForcePush("mona", after)
	want := fields{
		"headRefOid": after, "baseRefOid": r.Tip("main"), "baseRef": fields{"target": fields{"oid": r.Tip("main")}},
		"commits": fields{"nodes": []any{fields{"commit": fields{"oid": after, "author": fields{"user": nil}}}}},
		"timelineItems": fields{"nodes": []any{fields{
			"actor": fields{"login": "mona"}, "beforeCommit": fields{"oid": before}, "afterCommit": fields{"oid": after},
			"createdAt": "2026-03-02T09:30:00Z",
		}}},
	}
	if diff := cmp.Diff(any(want), ask()); diff != "" {
		t.Errorf("after a forced push (-want +got):\n%s", diff)
	}
}

func TestMergeQueue(t *testing.T) {
	t.Parallel()
	r, p, c := conversation(t)
	r.Branch("other", r.Tip("main"))
	r.Push("other", "hubot", githubtest.Files{"other.md": "other\n"})
	second := r.Open(githubtest.PullRequest{Head: "other"})
	one, _ := p.Enqueue("mona")
	two, branch := second.Enqueue("mona")
	if want := "gh-readonly-queue/main/pr-2-" + one; branch != want || r.Tip(branch) != two {
		t.Errorf("branch is %q, want %q", branch, want)
	}
	entries := func() any {
		q := "{" + octo + `{mergeQueue(branch: "main") {entries(first: 9) {nodes {position headCommit {oid} pullRequest {number}}}}}}`
		return c.query(q, nil).data(t, "repository", "mergeQueue", "entries", "nodes")
	}
	entry := func(position, number float64, head string) any {
		return fields{"position": position, "headCommit": fields{"oid": head}, "pullRequest": fields{"number": number}}
	}
	if diff := cmp.Diff(any([]any{entry(1, 1, one), entry(2, 2, two)}), entries()); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	a := c.repo("GET", "/contents/docs/specs/pay.md?ref="+two, "")
	if a.status != 200 || c.repo("GET", "/contents/other.md?ref="+two, "").status != 200 {
		t.Error("the group does not have the changes of both")
	}
	p.Dequeue()
	if diff := cmp.Diff(any([]any{entry(1, 2, two)}), entries()); diff != "" {
		t.Errorf("after the first has left (-want +got):\n%s", diff)
	}
}

func TestForkThatIsGone(t *testing.T) {
	t.Parallel()
	r, c := world(t)
	fork := r.Fork("mona")
	head := fork.Push("main", "mona", githubtest.Files{"b.md": "b\n"})
	p := r.Open(githubtest.PullRequest{Head: "main", From: fork, Draft: true})
	fork.Delete()
	if a := c.repo("GET", "/pulls/1", ""); dig(a.body["head"], "repo") != nil || dig(a.body["head"], "sha") != head {
		t.Errorf("REST: %v", a.body["head"])
	}
	q := "{" + octo + `{pullRequests(first: 1, states: [OPEN]) {nodes {headRefOid isDraft isCrossRepository headRepository {nameWithOwner}}}
		object(oid: "` + head + `") {... on Commit {oid}}}}`
	want := fields{
		"pullRequests": fields{"nodes": []any{fields{"headRefOid": head, "isDraft": true, "isCrossRepository": true, "headRepository": nil}}},
		"object":       fields{"oid": head},
	}
	if diff := cmp.Diff(any(want), c.query(q, nil).data(t, "repository")); diff != "" {
		t.Errorf("GraphQL (-want +got):\n%s", diff)
	}
	if a := c.get("/repos/mona/octo-repo"); a.status != 404 {
		t.Errorf("the fork: %d", a.status)
	}
	p.Close("mona")
	if a := c.repo("GET", "/pulls?state=open", ""); len(a.list) != 0 {
		t.Errorf("a closed pull request is open: %s", a.raw)
	}
}
