// Package pull is what a pull request and the talk about it are, as plain data
// without a platform's types. It decides nothing. Whoever fills it in says so
// where something could not be told: nothing here defaults to trust.
package pull

import "time"

// Request is one pull request as read at one moment.
type Request struct {
	Number   int
	Title    string
	URL      string
	Author   string // login
	Draft    bool
	Open     bool
	HeadSHA  string
	HeadRepo string // "owner/name"; "" if the fork is gone
	BaseRef  string // branch name
	BaseSHA  string // tip of the base branch
	// Contributors are the logins of its commits' authors and committers and
	// of those who pushed to it, sorted, without the platform's own committer.
	Contributors []string
	// Nameless counts commits without a login: they stop nobody, and are told.
	Nameless int
}

// Comment is one comment of a discussion.
type Comment struct {
	ID        int64
	URL       string
	Author    string // login
	Bot       bool   // a bot or an app wrote it, by the platform's word
	App       string // slug of the app it was made through; "" if a person typed it
	Body      string // Markdown as written
	CreatedAt time.Time
	EditedAt  time.Time // zero if never edited
	Editor    string    // login of the last editor
	Hidden    bool      // minimised
}

// Person is what somebody may do in the repository, asked at one moment. The
// zero value may nothing.
type Person struct {
	Login      string
	Permission Permission
	Role       string // the platform's role name, for roles of the owner's own making
	// Untold says that the platform would not tell: it counts as no permission,
	// with its own reason.
	Untold string
}

// Permission is a level of access. The zero value is none.
type Permission uint8

// The levels, lowest first.
const (
	None Permission = iota
	Read
	Triage
	Write
	Maintain
	Admin
)

// String is the level as the platform and policies write it.
func (p Permission) String() string {
	return [...]string{"none", "read", "triage", "write", "maintain", "admin"}[p]
}

// ParsePermission reads exactly the words that [Permission.String] writes.
func ParsePermission(text string) (Permission, bool) {
	for p := None; p <= Admin; p++ {
		if text == p.String() {
			return p, true
		}
	}
	return None, false
}

// Run is one published check run of ours.
type Run struct {
	ID          int64
	Name        string
	URL         string
	HeadSHA     string
	Success     bool
	CompletedAt time.Time
	Digest      string // of the inputs it was decided from
	Complete    bool   // every annotation went out
	Title       string
	Text        string // carries the record
	// Dropped counts the annotations that were not fit to be published.
	Dropped int
}

// Annotation is a note on a range of lines of the head's file. Lines and
// columns are 1-based; columns are zero unless both lines are equal.
type Annotation struct {
	Path                   string
	StartLine, EndLine     int
	StartColumn, EndColumn int
	Level                  Level
	Title, Message         string
}

// Level is how loud an annotation is.
type Level string

// The levels.
const (
	Notice  Level = "notice"
	Warning Level = "warning"
	Failure Level = "failure"
)

// Check is a check run to be published.
type Check struct {
	Name        string
	HeadSHA     string
	Success     bool
	Digest      string
	Title       string
	Summary     string // Markdown, within the platform's budget
	Text        string // Markdown, within the platform's budget; ends in the record
	Annotations []Annotation
}

// Reaction is a mark on a comment that says it was seen.
type Reaction string

// The reactions.
const (
	Accepted Reaction = "+1"
	Refused  Reaction = "confused"
)
