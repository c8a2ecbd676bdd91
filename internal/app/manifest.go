package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/surmise-ci/surmise/internal/detect"
	"github.com/surmise-ci/surmise/internal/manifest"
)

// readManifests adds to both revisions what their manifests declare, if a spec
// of the head can be held against it. It costs at most one request: those of
// both revisions are announced before any is read.
func readManifests(ctx context.Context, r Request, head, base *revision) error {
	if r.Head == nil || !detect.AsksManifests(head.docs) {
		return nil
	}
	choices := []choice{{tree: r.Head, of: head}}
	if r.Base != nil {
		choices = append(choices, choice{tree: r.Base, of: base})
	}
	for i := range choices {
		if err := choices[i].choose(ctx); err != nil {
			return err
		}
	}
	for _, c := range choices {
		if err := c.read(ctx); err != nil {
			return err
		}
	}
	return nil
}

// choice is the manifests of one revision that are read.
type choice struct {
	tree  Tree
	of    *revision
	paths []string
}

func (c *choice) choose(ctx context.Context) error {
	files, opaque, err := c.tree.List(ctx, []string{"."})
	if err != nil {
		return fmt.Errorf("look for manifests: %w", err)
	}
	c.paths, c.of.manifests.Partial = manifest.Choose(files)
	if slices.ContainsFunc(opaque, manifest.Is) {
		c.of.manifests.Partial = true
	}
	if far, ok := c.tree.(prefetcher); ok {
		return far.Prefetch(ctx, c.paths)
	}
	return nil
}

func (c choice) read(ctx context.Context) error {
	set := &c.of.manifests
	for _, name := range c.paths {
		data, err := c.tree.Read(ctx, name, manifest.MaxBytes)
		reason := refusal(err)
		switch {
		case reason != "":
		case errors.Is(err, fs.ErrPermission):
			reason = "cannot be read: permission denied"
		case err != nil:
			return err
		default:
			f, err := manifest.Read(name, data)
			if err == nil {
				set.Files = append(set.Files, f)
				continue
			}
			reason = err.Error()
		}
		set.Partial = true
		c.of.unreadManifests = append(c.of.unreadManifests, fmt.Sprintf("%q %s; no spec was held against the manifests", name, reason))
	}
	return nil
}
