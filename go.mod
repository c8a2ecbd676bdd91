module github.com/surmise-ci/surmise

go 1.26
