//! Names on the wire.

/// The longest name of a tool or an argument that every provider takes.
const LONGEST: usize = 64;

/// Why `name` cannot name a tool or an argument, if it cannot.
pub(crate) fn fault(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a name cannot be empty".to_owned());
    }
    if let Some(c) = name.chars().find(|&c| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')) {
        return Some(format!("providers take names of `a-z A-Z 0-9 _ -` only, and `{name}` has `{c}`"));
    }
    (name.len() > LONGEST).then(|| {
        format!("providers take names of at most {LONGEST} characters, and this one has {}", name.len())
    })
}

/// `snake_case` of a type's or a variant's name.
pub(crate) fn snake(ident: &str) -> String {
    let mut snake = String::new();
    let mut previous_lower = false;
    let mut chars = ident.chars().peekable();
    while let Some(c) = chars.next() {
        let next_lower = chars.peek().is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && !snake.is_empty() && !snake.ends_with('_') && (previous_lower || next_lower) {
            snake.push('_');
        }
        previous_lower = c.is_lowercase() || c.is_numeric();
        snake.extend(c.to_lowercase());
    }
    snake
}

/// A variant's name by a `rename_all` rule of serde's.
pub(crate) fn by_rule(ident: &str, rule: &str) -> String {
    match rule {
        "lowercase" => ident.to_lowercase(),
        "UPPERCASE" => ident.to_uppercase(),
        "camelCase" => {
            let mut chars = ident.chars();
            chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
        }
        "snake_case" => words(ident, '_'),
        "SCREAMING_SNAKE_CASE" => words(ident, '_').to_uppercase(),
        "kebab-case" => words(ident, '-'),
        "SCREAMING-KEBAB-CASE" => words(ident, '-').to_uppercase(),
        _ => ident.to_owned(),
    }
}

/// Serde's own split into words: at every upper-case letter.
fn words(ident: &str, between: char) -> String {
    let mut words = String::new();
    for c in ident.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(between);
        }
        words.extend(c.to_lowercase());
    }
    words
}
