//! Replies that are made to be slow. The tests of the decoder use them too.

/// Texts of about `len` bytes, each of another kind.
pub fn hostile(len: usize) -> Vec<(&'static str, String)> {
    let repeat = |piece: &str| piece.repeat(len / piece.len());
    let member = |piece: &str| format!("{{\"a\": {}", repeat(piece));
    let string = |piece: &str| format!("{{\"a\": \"{}", repeat(piece));
    let object = |piece: &str| format!("{{{}", repeat(piece));
    let array = |piece: &str| format!("[{}", repeat(piece));
    let long_key = format!("\", {}", "a".repeat(48));
    let spaced = format!("\"{}x", " ".repeat(40));
    let keys: Vec<_> = (0..len / 16).map(|n| format!("\"k{n}\": [1,]")).collect();
    let half = len / 2;
    let after = |first: &str, piece: &str| {
        format!("{first}{}x{}", " ".repeat(half), piece.repeat(half / piece.len()))
    };
    let answers = format!("{}{}", "{\"people\": []} or ".repeat(4000.min(len / 40)), "word ".repeat(len / 6));
    vec![
        // Brackets.
        ("open brackets", repeat("[")),
        ("open braces", repeat("{")),
        ("braces with keys", repeat("{\"a\":")),
        ("brackets with words", repeat("[a")),
        ("braces with words", repeat("{a")),
        ("brackets and parentheses", repeat("[(")),
        ("unquoted keys", repeat("{a:")),
        ("unterminated keys", repeat("{\"a")),
        ("closed brackets", repeat("]")),
        ("closed braces", repeat("x}")),
        ("adjacent objects", repeat("{}")),
        ("pairs of brackets", array("[],")),
        // Strings.
        ("quotes", repeat("\"")),
        ("quotes in a value", string("x\" ")),
        ("quotes and spaces", string(&spaced)),
        ("quotes and commas", string("\", x")),
        ("quotes and long keys", string(&long_key)),
        ("quotes in an array", format!("[\"{}", repeat("\", x"))),
        ("inner single quotes", format!("{{'a': '{}", repeat("' x"))),
        ("single quotes after braces", repeat("{'")),
        ("curly quotes", format!("{{“a”: “{}", repeat("” x"))),
        ("concatenation", format!("{{\"a\": \"x\"{}", repeat(" + \"x\""))),
        ("newlines in a string", string("\n")),
        // Escapes.
        ("backslashes", string("\\\\")),
        ("escaped quotes", string("\\\"")),
        ("escaped characters", string("\\u0041")),
        ("unknown escapes", string("\\d")),
        ("surrogates", string("\\ud83d")),
        ("surrogate pairs", string("\\ud83d\\ude00")),
        ("escapes without value", repeat("{\\\"")),
        // Between values.
        ("comments", object("/* */")),
        ("open comments", repeat("{/*")),
        ("line comments", repeat("{//\n")),
        ("hash comments", object("#\n")),
        ("commas", object(",")),
        ("commas in an array", array("1,,")),
        ("white space", object(" ")),
        ("line breaks", object("\n")),
        ("Unicode space", object("\u{a0}")),
        // Scalars.
        ("numbers", array("1,")),
        ("values in brackets", repeat("[1] ")),
        ("a long number", array("9")),
        ("literals", array("None,")),
        ("words", member("word ")),
        ("words in an array", array("word,")),
        ("the same key", format!("{{\"a\": 1{}}}", repeat(", \"a\": 1"))),
        ("other keys", format!("{{{}}}", keys.join(", "))),
        // Around values.
        ("think blocks", repeat("<think>")),
        ("closed think blocks", repeat("</think>")),
        ("think pairs", repeat("<think></think>")),
        ("tags", repeat("<a>{")),
        ("open tags", repeat("<")),
        ("special tokens", repeat("<|im_end|>")),
        ("fences", repeat("```")),
        ("fences with values", repeat("```{\"a\": 1,}```")),
        ("ticks", repeat("` ")),
        ("line breaks in prose", repeat("x\n")),
        ("space after a value", after("{}", "}")),
        ("space after a tag", after("<a>", "{\"a\" 1")),
        ("Unicode space after a value", format!("{{}}{}", repeat("\u{a0}x} "))),
        ("equal answers", answers),
    ]
}
