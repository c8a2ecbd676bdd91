package lang_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/testkit"
)

func TestSection(t *testing.T) {
	t.Parallel()
	tests := []struct {
		tag, title string
		want       lang.Section
	}{
		{"en", "Requirements", lang.Requirements},
		{"de", "Leistungsanforderungen", lang.Requirements},
		{"de", "Abnahmebedingungen", lang.Criteria},
		{"fr", "Exigences fonctionnelles", lang.Requirements},
		{"es", "Requisitos no funcionales", lang.Requirements},
		{"pt", "Requisitos funcionais", lang.Requirements},
		{"pt", "Fora de âmbito", lang.OutOfScope},
		{"ja", "2. システム要件", lang.Requirements},
		{"zh", "性能要求", lang.Requirements},
		{"zh", "驗收條件", lang.Criteria},
		{"en", "Requirements *(mandatory)*", lang.Requirements},
		{"en", "3.1 Functional Requirements", lang.Requirements},
		{"en", "Non-Functional Requirements:", lang.Requirements},
		{"en", "ADDED Requirements", lang.Requirements},
		{"en", "Requirement 3: Sign in", lang.Requirements},
		{"en", "Requirement: Session expiry", lang.Requirements},
		{"en", "REMOVED Requirements", lang.Removed},
		{"en", "Requirements Document", lang.Other},
		{"en", "Product Requirements", lang.Other},
		{"en", "✅ Acceptance Criteria", lang.Criteria},
		{"en", "→ Clarifications", lang.Clarifications},
		{"en", "**Success Criteria** *(mandatory)*", lang.Criteria},
		{"en", "Measurable Outcomes", lang.Criteria},
		{"en", "Definition of Done", lang.Criteria},
		{"en", "User Scenarios & Testing *(mandatory)*", lang.Scenarios},
		{"en", "User Story 2 - Borrow a book (Priority: P2)", lang.Scenarios},
		{"en", "Scenario: A sixth loan", lang.Scenarios},
		{"en", "II. Open Questions", lang.Questions},
		{"en", "Unresolved questions", lang.Questions},
		{"en", "Edge Cases", lang.Questions},
		{"en", "Clarifications", lang.Clarifications},
		{"en", "Session store", lang.Other},
		{"en", "Background jobs", lang.Other},
		{"en", "Order history", lang.Other},
		{"en", "Interview Log", lang.Clarifications},
		{"en", "Why", lang.Request},
		{"en", "Overview (draft)", lang.Request},
		{"en", "Background and Motivation", lang.Background},
		{"en", "Alternatives Considered", lang.Past},
		{"en", "Rationale & prior art", lang.Background},
		{"en", "Revision History", lang.Past},
		{"en", "Review & Acceptance Checklist", lang.Guidance},
		{"en", "Execution Flow (main)", lang.Guidance},
		{"en", "Non-Goals", lang.OutOfScope},
		{"en", "5) Out of Scope", lang.OutOfScope},
		{"en", "Goals and Non-Goals", lang.Other},
		{"en", "Dependencies / Assumptions", lang.Assumptions},
		{"en", "Glossary", lang.Glossary},
		{"en", "Terms and Definitions", lang.Glossary},
		{"en", "Shelving", lang.Other},
		{"en", "", lang.Other},
		{"en", "42", lang.Other},
		{"de", "2. Nichtfunktionale Anforderungen", lang.Requirements},
		{"de", "Offene Punkte", lang.Questions},
		{"fr", "Critères d’acceptation", lang.Criteria},
		{"es", "Criterios de aceptación", lang.Criteria},
		{"pt", "Fora do escopo", lang.OutOfScope},
		{"ja", "1. 機能要件", lang.Requirements},
		{"zh", "用户场景与测试（必填）", lang.Scenarios},
	}
	for _, test := range tests {
		t.Run(test.tag+" "+test.title, func(t *testing.T) {
			t.Parallel()
			pack, ok := lang.Find(test.tag)
			if !ok {
				t.Fatalf("no pack %q", test.tag)
			}
			if got := lang.NewHeadingTable([]lang.Pack{pack}).Section(test.title); got != test.want {
				t.Errorf("Section(%q) = %d, want %d", test.title, got, test.want)
			}
		})
	}
}

func TestSectionAsksEveryPack(t *testing.T) {
	t.Parallel()
	german, _ := lang.Find("de")
	english, _ := lang.Find("en")
	table := lang.NewHeadingTable([]lang.Pack{german, english})
	if got := table.Section("Glossar"); got != lang.Glossary {
		t.Errorf("own heading: %d", got)
	}
	if got := table.Section("Open Questions"); got != lang.Questions {
		t.Errorf("borrowed heading: %d", got)
	}
	if got := table.Section("Regale"); got != lang.Other {
		t.Errorf("unknown heading: %d", got)
	}
}

