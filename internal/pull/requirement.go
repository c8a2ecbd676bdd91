package pull

// Requirement is one thing that must hold before a change is merged into a
// branch: a check of some name, or a workflow that has to run.
type Requirement struct {
	Check string // name of the check; "" if it is a workflow
	// App is the id of the app that must have published the check; 0 if any
	// source will do.
	App      int64
	Workflow string // path of the workflow in its repository
}
