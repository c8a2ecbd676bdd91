package e2e

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/github"
	"github.com/surmise-ci/surmise/internal/githubtest"
	"github.com/surmise-ci/surmise/internal/report"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestPictures holds the README's pictures to what the action publishes for the
// sample spec: the pages that they show are golden files. With -update, and
// Chromium and github-markdown-css at hand, they are taken anew.
func TestPictures(t *testing.T) {
	hub := githubtest.New(t)
	hub.Grant(grants(t, read(t, pasted(t))))
	repo := hub.Repository(repoName)
	repo.Member("octocat", "write")
	spec := string(read(t, root(t, "testdata", "sample", "spec.md")))
	repo.Push("main", "octocat", githubtest.Files{"README.md": "# Reservations\n"})
	repo.Branch("reservations", repo.Tip("main"))
	repo.Push("reservations", "octocat", githubtest.Files{"docs/specs/reservations.md": spec})
	pull := repo.Open(githubtest.PullRequest{Head: "reservations", Author: "octocat", Title: "Say how reservations work"})
	client, err := github.New(github.Options{
		APIURL: hub.APIURL(), GraphQLURL: hub.GraphQLURL(), Repository: repoName, Token: hub.Token, Now: hub.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	action := app.Action{Tool: "surmise 0.1.0", Level: report.Basic, Host: adapter{client}, Log: slog.New(slog.DiscardHandler)}
	if _, err := action.Run(t.Context(), app.Trigger{Kind: app.OnRequest, Number: pull.Number}); err != nil {
		t.Fatal(err)
	}
	runs := repo.CheckRuns(pull.Head())
	run := runs[len(runs)-1]
	picture(t, "check-run", 1180, checkPage, page{Run: run, Summary: rendered(t, run.Summary)})
	picture(t, "annotation", 290, annotationPage, page{Run: run, Lines: around(spec, run.Annotations[0].EndLine), Note: run.Annotations[0]})
}

// adapter is the platform as the action sees it.
type adapter struct{ *github.Client }

func (a adapter) Revision(ctx context.Context, sha string) (app.Snapshot, error) {
	return a.Client.Revision(ctx, sha)
}

// page is what a picture shows.
type page struct {
	Run     githubtest.CheckRun
	Summary template.HTML
	Lines   []sourceLine
	Note    githubtest.Annotation
	Style   template.CSS
}

type sourceLine struct {
	Number int
	Text   string
	Noted  bool
}

// around are the lines before and at a noted one.
func around(text string, noted int) []sourceLine {
	const before = 3
	var out []sourceLine
	for i, line := range strings.Split(text, "\n") {
		if n := i + 1; n >= noted-before && n <= noted {
			out = append(out, sourceLine{n, line, n == noted})
		}
	}
	return out
}

// rendered is Markdown as the platform shows it.
func rendered(t *testing.T, text string) template.HTML {
	t.Helper()
	var b bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	return template.HTML(b.String())
}

// picture compares a page with its golden file and, with -update, takes the
// picture of it.
func picture(t *testing.T, name string, height int, layout string, p page) {
	t.Helper()
	var b bytes.Buffer
	if err := template.Must(template.New(name).Parse(layout)).Execute(&b, p); err != nil {
		t.Fatal(err)
	}
	testkit.Golden(t, filepath.Join("testdata", "picture", name+".html"), b.Bytes())
	css := os.Getenv("SURMISE_MARKDOWN_CSS")
	if !testkit.Updating() || css == "" {
		return
	}
	p.Style = template.CSS(read(t, css))
	b.Reset()
	if err := template.Must(template.New(name).Parse(layout)).Execute(&b, p); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(t.TempDir(), name+".html")
	write(t, source, b.Bytes(), 0o644)
	out, err := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
		"--disable-background-networking", "--hide-scrollbars", "--force-device-scale-factor=1", "--user-data-dir="+t.TempDir(),
		fmt.Sprintf("--window-size=1000,%d", height), "--screenshot="+root(t, ".github", "images", name+".png"), "file://"+source).CombinedOutput()
	if err != nil {
		t.Fatalf("take the picture: %v\n%s", err, out)
	}
}

const pageHead = `<!doctype html>
<meta charset="utf-8">
<style>{{.Style}}
body { margin: 0; padding: 24px; background: #fff; font-family: -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; font-size: 14px; color: #1f2328 }
.head { display: flex; gap: 10px; align-items: center; font-size: 20px; font-weight: 600; padding-bottom: 12px; margin-bottom: 16px; border-bottom: 1px solid #d1d9e0 }
.icon { color: #fff; background: #cf222e; border-radius: 50%; width: 20px; height: 20px; font-size: 13px; display: inline-flex; align-items: center; justify-content: center }
.note { border: 1px solid #d1d9e0; border-left: 4px solid #cf222e; border-radius: 6px; padding: 12px 16px; margin: 12px 0; white-space: pre-wrap; line-height: 1.5 }
.note b { display: block } .note .where { color: #59636e; font-size: 12px }
table.code { border-collapse: collapse; width: 100%; font: 12px/20px ui-monospace, "DejaVu Sans Mono", monospace }
table.code td { padding: 0 10px; vertical-align: top } table.code .n { color: #59636e; text-align: right; width: 40px }
table.code .t { background: #dafbe1; white-space: pre-wrap } table.code .n + .t { border: 0 }
</style>
`

const checkPage = pageHead + `<div class="head"><span class="icon">✕</span>{{.Run.Name}} — {{.Run.Title}}</div>
<article class="markdown-body">{{.Summary}}</article>
`

const annotationPage = pageHead + `<table class="code">{{range .Lines}}
<tr><td class="n">{{.Number}}</td><td class="t">+ {{.Text}}</td></tr>{{end}}
</table>
<div class="note"><span class="where">{{.Note.Path}} line {{.Note.EndLine}} · check failure on {{.Run.Name}}</span>
<b>{{.Note.Title}}</b>{{.Note.Message}}</div>
`
