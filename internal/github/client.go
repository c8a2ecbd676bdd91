// Package github is the code host: it reads pull requests, commits and comments
// of one repository as plain data, and publishes check runs and comments there.
// It knows no policy.
//
// Everything goes through one transport that holds the token, refuses foreign
// hosts and redirected writes, bounds bodies and time, and repeats what may be
// repeated. A write that may have gone through is never sent again blindly: it
// is looked for first.
package github

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	gh "github.com/google/go-github/v62/github"
	"golang.org/x/oauth2"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/pull"
)

// Options say which repository to talk to, where and as whom.
type Options struct {
	APIURL     string // REST, as the runner gives it: "https://api.github.com"
	GraphQLURL string
	Repository string // "owner/name"
	Token      string // a secret: it goes to the hosts of the two URLs only
	UserAgent  string
	// ReadOnly says why the token is known to be unable to write, for the
	// message when a write is refused; "" if nothing is known.
	ReadOnly string
	Log      *slog.Logger // nil logs nothing

	// Transport sends the requests, Wait sleeps between attempts and Now is the
	// clock; nil means the real one.
	Transport http.RoundTripper
	Wait      func(ctx context.Context, d time.Duration) error
	Now       func() time.Time
}

// Client talks to one repository. It keeps what cannot change, such as blobs by
// object id, and between one [Client.Request] and the questions that follow it,
// what that request already told. It is not safe for concurrent use.
type Client struct {
	rest        *gh.Client
	transport   *transport
	graphQL     string
	owner, name string
	readOnly    string
	log         *slog.Logger

	blobs   map[string][]byte // by object id, verified
	raw     map[string]bool   // objects that GraphQL does not give as they are
	wanted  []wantedBlob      // to be fetched with the next blob that is read
	talks   map[int]*talk     // by number of the pull request
	origins map[int64]origin  // by comment
	branch  *branch           // came with the open pull requests, not yet asked for
	heads   *page[head]       // came with the default branch, not yet asked for
	read    map[int]reading   // the last reading of each pull request
}

// reading is a pull request and when it had last changed.
type reading struct {
	request pull.Request
	updated time.Time
}

var (
	ownerName = pattern.Lazy(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$`)
	repoName  = pattern.Lazy(`^[A-Za-z0-9._-]{1,100}$`)
	loginName = pattern.Lazy(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\[bot\])?$`)
	objectID  = pattern.Lazy(`^([0-9a-f]{40}|[0-9a-f]{64})$`)
)

// New checks the options and sends nothing.
func New(o Options) (*Client, error) {
	owner, name, _ := strings.Cut(o.Repository, "/")
	if !ownerName().MatchString(owner) || !repoName().MatchString(name) || strings.Trim(name, ".") == "" {
		return nil, fmt.Errorf("repository %q is not owner/name", o.Repository)
	}
	api, err := endpoint(o.APIURL)
	if err != nil {
		return nil, fmt.Errorf("read GITHUB_API_URL: %w", err)
	}
	graphQL, err := endpoint(o.GraphQLURL)
	if err != nil {
		return nil, fmt.Errorf("read GITHUB_GRAPHQL_URL: %w", err)
	}
	if o.Token == "" {
		return nil, errors.New("no token is given: set the input github-token")
	}
	// Set by hand: the library's own function for other hosts rewrites paths.
	api.Path = strings.TrimSuffix(api.Path, "/") + "/"
	c := &Client{
		graphQL: graphQL.String(), owner: owner, name: name, readOnly: o.ReadOnly, log: o.Log,
		blobs: make(map[string][]byte), raw: make(map[string]bool), talks: make(map[int]*talk), origins: make(map[int64]origin),
		read: make(map[int]reading),
	}
	if c.log == nil {
		c.log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	c.transport = newTransport(o, c.log, api, graphQL)
	c.rest = gh.NewClient(&http.Client{Transport: c.transport, CheckRedirect: c.transport.redirect})
	c.rest.BaseURL = api
	c.rest.UserAgent = o.UserAgent
	return c, nil
}

// endpoint reads an address that the token may be sent to: https, or this very
// machine.
func endpoint(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%q is not an address such as https://api.github.com", address)
	case u.Scheme == "https", u.Scheme == "http" && loopback(u.Hostname()):
		return u, nil
	}
	return nil, fmt.Errorf("%q is not https, and the token is sent over nothing else", address)
}

func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// newTransport puts limits and repetition around the token around what sends.
func newTransport(o Options, log *slog.Logger, api, graphQL *url.URL) *transport {
	t := &transport{
		next: &oauth2.Transport{Source: oauth2.StaticTokenSource(&oauth2.Token{AccessToken: o.Token}), Base: o.Transport},
		open: o.Transport, home: []*url.URL{api, graphQL}, wait: o.Wait, now: o.Now, log: log,
	}
	if t.open == nil {
		t.open = http.DefaultTransport
	}
	if t.wait == nil {
		t.wait = sleep
	}
	if t.now == nil {
		t.now = time.Now
	}
	return t
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// path builds an address below the repository, each part escaped.
func (c *Client) path(parts ...string) string {
	out := "repos/" + c.owner + "/" + c.name
	for _, p := range parts {
		out += "/" + url.PathEscape(p)
	}
	return out
}

// get reads one JSON value by REST.
func (c *Client) get(ctx context.Context, k call, address string, into any) error {
	k.again = true
	req, err := c.rest.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", k.doing, err)
	}
	_, err = c.rest.Do(k.in(ctx), req, into)
	return c.explain(k, err)
}

// checkObjectID keeps everything else out of addresses.
func checkObjectID(id string) error {
	if !objectID().MatchString(id) {
		return fmt.Errorf("%q is not an object id", id)
	}
	return nil
}
