//! Tools and schemas, in the form that strict mode takes where they fit it.

use serde_json::Value;

use crate::model::{ToolConstraint, ToolDefinition};
use crate::provider::ProviderError;
use crate::provider::json::{Object, Written};
use crate::provider::plan::{NOT_ASKED, Sent};
use crate::schema::{Family, Target};

/// How schemas are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As a hint to the model.
    Loose,
    /// For strict mode, where that is proved to take it.
    Strict,
    /// For a grammar compiler.
    Grammar,
}

/// A schema as it is sent; as a hint for `reason`. `option` and `name` say in an error what it belongs to.
pub(super) fn sent(
    schema: &Value,
    form: Form,
    reason: &str,
    option: &str,
    name: &str,
) -> Result<Sent, ProviderError> {
    let sent = match form {
        Form::Loose => Sent::hint(schema, Target::OpenAiLoose, reason),
        Form::Grammar => Sent::held(schema, Target::Grammar, ToolConstraint::Grammar),
        Form::Strict => Sent::best(schema, Family::OpenAi),
    };
    sent.map_err(|error| ProviderError::unsupported(option, format_args!("the schema of `{name}`: {error}")))
}

/// Writes one tool.
pub(super) fn write(out: &mut Vec<u8>, tool: &ToolDefinition, form: Form) -> Written {
    let sent = sent(&tool.parameters, form, NOT_ASKED, "tools", &tool.name)?;
    let mut object = Object::open(out);
    object.field("type", "function")?;
    let mut function = Object::open(object.key("function"));
    function.field("name", &*tool.name)?;
    function.field("description", &*tool.description)?;
    function.field("parameters", &sent.schema)?;
    if sent.is_strict() {
        function.field("strict", &true)?;
    }
    function.close();
    object.close();
    Ok(())
}
