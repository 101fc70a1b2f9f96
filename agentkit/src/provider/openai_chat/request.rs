//! A request as a body.

use serde_json::json;

use super::OpenAiChatWire;
use super::tools::{self, Form};
use crate::Message;
use crate::message::{Media, MediaKind, MediaSource};
use crate::model::{Request, ResponseFormat, Settings, ToolChoice, ToolConstraint};
use crate::provider::dialect::{
    ChatTools, EffortField, Grammar, MaxTokens, NamedChoice, Sampling, SystemRole,
};
use crate::provider::json::{self, Body, Object, Written};
use crate::provider::plan::{self, NO_STRICT_MODE, NOT_ASKED, Sent};
use crate::provider::{ProviderError, SchemaPlan, body, check};

impl OpenAiChatWire {
    /// Refuses what cannot be honoured, but for what is in the messages.
    pub(super) fn check_options(&self, request: &Request) -> Result<(), ProviderError> {
        let settings = &*request.settings;
        let refuse = |option: &str, why: &str| Err(ProviderError::unsupported(option, why));
        let has_tools = !request.tools.is_empty();
        let family = self.dialect.family(self.model_name());
        if family.is_some_and(|family| !family.served) {
            return refuse("model", "it is not served by Chat Completions; use OpenAiResponses");
        }
        match (family.map(|family| family.tools), settings.effort) {
            _ if !has_tools || self.overridden => {}
            (Some(ChatTools::Never), _) => {
                return refuse(
                    "tools",
                    "the model takes tools by the Responses API only; use OpenAiResponses",
                );
            }
            (Some(ChatTools::WithoutEffort), None)
            | (Some(ChatTools::WithoutEffort | ChatTools::EffortOff), Some(crate::model::Effort::Off))
            | (Some(ChatTools::Always) | None, _) => {}
            (Some(_), _) => {
                return refuse(
                    "effort",
                    "with tools, the model takes no effort but `Effort::Off` here; set that, or use OpenAiResponses",
                );
            }
        }
        check::request(request, &self.capabilities)?;
        if settings.effort.is_some_and(|effort| self.effort_word(effort).is_none()) {
            return refuse("effort", "the model has no such degree of effort");
        }
        let sampled = [("temperature", settings.temperature), ("top_p", settings.top_p)];
        if let Some((option, _)) = sampled.iter().find(|(_, number)| number.is_some()) {
            let off = settings.effort == Some(crate::model::Effort::Off);
            let fits = match family.map(|family| family.sampling) {
                Some(Sampling::WithoutEffort) => off || settings.effort.is_none(),
                Some(Sampling::EffortOff) => off,
                _ => true,
            };
            if !fits && !self.overridden {
                return refuse(option, "the model takes it only with `Effort::Off`");
            }
        }
        if !settings.stop.is_empty() && family.is_some_and(|family| !family.stop) {
            return refuse("stop", "the model takes no texts that end the reply");
        }
        if settings.seed.is_some() && self.dialect.seed.is_empty() {
            return refuse("seed", "the provider takes none");
        }
        let forced = matches!(request.tool_choice, ToolChoice::Required | ToolChoice::Named(_));
        if settings.constraint == ToolConstraint::Grammar
            && self.dialect.grammar == Grammar::StructuredOutputs
            && has_tools
            && !forced
        {
            return refuse("constraint", "the server holds calls to a grammar only where a call is forced");
        }
        Ok(())
    }

    /// Refuses schemas that cannot be sent at all.
    pub(super) fn check_schemas(&self, request: &Request) -> Result<(), ProviderError> {
        let form = self.form(request);
        for tool in request.tools.as_slice() {
            tools::sent(&tool.parameters, form, NOT_ASKED, "tools", &tool.name)?;
        }
        if let Some(format) = &request.response_format {
            self.format_schema(format, request)?;
        }
        Ok(())
    }

    /// How the schemas of a request go out.
    pub(super) fn planned(&self, request: &Request) -> Vec<SchemaPlan> {
        let (form, reason) = (self.form(request), Self::why_loose(request));
        plan::of(
            request,
            |tool| tools::sent(&tool.parameters, form, reason, "tools", &tool.name),
            |format| self.format_schema(format, request),
        )
    }

