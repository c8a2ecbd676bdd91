package claim

import "github.com/surmise-ci/surmise/internal/lang"

// SubjectOf is the subject as the claim has read it.
func SubjectOf(c Claim) string { return c.subject }

// ModalityOf is how strongly the claim asserts, as written.
func ModalityOf(c Claim) lang.Modality { return c.modality }
