//! Secrets taken out of what is written.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use regex_lite::Regex;
use serde_json::Value;

/// What stands in a secret's place.
const REMOVED: &str = "[removed]";

/// Keys of OpenAI and Anthropic, Google, AWS, GitHub and Slack; bearer tokens.
static KEYS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        \bsk-[A-Za-z0-9_-]{16,} | \bAIza[A-Za-z0-9_-]{30,} | \b(?:AKIA|ASIA)[A-Z0-9]{16}\b
        | \bgh[opsu]_[A-Za-z0-9]{30,} | \bgithub_pat_[A-Za-z0-9_]{30,} | \bxox[abprs]-[A-Za-z0-9-]{10,}
        | \bBearer\ [A-Za-z0-9._~+/-]{16,}=* ",
    )
    .ok()
});

/// Takes secrets out of texts.
#[derive(Clone, Default)]
pub(super) struct Redactor(Vec<String>);

impl Redactor {
    pub(super) fn add(&mut self, secret: String) {
        if !secret.is_empty() {
            self.0.push(secret);
        }
    }

    pub(super) fn value(&self, value: &mut Value) {
        match value {
            Value::String(text) => self.text(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            Value::Object(members) => members.values_mut().for_each(|member| self.value(member)),
            _ => {}
        }
    }

    fn text(&self, text: &mut String) {
        for secret in &self.0 {
            if text.contains(secret) {
                *text = text.replace(secret, REMOVED);
            }
        }
        if let Some(keys) = &*KEYS
            && let Cow::Owned(without) = keys.replace_all(text, REMOVED)
        {
            *text = without;
        }
    }
}

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Redactor({} secrets)", self.0.len())
    }
}
