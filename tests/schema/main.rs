//! What is sent as a schema, checked against vectors and by properties.

mod names;
mod properties;
mod types;
mod unions;
mod vectors;
