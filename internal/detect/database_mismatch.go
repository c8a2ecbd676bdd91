package detect

import (
	"fmt"
	"path"
	"strings"

	"github.com/surmise-ci/surmise/internal/finding"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/manifest"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
)

func databaseMismatch() Detector {
	words := newDatabaseWords()
	return Detector{
		ID: "database-mismatch",
		Doc: Doc{
			Title: "database that the manifests contradict",
			Text: "Finds a database engine that the specification names as the product's own, where no manifest of the repository " +
				"declares a driver for it and one declares a driver for another. It reads the manifests of Go, npm, Python, Cargo, " +
				"Maven, Gradle, Bundler, Composer and .NET. A driver for development or tests, an optional one and one that came " +
				"with another package speak for no engine, but speak against a finding. It is silent where the document names " +
				"both engines, where the engine is denied, migrated from, supported or somebody else's, where a library may speak " +
				"to any engine, and where a manifest could not be read. SQLite counts where it holds the data as such and the language " +
				"does not bring it; German sentences count as English ones do.",
			Bad:   "Orders must be stored in MySQL.",
			Good:  "Orders must be stored in PostgreSQL.",
			Since: "0.1.0",
		},
		Class: finding.Contradictory, Affects: "data-store", Severity: finding.High,
		Kinds:   []string{"contradiction"},
		Besides: lang.AllWords,
		Document: func(p *Pass) {
			if len(p.Manifests.Files) == 0 || p.Manifests.Partial {
				return
			}
			named := words.in(p.Doc)
			if len(named) == 0 {
				return
			}
			if drivers := p.Manifests.Drivers(); len(drivers) > 0 {
				text := strings.ToLower(p.Doc.File.Content())
				for _, m := range named {
					if d := words.against(m.engine, drivers, text); d != nil {
						p.Report(m.result(d))
					}
				}
			}
		},
	}
}

// databaseWords are the names of engines, and what tells in a sentence whose
// they are.
type databaseWords struct {
	names   lexicon[manifest.Engine]
	plain   map[manifest.Engine][]string // in any text, in lower case
	nouns   map[string]bool              // "a MySQL database"
	uses    map[string]bool              // "stored in MySQL"
	links   map[string]bool              // what leads from such a verb to the name
	within  map[string]bool              // what leads to it without one: "with a MySQL database"
	ends    map[string]bool              // what may follow the name: anything else makes it part of another
	beside  map[string]bool              // what another engine may hold beside the product's own
	strange map[string]bool              // the sentence promises no such use
}

func newDatabaseWords() databaseWords {
	w := databaseWords{
		names: make(lexicon[manifest.Engine]),
		plain: map[manifest.Engine][]string{
			manifest.Postgres: {"postgres"}, manifest.MySQL: {"mysql", "mariadb"}, manifest.MongoDB: {"mongo"},
			manifest.SQLServer: {"sql server", "mssql", "sqlserver"}, manifest.Oracle: {"oracle"}, manifest.SQLite: {"sqlite"},
		},
		nouns: wordSet(strings.Fields("database databases db datastore storage store instance cluster server backend persistence " +
			"table tables schema datenbank")),
		uses: wordSet(strings.Fields("store stores stored storing persist persists persisted persisting save saves saved saving keep keeps kept " +
			"record records recorded write writes written hold holds held use uses used using run runs running backed query queries queried " +
			"live lives reside resides hosted deployed powered built speichert speichern gespeichert ablegen abgelegt legt nutzt nutzen verwendet " +
			"verwenden hält gehalten liegen liegt")),
		links:  wordSet(strings.Fields("in into to on by with using via use uses from over against is be as through nutzt verwendet als mit")),
		within: wordSet(strings.Fields("in with using via use uses is be as")),
		ends: wordSet(strings.Fields("and with for as in on at to so that which must shall should will is are be by via when per behind using " +
			"through under before after stores holds keeps from unless until within gespeichert speichern abgelegt ablegen gehalten als und mit für auf")),
		beside: wordSet(strings.Fields("cache cached caches offline device devices phone browser client clients mobile local locally temporary session " +
			"sessions queue index embedded zwischenspeicher gerät geräte lokal temporär")),
		strange: wordSet(strings.Fields("not no never without cannot nor neither avoid avoids forbidden prohibited don't doesn't isn't won't mustn't " +
			"shouldn't import imports imported importing importer export exports exported exporting migrate migrates migrated migrating migration " +
			"migrations dump dumps replace replaces replaced replacing instead rather unlike legacy previous previously former formerly old " +
			"existing external upstream third-party customer customers customer's tenant tenants partner partner's vendor vendor's " +
			"compatible compatibility dialect dialects like such example examples e.g alternatively alternative alternatives option options optional " +
			"optionally either whether if may might could can future later eventually evaluate evaluated consider considered compare compared " +
			"versus vs connector connectors plugin plugins adapter adapters support supports supported supporting sync syncs synced replicate " +
			"replicates replicated replication ingest ingests ingested extract extracts extracted scrape monitor monitors monitoring mirror " +
			"demo prototype today currently was were given suppose imagine development dev tests testing " +
			"nicht nie kein keine keinen keiner ohne importiert importieren exportiert exportieren migriert migrieren migration ersetzt ersetzen " +
			"statt bisher bisherige bisherigen alte alten altes vorhandene vorhandenen kunde kunden anbieter beispiel oder kann könnte später " +
			"entwicklung lokal lokale lokalen unterstützt unterstützen synchronisiert repliziert liest gelesen")),
	}
	for phrase, engine := range map[string]manifest.Engine{
		"postgres": manifest.Postgres, "postgresql": manifest.Postgres, "mysql": manifest.MySQL, "mariadb": manifest.MySQL,
		"mongodb": manifest.MongoDB, "mongo": manifest.MongoDB, "sqlite": manifest.SQLite, "sql server": manifest.SQLServer, "mssql": manifest.SQLServer,
		"oracle database": manifest.Oracle, "oracle db": manifest.Oracle,
	} {
		w.names.add(phrase, engine)
	}
	return w
}

