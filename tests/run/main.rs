//! How runs go, each behaviour by name: over scripted models, and through the public API alone.

mod support;

mod approval;
mod budgets;
mod build;
mod cancel;
mod compose;
mod finishes;
mod hooks;
mod input;
mod journal;
mod model_check;
mod sessions;
mod stops;
mod streams;
mod tool_errors;
mod turns;
