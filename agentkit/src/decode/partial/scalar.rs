//! Scalars once they are whole.

use serde_json::{Number, Value};

use super::PartialDecoder;
use crate::decode::json::{Decimal, is_json, is_plain_integer};
use crate::decode::schema::types;

/// Whether a text may go on after a space: it is neither a number nor a literal.
pub(super) fn goes_on(text: &str) -> bool {
    !is_json(text) && literal(text).is_none()
}

fn literal(word: &str) -> Option<Value> {
    Some(match word {
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        "null" | "None" | "Null" | "NULL" => Value::Null,
        _ => return None,
    })
}

impl PartialDecoder {
    /// Takes a whole number, literal or word.
    pub(super) fn whole_word(&mut self, word: &str) {
        self.begun = true;
        match literal(word) {
            Some(Value::Null) if !self.next_allows(types::NULL) => {}
            Some(Value::Bool(_)) if !self.next_allows(types::BOOL) => {}
            Some(value) => self.show_scalar(value),
            None if is_json(word) => self.whole_number(word),
            None => self.whole_text(word),
        }
    }

    fn whole_number(&mut self, text: &str) {
        let mask = if is_plain_integer(text) { types::INTEGER } else { types::FRACTION };
        if self.next_allows(mask) {
            self.show_number(text);
        } else if self.next_allows(types::INTEGER) {
            if let Some(whole) = Decimal::new(text).to_integer_text() {
                self.show_number(&whole);
            }
        } else {
            self.whole_text(text);
        }
    }

    /// Shows a number; one that serde_json has no exact form of is withheld.
    fn show_number(&mut self, text: &str) {
        let number = if is_plain_integer(text) {
            text.parse::<u64>().map(Number::from).or_else(|_| text.parse::<i64>().map(Number::from)).ok()
        } else {
            text.parse::<f64>().ok().and_then(Number::from_f64)
        };
        if let Some(number) = number {
            self.show_scalar(Value::Number(number));
        }
    }

    /// Takes a whole text that is a string where one fits.
    fn whole_text(&mut self, text: &str) {
        if let Some(text) = self.next.text(self.schema.compiled(), text) {
            self.show_scalar(Value::String(text));
        }
    }

    /// Takes a whole string that was not shown while it grew.
    pub(super) fn whole_string(&mut self, text: &str) {
        if self.next_allows(types::STRING) {
            return self.whole_text(text);
        }
        let trimmed = text.trim();
        match trimmed {
            "true" | "True" | "TRUE" | "false" | "False" | "FALSE" if self.next_allows(types::BOOL) => {
                self.show_scalar(Value::Bool(trimmed.eq_ignore_ascii_case("true")));
            }
            "null" if self.next_allows(types::NULL) => self.show_scalar(Value::Null),
            _ if self.next_allows(types::NUMBER) && is_json(trimmed) => self.whole_number(trimmed),
            _ => {}
        }
    }
}
