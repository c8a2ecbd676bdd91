// Package actions is the runner that a job's step meets: its environment, the
// payload of the event, and the files and log that the step may write to. What
// comes from a pull request leaves through here only in a form that the runner
// cannot take for a command or another output.
package actions

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/sethvargo/go-githubactions"

	"github.com/surmise-ci/surmise/internal/pattern"
	"github.com/surmise-ci/surmise/internal/pull"
)

// ErrOutside says that this is not a step of a job.
var ErrOutside = errors.New("not a step of a GitHub Actions job: GITHUB_ACTIONS is not true")

// Runtime is the step that this process is. It is not safe for concurrent use.
type Runtime struct {
	getenv func(string) string
	log    io.Writer
	shown  map[pull.Level]int
}

// New reads the environment through getenv and writes workflow commands to log,
// the step's standard output.
func New(getenv func(string) string, log io.Writer) (*Runtime, error) {
	if getenv("GITHUB_ACTIONS") != "true" {
		return nil, ErrOutside
	}
	return &Runtime{getenv: getenv, log: log, shown: make(map[pull.Level]int)}, nil
}

// Context is where the step runs, as the runner says.
type Context struct {
	Repository string // "owner/name"
	APIURL     string
	GraphQLURL string
	ServerURL  string
	RunID      int64
	RunAttempt int64
	Workflow   string // path of the workflow file; "" if the runner does not say
	Temp       string // a folder that ends with the job
}

// Context reads the runner's variables. Addresses come from there alone: they
// differ from one installation to the next.
func (r *Runtime) Context() (Context, error) {
	c := Context{Workflow: r.workflow()}
	for _, v := range []struct {
		name string
		into *string
	}{
		{"GITHUB_REPOSITORY", &c.Repository}, {"GITHUB_API_URL", &c.APIURL}, {"GITHUB_GRAPHQL_URL", &c.GraphQLURL},
		{"GITHUB_SERVER_URL", &c.ServerURL}, {"RUNNER_TEMP", &c.Temp},
	} {
		if *v.into = r.getenv(v.name); *v.into == "" {
			return Context{}, fmt.Errorf("read the runner's environment: %s is not set", v.name)
		}
	}
	var err error
	if c.RunID, err = r.number("GITHUB_RUN_ID"); err != nil {
		return Context{}, err
	}
	if c.RunAttempt, err = r.number("GITHUB_RUN_ATTEMPT"); err != nil {
		return Context{}, err
	}
	return c, nil
}

func (r *Runtime) number(name string) (int64, error) {
	n, err := strconv.ParseInt(r.getenv(name), 10, 64)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("read the runner's environment: %s is %q, which is no number", name, r.getenv(name))
	}
	return n, nil
}

var workflowFile = pattern.Lazy(`^\.github/workflows/[^/]+\.ya?ml$`)

// workflow takes the path out of "owner/name/path@ref".
func (r *Runtime) workflow() string {
	file, _, _ := strings.Cut(r.getenv("GITHUB_WORKFLOW_REF"), "@")
	file = strings.TrimPrefix(file, r.getenv("GITHUB_REPOSITORY")+"/")
	if !workflowFile().MatchString(file) || path.Clean(file) != file {
		return ""
	}
	return file
}

// Inputs are the action's inputs, checked.
type Inputs struct {
	Token   Secret
	OwnApp  bool // the token is not the workflow's: an app of the owner's own publishes
	FailJob bool
}

// Inputs reads the variables that action.yml maps the inputs to. The runner's
// own INPUT_ variables are not read: a composite action is not given any.
func (r *Runtime) Inputs() (Inputs, error) {
	in := Inputs{Token: Secret{strings.TrimSpace(r.getenv("SURMISE_GITHUB_TOKEN"))}}
	if in.Token.value == "" {
		return Inputs{}, errors.New("the input github-token is empty; leave it out to use the workflow's token")
	}
	in.OwnApp = r.getenv("SURMISE_OWN_APP") == "true"
	switch value := strings.TrimSpace(r.getenv("SURMISE_FAIL_JOB")); value {
	case "true":
		in.FailJob = true
	case "", "false":
	default:
		return Inputs{}, fmt.Errorf(`the input fail-job is %q; it is "true" or "false"`, value)
	}
	return in, nil
}

// Secret is text that shows itself nowhere: not in a log, an error or JSON.
type Secret struct{ value string }

const redacted = "[redacted]"

// Reveal is the text, to be handed to what needs it.
func (s Secret) Reveal() string { return s.value }

// String hides the text.
func (s Secret) String() string { return redacted }

// Format hides the text from every verb.
func (s Secret) Format(f fmt.State, _ rune) { io.WriteString(f, redacted) }

// LogValue hides the text.
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText hides the text.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// The runner's limits of annotations: so many of a level for each step, and so
// long a message.
const (
	annotationsALevel = 10
	messageLimit      = 4096
)

// Annotate writes annotations to the log, where the runner finds them: ten of
// each level in the life of the step, and how many more there are.
func (r *Runtime) Annotate(annotations []pull.Annotation) error {
	var out bytes.Buffer
	commands := githubactions.New(githubactions.WithWriter(&out), githubactions.WithGetenv(r.getenv))
	more := 0
	for _, a := range annotations {
		if r.shown[a.Level] == annotationsALevel {
			more++
			continue
		}
		r.shown[a.Level]++
		c := commands.WithFieldsMap(properties(a))
		message := cut(plain(a.Message), messageLimit)
		switch a.Level {
		case pull.Failure:
			c.Errorf("%s", message)
		case pull.Warning:
			c.Warningf("%s", message)
		default:
			c.Noticef("%s", message)
		}
	}
	if more > 0 {
		fmt.Fprintf(&out, "%d more annotations are in the step's summary\n", more)
	}
	if _, err := r.log.Write(out.Bytes()); err != nil {
		return fmt.Errorf("write annotations to the log: %w", err)
	}
	return nil
}

func properties(a pull.Annotation) map[string]string {
	p := map[string]string{"title": plain(a.Title)}
	if a.Path != "" && a.StartLine > 0 {
		p["file"] = plain(a.Path)
		p["line"] = strconv.Itoa(a.StartLine)
		p["endLine"] = strconv.Itoa(a.EndLine)
	}
	if a.StartColumn > 0 {
		p["col"] = strconv.Itoa(a.StartColumn)
		p["endColumn"] = strconv.Itoa(a.EndColumn)
	}
	return p
}

// appendTo adds to one of the files that the runner reads after the step, named
// by a variable.
func (r *Runtime) appendTo(variable string, data []byte) error {
	name := r.getenv(variable)
	if name == "" {
		return fmt.Errorf("write for the runner: %s is not set", variable)
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write %s: %w", variable, err)
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", variable, err)
	}
	return nil
}
