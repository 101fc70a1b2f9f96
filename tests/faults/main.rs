//! Twenty-odd faults for each provider: the typed error, and how many requests were made.

#![allow(clippy::format_push_string, reason = "tests build short texts")]

mod good;
mod plain;
mod streamed;
mod subject;
mod table;
