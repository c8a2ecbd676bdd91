package manifest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/surmise-ci/surmise/internal/source"
)

// element is an XML element that has ended: its attributes, its text, and
// those of the elements right below it.
type element struct {
	path  []string // names from the root to it
	at    source.Span
	attrs map[string]string
	text  []byte
	below map[string]string
}

// xml calls visit with every element when it ends.
func (f *File) xml(visit func(element)) error {
	d := xml.NewDecoder(strings.NewReader(f.Source.Content()))
	d.CharsetReader = func(string, io.Reader) (io.Reader, error) { return nil, errors.New("not UTF-8") }
	var open []element
	var names []string
	for {
		start := int(d.InputOffset())
		t, err := d.Token()
		if errors.Is(err, io.EOF) && len(open) == 0 {
			return nil
		}
		if err != nil {
			return errors.New("is no valid XML")
		}
		switch t := t.(type) {
		case xml.StartElement:
			if len(open) == maxNesting {
				return errNesting
			}
			names = append(names, t.Name.Local)
			e := element{attrs: make(map[string]string), below: make(map[string]string)}
			e.at = source.Span{Start: start, End: int(d.InputOffset())}
			for _, a := range t.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			open = append(open, e)
		case xml.CharData:
			if len(open) > 0 {
				top := &open[len(open)-1]
				top.text = append(top.text, t...)
			}
		case xml.EndElement:
			e := open[len(open)-1]
			e.path, e.text = names, bytes.TrimSpace(e.text)
			visit(e)
			open, names = open[:len(open)-1], names[:len(names)-1]
			if len(open) > 0 {
				open[len(open)-1].below[t.Name.Local] = string(e.text)
			}
		}
	}
}

func readPOM(f *File) error {
	return f.xml(func(e element) {
		parent := strings.Join(e.path[:len(e.path)-1], "/")
		switch name := e.path[len(e.path)-1]; {
		case name == "dependency" && strings.HasSuffix(parent, "/dependencies"):
			aside := parent != "project/dependencies" || e.below["optional"] == "true"
			switch e.below["scope"] {
			case "test", "provided", "system", "import":
				aside = true
			}
			f.depend(e.below["groupId"]+":"+e.below["artifactId"], e.at, aside)
		case parent == "project/properties" && slices.Contains([]string{"java.version", "maven.compiler.release"}, name):
			f.ask(strings.TrimPrefix(string(e.text), "1."), e.at, Exactly)
		}
	})
}

func isProject(base string) bool {
	return strings.HasSuffix(base, ".csproj") || base == "Directory.Packages.props" || base == "packages.config"
}

func readProject(f *File) error {
	var frameworks Range
	tests := strings.Contains(strings.ToLower(path.Base(f.Source.Path())), "test")
	err := f.xml(func(e element) {
		switch e.path[len(e.path)-1] {
		case "PackageReference":
			f.depend(strings.ToLower(e.attrs["Include"]), e.at, tests || e.attrs["Condition"] != "" || e.attrs["PrivateAssets"] == "all")
		case "PackageVersion":
			f.depend(strings.ToLower(e.attrs["Include"]), e.at, true)
		case "package":
			f.depend(strings.ToLower(e.attrs["id"]), e.at, tests || e.attrs["developmentDependency"] == "true")
		case "TargetFramework", "TargetFrameworks":
			known := !tests
			for framework := range strings.SplitSeq(string(e.text), ";") {
				r, ok := Exactly(strings.TrimPrefix(strings.TrimSpace(framework), "net"))
				frameworks.spans = append(frameworks.spans, r.spans...)
				known = known && ok && strings.Contains(framework, ".")
			}
			if known {
				f.Runtimes = append(f.Runtimes, Runtime{Written: string(e.text), At: e.at, Range: frameworks})
			}
		}
	})
	return err
}
