//! Types as they are spelled.

use syn::Type;

/// The type without parentheses, and without the invisible ones around what a macro by example passed on.
pub(crate) fn peel(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => peel(&group.elem),
        Type::Paren(paren) => peel(&paren.elem),
        _ => ty,
    }
}
