//! Tools whose results come from outside.

use std::sync::Arc;

use schemars::JsonSchema;

use super::{Tool, ToolError, ToolOptions};

impl Tool {
    /// A tool that is not called here: a call of it ends the run as
    /// [`ErrorKind::Pending`](crate::ErrorKind::Pending), and its result is given to
    /// [`Agent::resume`](crate::Agent::resume) once it is there. `Args` is what the model is asked for.
    pub fn external<Args: JsonSchema>(name: impl Into<Arc<str>>, description: impl Into<Arc<str>>) -> Self {
        let schema = crate::__private::schema::<Args>();
        let options = ToolOptions { external: true, ..ToolOptions::default() };
        Self::from_schema(name, description, schema, |_, _| {
            let error = ToolError::fatal("the tool's results come from outside; it cannot be called");
            Box::pin(std::future::ready(Err(error)))
        })
        .with_options(options)
    }
}
