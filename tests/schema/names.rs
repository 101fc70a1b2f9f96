//! Names of tools and schemas.

use agentkit::schema::is_valid_name;

#[test]
fn a_name_is_of_letters_digits_underscores_and_hyphens() {
    for name in ["a", "A-b_9", "9", &"x".repeat(64)] {
        assert!(is_valid_name(name), "{name}");
    }
    for name in ["", "a b", "a.b", "ä", "a\n", "a/b", &"x".repeat(65)] {
        assert!(!is_valid_name(name), "{name}");
    }
}
