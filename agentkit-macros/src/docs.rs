//! Doc comments as text for the model.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of the doc comments among `attrs`, without the indentation that all lines share.
pub(crate) fn text(attrs: &[Attribute]) -> String {
    let comments: Vec<_> = attrs.iter().filter_map(comment).collect();
    let lines: Vec<_> = comments.iter().flat_map(|comment| comment.lines()).map(str::trim_end).collect();
    let stars = lines.len() > 1
        && lines.iter().skip(1).all(|line| line.is_empty() || line.trim_start().starts_with('*'))
        && lines.iter().skip(1).any(|line| !line.is_empty());
    let lines: Vec<_> = lines
        .into_iter()
        .map(|line| if stars { line.trim_start().strip_prefix('*').unwrap_or(line) } else { line })
        .collect();
    let indent = lines.iter().filter(|line| !line.trim().is_empty()).map(|line| indent(line)).min();
    let lines: Vec<_> = lines.iter().map(|line| line.get(indent.unwrap_or(0)..).unwrap_or("")).collect();
    lines.join("\n").trim().to_owned()
}

fn comment(attr: &Attribute) -> Option<String> {
    match &attr.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}
