package probe_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/probe"
)

// What each shape raises, in the order of the taxonomy.
const (
	rangeEdges      = "boundary precision"
	collectionEdges = "adjacency empty ordering"
	textEdges       = "empty encoding"
	stateEdges      = "idempotency concurrency"
	transferEdges   = "concurrency"
)

// TestNoRequirementVanishes: a text without a cue is one open question, never
// no item, and a cue that has a longer form is found in it.
func TestNoRequirementVanishes(t *testing.T) {
	t.Parallel()
	requirements := []probe.Requirement{
		{ID: "R1", Text: "The lobby looks calm"}, {ID: "R2", Text: "Deduplicate the attendee entries"}, {ID: "R3", Text: "???"},
		{ID: "R4", Text: "Il ne pleut pas dans la ville et le ciel est bleu"},
	}
	items, err := probe.Edges(requirements)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, i := range items {
		got[i.RequirementID] = strings.TrimSpace(got[i.RequirementID] + " " + i.Category)
	}
	want := map[string]string{"R1": "unclassified", "R2": collectionEdges, "R3": "unclassified", "R4": "unclassified"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
}

// TestInflectionsCount: a cue counts in every form of the word.
func TestInflectionsCount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ forms, want string }{
		{"prices counts numbers limits amounts rounding thresholds maximums capped bounded scored rates decimals percentages", rangeEdges},
		{"grouped deduplicated sorting merges lists arrays overlaps ranges intervals collections", collectionEdges},
		{"messages truncating labels names characters lengths slugs strings", textEdges},
		{"saved persisted stores deletes retries toggles registered inserting updating removed submits applied creates", stateEdges},
		{"uploading downloads fetched files requests connections sockets networks endpoints", transferEdges},
	} {
		for form := range strings.FieldsSeq(tt.forms) {
			if got := edgesOf(t, "It has "+form+" here"); got != tt.want {
				t.Errorf("edges of %q are %q, want %q", form, got, tt.want)
			}
		}
	}
}

