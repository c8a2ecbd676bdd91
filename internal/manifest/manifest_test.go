package manifest_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/manifest"
)

// declared is one line a dependency, "line name", with "aside" behind those
// that the product may run without, then the versions that are asked for.
func declared(f manifest.File) []string {
	var out []string
	for _, d := range f.Dependencies {
		line := fmt.Sprintf("%d %s", f.Source.Position(d.At.Start).Line, d.Name)
		if d.Aside {
			line += " aside"
		}
		out = append(out, line)
	}
	for _, r := range f.Runtimes {
		out = append(out, fmt.Sprintf("%d wants %s", f.Source.Position(r.At.Start).Line, r.Written))
	}
	return out
}

func TestRead(t *testing.T) {
	t.Parallel()
	tests := []struct {
		path, text string
		want       []string
	}{
		{"go.mod", "module shop\n\ngo 1.25.0\n\nrequire github.com/lib/pq v1.10.0\n\nrequire (\n\tgithub.com/a/b v1.0.0 // indirect\n" +
			"\t// github.com/go-sql-driver/mysql v1.8.0\n\t\"github.com/c/d\" v2.0.0\n)\n\nreplace github.com/a/b => ../b\n\nexclude (\n\tgithub.com/e/f v1.0.0\n)\n",
			[]string{"5 github.com/lib/pq", "8 github.com/a/b aside", "10 github.com/c/d", "3 wants 1.25.0"}},
		{"package.json", "{\n  \"scripts\": {\"upgrade\": \"pg-upgrade\"},\n  \"dependencies\": {\n    \"pg\": \"^8\",\n    \"esc\\u0061ped\": \"1\"\n  },\n" +
			"  \"devDependencies\": {\"mysql2\": \"^3\"},\n  \"engines\": {\"node\": \">=20\"},\n  \"files\": [{\"dependencies\": {\"no\": \"1\"}}],\n  \"os\": 1\n}\n",
			[]string{"4 pg", "5 escaped", "7 mysql2 aside", "8 wants >=20"}},
		{"a/package.json", "\ufeff{\"peerDependencies\": {\"pg\": \"8\"}, \"optionalDependencies\": {\"mysql\": \"2\"}, \"dependencies\": {\"nested\": {\"x\": \"1\"}}}",
			[]string{"1 pg aside", "1 mysql aside"}},
		{"examples/a/package.json", `{"dependencies": {"pg": "8"}, "engines": {"node": "20"}}`, []string{"1 pg aside"}},
		{"requirements.txt", "# psycopg2\nPsycopg2_Binary==2.9 # the driver\n-r other.txt\nsqlalchemy[postgresql,asyncio]>=2 ; python_version > '3.8'\n\nweb @ https://example.com/web#egg=web\n",
			[]string{"2 psycopg2-binary", "4 sqlalchemy", "4 postgresql aside", "4 asyncio aside", "6 web"}},
		{"requirements-dev.txt", "pymysql\n", []string{"1 pymysql aside"}},
		{"pyproject.toml", "[project]\nrequires-python = \">=3.11\"\ndependencies = [\n  \"psycopg[binary]>=3\", # driver\n  'motor; extra == \"mongo\"',\n]\n" +
			"[project.optional-dependencies]\nmysql = [\"pymysql\"]\n[dependency-groups]\ntest = [\"aiomysql\", {include-group = \"x\"}]\n",
			[]string{"4 psycopg", "4 binary aside", "5 motor aside", "8 pymysql aside", "10 aiomysql aside", "2 wants >=3.11"}},
		{"pyproject.toml", "[tool.poetry.dependencies]\npython = \"^3.12\"\nasyncpg = \"*\"\npymysql = {version = \"1\", optional = true}\n" +
			"[tool.poetry.dependencies.motor]\nversion = \"3\"\noptional = true\n[tool.poetry.group.dev.dependencies]\naiomysql = \"*\"\n",
			[]string{"3 asyncpg", "4 pymysql aside", "6 motor aside", "9 aiomysql aside", "2 wants ^3.12"}},
		{"Pipfile", "[packages]\npsycopg2 = \"*\"\n[dev-packages]\npymysql = \"*\"\n", []string{"2 psycopg2", "4 pymysql aside"}},
		{"Cargo.toml", "[package]\nrust-version = \"1.80\"\n[dependencies]\nsqlx = { version = \"0.8\", features = [\"postgres\"] }\npgsql = { package = \"tokio-postgres\", version = \"0.7\" }\n" +
			"mysql = { version = \"25\", optional = true }\n[dev-dependencies]\nmongodb = \"3\"\n[target.'cfg(unix)'.dependencies]\nodbc-api = \"8\"\n",
			[]string{"4 sqlx", "4 sqlx/postgres", "5 tokio-postgres", "6 mysql aside", "8 mongodb aside", "10 odbc-api aside", "2 wants 1.80"}},
		{"Cargo.toml", "[dependencies.diesel]\nversion = \"2\"\nfeatures = [\"mysql\"]\noptional = true\n", []string{"2 diesel aside", "3 diesel/mysql aside"}},
		{"pom.xml", "<project>\n<properties><java.version>21</java.version></properties>\n<dependencies>\n<dependency>\n <groupId>org.postgresql</groupId>\n <artifactId>postgresql</artifactId>\n</dependency>\n" +
			"<!-- <dependency><groupId>c</groupId></dependency> -->\n<dependency><groupId>com.mysql</groupId><artifactId>mysql-connector-j</artifactId><scope>test</scope></dependency>\n</dependencies>\n" +
			"<dependencyManagement><dependencies><dependency><groupId>m</groupId><artifactId>n</artifactId></dependency></dependencies></dependencyManagement></project>",
			[]string{"4 org.postgresql:postgresql", "9 com.mysql:mysql-connector-j aside", "11 m:n aside", "2 wants 21"}},
		{"build.gradle.kts", "dependencies {\n  // implementation(\"com.mysql:mysql-connector-j:9\")\n  /* runtimeOnly(\"a:b:1\")\n  */ implementation(\"org.postgresql:postgresql:42.7\") // driver\n" +
			"  testImplementation('com.h2database:h2')\n  runtimeOnly group: 'org.mariadb.jdbc', name: 'mariadb-java-client', version: '3'\n}\njava { toolchain { languageVersion = JavaLanguageVersion.of(21) } }\n",
			[]string{"4 org.postgresql:postgresql", "5 com.h2database:h2 aside", "6 org.mariadb.jdbc:mariadb-java-client", "8 wants 21"}},
		{"gradle/libs.versions.toml", "[versions]\npg = \"42\"\n[libraries]\npg = { module = \"org.postgresql:postgresql\", version.ref = \"pg\" }\nmy = \"com.mysql:mysql-connector-j:9\"\nmo.driver = { group = \"org.mongodb\", name = \"mongodb-driver-sync\" }\n",
			[]string{"4 org.postgresql:postgresql aside", "5 com.mysql:mysql-connector-j aside", "6 org.mongodb:mongodb-driver-sync aside"}},
		{"Gemfile", "ruby \"3.3.1\"\n# gem \"mysql2\"\ngem 'pg', '~> 1.1'\ngem \"sqlite3\", group: :test\ngroup :development, :test do\n  gem \"mysql2\"\nend\ngem \"mongoid\"\n",
			[]string{"3 pg", "4 sqlite3 aside", "6 mysql2 aside", "8 mongoid", "1 wants 3.3.1"}},
		{"shop.gemspec", "Gem::Specification.new do |spec|\n  spec.add_dependency \"pg\", \"~> 1\"\n  spec.add_development_dependency \"mysql2\"\nend\n", []string{"2 pg"}},
		{"composer.json", `{"require": {"php": "^8.2", "ext-PDO_pgsql": "*"}, "require-dev": {"ext-mysqli": "*"}}`, []string{"1 ext-pdo_pgsql", "1 ext-mysqli aside", "1 wants ^8.2"}},
		{"src/Shop.csproj", "<Project Sdk=\"x\">\n<PropertyGroup><TargetFrameworks>net8.0;net9.0</TargetFrameworks></PropertyGroup>\n<ItemGroup>\n<PackageReference Include=\"Npgsql\" Version=\"9\" />\n" +
			"<PackageReference Include=\"MySqlConnector\" Condition=\"'$(X)' == '1'\" />\n</ItemGroup>\n</Project>",
			[]string{"4 npgsql", "5 mysqlconnector aside", "2 wants net8.0;net9.0"}},
		{"src/Shop.Tests.csproj", `<Project><ItemGroup><PackageReference Include="MySqlConnector" /></ItemGroup></Project>`, []string{"1 mysqlconnector aside"}},
		{"Directory.Packages.props", `<Project><ItemGroup><PackageVersion Include="Npgsql" Version="9" /></ItemGroup></Project>`, []string{"1 npgsql aside"}},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			t.Parallel()
			f, err := manifest.Read(tt.path, []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, declared(f)); diff != "" {
				t.Errorf("declared (-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadRefuses reads what is malformed or hostile.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, path, text, want string }{
		{"no JSON", "package.json", "{\"dependencies\": {\"pg\"", "is no valid JSON"},
		{"a JSON list", "package.json", "\"pg\"", "is no JSON object"},
		{"deep JSON", "package.json", strings.Repeat("[", 5000), "has values that lie too deep in each other"},
		{"no TOML", "pyproject.toml", "dependencies = [", "is no valid TOML"},
		{"deep TOML", "Cargo.toml", "a = " + strings.Repeat("[", 5000), "has values that lie too deep in each other"},
		{"deep keys of TOML", "Cargo.toml", "[a" + strings.Repeat(".a", 5000) + "]\nb = 1", "has values that lie too deep in each other"},
		{"no XML", "pom.xml", "<project>", "is no valid XML"},
		{"deep XML", "pom.xml", strings.Repeat("<a>", 5000), "has values that lie too deep in each other"},
		{"an entity", "pom.xml", "<!DOCTYPE p [<!ENTITY e \"x\">]><project>&e;</project>", "is no valid XML"},
		{"too large", "go.mod", strings.Repeat(" ", manifest.MaxBytes+1), "is larger than the limit: 262145 bytes, limit 262144"},
		{"another file", "README.md", "", "is no manifest that is read"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := manifest.Read(tt.path, []byte(tt.text))
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	many := []string{"z/package.json"}
	for i := range manifest.MaxFiles {
		many = append(many, fmt.Sprintf("a/%02d/package.json", i))
	}
	tests := []struct {
		name    string
		names   []string
		want    []string
		partial bool
	}{
		{"none", []string{"README.md", "src/main.go"}, nil, false},
		{"all", []string{"web/package.json", "go.mod", "README.md"}, []string{"go.mod", "web/package.json"}, false},
		{"one that nobody reads", []string{"go.mod", "setup.py"}, []string{"go.mod"}, true},
		{"installed ones", []string{"vendor/a/composer.json", ".venv/setup.py", "a/node_modules/b/package.json"}, nil, false},
		{"too many", many, slices.Concat(many[1:manifest.MaxFiles], many[:1]), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, partial := manifest.Choose(tt.names)
			if diff := cmp.Diff(tt.want, got); diff != "" || partial != tt.partial {
				t.Errorf("partial %v, want %v; chosen (-want +got):\n%s", partial, tt.partial, diff)
			}
		})
	}
}

func TestRanges(t *testing.T) {
	t.Parallel()
	tests := []struct {
		node, version string
		from          bool // the version or any later one
		want          bool
	}{
		{">=20", "18", false, false},
		{">=20", "20", false, true},
		{">=20", "22", false, true},
		{">=20", "18", true, true},
		{"^18", "20", false, false},
		{"^18.2.0", "18", false, true},
		{"^18 || ^20", "20.1", false, true},
		{"^18 || ^20", "19", false, false},
		{"18.x", "18.4", false, true},
		{"18", "20", true, false},
		{">=18 <21", "21", false, false},
		{">= 18.0.0 < 21", "20", false, true},
		{"16 - 18", "18.9", false, true},
		{"16 - 18", "19", false, false},
		{"~20.1", "20.2", false, false},
		{"<=18", "18.3", false, true},
		{">18", "18.3", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.node+" and "+tt.version, func(t *testing.T) {
			t.Parallel()
			f, err := manifest.Read("package.json", fmt.Appendf(nil, `{"engines": {"node": %q}}`, tt.node))
			if err != nil || len(f.Runtimes) != 1 {
				t.Fatalf("%d versions, %v", len(f.Runtimes), err)
			}
			parse := manifest.Exactly
			if tt.from {
				parse = manifest.From
			}
			want, ok := parse(tt.version)
			if !ok {
				t.Fatal("no version")
			}
			if got := f.Runtimes[0].Range.Meets(want); got != tt.want {
				t.Errorf("%s allows %s: %v, want %v", tt.node, tt.version, got, tt.want)
			}
		})
	}
	for _, free := range []string{"*", "latest", "", "lts/*", ">=x", "1000000000"} {
		f, err := manifest.Read("package.json", fmt.Appendf(nil, `{"engines": {"node": %q}}`, free))
		if err != nil || len(f.Runtimes) != 0 {
			t.Errorf("%q asks for %v, %v", free, f.Runtimes, err)
		}
	}
}

// TestDrivers knows drivers by their whole names and not by their beginnings.
func TestDrivers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		path, text string
		want       string
	}{
		{"go.mod", "require github.com/jackc/pgx/v5 v5.1.0\n", "PostgreSQL"},
		{"go.mod", "require github.com/jackc/pgxtras v1.0.0\n", ""},
		{"go.mod", "require go.mongodb.org/mongo-driver/v2 v2.0.0\n", "MongoDB"},
		{"package.json", `{"dependencies": {"upgrade": "1", "pg-format": "1"}}`, ""},
		{"package.json", `{"dependencies": {"mysql2": "1"}}`, "MySQL"},
		{"requirements.txt", "psycopg2-binary", "PostgreSQL"},
		{"Cargo.toml", "[dependencies]\nsqlx = {features = [\"runtime-tokio\", \"mysql\"]}\n", "MySQL"},
		{"pom.xml", "<project><dependencies><dependency><groupId>org.mariadb.jdbc</groupId><artifactId>mariadb-java-client</artifactId></dependency></dependencies></project>", "MySQL"},
		{"build.gradle", "runtimeOnly 'org.postgresql:postgresql'", "PostgreSQL"},
		{"Gemfile", "gem 'mongoid'", "MongoDB"},
		{"composer.json", `{"require": {"ext-pdo_mysql": "*"}}`, "MySQL"},
		{"a.csproj", `<Project><PackageReference Include="Npgsql"/></Project>`, "PostgreSQL"},
		{"package.json", `{"dependencies": {"@prisma/client": "6"}}`, "any"},
	}
	for _, tt := range tests {
		t.Run(filepath.Base(tt.path)+" "+tt.want, func(t *testing.T) {
			t.Parallel()
			f, err := manifest.Read(tt.path, []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range (manifest.Set{Files: []manifest.File{f}}).Drivers() {
				engine := string(d.Engine)
				if engine == "" {
					engine = "any"
				}
				got = append(got, engine)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("drivers of %q, want %q", got, tt.want)
			}
		})
	}
}

// FuzzRead looks for a manifest that makes a reader fail, or whose positions
// lie outside of it.
func FuzzRead(f *testing.F) {
	names := []string{"go.mod", "package.json", "requirements.txt", "pyproject.toml", "Pipfile", "Cargo.toml", "pom.xml", "build.gradle",
		"libs.versions.toml", "Gemfile", "composer.json", "a.csproj"}
	for i := range names {
		f.Add(i, "[dependencies]\na = {b = \"c\"}\n")
		f.Add(i, `{"dependencies": {"pg": "^8"}, "engines": {"node": ">=18 <21 || ~22.1"}}`)
		f.Add(i, "<project><dependencies><dependency><scope>test</scope></dependency></dependencies></project>")
		f.Add(i, "require (\n\ta v1 // indirect\n)\ngem 'pg' do\n/* implementation 'a:b:c' */\nx[y]>=1; extra == 'z'\n")
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		name := names[((i%len(names))+len(names))%len(names)]
		got, err := manifest.Read(name, []byte(text))
		if err != nil {
			return
		}
		for _, d := range got.Dependencies {
			if d.Name == "" || d.At.Start < 0 || d.At.End > len(text) || d.At.Start > d.At.End {
				t.Errorf("%q at %v of %d bytes", d.Name, d.At, len(text))
			}
		}
	})
}

// TestReadHostile reads files as large as they may be that repeat what could
// make a reader slow.
func TestReadHostile(t *testing.T) {
	t.Parallel()
	names := []string{"go.mod", "package.json", "requirements.txt", "pyproject.toml", "Cargo.toml", "build.gradle", "Gemfile", "pom.xml"}
	for _, unit := range []string{"[", "{\"a\":", "x<![CDATA[y]]>", "/*", "gem 'a' do\n", "a.b={c=\"d\"}\n", "a>=1,"} {
		text := strings.Repeat(unit, manifest.MaxBytes/len(unit)-20)
		for _, name := range names {
			if name == "pom.xml" {
				text = "<project>" + text + "</project>"
			}
			begin := time.Now()
			_, _ = manifest.Read(name, []byte(text))
			const most = time.Minute // only a hang is meant to fail
			if took := time.Since(begin); took > most {
				t.Errorf("%s of %q took %s, at most %s is right", name, unit, took, most)
			}
		}
	}
}
