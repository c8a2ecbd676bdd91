package github_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/github"
)

// losing passes requests on without the annotations of that title, as often as
// it is told.
func losing(t *testing.T, title string, times int) roundTrip {
	return func(r *http.Request) (*http.Response, error) {
		if !strings.Contains(r.URL.Path, "/check-runs") || r.Method == http.MethodGet {
			return http.DefaultTransport.RoundTrip(r)
		}
		var body map[string]any
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		output := body["output"].(map[string]any)
		if notes, ok := output["annotations"].([]any); ok && times > 0 {
			kept := slices.DeleteFunc(notes, func(n any) bool { return n.(map[string]any)["title"] == title })
			if output["annotations"] = kept; len(kept) < len(notes) {
				times--
			}
		}
		data, err := json.Marshal(body)
		if err != nil {
			t.Error(err)
		}
		r = r.Clone(r.Context())
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
		return http.DefaultTransport.RoundTrip(r)
	}
}

// TestReconcile lets the platform lose an annotation: lost once it is sent
// again, lost for ever the run says that it is not complete.
func TestReconcile(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		title    string
		times    int
		complete bool
	}{
		{"first batch", "a-3", 1, true},
		{"last batch", "a-55", 1, true},
		{"for ever", "a-55", 100, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			c := w.connect(t, func(o *github.Options) { o.Transport = losing(t, tt.title, tt.times) })
			run, err := c.Publish(t.Context(), w.check(60))
			if err != nil {
				t.Fatal(err)
			}
			if run.Complete != tt.complete {
				t.Errorf("complete: %t, want %t", run.Complete, tt.complete)
			}
			if tt.complete {
				w.wantRun(t, 60)
			}
			w.wantListed(t, run)
		})
	}
}

// TestReconcileWaits lets the platform show the annotations a little late:
// nothing is sent twice.
func TestReconcileWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	late := true
	c := w.connect(t, func(o *github.Options) {
		o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err == nil && late && strings.HasSuffix(r.URL.Path, "/annotations") {
				late = false
				resp.Body.Close()
				resp.Body = io.NopCloser(strings.NewReader("[]"))
			}
			return resp, err
		})
	})
	if _, err := c.Publish(t.Context(), w.check(60)); err != nil {
		t.Fatal(err)
	}
	w.wantRun(t, 60)
	if late {
		t.Error("the annotations were not read back")
	}
}
