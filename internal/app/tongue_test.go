package app_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/surmise-ci/surmise/internal/app"
	"github.com/surmise-ci/surmise/internal/lang"
	"github.com/surmise-ci/surmise/internal/markdown"
	"github.com/surmise-ci/surmise/internal/policy"
	"github.com/surmise-ci/surmise/internal/source"
	"github.com/surmise-ci/surmise/internal/spec"
	"github.com/surmise-ci/surmise/internal/testkit"
)

// TestTongues reads documents in languages with a pack, without one, and in
// several. Folders are named after the language. Whatever has no pack gets one
// notice and nothing that hangs on words.
func TestTongues(t *testing.T) {
	t.Parallel()
	wordless := []string{"clarification-marker", "placeholder", "template-slot", "contradiction", "duplicate-id", "dangling-reference"}
	var table strings.Builder
	for _, f := range testkit.Files(t, testkit.Path(t, "testdata", "tongue")) {
		doc := readTongue(t, f)
		got := interrogate(t, app.Request{Documents: []app.Document{{Path: f.Path, Data: f.Data}}})
		fmt.Fprintf(&table, "%s: language %s, %s\n", f.Path, doc.Language, got.Verdict.Status)
		for _, l := range got.Limits {
			fmt.Fprintf(&table, "  notice: %s\n", l)
		}
		for _, f := range got.Findings {
			fmt.Fprintf(&table, "  %d: %s %s\n", f.At.Start.Line, f.Severity, f.Detector)
		}
		if want := path.Dir(f.Path); want != "mixed" && doc.Language != want && doc.Language != lang.Undetermined {
			t.Errorf("%s is read as %q", f.Path, doc.Language)
		}
		_, pack := lang.Find(doc.Language)
		if doc.Foreign == pack {
			t.Errorf("%s: foreign %v, in a language with a pack %v", f.Path, doc.Foreign, pack)
		}
		if !doc.Foreign {
			continue
		}
		if len(got.Limits) != 1 || !strings.Contains(got.Limits[0], f.Path) {
			t.Errorf("%s: notices %q, want one that names it", f.Path, got.Limits)
		}
		for _, found := range got.Findings {
			if !slices.Contains(wordless, found.Detector) {
				t.Errorf("%s: %s hangs on words", f.Path, found.Detector)
			}
		}
		if a := got.Ambiguity[0]; a.Score != 0 {
			t.Errorf("%s: a request in it scores %d", f.Path, a.Score)
		}
	}
	testkit.Golden(t, testkit.Path(t, "testdata", "tongue", "table.golden"), []byte(table.String()))
}

// TestTonguesNeverBlock puts sentences of a language without a pack in every
// part of the common templates: whatever the headings say, words do not block.
func TestTonguesNeverBlock(t *testing.T) {
	t.Parallel()
	templates := []string{
		"# %[1]s\n",
		"%[1]s\n\n%[2]s\n",
		"# Feature Specification: %[3]s\n\n## Requirements\n\n- **FR-001**: %[1]s\n- **FR-002**: %[2]s\n",
		"# PRD: %[3]s\n\n## Overview\n\n%[1]s\n\n## Features\n\n- %[2]s\n",
		"# %[3]s\n\n## Acceptance Criteria\n\n- [ ] %[1]s\n- [ ] %[2]s\n",
		"# %[3]s\n\n### Edge Cases\n\n- %[1]s?\n\n## Open Questions\n\n- %[2]s?\n",
		"# %[3]s\n\n| Requirement | %[3]s |\n|---|---|\n| %[1]s | %[2]s |\n",
		"## ADDED Requirements\n\n### Requirement: %[3]s\n\nThe system SHALL %[1]s\n\n#### Scenario: %[3]s\n\n- **WHEN** %[1]s\n- **THEN** %[2]s\n",
		"# %[3]s\n\n### Requirement 1\n\n**User Story:** As a %[3]s, I want %[1]s\n\n#### Acceptance Criteria\n\n1. WHEN %[1]s THEN the system SHALL %[2]s\n",
	}
	for tag, sentences := range map[string][3]string{
		"it": {"Il sistema deve mostrare tutti gli attrezzi liberi della giornata", "Lo sportello non consegna nulla a chi è in ritardo", "Attrezzi"},
		"nl": {"Het systeem moet alle vrije stukken van de dag tonen", "De balie geeft niets uit aan wie te laat is", "Gereedschap"},
		"sv": {"Systemet ska visa alla verktyg som är lediga den dagen", "Disken får inte lämna ut något till den som är sen", "Verktyg"},
		"pl": {"System musi pokazać wszystkie narzędzia, które są wolne", "Obsługa nie wydaje niczego osobie, która się spóźnia", "Narzędzia"},
		"cs": {"Systém musí zobrazit všechno nářadí, které je volné", "Obsluha nesmí vydat nic tomu, kdo se zpozdil", "Nářadí"},
		"fi": {"Järjestelmän tulee näyttää kaikki vapaat työkalut, jos ne ovat ehjiä", "Tiski ei saa luovuttaa mitään jäsenelle, joka on myöhässä", "Työkalut"},
		"hu": {"A rendszernek meg kell mutatnia az összes szabad szerszámot", "A pult nem ad ki semmit annak, aki késik", "Szerszámok"},
		"tr": {"Sistem o gün boş olan bütün aletleri göstermelidir", "Tezgâh geciken bir kişiye hiçbir alet vermez", "Aletler"},
		"id": {"Sistem harus menampilkan semua alat yang kosong pada hari itu", "Petugas tidak memberi alat kepada anggota yang terlambat", "Alat"},
		"vi": {"Hệ thống phải hiển thị các dụng cụ còn trống trong ngày", "Quầy không giao dụng cụ cho người mượn quá hạn", "Dụng cụ"},
		"ru": {"Система должна показывать все свободные инструменты", "Стойка не выдаёт ничего тому, кто опоздал", "Инструменты"},
		"ko": {"시스템은 비어 있는 모든 공구를 보여야 한다", "창구는 늦은 회원에게 아무것도 내주지 않는다", "공구"},
		"ar": {"يجب أن يعرض النظام كل الأدوات المتاحة في اليوم", "لا تسلم الأدوات إلى من تأخر", "الأدوات"},
		"el": {"Το σύστημα πρέπει να δείχνει όλα τα ελεύθερα εργαλεία", "Το γραφείο δεν δίνει τίποτα σε όποιον αργεί", "Εργαλεία"},
	} {
		for i, template := range templates {
			text := fmt.Sprintf(template, sentences[0], sentences[1], sentences[2])
			got := interrogate(t, app.Request{Documents: []app.Document{{Path: "SPEC.md", Data: []byte(text)}}})
			for _, f := range got.Findings {
				t.Errorf("%s in template %d: %s %s at line %d\n%s", tag, i, f.Severity, f.Detector, f.At.Start.Line, text)
			}
			if len(got.Limits) != 1 {
				t.Errorf("%s in template %d: notices %q, want one\n%s", tag, i, got.Limits, text)
			}
		}
	}
}

func readTongue(t *testing.T, f testkit.File) *spec.Document {
	t.Helper()
	file := source.New(f.Path, f.Data)
	tree, err := markdown.Parse(file, policy.Default().Limits)
	if err != nil {
		t.Fatal(err)
	}
	return spec.NewLexicon().Read(file, tree)
}
