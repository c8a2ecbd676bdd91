/// What stands on a parcel.
pub fn label(name: &str, phone: &str) -> String {
    let shown = if phone.is_empty() { "" } else { "on file" };
    format!("{name} ({shown})")
}

#[cfg(test)]
mod tests {
    use super::label;

    // prohibits: P-003
    #[test]
    fn phone_is_never_printed() {
        assert_eq!(label("Ada", "555-0100"), "Ada (on file)");
    }
}