// engineMention is where a document names an engine as the product's own.
type engineMention struct {
	engine manifest.Engine
	s      *spec.Statement
	at     source.Span
	words  string
}

// in is the first such mention of each engine.
func (w databaseWords) in(d *spec.Document) []engineMention {
	var out []engineMention
	seen := make(map[manifest.Engine]bool)
	for s, sentence := range factual(d) {
		for i := range sentence.Tokens {
			engine, n := w.names.match(sentence.Tokens, i)
			if n == 0 || seen[engine] || !w.own(s, sentence, i, n) || engine == manifest.SQLite && !w.main(sentence) {
				continue
			}
			if q := (quotation{text: s.Text.Prose()}); q.around(sentence.Tokens[i].Start) {
				continue
			}
			seen[engine] = true
			from, to := sentence.Tokens[i].Start, sentence.Tokens[i+n-1].End
			out = append(out, engineMention{engine, s, s.Text.Span(from, to), s.Text.String()[from:to]})
		}
	}
	return out
}

// own reports whether the engine at the n tokens from i on is said to hold the
// product's data: the sentence stores something there, calls it its database,
// or stands under a label or heading that does.
func (w databaseWords) own(s *spec.Statement, sentence spec.Sentence, i, n int) bool {
	if strings.HasSuffix(s.Text.String(), "?") {
		return false
	}
	words, verb, noun := 0, false, false
	for k := range sentence.Tokens {
		tok := &sentence.Tokens[k]
		if tok.Kind != spec.Word {
			continue
		}
		if w.strange[tok.Lower] {
			return false
		}
		words++
		verb = verb || w.uses[tok.Lower]
		noun = noun || w.nouns[tok.Lower]
	}
	if !w.whole(sentence.Tokens, i+n) {
		return false
	}
	const label = 6 // words of "Primary data store: MySQL 8, InnoDB"
	switch {
	case verb && linked(w.links, sentence.Tokens, i), noun && linked(w.within, sentence.Tokens, i):
		return true
	case noun && words <= label+n:
		return true
	case words <= label+n:
		return w.announced(s)
	}
	return false
}

// main reports whether a sentence speaks of the product's data as such: SQLite
// may well hold a cache, or what a device keeps, beside another engine.
func (w databaseWords) main(sentence spec.Sentence) bool {
	all := false
	for i := range sentence.Tokens {
		word := sentence.Tokens[i].Lower
		if w.beside[word] {
			return false
		}
		all = all || word == "data" || word == "daten" || word == "database" || word == "datenbank"
	}
	return all
}

// whole reports whether the name of an engine, which ends before token i, is
// not the first part of another name: "MySQL syntax".
func (w databaseWords) whole(tokens []spec.Token, i int) bool {
	for i < len(tokens) && tokens[i].Kind == spec.Number {
		i++
	}
	return i >= len(tokens) || tokens[i].Kind == spec.Punct && tokens[i].Lower != "/" && tokens[i].Lower != "-" ||
		w.ends[tokens[i].Lower] || w.nouns[tokens[i].Lower]
}

// linked reports whether one of the words leads to token i, or nothing stands
// before that but an article.
func linked(words map[string]bool, tokens []spec.Token, i int) bool {
	const near = 4
	for k := i - 1; k >= max(0, i-near); k-- {
		if words[tokens[k].Lower] {
			return true
		}
	}
	return i <= 1
}

// announced reports whether the heads of a cell, the lead-in of a list or the
// heading over it say that what follows is a database.
func (w databaseWords) announced(s *spec.Statement) bool {
	if s.Item == nil && s.Block.Kind != spec.Cell {
		return false
	}
	for _, text := range append(append(s.Context(), s.Headers...), s.Section.Title) {
		for word := range strings.FieldsSeq(strings.ToLower(text)) {
			if w.nouns[strings.Trim(word, ":*()")] {
				return true
			}
		}
	}
	return false
}

// against is a driver of another engine, if there is none of this one and the
// text names no engine that the product has a driver for.
func (w databaseWords) against(engine manifest.Engine, drivers []manifest.Driver, text string) *manifest.Driver {
	var found *manifest.Driver
	for i := range drivers {
		d := &drivers[i]
		switch {
		case d.Engine == engine || d.Engine == "":
			return nil
		case d.Dependency.Aside || d.Engine == manifest.SQLite:
			continue
		case engine == manifest.SQLite && d.File.Ecosystem.BringsSQLite():
			return nil
		case found == nil:
			found = d
		}
		for _, name := range w.plain[d.Engine] {
			if strings.Contains(text, name) {
				return nil
			}
		}
	}
	return found
}

func (m engineMention) result(driver *manifest.Driver) Result {
	file := driver.File.Source
	base := shorten(path.Base(file.Path()), 24)
	return Result{
		Span: m.at, At: m.s,
		Message: fmt.Sprintf("%q contradicts %s, which declares %q for %s: keep one engine", m.words, base, shorten(driver.Dependency.Name, 32), driver.Engine),
		Hint:    "name the engine that the product uses, or declare a driver for the one that is named",
		Default: "none: the spec and the code would go on with different databases",
		Related: []finding.Related{{Place: finding.PlaceOf(file, finding.Head, driver.Dependency.At), Note: "the driver that is declared"}},
		Members: []string{string(m.engine), string(driver.Engine)},
	}
}
