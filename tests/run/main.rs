//! How runs go, each behaviour by name: over scripted models, and through the public API alone.

mod support;

mod build;
mod input;