// TestPacks holds what lookups rely on: tags are unique and found, and every
// phrase is written the way texts are normalised before they are compared.
func TestPacks(t *testing.T) {
	t.Parallel()
	var tags []string
	for _, p := range lang.All() {
		tags = append(tags, p.Tag)
		if found, ok := lang.Find(p.Tag); !ok || found.Tag != p.Tag {
			t.Errorf("Find(%q) = %q, %t", p.Tag, found.Tag, ok)
		}
		seen := make(map[string]bool)
		for _, h := range p.Headings {
			if seen[h.Phrase] {
				t.Errorf("%s: heading %q twice", p.Tag, h.Phrase)
			}
			seen[h.Phrase] = true
			whole := strings.TrimSuffix(strings.TrimPrefix(h.Phrase, "* "), " *")
			if got := lang.NormalHeading(whole); got != whole {
				t.Errorf("%s: heading %q can never match; write %q", p.Tag, h.Phrase, got)
			}
		}
		for _, m := range p.Modals {
			if m.Phrase != strings.ToLower(m.Phrase) || m.Modality == lang.NoModality {
				t.Errorf("%s: modal %+v", p.Tag, m)
			}
		}
		for _, w := range p.Undecided {
			if w != strings.Join(strings.Fields(strings.ToLower(w)), " ") {
				t.Errorf("%s: undecided %q is not in lower case with single blanks", p.Tag, w)
			}
		}
		if len(p.Modals) == 0 || len(p.Markers) == 0 || len(p.Undecided) == 0 || len(p.Headings) == 0 {
			t.Errorf("%s: incomplete", p.Tag)
		}
	}
	if diff := cmp.Diff([]string{"en", "de", "es", "fr", "ja", "pt", "zh"}, tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if _, ok := lang.Find("tlh"); ok {
		t.Error("a pack for a language that nobody wrote")
	}
}

func TestVagueTermsAreSaidOnce(t *testing.T) {
	t.Parallel()
	english, _ := lang.Find("en")
	if english.Vague == nil {
		t.Fatal("English has no vague terms")
	}
	seen := make(map[string]bool)
	for _, term := range english.Vague().Terms {
		if seen[term.Phrase] {
			t.Errorf("%q twice", term.Phrase)
		}
		seen[term.Phrase] = true
		if term.Phrase != strings.Join(strings.Fields(strings.ToLower(term.Phrase)), " ") {
			t.Errorf("%q is not in lower case with single blanks", term.Phrase)
		}
	}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"empty", "", lang.Undetermined},
		{"digits and punctuation", "1.2.3 -- 42 %", lang.Undetermined},
		{"one English sentence", "The desk must refuse a sixth loan.", "en"},
		{"two words say nothing", "Foo bar", lang.Undetermined},
		{"Finnish", "Järjestelmän tulee hylätä kuudes laina samalle lukijalle, jos ensimmäinen on palauttamatta.", "fi"},
		{"in no list", "Mfumo lazima ukatae mkopo wa sita kwa msomaji yuleyule.", lang.Undetermined},
		{"Russian", "Система должна отклонить шестую выдачу.", "ru"},
		{"Cyrillic in no list", "Систем зургаа дахь зээлийг татгалзана.", lang.Undetermined},
		{"Korean", "시스템은 여섯 번째 대출을 거부해야 한다.", "ko"},
		{"Korean in an English template", "Given 비어 있는 자리, When 회원이 예약하면, Then 목록에 사용 중으로 나온다.", "ko"},
		{"Italian, not Spanish", "Il sistema deve rifiutare il sesto prestito e la proroga di un libro per una settimana.", "it"},
		{"Italian or Spanish", "Migliorare la bacheca", lang.Undetermined},
		{"Dutch, not English", "Het systeem moet de zesde lening in de bibliotheek weigeren als een boek niet terug is.", "nl"},
		{"Polish, not Portuguese", "System musi odrzucić szóste wypożyczenie, gdy czytelnik nie oddał książki na czas.", "pl"},
		{"Polish in an English template", "Given wolna książka, When czytelnik ją wypożycza, Then katalog pokazuje ją jako wypożyczoną. Why this priority: bez niej nie ma nic.", "pl"},
		{"Swedish, not Spanish", "Systemet ska neka ett sjätte lån i biblioteket när en bok inte är tillbaka.", "sv"},
		{"Danish or Norwegian", "Systemet skal ikke vise det som er til leie.", lang.Undetermined},
		{"Catalan, not Spanish", "El taulell no ha de prestar un sisè llibre a qui té els anteriors amb retard.", "ca"},
		{"a short request", "Make the dashboard better", "en"},
		{"two words", "Refactor exports", "en"},
		{"a short German request", "Dashboard verbessern", "de"},
		{"a short French request", "Améliorer le tableau de bord", "fr"},
		{"a short Spanish request", "Mejorar la portada", "es"},
		{"a short Portuguese request", "Melhorar a página", "pt"},
		{"English full of names", "The loan_api must return ERR_LIMIT to PatronClient, LoanDesk, KioskApp and AdminPanel when max_loans is 5.", "en"},
		{"an English table", "Field Type Required loan_id uuid yes patron_id uuid yes due_at timestamp no", "en"},
		{"English answers in a table", "Role Open Mix Guest no no Warden no yes Clerk no no", "en"},
		{"English with a Russian name", "The desk must show «Библиотека» as the name of the branch.", "en"},
		{"English with an Italian line", "The desk must say “il prestito non è possibile” to a guest and must show the reason to the clerk who asks for it.", "en"},
		{"masked code does not count", "Die Ausleihe \x00\x00\x00 muss die Leihe ablehnen, wenn sie \x00 ist.", "de"},
		{"English with some kanji", "The desk must show 貸出 and 返却 as the labels of the two buttons.", "en"},
		{"cut inside a character", strings.Repeat("借阅台必须拒绝。", 200), "zh"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := lang.NewRecogniser().Tag(test.text); got != test.want {
				t.Errorf("Detect(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}

// TestNeighbours keeps the words by which a language without a pack is told
// apart from those of English, which every template brings along.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	english := "the of and to a in is that for it as with be by on are this or an from at which must shall should when not has have was will " +
		"can if any all its user want so no do me her met door per over"
	r := lang.NewRecogniser()
	for w := range strings.FieldsSeq(english) {
		if got := r.Tag(strings.Repeat(w+" ", 5)); got != "en" && got != lang.Undetermined && got != "pt" {
			t.Errorf("%q alone is told to be %q", w, got)
		}
	}
}

func TestKnows(t *testing.T) {
	t.Parallel()
	for _, p := range lang.All() {
		has := map[lang.Words]bool{
			lang.BasicWords: true, lang.NoWords: true, lang.VagueWords: p.Vague != nil, lang.GrammarWords: p.Grammar != nil,
			lang.GapWords: p.Gaps != nil, lang.AllWords: p.Vague != nil && p.Grammar != nil && p.Gaps != nil,
		}
		for words, want := range has {
			if got := lang.Knows(p.Tag, words); got != want {
				t.Errorf("Knows(%q, %d) = %v, the pack says %v", p.Tag, words, got, want)
			}
		}
	}
	if lang.Knows("it", lang.BasicWords) || lang.Knows(lang.Undetermined, lang.BasicWords) || !lang.Knows("it", lang.NoWords) {
		t.Error("a language without a pack is known, or not even looked at")
	}
}

// TestLanguageFixtures reads a small spec in every language: it is told apart
// from the others, and each of its headings is known.
func TestLanguageFixtures(t *testing.T) {
	t.Parallel()
	for _, p := range lang.All() {
		t.Run(p.Tag, func(t *testing.T) {
			t.Parallel()
			files := testkit.Files(t, "../../testdata/lang/"+p.Tag)
			if len(files) == 0 {
				t.Fatal("no fixture")
			}
			headings := lang.NewHeadingTable([]lang.Pack{p})
			for _, f := range files {
				text := string(f.Data)
				if got := lang.NewRecogniser().Tag(text); got != p.Tag {
					t.Errorf("%s: detected %q", f.Path, got)
				}
				if !slices.ContainsFunc(p.Modals, func(m lang.Modal) bool { return strings.Contains(text, m.Phrase) }) {
					t.Errorf("%s: none of its modal verbs is known", f.Path)
				}
				for line := range strings.Lines(text) {
					if title, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok && headings.Section(title) == lang.Other {
						t.Errorf("%s: heading %q is not known", f.Path, title)
					}
				}
			}
		})
	}
}

func BenchmarkDetect(b *testing.B) {
	text := strings.Repeat("The desk must refuse a sixth loan for one reader when the first is overdue. ", 100)
	b.ReportAllocs()
	for b.Loop() {
		lang.NewRecogniser().Tag(text)
	}
}
