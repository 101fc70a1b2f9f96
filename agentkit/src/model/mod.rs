//! What a run asks of a model, and what it gets back, whichever provider serves it.

mod capability;
mod finish;
mod request;
mod response;
mod settings;
mod usage;

pub use capability::{Capabilities, NativeOutput};
pub use finish::FinishReason;
pub use request::{Cache, Request, ResponseFormat, ToolChoice, ToolDefinition, ToolList};
pub use response::{Delta, Response};
pub use settings::{Effort, Settings, ToolConstraint};
pub use usage::Usage;
