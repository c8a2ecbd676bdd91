package githubtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Request is one request as it arrived.
type Request struct {
	N      int    // counted from 1
	Kind   string // the route, as "GET /repos/{owner}/{repo}"; for GraphQL with the operation's name
	Method string
	Path   string // without the API's root, escaped
	Query  string
	Body   string
	Status int // 0 while it is under way or if it was never answered
}

// Fault is something that goes wrong with one request. The zero value is
// nothing at all.
type Fault struct {
	// Status replaces the answer, with the body that the platform sends with
	// it; 0 does not. 200 is an error of GraphQL.
	Status int
	// Message is for the body; "" takes the platform's usual one.
	Message string
	// RetryAfter is the header of that name, if positive.
	RetryAfter time.Duration
	// Location is the header of that name, of a redirect.
	Location string
	// Spent says in the headers that no requests are left until the hour.
	Spent bool
	// Applied lets the request have its effect before it goes wrong. A fault
	// of the answer's way back ([Fault.Cut], [Fault.After]) always does.
	Applied bool
	// Hang leaves the client without an answer until it gives up.
	Hang bool
	// Cut ends the connection in the middle of the body.
	Cut bool
	// Before and After run without a lock, before the request has its effect
	// and between its effect and the answer: to kill the client, or to let
	// somebody push.
	Before, After func()
}

func (f Fault) breaks() bool { return f.Status != 0 || f.Hang }

func (f Fault) replaces() bool { return f.breaks() && !f.Applied }

func (f Fault) answer(now time.Time) reply {
	message := f.Message
	if message == "" {
		message = map[int]string{
			http.StatusForbidden:           "Resource not accessible by integration",
			http.StatusNotFound:            "Not Found",
			http.StatusUnprocessableEntity: "Validation Failed",
			http.StatusTooManyRequests:     "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
			http.StatusInternalServerError: "Server Error",
		}[f.Status]
	}
	r := refuse(f.Status, message)
	if f.Status == http.StatusOK { // how GraphQL words its errors
		kind := ""
		if strings.Contains(message, "rate limit") {
			kind = "RATE_LIMITED"
		}
		r.body = object{"data": nil, "errors": []object{{"type": kind, "message": message}}}
	}
	if f.Status != http.StatusOK && strings.Contains(message, "secondary rate limit") {
		r.body.(object)["documentation_url"] = "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"
	}
	r.header = http.Header{}
	if f.RetryAfter > 0 {
		r.header.Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds())))
	}
	if f.Location != "" {
		r.header.Set("Location", f.Location)
	}
	if f.Spent {
		(&budget{limit: 1000, until: nextHour(now)}).tell(r.header)
	}
	if f.Status == http.StatusBadGateway || f.Status == http.StatusServiceUnavailable {
		r.body, r.raw = nil, []byte("<html><body><h1>Unicorn!</h1></body></html>\n")
		r.header.Set("Content-Type", "text/html")
	}
	return r
}

// SecondaryLimit is the refusal of too much at a time, with 403 or 429.
func SecondaryLimit(status int, wait time.Duration) Fault {
	return Fault{
		Status: status, RetryAfter: wait,
		Message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
	}
}

// PrimaryLimit is the refusal of too much in an hour, with 403 or 429, or 200
// for GraphQL.
func PrimaryLimit(status int) Fault {
	return Fault{Status: status, Spent: true, Message: "API rate limit exceeded for installation."}
}

// Fail lets the n-th request from now go wrong, counted from 1. One fault can
// wait for a request.
func (s *Server) Fail(n int, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[len(s.log)+n] = f
}

// Requests lists what has arrived since the last [Server.Forget].
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}

// Counts is how many requests of each kind have arrived.
func (s *Server) Counts() map[string]int {
	counts := map[string]int{}
	for _, r := range s.Requests() {
		counts[r.Kind]++
	}
	return counts
}

// Forget empties the log, and forgets the faults that no request has met.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = nil
	clear(s.faults)
}

// String shows a request in a log.
func (r Request) String() string {
	return fmt.Sprintf("%d %s %s %d", r.N, r.Method, r.Path, r.Status)
}

// Kinds are the kinds of a count in order, each with its number, to be shown.
func Kinds(counts map[string]int) string {
	var b strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&b, "%4d %s\n", counts[kind], kind)
	}
	return b.String()
}

func (s *Server) enter(r *http.Request, kind, target string, body []byte) (int, Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if kind == "POST /graphql" {
		var q struct{ OperationName, Query string }
		_ = json.Unmarshal(body, &q) // a bad body is told by the route
		if name := operationName(q.Query); name != "" {
			kind += " " + name
		}
	}
	n := len(s.log) + 1
	s.log = append(s.log, Request{
		N: n, Kind: kind, Method: r.Method, Path: target, Query: r.URL.RawQuery, Body: string(body),
	})
	f := s.faults[n]
	delete(s.faults, n)
	return n, f
}

func (s *Server) leave(n, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n <= len(s.log) {
		s.log[n-1].Status = status
	}
}

// budget is the primary rate limit: requests until a point in time.
type budget struct {
	limit, left int
	until       time.Time
}

// RateLimit sets how many requests are left in this hour.
func (s *Server) RateLimit(limit, left int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.budget = budget{limit, left, nextHour(s.now)}
}

func nextHour(now time.Time) time.Time { return now.Truncate(time.Hour).Add(time.Hour) }

// spend takes one request from the budget; when none is left it answers, with
// the status that the interface has for that.
func (b *budget) spend(now time.Time, status int) (reply, bool) {
	if !now.Before(b.until) {
		b.left, b.until = b.limit, nextHour(now)
	}
	if b.left == 0 {
		return PrimaryLimit(status).answer(now), true
	}
	b.left--
	return reply{}, false
}

func (b *budget) tell(h http.Header) {
	h.Set("X-RateLimit-Limit", strconv.Itoa(b.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(b.left))
	h.Set("X-RateLimit-Used", strconv.Itoa(b.limit-b.left))
	h.Set("X-RateLimit-Reset", strconv.FormatInt(b.until.Unix(), 10))
	h.Set("X-RateLimit-Resource", "core")
}

func (c *call) rateLimit() reply {
	b := &c.s.budget
	b.left = min(b.left+1, b.limit) // asking is free
	rate := object{"limit": b.limit, "remaining": b.left, "used": b.limit - b.left, "reset": b.until.Unix()}
	return ok(object{"resources": object{"core": rate, "graphql": rate, "search": rate}, "rate": rate})
}
