package github

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	gh "github.com/google/go-github/v62/github"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/pull"
)

// The bounds of an artifact. Whoever wrote it may have made it to take our
// memory, so what its archive says of itself is not believed.
const (
	archiveLimit  = 16 << 20
	artifactFiles = 1000
	fileLimit     = 1 << 20
	unpackedLimit = 64 << 20
)

// flatName is a file without a folder.
var flatName = pattern.Lazy(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,150}$`)

// Files downloads an artifact and unpacks it, in memory, by name. It holds
// plain files without folders, or it is a [*Refusal] as a whole.
func (c *Client) Files(ctx context.Context, a pull.Artifact) (map[string][]byte, error) {
	refuse := func(format string, args ...any) (map[string][]byte, error) {
		return nil, &Refusal{Path: a.Name, Reason: fmt.Sprintf(format, args...)}
	}
	switch {
	case a.Expired:
		return refuse("has expired")
	case a.Size > archiveLimit:
		return refuse("has %d bytes; at most %d are read", a.Size, archiveLimit)
	}
	k := call{doing: fmt.Sprintf("download artifact %q", cut(a.Name, 100, "…")), needs: "actions: read", again: true, limit: archiveLimit}
	data, err := c.archive(ctx, k, a.ID)
	if errors.Is(err, errTooLarge) {
		return refuse("has more than the %d bytes that are read", archiveLimit)
	}
	if err != nil {
		return nil, err
	}
	if data == nil {
		return refuse("has expired")
	}
	sum := sha256.Sum256(data)
	if a.Digest != "" && a.Digest != "sha256:"+hex.EncodeToString(sum[:]) {
		return refuse("has other bytes than its digest says")
	}
	files, err := unpack(data)
	if err != nil {
		return refuse("%v", err)
	}
	return files, nil
}

// archive fetches the bytes of an artifact, nil if the platform has thrown them
// away. The platform names another host, to which the token does not go: the
// address itself is the permission.
func (c *Client) archive(ctx context.Context, k call, id int64) ([]byte, error) {
	address := c.rest.BaseURL.JoinPath(c.path("actions", "artifacts", fmt.Sprint(id), "zip")).String()
	resp, err := c.send(ctx, k, c.transport, address)
	if err != nil {
		return nil, c.explain(k, err)
	}
	switch {
	case resp.StatusCode == http.StatusGone:
		return nil, nil
	case resp.StatusCode != http.StatusFound:
		if err := gh.CheckResponse(resp); err != nil {
			return nil, c.explain(k, err)
		}
		return nil, c.explain(k, fmt.Errorf("status %d in place of an address", resp.StatusCode))
	}
	at, err := endpointOf(resp.Header.Get("Location"))
	if err != nil {
		return nil, c.explain(k, err)
	}
	open := &transport{next: c.transport.open, home: []*url.URL{at}, wait: c.transport.wait, now: c.transport.now, log: c.log}
	if resp, err = c.send(ctx, k, open, at.String()); err != nil {
		if errors.Is(err, errTooLarge) {
			return nil, err
		}
		return nil, c.explain(k, err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, c.explain(k, fmt.Errorf("the store answers %d", resp.StatusCode))
	}
	return io.ReadAll(resp.Body)
}

// send makes one request whose redirection is not followed.
func (c *Client) send(ctx context.Context, k call, t *transport, address string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(k.in(ctx), http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", c.rest.UserAgent)
	return t.RoundTrip(req)
}

// endpointOf reads the address that a download is redirected to.
func endpointOf(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && !(u.Scheme == "http" && loopback(u.Hostname())) {
		return nil, errors.New("it redirects to no address that is followed")
	}
	return u, nil
}

// unpack reads the files of an archive. Sizes are counted as the bytes come
// out.
func unpack(data []byte) (map[string][]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errors.New("is no zip archive")
	}
	if len(archive.File) > artifactFiles {
		return nil, fmt.Errorf("holds %d files; at most %d are read", len(archive.File), artifactFiles)
	}
	out := make(map[string][]byte, len(archive.File))
	total := 0
	for _, f := range archive.File {
		name := f.Name
		switch {
		case !flatName().MatchString(name):
			return nil, fmt.Errorf("holds %q, which is no plain name of a file", cut(strings.ToValidUTF8(name, "?"), 60, "…"))
		case !f.Mode().IsRegular():
			return nil, fmt.Errorf("holds %q, which is no regular file", name)
		case out[name] != nil:
			return nil, fmt.Errorf("holds %q twice", name)
		}
		content, err := unpackFile(f)
		if err != nil {
			return nil, fmt.Errorf("holds %q, which %w", name, err)
		}
		if total += len(content); total > unpackedLimit {
			return nil, fmt.Errorf("unpacks to more than the %d bytes that are read", unpackedLimit)
		}
		out[name] = content
	}
	return out, nil
}

// unpackFile reads one file; it is never nil.
func unpackFile(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, errors.New("cannot be unpacked")
	}
	defer r.Close()
	content := bytes.NewBuffer([]byte{})
	if _, err := io.Copy(content, io.LimitReader(r, fileLimit+1)); err != nil {
		return nil, errors.New("cannot be unpacked")
	}
	if content.Len() > fileLimit {
		return nil, fmt.Errorf("unpacks to more than the %d bytes that are read", fileLimit)
	}
	return content.Bytes(), nil
}
