package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	gh "github.com/google/go-github/v62/github"
)

// NotFoundError says that the code host denies that something is there. It
// denies the same of what the token may not see.
type NotFoundError struct {
	Doing string // "read pull request 7"
}

// Error names what was tried.
func (e *NotFoundError) Error() string { return "cannot " + e.Doing + ": not found" }

// PermissionError says that the token may not do something.
type PermissionError struct {
	Doing    string // "publish the check run"
	Needs    string // "checks: write"; "" if the token itself is refused
	ReadOnly string // why the token cannot write, if that is known
	Said     string // the code host's own words
}

// Error names the permission and where to add it.
func (e *PermissionError) Error() string {
	switch {
	case e.Needs == "":
		return fmt.Sprintf("cannot %s: the token is refused (%q); pass a valid github-token", e.Doing, e.Said)
	case e.ReadOnly != "":
		return fmt.Sprintf("cannot %s: %s", e.Doing, e.ReadOnly)
	case !strings.HasPrefix(e.Said, "Resource not accessible"):
		return fmt.Sprintf("cannot %s: refused (%q); it needs %q", e.Doing, e.Said, e.Needs)
	}
	return fmt.Sprintf("cannot %s: the workflow token lacks %q; add it under permissions:", e.Doing, e.Needs)
}

// Denied is the message, for callers that go on without what is denied.
func (e *PermissionError) Denied() string { return e.Error() }

// RateLimitError says that the code host wants to be left alone for longer than
// a run waits.
type RateLimitError struct {
	Doing string
	Until time.Time
}

// Error says when to try again.
func (e *RateLimitError) Error() string {
	return fmt.Sprintf("cannot %s: the API's rate limit is used up; run again after %s", e.Doing, e.Until.UTC().Format("15:04:05 UTC"))
}

// UnavailableError says that no usable answer came, however often it was asked
// for. A write may have gone through all the same.
type UnavailableError struct {
	Doing string
	Err   error
}

// Error is the cause, then the next step.
func (e *UnavailableError) Error() string {
	return fmt.Sprintf("cannot %s: %v; run again", e.Doing, e.Err)
}

// Unwrap is the cause.
func (e *UnavailableError) Unwrap() error { return e.Err }

// RejectedError says that the code host understood and refused what it was
// sent, for another reason than a permission.
type RejectedError struct {
	Doing  string
	Status int
	Said   string
}

// Error carries the code host's words.
func (e *RejectedError) Error() string {
	return fmt.Sprintf("cannot %s: the API answers %d: %q", e.Doing, e.Status, e.Said)
}

// call is what a request is for. It travels in the context, so that the
// transport knows it too.
type call struct {
	doing string // "publish the check run", after "cannot"
	needs string // the permission, as in a workflow
	again bool   // sending it twice does what sending it once does
	limit int64  // of the answer in bytes; 0 means answerLimit
}

type callKey struct{}

func (k call) in(ctx context.Context) context.Context { return context.WithValue(ctx, callKey{}, k) }

func callOf(ctx context.Context) call {
	k, _ := ctx.Value(callKey{}).(call)
	if k.limit == 0 {
		k.limit = answerLimit
	}
	return k
}

// explain turns whatever a request ended in into one of this package's errors.
// The caller's own cancellation stays what it is.
func (c *Client) explain(k call, err error) error {
	var response *gh.ErrorResponse
	switch {
	case err == nil:
		return nil
	case errors.As(err, &response):
		return c.refusal(k, response.Response.StatusCode, said(response))
	}
	if e, ok := errors.AsType[*RateLimitError](err); ok {
		return e
	}
	if e, ok := errors.AsType[*failure](err); ok {
		return &UnavailableError{Doing: k.doing, Err: e}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", k.doing, err)
	}
	// What is left is an answer that is not what the API promises.
	return &UnavailableError{Doing: k.doing, Err: fmt.Errorf("unexpected answer: %w", err)}
}

// refusal reads a status that is not success.
func (c *Client) refusal(k call, status int, said string) error {
	switch {
	case status == http.StatusUnauthorized:
		return &PermissionError{Doing: k.doing, Said: said}
	case status == http.StatusForbidden:
		e := &PermissionError{Doing: k.doing, Needs: k.needs, Said: said}
		if strings.HasSuffix(k.needs, ": write") {
			e.ReadOnly = c.readOnly
		}
		return e
	case status == http.StatusNotFound:
		return &NotFoundError{Doing: k.doing}
	case status >= 500:
		return &UnavailableError{Doing: k.doing, Err: fmt.Errorf("the API answers %d", status)}
	}
	return &RejectedError{Doing: k.doing, Status: status, Said: said}
}

// said is the API's message with the details that it lists, shortened.
func said(r *gh.ErrorResponse) string {
	parts := []string{r.Message}
	for _, e := range r.Errors {
		if e.Message != "" {
			parts = append(parts, e.Message)
		}
	}
	return cut(strings.Join(strings.Fields(strings.Join(parts, "; ")), " "), 300, "…")
}

// errHollow says that an answer lacks what it is about. Without this an empty
// body would read as an empty list.
var errHollow = errors.New("it holds nothing")

// hollow is errHollow unless an answer without error is whole.
func (c *Client) hollow(k call, err error, whole bool) error {
	if err == nil && !whole {
		err = errHollow
	}
	return c.explain(k, err)
}

// uncertain reports whether a write that ended in err may have gone through.
func uncertain(err error) bool {
	_, ok := errors.AsType[*UnavailableError](err)
	return ok
}
