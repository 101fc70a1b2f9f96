//! Twenty-odd faults for each provider: the typed error, and how many requests were made.

mod good;
mod plain;
mod streamed;
mod subject;
mod table;
