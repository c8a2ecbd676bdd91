package lang

// Record lists the headings by which a document shows that it tells of
// something and asks for nothing, as [NormalHeading] writes them.
type Record struct {
	Log      []string // title of a list of what has changed
	Decision []string // what was decided
	Beside   []string // what stands beside a decision
}

// Records are the headings of records in English and in that language.
func Records(tag string) Record {
	out := englishRecords()
	if tag == "en" {
		return out
	}
	if p, ok := Find(tag); ok && p.Records != nil {
		own := p.Records()
		out.Log, out.Decision, out.Beside = append(out.Log, own.Log...), append(out.Decision, own.Decision...), append(out.Beside, own.Beside...)
	}
	return out
}
