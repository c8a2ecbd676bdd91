module github.com/surmise-ci/surmise/internal/e2e

go 1.26.0

replace github.com/surmise-ci/surmise => ../..

require (
	github.com/getkin/kin-openapi v0.153.0
	github.com/google/go-cmp v0.7.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/surmise-ci/surmise v0.0.0-00010101000000-000000000000
	github.com/vektah/gqlparser/v2 v2.5.31
	github.com/yuin/goldmark v1.8.7
	go.yaml.in/yaml/v4 v4.0.0
)

require (
	github.com/agnivade/levenshtein v1.2.1 // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/cucumber/gherkin/go/v42 v42.0.1 // indirect
	github.com/cucumber/messages/go/v34 v34.2.0 // indirect
	github.com/go-openapi/jsonpointer v0.22.5 // indirect
	github.com/go-openapi/swag/jsonname v0.25.5 // indirect
	github.com/google/go-github/v62 v62.0.0 // indirect
	github.com/google/go-querystring v1.1.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/gorilla/mux v1.8.0 // indirect
	github.com/kljensen/snowball v0.10.0 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	golang.org/x/oauth2 v0.38.0 // indirect
	golang.org/x/text v0.14.0 // indirect
)
