//! Fields and the types in them, checked.

use quote::ToTokens;
use syn::{Field, FieldsNamed, FieldsUnnamed, GenericArgument, PathArguments, Type};

use super::serde_attrs;
use crate::errors::Errors;
use crate::{docs, types};

/// Checks fields that have names.
pub(crate) fn check_named(fields: &FieldsNamed, undocumented: bool, errors: &mut Errors) {
    for field in &fields.named {
        let unseen = serde_attrs::find(&field.attrs, &["skip", "skip_deserializing", "flatten"]).is_some();
        if !undocumented && !unseen && docs::text(&field.attrs).is_empty() {
            errors.push(
                &field.ident,
                "an output field needs a doc comment: the model reads it; or allow it: `#[agent_output(undocumented)]`",
            );
        }
        if !unseen {
            check_type(&field.ty, errors);
        }
    }
}

/// The one unnamed field, unless there are more or fewer.
pub(crate) fn newtype<'a>(fields: &'a FieldsUnnamed, what: &str, errors: &mut Errors) -> Option<&'a Field> {
    let mut iter = fields.unnamed.iter();
    let (Some(field), None) = (iter.next(), iter.next()) else {
        errors.push(
            fields,
            format!("{what} of several unnamed values has no names for the model: name its fields"),
        );
        return None;
    };
    if let Some(meta) = serde_attrs::find(
        &field.attrs,
        &["with", "deserialize_with", "serialize_with", "flatten", "skip", "skip_deserializing", "default"],
    ) {
        errors.push(
            meta,
            format!("a field of {what} that is not plain needs a name: write `{{ name: Type }}`"),
        );
        return None;
    }
    check_type(&field.ty, errors);
    Some(field)
}

/// Refuses types that no JSON value fits, where their spelling says so.
fn check_type(ty: &Type, errors: &mut Errors) {
    let ty = types::peel(ty);
    match ty {
        Type::Reference(_) => {
            errors.push(ty, "an output owns what it holds: use `String`, `Vec` or another owned type");
        }
        Type::Never(_) => errors.push(ty, "`!` has no value for the model to write"),
        Type::Ptr(_) | Type::FnPtr(_) => {
            errors.push(ty, "an output comes from JSON: it cannot hold pointers");
        }
        Type::Path(path) => {
            let Some(segment) = path.path.segments.last() else { return };
            let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return };
            let mut types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            if ["HashMap", "BTreeMap", "IndexMap"].iter().any(|map| segment.ident == map)
                && let Some(key) = types.next()
                && !can_be_key(key)
            {
                errors.push(
                    key,
                    "a JSON object's keys are strings: use `String` keys, or a `Vec` of pairs by name",
                );
            }
            types.for_each(|ty| check_type(ty, errors));
        }
        _ => {}
    }
}

/// Whether a type may serialise as an object's key, as far as its spelling says.
fn can_be_key(ty: &Type) -> bool {
    match types::peel(ty) {
        Type::Tuple(_) | Type::Array(_) | Type::Slice(_) | Type::Never(_) => false,
        Type::Path(path) => {
            let name = path.path.segments.last().map(|segment| segment.ident.to_token_stream().to_string());
            !["Vec", "HashMap", "BTreeMap", "HashSet", "BTreeSet", "Option"]
                .iter()
                .any(|no| name.as_deref() == Some(no))
        }
        _ => true,
    }
}
