package source

import (
	"errors"
	"testing"
)

func TestProblems(t *testing.T) {
	t.Parallel()
	if err := (Problems{}).Err(); err != nil {
		t.Errorf("no problems are the error %v", err)
	}
	given := Problems{
		{Path: "b.yml", Message: "empty"},
		{Path: "a.yml", At: Position{Line: 10, Column: 1}, Message: "third"},
		{Path: "a.yml", At: Position{Line: 2, Column: 7}, Message: "second"},
		{Path: "a.yml", At: Position{Line: 2, Column: 3}, Message: "first"},
	}
	err := given.Err()
	const want = "a.yml:2:3: first\na.yml:2:7: second\na.yml:10:1: third\nb.yml: empty"
	if err == nil || err.Error() != want {
		t.Errorf("error:\n%v\nwant:\n%s", err, want)
	}
	var problems Problems
	if !errors.As(err, &problems) || len(problems) != len(given) {
		t.Errorf("the error is %T, want the problems", err)
	}
	if given[0].Path != "b.yml" {
		t.Error("the given list is sorted in place")
	}
}