    fn why_loose(request: &Request) -> &'static str {
        match request.settings.constraint {
            ToolConstraint::None => NOT_ASKED,
            _ => NO_STRICT_MODE,
        }
    }

    /// A format's schema as it is sent.
    fn format_schema(&self, format: &ResponseFormat, request: &Request) -> Result<Sent, ProviderError> {
        let form = match self.form(request) {
            // These servers compile any schema for the reply.
            Form::Loose if self.dialect.grammar != Grammar::None => Form::Grammar,
            form => form,
        };
        tools::sent(&format.schema, form, Self::why_loose(request), "response_format", &format.name)
    }

    fn form(&self, request: &Request) -> Form {
        match request.settings.constraint {
            ToolConstraint::Strict if self.capabilities.strict_tools => Form::Strict,
            ToolConstraint::Grammar => Form::Grammar,
            _ => Form::Loose,
        }
    }

    pub(super) fn check_message(&self, message: &Message) -> Result<(), ProviderError> {
        check::message(message, &self.capabilities, |media| self.check_media(media))
    }

    fn check_media(&self, media: &Media) -> Result<(), ProviderError> {
        match (media.kind, &media.source) {
            (MediaKind::Image, MediaSource::Url(_)) if self.dialect.image_urls => Ok(()),
            (_, MediaSource::Url(_)) => {
                Err(ProviderError::unsupported("messages", "the provider does not fetch URLs of such media"))
            }
            (MediaKind::Audio, _) => {
                check::media_type(media, &["audio/wav", "audio/x-wav", "audio/mpeg", "audio/mp3"])
            }
            (MediaKind::Document, _) => check::media_type(media, &["application/pdf"]),
            (MediaKind::Image, _) => Ok(()),
        }
    }

    fn model_name(&self) -> &str {
        &self.origin.model
    }

    fn effort_word(&self, effort: crate::model::Effort) -> Option<&str> {
        let family = self.dialect.family(self.model_name());
        family.map_or(&self.dialect.effort, |family| &family.effort).word(effort)
    }

    /// Writes the body. The long members stand first and are copied from what was written before.
    pub(super) fn body(&self, request: &Request, stream: bool) -> Result<Vec<u8>, ProviderError> {
        let (settings, dialect) = (&*request.settings, &*self.dialect);
        let mut out = Vec::with_capacity(4096);
        let merged;
        let extra = if dialect.extra.is_empty() {
            &settings.extra
        } else {
            let mut all = dialect.extra.clone();
            all.extend(settings.extra.clone());
            merged = all;
            &merged
        };
        let mut body = Body::open(&mut out, extra);
        body.field("model", self.model_name())?;
        body.with("messages", |out| self.messages(out, request))?;
        self.tools(&mut body, request)?;
        self.response_format(&mut body, request)?;
        let max_tokens = match dialect.max_tokens {
            MaxTokens::MaxTokens => "max_tokens",
            MaxTokens::MaxCompletionTokens => "max_completion_tokens",
        };
        body.option(max_tokens, settings.max_tokens)?;
        body.option("temperature", settings.temperature)?;
        body.option("top_p", settings.top_p)?;
        body.option(if dialect.seed == "random_seed" { "random_seed" } else { "seed" }, settings.seed)?;
        if !settings.stop.is_empty() {
            body.field("stop", &settings.stop)?;
        }
        self.effort(&mut body, settings)?;
        if stream {
            body.field("stream", &true)?;
            if dialect.stream_usage {
                body.field("stream_options", &json!({"include_usage": true}))?;
            }
        }
        body.close()?;
        Ok(out)
    }

    fn messages(&self, out: &mut Vec<u8>, request: &Request) -> Written {
        out.push(b'[');
        if let Some(instructions) = &request.instructions {
            let mut message = Object::open(out);
            message.field(
                "role",
                match self.dialect.system_role {
                    SystemRole::System => "system",
                    SystemRole::Developer => "developer",
                    SystemRole::User => "user",
                },
            )?;
            message.field("content", &**instructions)?;
            message.close();
            if !request.messages.is_empty() {
                out.push(b',');
            }
        }
        body::messages(out, request, &self.scope(0), |out, messages, at| {
            messages.get(at).map_or(Ok(()), |message| self.message(out, message))
        })?;
        out.push(b']');
        Ok(())
    }

    fn tools(&self, body: &mut Body<'_>, request: &Request) -> Written {
        if request.tools.is_empty() {
            return Ok(());
        }
        let form = self.form(request);
        if self.dialect.named_choice == NamedChoice::OnlyTool {
            match &request.tool_choice {
                ToolChoice::None => return Ok(()),
                ToolChoice::Named(name) => {
                    let named = request.tools.as_slice().iter().filter(|tool| tool.name == *name);
                    body.with("tools", |out| {
                        json::array(out, named, |out, tool| tools::write(out, tool, form))
                    })?;
                    return body.field("tool_choice", "required");
                }
                _ => {}
            }
        }
        body.with("tools", |out| {
            body::tools(out, request, &self.scope(form as u64), |out| {
                json::array(out, request.tools.as_slice(), |out, tool| tools::write(out, tool, form))
            })
        })?;
        match &request.tool_choice {
            ToolChoice::Auto => {}
            ToolChoice::Required => body.field("tool_choice", "required")?,
            ToolChoice::None => body.field("tool_choice", "none")?,
            ToolChoice::Named(name) => {
                body.field("tool_choice", &json!({"type": "function", "function": {"name": &**name}}))?;
            }
        }
        let parallel = request.settings.parallel_tool_calls;
        body.option("parallel_tool_calls", parallel.filter(|_| self.capabilities.parallel_switch))
    }

    fn response_format(&self, body: &mut Body<'_>, request: &Request) -> Written {
        let Some(format) = &request.response_format else { return Ok(()) };
        let sent = self.format_schema(format, request)?;
        if request.settings.constraint == ToolConstraint::Grammar {
            match self.dialect.grammar {
                Grammar::None => {}
                Grammar::StructuredOutputs => {
                    return body.field("structured_outputs", &json!({"json": sent.schema}));
                }
                Grammar::JsonSchema => return body.field("json_schema", &sent.schema),
            }
        }
        body.with("response_format", |out| {
            let mut object = Object::open(out);
            object.field("type", "json_schema")?;
            let mut inner = Object::open(object.key("json_schema"));
            inner.field("name", &format.name)?;
            inner.option("description", format.description.as_deref())?;
            inner.field("schema", &sent.schema)?;
            if sent.is_strict() {
                inner.field("strict", &true)?;
            }
            inner.close();
            object.close();
            Ok(())
        })
    }

    fn effort(&self, body: &mut Body<'_>, settings: &Settings) -> Written {
        let Some(word) = settings.effort.and_then(|effort| self.effort_word(effort)) else { return Ok(()) };
        match self.dialect.effort_field {
            EffortField::ReasoningEffort => body.field("reasoning_effort", word),
            EffortField::ReasoningObject => body.field("reasoning", &json!({"effort": word})),
        }
    }
}
