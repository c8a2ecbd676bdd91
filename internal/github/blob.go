package github

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"net/http"
	"slices"
	"strings"
)

// wantedBlob is a blob as a listing announced it.
type wantedBlob struct {
	object string
	size   int64
}

const (
	// blobsAQuery is how many blobs one GraphQL question asks for.
	blobsAQuery = 100
	// blobText is the size up to which GraphQL gives a text whole.
	blobText = 512_000
	// blobsBytes bounds the texts of one question: a heavier one is parted.
	blobsBytes = 20 << 20
	// refusalSize is room for an answer that is no content.
	refusalSize = 64 << 10
)

// want notes a blob to be fetched with the next one that is read.
func (c *Client) want(b wantedBlob) {
	if _, have := c.blobs[b.object]; !have && !c.raw[b.object] && b.size <= blobText {
		c.wanted = append(c.wanted, b)
	}
}

// blob returns the content of one object, fetching it and all that are wanted
// if it is not there yet.
func (c *Client) blob(ctx context.Context, b wantedBlob) ([]byte, error) {
	if b.size == 0 && isBlob(nil, b.object) {
		return nil, nil
	}
	if _, have := c.blobs[b.object]; !have && !c.raw[b.object] {
		c.want(b)
		if err := c.fetchWanted(ctx); err != nil {
			return nil, err
		}
	}
	if data, have := c.blobs[b.object]; have {
		return data, nil
	}
	data, err := c.rawBlob(ctx, b)
	if err != nil {
		return nil, err
	}
	c.blobs[b.object] = data
	return data, nil
}

// fetchWanted fetches what is wanted, each object once.
func (c *Client) fetchWanted(ctx context.Context) error {
	slices.SortFunc(c.wanted, func(a, b wantedBlob) int { return strings.Compare(a.object, b.object) })
	c.wanted = slices.CompactFunc(c.wanted, func(a, b wantedBlob) bool { return a.object == b.object })
	for batch := range batches(c.wanted) {
		if err := c.fetchTexts(ctx, batch); err != nil {
			return err
		}
	}
	c.wanted = nil
	return nil
}

// batches parts blobs by number and by weight.
func batches(all []wantedBlob) func(yield func([]wantedBlob) bool) {
	return func(yield func([]wantedBlob) bool) {
		start, weight := 0, int64(0)
		for i, b := range all {
			if i > start && (i-start == blobsAQuery || weight+b.size > blobsBytes) {
				if !yield(all[start:i]) {
					return
				}
				start, weight = i, 0
			}
			weight += b.size
		}
		if start < len(all) {
			yield(all[start:])
		}
	}
}

// fetchTexts asks for the texts of many blobs. What does not come, comes
// truncated, or was changed by a decoder is left for [Client.rawBlob].
func (c *Client) fetchTexts(ctx context.Context, batch []wantedBlob) error {
	var head, fields strings.Builder
	variables := make(map[string]any, len(batch))
	for i, b := range batch {
		fmt.Fprintf(&head, ", $b%d: GitObjectID!", i)
		fmt.Fprintf(&fields, "    b%d: object(oid: $b%d) { ...Text }\n", i, i)
		variables[fmt.Sprintf("b%d", i)] = b.object
	}
	document := "query Blobs($owner: String!, $name: String!" + head.String() + ") {\n" +
		"  repository(owner: $owner, name: $name) {\n" + fields.String() + "  }\n}\n" +
		"fragment Text on Blob { isTruncated text }"
	var answer struct {
		Repository map[string]*struct {
			IsTruncated bool
			Text        *string
		}
	}
	k := call{doing: "read file contents", needs: "contents: read", limit: largeLimit}
	err := c.query(ctx, k, document, variables, &answer)
	if errors.Is(err, errTooLarge) && len(batch) > 1 {
		half := len(batch) / 2
		return errors.Join(c.fetchTexts(ctx, batch[:half]), c.fetchTexts(ctx, batch[half:]))
	}
	if err != nil && !errors.Is(err, errTooLarge) {
		return err
	}
	for i, b := range batch {
		got := answer.Repository[fmt.Sprintf("b%d", i)]
		if got != nil && got.Text != nil && !got.IsTruncated && isBlob([]byte(*got.Text), b.object) {
			c.blobs[b.object] = []byte(*got.Text)
		} else {
			c.raw[b.object] = true
		}
	}
	return nil
}

// rawBlob reads the bytes of one blob by REST.
func (c *Client) rawBlob(ctx context.Context, b wantedBlob) ([]byte, error) {
	k := call{doing: "read object " + short(b.object), needs: "contents: read", again: true, limit: b.size + refusalSize}
	req, err := c.rest.NewRequest(http.MethodGet, c.path("git", "blobs", b.object), nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.doing, err)
	}
	req.Header.Set("Accept", "application/vnd.github.raw+json")
	var data bytes.Buffer
	if _, err := c.rest.Do(k.in(ctx), req, &data); err != nil {
		return nil, c.explain(k, err)
	}
	if !isBlob(data.Bytes(), b.object) {
		return nil, &UnavailableError{Doing: k.doing, Err: errors.New("the bytes that came are not that object's")}
	}
	return data.Bytes(), nil
}

// isBlob reports whether data is the git blob with that object id, which names
// the hash by its length.
func isBlob(data []byte, object string) bool {
	var h hash.Hash
	if h = sha1.New(); len(object) == 2*sha256.Size {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil)) == object
}
