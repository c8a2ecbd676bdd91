package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

// action is action.yml as far as tests look at it.
type action struct {
	Inputs map[string]struct {
		Default string `yaml:"default"`
	} `yaml:"inputs"`
	Outputs map[string]struct {
		Value string `yaml:"value"`
	} `yaml:"outputs"`
	Runs struct {
		Using string `yaml:"using"`
		Steps []step `yaml:"steps"`
	} `yaml:"runs"`
}

// step is a step of an action or a job.
type step struct {
	ID    string            `yaml:"id"`
	If    string            `yaml:"if"`
	Shell string            `yaml:"shell"`
	Uses  string            `yaml:"uses"`
	Run   string            `yaml:"run"`
	Env   map[string]string `yaml:"env"`
	With  map[string]string `yaml:"with"`
	Lax   bool              `yaml:"continue-on-error"`
}

func loadAction(t testing.TB) action {
	t.Helper()
	var a action
	if err := yaml.Unmarshal(read(t, root(t, "action.yml")), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

func (a action) step(t testing.TB, id string) step {
	t.Helper()
	for _, s := range a.Runs.Steps {
		if s.ID == id {
			return s
		}
	}
	t.Fatalf("action.yml has no step %q", id)
	return step{}
}

var expression = regexp.MustCompile(`\$\{\{\s*(.+?)\s*\}\}`)

// TestActionMapping holds action.yml to its own inputs: a composite step gets
// no inputs but those that its "env" names, and a script that expressions are
// pasted into can be taken over by what they hold.
func TestActionMapping(t *testing.T) {
	t.Parallel()
	a := loadAction(t)
	text := string(read(t, root(t, "action.yml")))
	for name := range a.Inputs {
		if !regexp.MustCompile(`\$\{\{ inputs\.` + regexp.QuoteMeta(name) + ` \}\}`).MatchString(text) {
			t.Errorf("no step gets the input %q", name)
		}
	}
	for _, m := range regexp.MustCompile(`inputs\.([a-z-]+)`).FindAllStringSubmatch(text, -1) {
		if _, ok := a.Inputs[m[1]]; !ok {
			t.Errorf("there is no input %q", m[1])
		}
	}
	for _, s := range a.Runs.Steps {
		if expression.MatchString(s.Run) {
			t.Errorf("the script of step %q holds an expression", s.ID)
		}
		for _, m := range regexp.MustCompile(`\bSURMISE_\w+`).FindAllString(s.Run, -1) {
			if _, ok := s.Env[m]; !ok {
				t.Errorf("the script of step %q reads %s, which its env lacks", s.ID, m)
			}
		}
		for name := range s.Env {
			if s.ID == "binary" && !strings.Contains(s.Run, name) {
				t.Errorf("step %q maps %s and does not read it", s.ID, name)
			}
		}
		if s.Uses != "" && !regexp.MustCompile(`@[0-9a-f]{40}$`).MatchString(s.Uses) {
			t.Errorf("%q is not pinned to a commit", s.Uses)
		}
	}
	if strings.Contains(text, "github.com") {
		t.Error("action.yml names a host; it has to come from the environment")
	}
	for _, s := range a.Runs.Steps {
		// A report is good to have; without evidence nothing was proven.
		if uses, _, _ := strings.Cut(s.Uses, "@"); uses == "actions/upload-artifact" && s.Lax != (s.With["path"] == "${{ runner.temp }}/surmise-report") {
			t.Errorf("the upload of %s goes on in spite of errors: %v", s.With["path"], s.Lax)
		}
	}
}

// TestActionToken shows that the token reaches the one step that needs it.
func TestActionToken(t *testing.T) {
	t.Parallel()
	for _, s := range loadAction(t).Runs.Steps {
		var holds []string
		for name, value := range s.Env {
			if value == "${{ inputs.github-token }}" || value == "${{ github.token }}" {
				holds = append(holds, name)
			}
		}
		want := []string(nil)
		if s.ID == "surmise" {
			want = []string{"SURMISE_GITHUB_TOKEN"}
		}
		if diff := cmp.Diff(want, holds); diff != "" {
			t.Errorf("token of step %q (-want +got):\n%s", s.ID, diff)
		}
	}
}

// scene is what one step of the action runs in: a runner that offers nothing
// but what a composite step is promised.
type scene struct {
	inputs  map[string]string // given in the workflow
	outputs map[string]string // of earlier steps, by "steps.ID.outputs.NAME"
	env     map[string]string // of the runner, beside the usual
	event   map[string]string // what expressions of the event stand for
	action  string            // folder of the action
	token   string            // of the workflow
	temp    string
}

// result is what a step did.
type result struct {
	code    int
	log     string
	output  map[string]string
	summary string // of the run's page
}

// play runs the script of a step as the runner does, in a clean environment.
func (c scene) play(t *testing.T, a action, s step) result {
	t.Helper()
	script, output := filepath.Join(c.temp, s.ID+".sh"), filepath.Join(c.temp, s.ID+".out")
	write(t, script, []byte(s.Run), 0o644)
	write(t, output, nil, 0o644)
	env := map[string]string{
		"PATH": os.Getenv("PATH"), "HOME": os.Getenv("HOME"), "GITHUB_OUTPUT": output, "RUNNER_TEMP": c.temp,
		"RUNNER_OS": "Linux", "RUNNER_ARCH": map[string]string{"amd64": "X64", "arm64": "ARM64"}[runtime.GOARCH],
		"GITHUB_SERVER_URL": "http://127.0.0.1:9",
	}
	for name, value := range c.env {
		env[name] = value
	}
	for name, value := range s.Env {
		env[name] = expression.ReplaceAllStringFunc(value, func(e string) string {
			return c.value(t, a, expression.FindStringSubmatch(e)[1])
		})
	}
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	cmd.Dir = t.TempDir()
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	log, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	r := result{code: cmd.ProcessState.ExitCode(), log: string(log), output: map[string]string{}}
	for line := range strings.Lines(string(read(t, output))) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		r.output[name] = value
	}
	return r
}

// value is what an expression of action.yml stands for.
func (c scene) value(t *testing.T, a action, expression string) string {
	t.Helper()
	switch scope, name, _ := strings.Cut(expression, "."); {
	case expression == "inputs.github-token != github.token":
		return strconv.FormatBool(c.inputs["github-token"] != c.token)
	case scope == "inputs":
		if v, ok := c.inputs[name]; ok {
			return v
		}
		return a.Inputs[name].Default
	case expression == "github.action_path":
		return c.action
	case expression == "github.event.repository.default_branch":
		return "trunk/1"
	case expression == "github.event.pull_request.base.sha", expression == "github.event.merge_group.base_sha":
		return c.event[expression]
	case expression == "runner.temp":
		return c.temp
	case scope == "steps":
		return c.outputs[expression]
	}
	t.Fatalf("action.yml uses %q, which the test does not know", expression)
	return ""
}

// released is action.yml as a release writes it.
func released(t testing.TB, version, checksums string) []byte {
	t.Helper()
	text := string(read(t, root(t, "action.yml")))
	for _, line := range [][2]string{
		{`SURMISE_VERSION: ""`, fmt.Sprintf("SURMISE_VERSION: %q", version)},
		{`SURMISE_CHECKSUMS: ""`, fmt.Sprintf("SURMISE_CHECKSUMS: %q", checksums)},
	} {
		if strings.Count(text, line[0]) != 1 {
			t.Fatalf("action.yml does not hold %s once", line[0])
		}
		text = strings.Replace(text, line[0], line[1], 1)
	}
	return []byte(text)
}

func digestOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// TestActionBinary finds the program in each of the three ways, and in none
// where something is not as it should be.
func TestActionBinary(t *testing.T) {
	t.Parallel()
	const program = "#!/bin/sh\necho released\n"
	mirror := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/surmise-ci/surmise/releases/download/v9.9.9/" + platform(), "/a mirror/v9.9.9/" + platform():
			_, _ = w.Write([]byte(program))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(mirror.Close)
	sums := fmt.Sprintf("%s  surmise_plan9_mips\n%s  %s\n", strings.Repeat("0", 64), digestOf([]byte(program)), platform())
	given := filepath.Join(t.TempDir(), `a "given" $HOME 'one'`)
	write(t, given, []byte(program), 0o755)
	plain := filepath.Join(t.TempDir(), "plain")
	write(t, plain, []byte(program), 0o644)

	tests := []struct {
		name   string
		sums   string
		scene  scene
		code   int
		want   string // where the program is; "" in the runner's folder
		inLog  string
		noFile bool // nothing may be left where a later step could run it
	}{
		{name: "given, with blanks and quotes", sums: sums, scene: scene{inputs: map[string]string{"binary": given}}, want: given},
		{name: "asked for something else", sums: sums, scene: scene{inputs: map[string]string{"run": "proof", "binary": given}}, code: 4, inLog: `the input "run" is`, noFile: true},
		{name: "given by name", sums: sums, scene: scene{
			inputs: map[string]string{"binary": filepath.Base(given)},
			env:    map[string]string{"PATH": filepath.Dir(given) + ":" + os.Getenv("PATH")},
		}, want: given},
		{name: "given and not there", sums: sums, scene: scene{inputs: map[string]string{"binary": given + "x"}}, code: 4, inLog: `the input "binary"`, noFile: true},
		{name: "given and not to be run", sums: sums, scene: scene{inputs: map[string]string{"binary": plain}}, code: 4, inLog: `the input "binary"`, noFile: true},
		{name: "given and a folder", sums: sums, scene: scene{inputs: map[string]string{"binary": filepath.Dir(plain)}}, code: 4, inLog: `the input "binary"`, noFile: true},
		{name: "released, from the server of the environment", sums: sums, scene: scene{env: map[string]string{"GITHUB_SERVER_URL": mirror.URL}}},
		{name: "released, from a mirror", sums: sums, scene: scene{inputs: map[string]string{"download-base-url": mirror.URL + "/a%20mirror/"}}},
		{name: "released and changed", sums: strings.Replace(sums, digestOf([]byte(program)), strings.Repeat("1", 64), 1),
			scene: scene{env: map[string]string{"GITHUB_SERVER_URL": mirror.URL}}, code: 4, inLog: "SHA-256 differs", noFile: true},
		{name: "released and not there", sums: sums, scene: scene{inputs: map[string]string{"download-base-url": mirror.URL + "/none"}}, code: 4, inLog: "cannot download", noFile: true},
		{name: "no release and no go", sums: "", scene: scene{env: map[string]string{"PATH": bareBin(t)}}, code: 4, inLog: "no go to build it", noFile: true},
		{name: "no release for the platform", sums: sums, scene: scene{
			env: map[string]string{"RUNNER_ARCH": "RISCV", "PATH": bareBin(t), "GITHUB_SERVER_URL": mirror.URL},
		}, code: 4, inLog: "no release for surmise_linux_other", noFile: true},
		{name: "the build fails", sums: "", scene: scene{action: t.TempDir()}, code: 4, inLog: "the build of surmise failed", noFile: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var a action
			if err := yaml.Unmarshal(released(t, "v9.9.9", tt.sums), &a); err != nil {
				t.Fatal(err)
			}
			tt.scene.temp = t.TempDir()
			got := tt.scene.play(t, a, a.step(t, "binary"))
			if got.code != tt.code || !strings.Contains(got.log, tt.inLog) {
				t.Fatalf("exit %d, want %d; log, which should hold %q:\n%s", got.code, tt.code, tt.inLog, got.log)
			}
			target := filepath.Join(tt.scene.temp, platform())
			if tt.noFile {
				if _, err := os.Stat(target); err == nil || got.output["path"] != "" {
					t.Errorf("a program was left: output %q", got.output)
				}
				return
			}
			if tt.want == "" {
				tt.want = target
			}
			if diff := cmp.Diff(map[string]string{"path": tt.want}, got.output); diff != "" {
				t.Errorf("outputs (-want +got):\n%s", diff)
			}
			if data := read(t, got.output["path"]); string(data) != program {
				t.Errorf("found %q", data)
			}
		})
	}
}

