module github.com/surmise-ci/surmise

go 1.26

require (
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/yuin/goldmark v1.8.7 // indirect
)
