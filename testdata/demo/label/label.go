// Package label prints labels.
package label

// Print is what stands on a parcel.
func Print(name, phone string) string {
	if phone != "" {
		phone = "on file"
	}
	return name + " (" + phone + ")"
}
