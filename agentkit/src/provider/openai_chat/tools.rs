//! Tools and schemas, in the form that strict mode takes where they fit it.

use serde_json::Value;

use crate::model::ToolDefinition;
use crate::provider::ProviderError;
use crate::provider::json::{Object, Written};
use crate::schema::{Family, Target, best, lower};

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

/// A schema as it is sent.
pub(super) struct Sent {
    pub(super) schema: Value,
    /// Whether strict mode is asked for.
    pub(super) strict: bool,
}

/// A schema as it is sent. `option` and `name` say in an error what it belongs to.
pub(super) fn sent(schema: &Value, form: Form, option: &str, name: &str) -> Result<Sent, ProviderError> {
    let loose = |target| lower(schema, target).map(|lowered| Sent { schema: lowered.schema, strict: false });
    let sent = match form {
        Form::Loose => loose(Target::OpenAiLoose),
        Form::Grammar => loose(Target::Grammar),
        Form::Strict => best(schema, Family::OpenAi)
            .map(|choice| Sent { schema: choice.lowered.schema, strict: choice.strict }),
    };
    sent.map_err(|error| ProviderError::unsupported(option, format_args!("the schema of `{name}`: {error}")))
}

/// Writes one tool.
pub(super) fn write(out: &mut Vec<u8>, tool: &ToolDefinition, form: Form) -> Written {
    let sent = sent(&tool.parameters, form, "tools", &tool.name)?;
    let mut object = Object::open(out);
    object.field("type", "function")?;
    let mut function = Object::open(object.key("function"));
    function.field("name", &*tool.name)?;
    function.field("description", &*tool.description)?;
    function.field("parameters", &sent.schema)?;
    if sent.strict {
        function.field("strict", &true)?;
    }
    function.close();
    object.close();
    Ok(())
}
