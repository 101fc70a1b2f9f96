//! What can be refused before anything is sent, whichever provider it is.

use super::ProviderError;
use crate::Message;
use crate::message::{Media, MediaKind, Part};
use crate::model::{Capabilities, NativeOutput, Request, ToolChoice, ToolConstraint};
use crate::schema::is_valid_name;

/// Refuses what `capabilities` rule out, and what makes no sense with any provider.
pub(crate) fn request(request: &Request, capabilities: &Capabilities) -> Result<(), ProviderError> {
    tools(request, capabilities)?;
    let settings = &*request.settings;
    for (name, number) in [("temperature", settings.temperature), ("top_p", settings.top_p)] {
        if let Some(number) = number {
            if !number.is_finite() {
                return Err(ProviderError::unsupported(name, "it is not a number"));
            }
            if !capabilities.sampling {
                return Err(ProviderError::unsupported(name, "the model takes no sampling parameters"));
            }
        }
    }
    if settings.constraint == ToolConstraint::Grammar && !capabilities.grammar {
        return Err(ProviderError::unsupported("constraint", "the provider takes no grammars"));
    }
    if let Some(format) = &request.response_format {
        if !is_valid_name(&format.name) {
            let why = format_args!(
                "its name {:?} is not 1 to 64 of the characters a-z, A-Z, 0-9, `_` and `-`",
                format.name
            );
            return Err(ProviderError::unsupported("response_format", why));
        }
        match capabilities.native_output {
            NativeOutput::Yes => {}
            NativeOutput::WithoutTools if request.tools.is_empty() => {}
            NativeOutput::WithoutTools => {
                let why = "the model enforces a schema on its reply only in requests without tools";
                return Err(ProviderError::unsupported("response_format", why));
            }
            NativeOutput::No => {
                let why = "the model enforces no schema on its reply";
                return Err(ProviderError::unsupported("response_format", why));
            }
        }
    }
    Ok(())
}

fn tools(request: &Request, capabilities: &Capabilities) -> Result<(), ProviderError> {
    let refuse = |why: &dyn std::fmt::Display| Err(ProviderError::unsupported("tool_choice", why));
    if !request.tools.is_empty() && !capabilities.tools {
        return Err(ProviderError::unsupported("tools", "the model takes no tools"));
    }
    match &request.tool_choice {
        ToolChoice::Required if !capabilities.tool_choice_required => {
            return refuse(&"the model cannot be made to call a tool");
        }
        ToolChoice::Named(_) if !capabilities.tool_choice_named => {
            return refuse(&"the model cannot be made to call a certain tool");
        }
        ToolChoice::Required if request.tools.is_empty() => return refuse(&"there is no tool to call"),
        ToolChoice::Named(name) if !request.tools.as_slice().iter().any(|tool| tool.name == *name) => {
            return refuse(&format_args!("there is no tool `{name}`"));
        }
        _ => {}
    }
    let has_switch = capabilities.parallel_switch || request.tools.is_empty();
    if request.settings.parallel_tool_calls == Some(false) && !has_switch {
        let why = "the provider has no switch against several calls in one turn";
        return Err(ProviderError::unsupported("parallel_tool_calls", why));
    }
    Ok(())
}

/// Refuses media in `message` that the model does not take.
pub(crate) fn message(
    message: &Message,
    capabilities: &Capabilities,
    media: impl Fn(&Media) -> Result<(), ProviderError>,
) -> Result<(), ProviderError> {
    let Message::User(user) = message else { return Ok(()) };
    for part in &user.parts {
        let Part::Media(part) = part else { continue };
        let (taken, what) = match part.kind {
            MediaKind::Image => (capabilities.images, "images"),
            MediaKind::Document => (capabilities.documents, "documents"),
            MediaKind::Audio => (capabilities.audio, "sound"),
        };
        if !taken {
            return Err(ProviderError::unsupported("messages", format_args!("the model takes no {what}")));
        }
        media(part)?;
    }
    Ok(())
}

/// Refuses a media type that is not among `taken`.
pub(crate) fn media_type(media: &Media, taken: &[&str]) -> Result<(), ProviderError> {
    if taken.contains(&media.media_type.as_str()) {
        return Ok(());
    }
    let why = format!("media of type `{}` is not taken; {} is", media.media_type, taken.join(", "));
    Err(ProviderError::unsupported("messages", why))
}
