//! One call of the model.

use std::hash::{DefaultHasher, Hash, Hasher};

use futures_util::StreamExt;

use super::core::{AnswerForm, Slot};
use super::drive::Drive;
use super::event::{EventKind, Partial};
use crate::message::{AssistantMessage, AssistantPart};
use crate::model::{Delta, Request, Response, Usage};
use crate::provider::{ProviderError, ProviderErrorKind};
use crate::{Error, ErrorKind, Result};

/// The place, among the parts of a streamed reply, of its text; calls have theirs from 0.
const TEXT: usize = usize::MAX;

impl Drive<'_> {
    /// Calls the model, unless a budget is used up.
    pub(super) async fn call_model(&mut self) -> Result<Response> {
        for budget in &self.budgets {
            budget.begin_turn(&self.core.origin.model)?;
        }
        self.report.turns += 1;
        self.trim().await?;
        let outcome = if self.core.hooks.is_empty() {
            self.complete(&self.request).await?
        } else {
            let mut request = self.request.clone();
            self.hook_request(&mut request).await?;
            self.complete(&request).await?
        };
        match outcome {
            Ok(mut response) => {
                self.count(&mut response);
                self.hook_response(&mut response).await?;
                self.adopt(&mut response.message);
                Ok(response)
            }
            Err(error) => Err(self.provider_failed(error)),
        }
    }

    fn count(&mut self, response: &mut Response) {
        self.report.transport_retries = self.report.transport_retries.saturating_add(response.retries);
        if let Some(usage) = &mut response.usage {
            usage.requests = usage.requests.max(1);
        }
        for budget in &self.budgets {
            budget.spend(&self.core.origin.model, response.usage);
        }
        let usage = response.usage.unwrap_or_else(Usage::unreported);
        self.last_input = usage.input_tokens;
        self.report.usage += usage;
        self.emit(|| EventKind::Reply { finish: response.finish.clone(), usage });
    }

    fn provider_failed(&mut self, error: ProviderError) -> Error {
        let retries = error.attempts().saturating_sub(1);
        self.report.transport_retries = self.report.transport_retries.saturating_add(retries);
        if let Some(usage) = error.usage() {
            self.report.usage += usage;
            for budget in &self.budgets {
                budget.spend(&self.core.origin.model, Some(usage));
            }
        }
        let kind = match error.kind() {
            ProviderErrorKind::ContentFilter => ErrorKind::Filtered,
            _ => ErrorKind::Provider,
        };
        Error::new(kind, format!("the provider failed: {error}")).with_source(error)
    }

    /// Signs a reply and sees to it that its calls' ids are unique in the run.
    fn adopt(&mut self, message: &mut AssistantMessage) {
        message.origin.get_or_insert_with(|| self.core.origin.clone());
        let mut place = 0;
        for part in &mut message.parts {
            let AssistantPart::ToolCall(call) = part else { continue };
            place += 1;
            let mut attempt = 0;
            while call.id.is_empty() || !self.ids.insert(hash(&call.id)) {
                attempt += 1;
                call.id = match attempt {
                    1 => format!("call_{}_{place}", self.report.turns),
                    _ => format!("call_{}_{place}_{attempt}", self.report.turns),
                };
            }
        }
    }

    /// Calls the model, and says of each piece of the reply that it came.
    pub(super) async fn ask_streaming(&self, request: &Request) -> Result<Response, ProviderError> {
        let mut deltas = self.core.provider.stream(request).await?;
        let mut partials = Vec::new();
        // A format of its own holds the whole text to the document.
        if let AnswerForm::Document(form) = &self.core.answer
            && request.response_format.is_some()
            && let Some(schema) = form.document.value_schema()
        {
            partials.push((TEXT, Partial::new(schema)));
        }
        while let Some(delta) = deltas.next().await {
            match delta? {
                Delta::Done(response) => return Ok(*response),
                delta => self.tell_of(delta, &mut partials),
            }
        }
        let message = "the stream ended before the reply was whole";
        Err(ProviderError::new(ProviderErrorKind::Incomplete, message)
            .with_provider(self.core.provider.name()))
    }

    fn tell_of(&self, delta: Delta, partials: &mut Vec<(usize, Partial)>) {
        let kind = match delta {
            Delta::Text(text) => {
                let partial = partials.iter().find(|(part, _)| *part == TEXT).map(|(_, partial)| partial);
                if let Some(partial) = partial {
                    partial.push(&text);
                }
                self.emit(|| EventKind::Text(text));
                if let Some(partial) = partial {
                    self.emit(|| EventKind::Partial(partial.clone()));
                }
                return;
            }
            Delta::Reasoning(text) => EventKind::Reasoning(text),
            Delta::Refusal(text) => EventKind::Refusal(text),
            Delta::ToolCall { index, id, name } => {
                if let Some(Slot::Stop(choice)) = self.core.index.get(name.as_str())
                    && let Some(schema) = self.core.schemas.get(*choice)
                {
                    partials.push((index, Partial::new(schema)));
                }
                EventKind::CallStarted { index, id, name }
            }
            Delta::Arguments { index, json } => {
                let partial = partials.iter().find(|(call, _)| *call == index).map(|(_, partial)| partial);
                if let Some(partial) = partial {
                    partial.push(&json);
                }
                self.emit(|| EventKind::Arguments { index, json });
                if let Some(partial) = partial {
                    self.emit(|| EventKind::Partial(partial.clone()));
                }
                return;
            }
            Delta::Done(_) => return,
        };
        self.emit(|| kind);
    }
}

pub(super) fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}
