package githubtest

import (
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// runInput is the body of a request that makes or updates a check run.
type runInput struct {
	Name        *string      `json:"name"`
	HeadSHA     *string      `json:"head_sha"`
	Status      *string      `json:"status"`
	Conclusion  *string      `json:"conclusion"`
	ExternalID  *string      `json:"external_id"`
	DetailsURL  *string      `json:"details_url"`
	StartedAt   *time.Time   `json:"started_at"`
	CompletedAt *time.Time   `json:"completed_at"`
	Output      *runOutput   `json:"output"`
	Actions     []*runAction `json:"actions"`
}

type runOutput struct {
	Title       *string      `json:"title"`
	Summary     *string      `json:"summary"`
	Text        *string      `json:"text"`
	Annotations []Annotation `json:"annotations"`
	Images      []struct {
		Alt      string `json:"alt"`
		ImageURL string `json:"image_url"`
		Caption  string `json:"caption"`
	} `json:"images"`
}

type runAction struct {
	Label       string `json:"label"`
	Description string `json:"description"`
	Identifier  string `json:"identifier"`
}

// The limits of a check run's parts. Summary and text are limited both in
// UTF-16 code units and in bytes.
const (
	maxAnnotations     = 50
	maxOutput          = 65535
	maxMessage         = 64 << 10
	maxAnnotationTitle = 255
	maxActions         = 3
)

func (c *call) createCheckRun() reply {
	var in runInput
	if refused, ok := c.decode(&in); !ok {
		return refused
	}
	var missing []string
	if in.Name == nil || *in.Name == "" {
		missing = append(missing, "name")
	}
	if in.HeadSHA == nil {
		missing = append(missing, "head_sha")
	}
	if missing != nil {
		return notSupplied(missing)
	}
	if refused := in.check(true); refused.status != 0 {
		return refused
	}
	if c.repo.objects.commits[*in.HeadSHA] == nil {
		return refuse(http.StatusUnprocessableEntity, "No commit found for SHA: "+*in.HeadSHA)
	}
	run := &CheckRun{
		ID: c.s.id(), App: c.who.app.id, app: c.who.app, HeadSHA: *in.HeadSHA, Status: "queued",
		CreatedAt: c.s.now, StartedAt: c.s.now, suite: c.repo.suite(c.who.app, *in.HeadSHA),
	}
	c.apply(run, in)
	c.repo.runs = append(c.repo.runs, run)
	return created(c.renderRun(run))
}

func (c *call) updateCheckRun() reply {
	var in runInput
	if refused, ok := c.decode(&in); !ok {
		return refused
	}
	run := c.checkRun(c.number("id"))
	switch {
	case run == nil:
		return notFound()
	case run.App != c.who.app.id:
		return refuse(http.StatusForbidden, sprint("Invalid app_id %d - check run can only be modified by the GitHub App that created it.", c.who.app.id))
	case run.job && (in.Status != nil || in.Conclusion != nil):
		return refuse(http.StatusForbidden, "Check run status and conclusions can only be updated internally by GitHub Actions.")
	case in.HeadSHA != nil:
		return c.misuse("head_sha cannot be changed")
	case in.Name != nil && *in.Name == "":
		return notSupplied([]string{"name"})
	}
	if refused := in.check(false); refused.status != 0 {
		return refused
	}
	c.apply(run, in)
	return ok(c.renderRun(run))
}

// apply takes over what the body says. Output is replaced as a whole, except
// that annotations add up.
func (c *call) apply(run *CheckRun, in runInput) {
	set := func(field, value *string) {
		if value != nil {
			*field = *value
		}
	}
	set(&run.Name, in.Name)
	set(&run.Status, in.Status)
	set(&run.ExternalID, in.ExternalID)
	if c.who.app.id != ActionsApp {
		set(&run.DetailsURL, in.DetailsURL)
	}
	if in.StartedAt != nil {
		run.StartedAt = *in.StartedAt
	}
	if in.Conclusion != nil {
		run.Conclusion, run.Status = *in.Conclusion, "completed"
	}
	if run.Status == "completed" && (run.CompletedAt.IsZero() || in.Conclusion != nil) {
		run.CompletedAt = c.s.now
	}
	if in.CompletedAt != nil {
		run.CompletedAt = *in.CompletedAt
	}
	if in.Actions != nil {
		run.Actions = len(in.Actions)
	}
	if out := in.Output; out != nil {
		set(&run.Title, out.Title)
		set(&run.Summary, out.Summary)
		run.Text = ""
		if out.Text != nil {
			run.Text = cut(*out.Text, maxOutput)
		}
		run.Annotations = append(run.Annotations, out.Annotations...)
	}
}

// cut drops what is over a number of bytes, at a character's border.
func cut(s string, size int) string {
	if len(s) <= size {
		return s
	}
	for size > 0 && !utf8.RuneStart(s[size]) {
		size--
	}
	return s[:size]
}

func notSupplied(names []string) reply {
	if len(names) == 1 {
		return invalid("%q wasn't supplied.", names[0])
	}
	return invalid(`"%s" weren't supplied.`, strings.Join(names, `", "`))
}

// check is what the platform refuses, in the order of the body.
func (in runInput) check(creating bool) reply {
	member := func(value *string, list ...string) (reply, bool) {
		if value == nil || slices.Contains(list, *value) {
			return reply{}, true
		}
		return invalid("%q is not a member of %s.", *value, quoteList(list)), false
	}
	if refused, ok := member(in.Status, "queued", "in_progress", "completed"); !ok {
		return refused
	}
	if refused, ok := member(in.Conclusion, "action_required", "cancelled", "failure", "neutral", "success", "skipped", "timed_out"); !ok {
		return refused
	}
	if in.Status != nil && *in.Status == "completed" && in.Conclusion == nil {
		return notSupplied([]string{"conclusion"})
	}
	if in.Status != nil && *in.Status != "completed" && in.Conclusion != nil {
		return invalid("a conclusion needs the status completed.")
	}
	if len(in.Actions) > maxActions {
		return tooMany(maxActions, len(in.Actions))
	}
	for _, a := range in.Actions {
		if units(a.Label) > 20 || units(a.Description) > 40 || units(a.Identifier) > 20 {
			return invalid("an action is too long.")
		}
	}
	if in.Output == nil {
		return reply{}
	}
	return in.Output.check(creating)
}

func (out runOutput) check(creating bool) reply {
	var missing []string
	if creating && out.Title == nil {
		missing = append(missing, "title")
	}
	if out.Summary == nil {
		missing = append(missing, "summary")
	}
	if missing != nil {
		return notSupplied(missing)
	}
	for _, text := range []*string{out.Summary, out.Text} {
		if text != nil && units(*text) > maxOutput {
			return invalid("Only %d characters are allowed; %d were supplied.", maxOutput, units(*text))
		}
	}
	if len(*out.Summary) > maxOutput {
		return invalid("summary exceeds a maximum bytesize of %d", maxOutput)
	}
	if len(out.Annotations) > maxAnnotations {
		return tooMany(maxAnnotations, len(out.Annotations))
	}
	for _, a := range out.Annotations {
		if refused := a.check(); refused.status != 0 {
			return refused
		}
	}
	return reply{}
}

// check holds an annotation to what is documented. The platform lets some of
// it pass, such as a level "error", and shows nonsense.
func (a Annotation) check() reply {
	levels := []string{"notice", "warning", "failure"}
	switch {
	case a.Path == "" || strings.HasPrefix(a.Path, "/"):
		return notSupplied([]string{"path"})
	case !slices.Contains(levels, a.AnnotationLevel):
		return invalid("%q is not a member of %s.", a.AnnotationLevel, quoteList(levels))
	case a.Message == "":
		return notSupplied([]string{"message"})
	case a.StartLine < 1 || a.EndLine < a.StartLine:
		return invalid("lines %d to %d are not a range.", a.StartLine, a.EndLine)
	case (a.StartColumn != 0 || a.EndColumn != 0) && a.StartLine != a.EndLine:
		return invalid("columns are only allowed on a single line.")
	case a.StartColumn < 0 || a.EndColumn < a.StartColumn:
		return invalid("columns %d to %d are not a range.", a.StartColumn, a.EndColumn)
	case len(a.Message) > maxMessage || len(a.RawDetails) > maxMessage:
		return invalid("Only %d bytes are allowed.", maxMessage)
	case units(a.Title) > maxAnnotationTitle:
		return invalid("Only %d characters are allowed; %d were supplied.", maxAnnotationTitle, units(a.Title))
	}
	return reply{}
}

func tooMany(most, supplied int) reply {
	return invalid("No more than %d items are allowed; %d were supplied.", most, supplied)
}

// units is the length in UTF-16 code units.
func units(s string) int { return len(utf16.Encode([]rune(s))) }
