package githubtest

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// account is a person, bot or organisation. One exists as soon as a test
// mentions it.
type account struct {
	id    int64
	login string
	kind  string // User, Bot, Organization
}

// app is a GitHub App.
type app struct {
	id         int64
	slug, name string
}

// credential is a token of an app's installation.
type credential struct {
	app     app
	granted map[string]string
}

func (c *credential) login() string { return c.app.slug + "[bot]" }

// may reports whether a permission, "checks:write", is granted; writing
// includes reading.
func (c *credential) may(need string) bool {
	scope, level, _ := strings.Cut(need, ":")
	got := c.granted[scope]
	return got == "write" || (got == "read" && level == "read")
}

// Grant sets the permissions of the workflow's token, keyed as in a workflow:
// "pull-requests": "write". What is not named is not granted.
func (s *Server) Grant(permissions map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens[s.Token].granted = maps.Clone(permissions)
}

// Permissions reads what a workflow grants to a job: the job's own block where
// it has one, the workflow's otherwise.
func Permissions(t testing.TB, workflow []byte, job string) map[string]string {
	t.Helper()
	type block struct {
		Permissions map[string]string `yaml:"permissions"`
	}
	var file struct {
		block `yaml:",inline"`
		Jobs  map[string]block `yaml:"jobs"`
	}
	if err := yaml.Unmarshal(workflow, &file); err != nil {
		t.Fatal(err)
	}
	own, found := file.Jobs[job]
	if !found {
		t.Fatalf("the workflow has no job %q", job)
	}
	if own.Permissions != nil {
		return own.Permissions
	}
	return file.Permissions
}

// AppToken is a token of another app with permissions of its own.
func (s *Server) AppToken(slug string, permissions map[string]string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	token := "ghs_" + slug
	s.account(slug + "[bot]")
	s.tokens[token] = &credential{s.app(slug), maps.Clone(permissions)}
	return token
}

// app finds an app by its slug or makes it.
func (s *Server) app(slug string) app {
	for _, c := range s.tokens {
		if c.app.slug == slug {
			return c.app
		}
	}
	return app{s.id(), slug, slug}
}

// Team sets who is in a team, named as "org/slug". Only tokens with the
// permission "members" can read it; a workflow's token cannot be given that.
func (s *Server) Team(name string, logins ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, login := range logins {
		s.account(login)
	}
	s.teams[strings.ToLower(name)] = slices.Clone(logins)
}

// account finds an account or makes it; a login that ends in "[bot]" is a bot.
func (s *Server) account(login string) *account {
	key := strings.ToLower(login)
	if s.accounts[key] == nil {
		a := &account{id: s.id(), login: login, kind: "User"}
		if strings.HasSuffix(login, "[bot]") {
			a.kind = "Bot"
		}
		s.accounts[key] = a
	}
	return s.accounts[key]
}

// Member gives somebody a level of access: none, read, triage, write, maintain
// or admin; "none" takes it away. A custom role has a name of its own and the
// level that it is based on.
func (r *Repository) Member(login, level string, role ...string) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.s.account(login)
	m := member{level, level}
	if len(role) > 0 {
		m.role = role[0]
	}
	r.members[strings.ToLower(login)] = m
}

type member struct{ level, role string }

// Public lets everybody read, as outsiders may in a public repository. It
// changes nothing for tokens.
func (r *Repository) Public() {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.public = true
}

func (c *call) getPermission() reply {
	a := c.s.accounts[strings.ToLower(c.params["login"])]
	if a == nil || a.kind != "User" {
		return refuse(http.StatusNotFound, c.params["login"]+" is not a user")
	}
	m, known := c.repo.members[strings.ToLower(a.login)]
	if !known {
		m = member{"none", "none"}
	}
	if m.level == "none" && c.repo.public {
		m = member{"read", "read"}
	}
	legacy := m.level
	switch m.level {
	case "maintain":
		legacy = "write"
	case "triage":
		legacy = "read"
	}
	user := c.user(a.login)
	user["permissions"] = object{
		"pull":  m.level != "none",
		"push":  slices.Contains([]string{"write", "maintain", "admin"}, m.level),
		"admin": m.level == "admin", "maintain": m.level == "maintain" || m.level == "admin",
		"triage": m.level != "none" && m.level != "read",
	}
	user["role_name"] = m.role
	return ok(object{"permission": legacy, "role_name": m.role, "user": user})
}

func (c *call) getMembership() reply {
	logins := c.s.teams[strings.ToLower(c.params["org"]+"/"+c.params["team"])]
	same := func(login string) bool { return strings.EqualFold(login, c.params["login"]) }
	if !c.who.may("members:read") || !slices.ContainsFunc(logins, same) {
		return notFound()
	}
	return ok(object{"state": "active", "role": "member", "url": c.base + c.r.URL.Path})
}

// user renders an account for REST.
func (c *call) user(login string) object {
	a := c.s.account(login)
	api := c.api() + "/users/" + a.login
	return object{
		"id": a.id, "login": a.login, "type": a.kind, "site_admin": false, "node_id": nodeID(a.kind, a.id),
		"url": api, "html_url": c.base + "/" + strings.TrimSuffix(a.login, "[bot]"), "gravatar_id": "",
		"avatar_url": c.base + "/avatars/" + a.login, "events_url": api + "/events{/privacy}",
		"followers_url": api + "/followers", "following_url": api + "/following{/other_user}",
		"gists_url": api + "/gists{/gist_id}", "organizations_url": api + "/orgs",
		"received_events_url": api + "/received_events", "repos_url": api + "/repos",
		"starred_url": api + "/starred{/owner}{/repo}", "subscriptions_url": api + "/subscriptions",
	}
}

// application renders an app for REST.
func (c *call) application(a app) object {
	return object{
		"id": a.id, "slug": a.slug, "name": a.name, "node_id": nodeID("App", a.id), "description": "",
		"external_url": c.base, "html_url": c.base + "/apps/" + a.slug, "owner": c.user("github"),
		"created_at": "2018-07-30T09:30:17Z", "updated_at": "2024-04-10T20:33:16Z",
		"events": []string{}, "permissions": object{},
	}
}
