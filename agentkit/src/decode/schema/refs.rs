//! `$ref` within one document.

use std::collections::HashMap;

use serde_json::Value;

use super::SchemaError;

/// Where references lead.
pub(super) struct Refs<'s> {
    root: &'s Value,
    /// `$id` and `$anchor`, collected when a reference first needs them.
    named: Option<HashMap<String, &'s Value>>,
}

impl<'s> Refs<'s> {
    pub(super) fn new(root: &'s Value) -> Self {
        Self { root, named: None }
    }

    pub(super) fn resolve(&mut self, target: &str) -> Result<&'s Value, SchemaError> {
        let missing = || SchemaError::new(format!("`$ref` {target:?} leads nowhere in this document"));
        if target == "#" {
            return Ok(self.root);
        }
        if let Some(pointer) = target.strip_prefix('#').filter(|pointer| pointer.starts_with('/')) {
            let plain = self.root.pointer(pointer);
            return plain.or_else(|| self.root.pointer(&percent_decode(pointer))).ok_or_else(missing);
        }
        let root = self.root;
        let named = self.named.get_or_insert_with(|| collect(root));
        let (base, pointer) = match target.split_once("#/") {
            Some((base, pointer)) => (base, Some(format!("/{pointer}"))),
            None => (target, None),
        };
        let base = *named.get(base).ok_or_else(missing)?;
        match pointer {
            Some(pointer) => base.pointer(&pointer).ok_or_else(missing),
            None => Ok(base),
        }
    }
}

/// All schemas with a name of their own, found without recursion.
fn collect(root: &Value) -> HashMap<String, &Value> {
    let mut named = HashMap::new();
    let mut open = vec![root];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(elements) => open.extend(elements),
            Value::Object(members) => {
                if let Some(Value::String(id)) = members.get("$id") {
                    named.insert(id.clone(), value);
                }
                if let Some(Value::String(anchor)) = members.get("$anchor") {
                    named.insert(format!("#{anchor}"), value);
                }
                open.extend(members.values());
            }
            _ => {}
        }
    }
    named
}

fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let hex = rest.as_slice_hex(byte);
        bytes.push(hex.unwrap_or(byte));
        if hex.is_some() {
            rest.next();
            rest.next();
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

trait Hex {
    /// The byte that `%xy` stands for, if this is the `%` and `xy` follows.
    fn as_slice_hex(&self, byte: u8) -> Option<u8>;
}

impl Hex for std::str::Bytes<'_> {
    fn as_slice_hex(&self, byte: u8) -> Option<u8> {
        let mut ahead = self.clone();
        let mut digit = || char::from(ahead.next()?).to_digit(16);
        let value = digit()? * 16 + digit()?;
        u8::try_from(value).ok().filter(|_| byte == b'%')
    }
}
