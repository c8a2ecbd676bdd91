package github

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	attempts    = 4
	deadline    = 60 * time.Second // of one attempt, its answer read
	firstPause  = time.Second      // doubled after each failure
	longestWait = 2 * time.Minute  // for a rate limit, all waits of one request together
	// secondaryWait is what the platform asks for where it names no time.
	secondaryWait = time.Minute
	redirects     = 3
	answerLimit   = 16 << 20
	largeLimit    = 64 << 20 // listings and contents
)

// failure is a request to which no whole answer came.
type failure struct{ err error }

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// errTooLarge says that an answer was cut off at its limit.
var errTooLarge = errors.New("the answer is too large")

// transport sends requests with the token, to its own hosts only. Each answer
// is read whole, within a size and a time, before it is handed on. What may be
// sent again is, a few times; a refusal for the rate is waited out if that is
// short. It goes beyond what a [http.RoundTripper] should do, on purpose: this
// is the one place where it is done for REST and GraphQL alike.
type transport struct {
	next http.RoundTripper // adds the token
	open http.RoundTripper // adds none
	home []*url.URL
	wait func(ctx context.Context, d time.Duration) error
	now  func() time.Time
	log  *slog.Logger
}

// RoundTrip sends a request as described at [transport].
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if !t.atHome(req.URL) {
		return nil, &failure{fmt.Errorf("refused to send the token to %q", req.URL.Host)}
	}
	k := callOf(req.Context())
	pause, waited := firstPause, time.Duration(0)
	for n := 1; ; n++ {
		resp, err := t.once(req, k.limit)
		delay, limited := time.Duration(0), false
		if err == nil {
			delay, limited = t.rateLimited(resp)
		}
		switch {
		case limited:
			if waited += delay; waited > longestWait || n == attempts {
				return nil, &RateLimitError{Doing: k.doing, Until: t.now().Add(delay)}
			}
		case err == nil && resp.StatusCode < 500:
			return settled(req, resp)
		case req.Context().Err() != nil:
			return nil, req.Context().Err()
		case !k.again || n == attempts || errors.Is(err, errTooLarge):
			return resp, err
		default:
			delay = pause
			pause *= 2
		}
		t.log.Info("asking the API again", "to", k.doing, "attempt", n+1, "after", delay)
		if err := t.wait(req.Context(), delay); err != nil {
			return nil, err
		}
	}
}

// settled hands on an answer. A redirected write would arrive as a read of
// something else, so it is a refusal.
func settled(req *http.Request, resp *http.Response) (*http.Response, error) {
	if resp.StatusCode/100 == 3 && req.Method != http.MethodGet {
		return nil, &failure{errors.New("the API redirects a write; was the repository renamed?")}
	}
	// The library would refuse requests by itself once these say that none is
	// left; waiting is done here.
	for name := range resp.Header {
		if strings.HasPrefix(name, "X-Ratelimit-") || name == "Retry-After" {
			resp.Header.Del(name)
		}
	}
	return resp, nil
}

// once sends one attempt and reads the whole answer.
func (t *transport) once(req *http.Request, limit int64) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), deadline)
	defer cancel()
	attempt := req.Clone(ctx)
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, &failure{err}
		}
		attempt.Body = body
	}
	resp, err := t.next.RoundTrip(attempt)
	if err != nil {
		return nil, &failure{fmt.Errorf("no answer: %w", err)}
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, limit+1))
	switch {
	case int64(len(data)) > limit:
		return nil, &failure{fmt.Errorf("%w: over %d bytes", errTooLarge, limit)}
	case err != nil:
		return nil, &failure{fmt.Errorf("the answer broke off: %w", err)}
	case len(data) == 0 && (resp.StatusCode == http.StatusOK || resp.StatusCode == http.StatusCreated):
		return nil, &failure{errors.New("the answer is empty")}
	}
	resp.Body = io.NopCloser(bytes.NewReader(data))
	return resp, nil
}

// rateLimited reports whether an answer refuses a request for its rate alone,
// in which case nothing was done, and how long to wait. Both 403 and 429 are
// used for it.
func (t *transport) rateLimited(resp *http.Response) (time.Duration, bool) {
	after := resp.Header.Get("Retry-After")
	switch {
	case resp.StatusCode == http.StatusTooManyRequests:
	case resp.StatusCode == http.StatusForbidden && (after != "" || speaksOfRate(resp)):
	default:
		return 0, false
	}
	if seconds, err := strconv.Atoi(after); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 1<<20)) * time.Second, true
	}
	if at, err := http.ParseTime(after); err == nil {
		return max(at.Sub(t.now()), 0), true
	}
	if resp.Header.Get("X-Ratelimit-Remaining") == "0" {
		if at, err := strconv.ParseInt(resp.Header.Get("X-Ratelimit-Reset"), 10, 64); err == nil {
			return max(time.Unix(at, 0).Sub(t.now()), 0) + time.Second, true
		}
	}
	return secondaryWait, true
}

// speaksOfRate reports whether the body of a refusal is about the rate. It can
// be read again afterwards.
func speaksOfRate(resp *http.Response) bool {
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return false // never: it is in memory
	}
	resp.Body = io.NopCloser(bytes.NewReader(data))
	return bytes.Contains(bytes.ToLower(data), []byte("rate limit"))
}

// redirect lets reads follow a few redirections on the same host.
func (t *transport) redirect(req *http.Request, via []*http.Request) error {
	if len(via) > redirects || !t.atHome(req.URL) {
		return &failure{fmt.Errorf("the API redirects to %q, which is not followed", req.URL.Redacted())}
	}
	return nil
}

func (t *transport) atHome(u *url.URL) bool {
	return slices.ContainsFunc(t.home, func(h *url.URL) bool { return u.Scheme == h.Scheme && u.Host == h.Host })
}