// bareBin is a search path with what the script may use, and no go.
func bareBin(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"awk", "curl", "sha256sum", "chmod", "rm"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestActionBuild builds the program from the action's own folder, and runs it.
func TestActionBuild(t *testing.T) {
	t.Parallel()
	a := loadAction(t)
	c := scene{action: root(t), temp: t.TempDir()}
	got := c.play(t, a, a.step(t, "binary"))
	if got.code != 0 {
		t.Fatalf("exit %d:\n%s", got.code, got.log)
	}
	out, err := exec.Command(got.output["path"], "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "surmise ") {
		t.Errorf("surmise version: %v: %s", err, out)
	}
}

// TestActionRun shows what reaches the program: one subcommand, every input
// byte for byte, and its exit code as the step's.
func TestActionRun(t *testing.T) {
	t.Parallel()
	a := loadAction(t)
	program := filepath.Join(t.TempDir(), "a surmise")
	write(t, program, []byte("#!/bin/sh\nprintf '%s|' \"$@\" \"$SURMISE_GITHUB_TOKEN\" \"$SURMISE_FAIL_JOB\"\nenv | grep -c ^INPUT_\nexit 3\n"), 0o755)
	c := scene{
		inputs:  map[string]string{"github-token": "a 'b' \"c\" $(d) \\e", "fail-job": "true"},
		outputs: map[string]string{"steps.binary.outputs.path": program},
		temp:    t.TempDir(),
	}
	got := c.play(t, a, a.step(t, "surmise"))
	want := "action|a 'b' \"c\" $(d) \\e|true|0\n"
	if got.log != want || got.code != 3 {
		t.Errorf("exit %d, log %q; want 3 and %q", got.code, got.log, want)
	}
}

// TestActionProve shows what reaches the program where tests are run: no token,
// the base of the event, the policy of the default branch, and root's rights
// where only they isolate tests and the job has them anyway.
func TestActionProve(t *testing.T) {
	t.Parallel()
	a := loadAction(t)
	const (
		program = "#!/bin/sh\n[ \"$2\" != --isolation ] || exit $WEAK\nprintf '%s|' \"$@\"\necho \"$(env | grep -ci token) $(env | grep -c ^SURMISE) ${SUDO_UID-nobody} $GOPATH\"\nexit 1\n"
		sudo    = "#!/bin/sh\n[ \"$1\" = -n ] || exit 9\nshift\n[ \"$1\" != true ] || exit $MAY\necho as root\nexec \"$@\"\n"
	)
	for _, tt := range []struct {
		name, weak, may string
		event           map[string]string
		base, root      string
	}{
		{name: "full isolation", weak: "0", may: "0", base: "origin/trunk/1"},
		{name: "of a pull request", weak: "0", may: "0", event: map[string]string{"github.event.pull_request.base.sha": "abc"}, base: "abc"},
		{name: "of a group", weak: "0", may: "0", event: map[string]string{"github.event.merge_group.base_sha": "def"}, base: "def"},
		{name: "weak, and sudo there", weak: "1", may: "0", base: "origin/trunk/1", root: "as root\n"},
		{name: "weak, and sudo asks for a password", weak: "1", may: "1", base: "origin/trunk/1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			bin := t.TempDir()
			write(t, filepath.Join(bin, "surmise"), []byte(program), 0o755)
			write(t, filepath.Join(bin, "sudo"), []byte(sudo), 0o755)
			c := scene{
				inputs: map[string]string{"run": "prove", "github-token": "secret"}, event: tt.event, temp: t.TempDir(),
				outputs: map[string]string{"steps.binary.outputs.path": filepath.Join(bin, "surmise")},
				env:     map[string]string{"WEAK": tt.weak, "MAY": tt.may, "PATH": bin + ":" + os.Getenv("PATH"), "GOPATH": "/go"},
			}
			got := c.play(t, a, a.step(t, "prove"))
			want := tt.root + "prove|--base|" + tt.base + "|--policy|origin/trunk/1|--output|" + c.temp + "/surmise-evidence|"
			if tt.root != "" {
				want += fmt.Sprintf("0 0 %d /go\n", os.Getuid())
			} else {
				want += "0 5 nobody /go\n"
			}
			if got.log != want || got.code != 1 {
				t.Errorf("exit %d, log %q; want 1 and %q", got.code, got.log, want)
			}
		})
	}
	for _, s := range a.Runs.Steps {
		want := map[string]string{"surmise": "inputs.run == 'action'", "prove": "inputs.run == 'prove'"}[s.ID]
		if want != "" && s.If != want {
			t.Errorf("step %q runs if %q, want %q", s.ID, s.If, want)
		}
	}
}

// TestActionOutputs shows that every output comes from the step that decides.
func TestActionOutputs(t *testing.T) {
	t.Parallel()
	var got []string
	for name, o := range loadAction(t).Outputs {
		if want := "${{ steps.surmise.outputs." + name + " }}"; o.Value != want {
			t.Errorf("output %q is %s, want %s", name, o.Value, want)
		}
		got = append(got, name)
	}
	slices.Sort(got)
	want := []string{"conclusion", "high-open", "ledger-path", "prohibitions-failing", "prompt-path", "questions-open", "report-path"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outputs (-want +got):\n%s", diff)
	}
}
