package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/surmise-ci/surmise/internal/ledger"
	"github.com/surmise-ci/surmise/internal/report"
)

// listLedger writes one line an entry.
func listLedger(w io.Writer, l ledger.Ledger) error {
	all := slices.Concat(l.Entries, l.Past)
	rows := make([][]string, 0, len(all))
	for _, e := range all {
		state := string(e.State)
		if e.PreExisting {
			state += ", from before"
		}
		rows = append(rows, []string{e.ID, state, e.Severity.String(), plain(e.Source), entryPlace(e), quoteShort(e.Gap)})
	}
	if len(rows) == 0 {
		_, err := io.WriteString(w, "no entry\n")
		return err
	}
	_, err := io.WriteString(w, table(rows))
	return err
}

// table aligns rows of equal length.
func table(rows [][]string) string {
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			width[i] = max(width[i], len([]rune(cell)))
		}
	}
	var b strings.Builder
	for _, r := range rows {
		var line strings.Builder
		for i, cell := range r {
			fmt.Fprintf(&line, "%-*s  ", width[i], cell)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// quoteShort shows foreign text on one line.
func quoteShort(s string) string {
	const room = 60
	if r := []rune(s); len(r) > room {
		s = string(r[:room-1]) + "…"
	}
	return fmt.Sprintf("%q", s)
}

// exportMarkdown writes the ledger for people.
func exportMarkdown(w io.Writer, l ledger.Ledger) error {
	_, err := w.Write(report.LedgerMarkdown(l))
	return err
}

// exportJSON writes an array of the entries in their canonical form.
func exportJSON(w io.Writer, l ledger.Ledger) error {
	entries := []json.RawMessage{}
	for _, e := range slices.Concat(l.Entries, l.Past) {
		data, err := ledger.Encode(e)
		if err != nil {
			return err
		}
		entries = append(entries, data)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(entries); err != nil {
		return fmt.Errorf("encode ledger: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func showEntry(w io.Writer, l ledger.Ledger, id, where string, asJSON bool) error {
	e, err := entryOf(l, id, where)
	if err != nil {
		return err
	}
	if asJSON {
		data, err := ledger.Encode(e)
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	}
	_, err = io.WriteString(w, entryText(e)+eventsText(e.Events))
	return err
}

// entryText is everything about an entry but its events.
func entryText(e ledger.Entry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s · %s · %s\n\n", e.ID, e.State, e.Severity, e.Class)
	rows := [][2]string{
		{"where", entryPlace(e)}, {"heading", plain(e.Spec.Heading)}, {"gap", fmt.Sprintf("%q", e.Gap)},
		{"why", plain(e.Why)}, {"assumption", plain(e.Assumption)}, {"affects", plain(e.Affects)}, {"source", plain(e.Source)},
		{"follows", plain(e.Predecessor)}, {"fingerprint", string(e.Fingerprint)},
	}
	if e.PreExisting {
		rows = append(rows, [2]string{"note", "stood before the change"})
	}
	columns(&b, slices.DeleteFunc(rows, func(r [2]string) bool { return r[1] == "" }))
	return b.String()
}

// eventsText is what happened to an entry, oldest first, each with what it is
// worth today and why.
func eventsText(events []ledger.Event) string {
	if len(events) == 0 {
		return "\nNobody decided anything about it.\n"
	}
	var b strings.Builder
	b.WriteString("\nDECISIONS\n")
	for _, e := range events {
		who := fmt.Sprintf("%s (%s)", plain(e.By), plain(e.Permission))
		switch {
		case e.Auto:
			who = "the policy's autonomous mode"
		case e.Self:
			who = fmt.Sprintf("%s (%s, the author)", plain(e.By), plain(e.Permission))
		}
		said := string(e.Verb)
		if e.Choice != "" {
			said += " " + plain(e.Choice)
		}
		effect := string(e.Effect)
		if e.Why != "" {
			effect += ", " + plain(e.Why)
		}
		fmt.Fprintf(&b, "  %s  %s: %s: %s\n", e.At.UTC().Format(time.RFC3339), who, said, effect)
		for _, extra := range []string{reasonText(e.Reason), plain(e.Link)} {
			if extra != "" {
				fmt.Fprintf(&b, "      %s\n", extra)
			}
		}
	}
	return b.String()
}

// reasonText shows somebody's own words; none are "".
func reasonText(s string) string {
	if s == "" {
		return ""
	}
	return fmt.Sprintf("%q", s)
}