// TestCuesDoNotOverreach: a word that is a cue elsewhere raises nothing where it
// means something else, and a bound is one also where no cue says so.
func TestCuesDoNotOverreach(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"Set the theme to dark", "unclassified"},
		{"The owner can set a colour", "unclassified"},
		{"All users see the banner", "unclassified"},
		{"Every signed-in member sees the banner", "unclassified"},
		{"Each of the readers sees the banner", "unclassified"},
		{"All books are shown", collectionEdges},
		{"All users see all books", collectionEdges},
		{"The API answers within 200 ms", "boundary precision concurrency"},
		{"The lamp goes out after 3 minutes", rangeEdges},
		{"The lamp dims to 40 %", rangeEdges},
		{"The lamp dims by 40%", rangeEdges},
		{"The lamp is a model 40", "unclassified"},
		{"The page has 3 chapters", "unclassified"},
	} {
		if got := edgesOf(t, tt.text); got != tt.want {
			t.Errorf("edges of %q are %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestCuesOfOtherLanguages: requirements are classified by the words of the
// language that they are in.
func TestCuesOfOtherLanguages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"Os itens da lista são mesclados e ordenados", collectionEdges},
		{"O valor é arredondado para duas casas decimais", rangeEdges},
		{"O nome do utente não pode ter mais de 40 caracteres", textEdges},
		{"O sistema guarda a reserva e atualiza o estado", stateEdges},
		{"O ficheiro é carregado para a rede", transferEdges},
		{"Se a ligação falhar, o pedido não é repetido", transferEdges},
		{"O ecrã é azul e não é verde", "unclassified"},
		{"Der Betrag wird auf zwei Stellen gerundet", rangeEdges},
		{"Die Anfrage wird nicht gespeichert", "idempotency concurrency"},
		{"El fichero se descarga de la red", transferEdges},
		{"Le montant est arrondi et la liste est triée", "boundary adjacency empty ordering precision"},
		{"金额必须四舍五入到两位小数", rangeEdges},
		{"予約の一覧は日付の順に並べること", collectionEdges},
	} {
		if got := edgesOf(t, tt.text); got != tt.want {
			t.Errorf("edges of %q are %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestGoldenRequirements takes six requirements through the probe, whole.
func TestGoldenRequirements(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, want string
		r          probe.Requirement
	}{
		{"a bound", rangeEdges, probe.Requirement{Text: "A discount is capped at a maximum of 20 percent"}},
		{"a collection", collectionEdges, probe.Requirement{Text: "Overlapping ranges are merged and sorted"}},
		{"a text", textEdges, probe.Requirement{Text: "A label is truncated after 30 characters"}},
		{"a state", stateEdges, probe.Requirement{Text: "A draft is deleted when its owner submits it"}},
		{"a transfer", transferEdges, probe.Requirement{Text: "The app uploads over any connection"}},
		{"everything", "boundary adjacency empty encoding ordering precision idempotency concurrency",
			probe.Requirement{Text: "Save each file name in a list, up to the limit"}},
	} {
		tt.r.ID = "R1"
		items, err := probe.Edges([]probe.Requirement{tt.r})
		if err != nil {
			t.Fatal(err)
		}
		report, err := probe.Analyze(items, nil, probe.EdgeValidators())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, i := range report.Items {
			got = append(got, i.Category)
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if c := report.Coverage; c.Applicable != len(items) || c.Unresolved != len(items) {
			t.Errorf("%s: coverage %+v of %d items", tt.name, c, len(items))
		}
	}
}

// TestBackstopByAnyHand: blanks and one pair of quotes around a tier leave it
// what it is, and what only resembles a tier is none, so it stays open.
func TestBackstopByAnyHand(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]string{
		"backstop": "0 explicit, 1 backstop, 0 open", "backstop ": "0 explicit, 1 backstop, 0 open", " backstop": "0 explicit, 1 backstop, 0 open",
		`"backstop"`: "0 explicit, 1 backstop, 0 open", `" backstop "`: "0 explicit, 1 backstop, 0 open", `'backstop'`: "0 explicit, 1 backstop, 0 open",
		`back"stop`: "0 explicit, 0 backstop, 1 open", `""backstop""`: "0 explicit, 0 backstop, 1 open", "backstopped": "0 explicit, 0 backstop, 1 open",
		"explicit": "1 explicit, 0 backstop, 0 open", "": "0 explicit, 0 backstop, 1 open",
	} {
		text := "## Edge Coverage\n\n| Category | Status |\n|--|--|\n| empty | " + label + " |\n"
		if got, supplied := probe.ReadEdgeCoverage(read(t, text)); !supplied || got.String() != want {
			t.Errorf("%q: %s (supplied: %v), want %s", label, got, supplied, want)
		}
	}
}

// TestNoDescriptorWithoutItsKeys: what declares no check has no check key when
// it is written, and a statement that is blank is not taken up.
func TestNoDescriptorWithoutItsKeys(t *testing.T) {
	t.Parallel()
	text := probe.Markdown([]probe.Prohibition{{ID: "P-1", Statement: "must not nag", Status: probe.Resolved, Tier: probe.Judgment}})
	for _, key := range []string{"check_", "polarity", "failFirst"} {
		if strings.Contains(text, key) {
			t.Errorf("%q stands in\n%s", key, text)
		}
	}
	for _, text := range []string{
		"---\nmust_haves:\n  prohibitions:\n    - id: P-1\n      statement: \" \"\n      status: unresolved\n---\n",
		"---\nmust_haves:\n  prohibitions:\n    - id: P-1\n      status: unresolved\n---\n",
	} {
		if _, got := declared(t, text); len(got.Items) != 0 || len(got.Problems) == 0 {
			t.Errorf("declared %+v with problems %v of\n%s", got.Items, got.Problems, text)
		}
	}
}

// TestNobodyAttests: that a test was seen to fail is no key of a declaration, so
// nobody's word for it can count.
func TestNobodyAttests(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"check_fail_first", "failFirst", "check_failFirst"} {
		text := "## Prohibitions\n\n- P-1: must not nag\n  - verification: test\n  - check_kind: go-test\n  - " + key + ": true\n"
		if _, got := declared(t, text); len(got.Items) != 0 || len(got.Problems) == 0 {
			t.Errorf("%s: declared %+v with problems %v", key, got.Items, got.Problems)
		}
	}
}
