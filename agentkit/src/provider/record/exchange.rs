//! One exchange as JSON.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::redact::Redactor;
use crate::model::{Request, Response, ToolChoice};
use crate::provider::{ProviderError, ProviderErrorKind};

/// A request and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Exchange {
    pub(super) request: Value,
    pub(super) response: Outcome,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    /// A reply.
    Reply(Value),
    /// A failure.
    Error(Failure),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Failure {
    kind: ProviderErrorKind,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    retry_after_seconds: Option<f64>,
    attempts: u32,
}

impl Exchange {
    pub(super) fn new(
        request: &Request,
        outcome: &Result<Response, ProviderError>,
        redactor: &Redactor,
    ) -> Self {
        let mut failed = None;
        let mut reply = Value::Null;
        match outcome {
            Ok(response) => reply = serde_json::to_value(response).unwrap_or_default(),
            Err(error) => failed = Some(error),
        }
        redactor.value(&mut reply);
        let response = match failed {
            None => Outcome::Reply(reply),
            Some(error) => {
                let mut message = Value::String(error.message().to_owned());
                redactor.value(&mut message);
                Outcome::Error(Failure {
                    kind: error.kind(),
                    message: message.as_str().unwrap_or_default().to_owned(),
                    provider: error.provider().map(str::to_owned),
                    status: error.status(),
                    code: error.code().map(str::to_owned),
                    retry_after_seconds: error.retry_after().map(|delay| delay.as_secs_f64()),
                    attempts: error.attempts(),
                })
            }
        };
        Self { request: described(request, redactor), response }
    }
}

impl Failure {
    pub(super) fn error(&self) -> ProviderError {
        let mut error = ProviderError::new(self.kind, &*self.message).with_attempts(self.attempts);
        if let Some(provider) = &self.provider {
            error = error.with_provider(&**provider);
        }
        if let Some(status) = self.status {
            error = error.with_status(status);
        }
        if let Some(code) = &self.code {
            error = error.with_code(&**code);
        }
        match self.retry_after_seconds.and_then(|delay| Duration::try_from_secs_f64(delay).ok()) {
            Some(delay) => error.with_retry_after(delay),
            None => error,
        }
    }
}

/// A request as it is written and compared: all that the provider is asked, whichever format it speaks.
pub(super) fn described(request: &Request, redactor: &Redactor) -> Value {
    let tools = request.tools.as_slice().iter().map(|tool| {
        json!({"name": &*tool.name, "description": &*tool.description, "parameters": &*tool.parameters})
    });
    let format = request.response_format.as_ref().map(
        |format| json!({"name": format.name, "description": format.description, "schema": format.schema}),
    );
    let mut value = json!({
        "instructions": request.instructions.as_deref(),
        "messages": serde_json::to_value(&request.messages).unwrap_or_default(),
        "tools": tools.collect::<Vec<_>>(),
        "tool_choice": match &request.tool_choice {
            ToolChoice::Auto => json!("auto"),
            ToolChoice::Required => json!("required"),
            ToolChoice::None => json!("none"),
            ToolChoice::Named(name) => json!({"name": &**name}),
        },
        "response_format": format,
        "settings": serde_json::to_value(&*request.settings).unwrap_or_default(),
    });
    redactor.value(&mut value);
    value
}
