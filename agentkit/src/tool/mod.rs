//! Tools: what a model may call.

mod arguments;
mod builder;
mod context;
mod error;
mod external;
mod limits;
mod names;
mod options;
mod set;
mod text;
mod value;

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::BoxFuture;
use crate::decode::{Schema, SchemaError};
use crate::model::ToolDefinition;

pub use arguments::Arguments;
pub use builder::ToolBuilder;
pub(crate) use context::RunScope;
pub use context::{Budget, ToolContext};
pub use error::{ToolError, ToolErrorKind};
pub use limits::{Listed, Measured, Ranged, Textual};
pub use names::ToolNames;
pub use options::ToolOptions;
pub use set::ToolSet;
pub(crate) use text::into_text;
pub use value::{ToolArg, ToolArgRef, ToolArgs, ToolValue};

/// A running call: what the model is to be told, or how the call failed.
pub type ToolFuture = BoxFuture<'static, Result<String, ToolError>>;

pub(crate) type Handler = dyn Fn(Arguments, ToolContext) -> ToolFuture + Send + Sync;

/// One tool that a model may call.
///
/// Most tools come from a trait by [`#[tools]`](macro@crate::tools); this is for the others.
#[derive(Clone)]
pub struct Tool {
    inner: Arc<Inner>,
}

#[derive(Clone)]
struct Inner {
    definition: ToolDefinition,
    options: ToolOptions,
    handler: Arc<Handler>,
    fault: Option<Arc<str>>,
    /// The argument schema, compiled when it is first needed.
    schema: OnceLock<Result<Schema, SchemaError>>,
}

impl Tool {
    /// A tool of `name` that decodes its arguments into `Args` and runs `call`.
    ///
    /// `Args` is an object: a struct of named fields, closed by `#[serde(deny_unknown_fields)]` if unknown
    /// arguments are to be refused. A field that takes `null` is optional.
    ///
    /// ```
    /// # use agentkit::__private::{schemars, serde};
    /// use agentkit::{Tool, ToolError};
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// # #[serde(crate = "serde")]
    /// struct Add {
    ///     a: i64,
    ///     b: i64,
    /// }
    ///
    /// let add = Tool::new("add", "Adds two numbers.", |add: Add| async move {
    ///     add.a.checked_add(add.b).ok_or(ToolError::new("the sum is too large"))
    /// });
    /// assert_eq!(add.name(), "add");
    /// ```
    pub fn new<Args, Fut, T, E>(
        name: impl Into<Arc<str>>,
        description: impl Into<Arc<str>>,
        call: impl Fn(Args) -> Fut + Send + Sync + 'static,
    ) -> Self
    where
        Args: ToolArgs,
        Fut: Future<Output = Result<T, E>> + Send + 'static,
        T: ToolValue,
        E: fmt::Display + 'static,
    {
        let schema = crate::__private::schema::<Args>();
        Self::from_schema(name, description, schema, move |arguments, _| {
            let called = arguments.decode::<Args>().map(&call);
            Box::pin(async move { crate::__private::Return(called?.await).into_result() })
        })
    }

    /// A tool of `name` whose arguments follow a JSON Schema known at run time only.
    pub fn from_schema(
        name: impl Into<Arc<str>>,
        description: impl Into<Arc<str>>,
        parameters: Value,
        handler: impl Fn(Arguments, ToolContext) -> ToolFuture + Send + Sync + 'static,
    ) -> Self {
        let definition = ToolDefinition::new(name, description, parameters);
        let handler: Arc<Handler> = Arc::new(handler);
        let options = ToolOptions::default();
        Self { inner: Arc::new(Inner { definition, options, handler, fault: None, schema: OnceLock::new() }) }
    }

    /// Starts a tool that runs on shared state; what [`#[tools]`](macro@crate::tools) expands to.
    #[must_use]
    pub fn builder(name: &'static str, description: &'static str) -> ToolBuilder {
        ToolBuilder::new(name, description)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.inner.definition.name
    }

    /// The tool as the model is told of it.
    pub fn definition(&self) -> &ToolDefinition {
        &self.inner.definition
    }

    /// How it is run.
    pub fn options(&self) -> &ToolOptions {
        &self.inner.options
    }

    /// The same tool with other options.
    #[must_use]
    pub fn with_options(mut self, options: ToolOptions) -> Self {
        Arc::make_mut(&mut self.inner).options = options;
        self
    }

    /// What is wrong with the tool as its author wrote it, such as a default that does not fit its argument.
    /// An agent with such a tool is not built, and a call of it is fatal.
    pub fn fault(&self) -> Option<&str> {
        self.inner.fault.as_deref()
    }

    pub(crate) fn with_fault(mut self, fault: Option<String>) -> Self {
        Arc::make_mut(&mut self.inner).fault = fault.map(Into::into);
        self
    }

    /// The same tool under another name.
    #[must_use]
    pub fn named(mut self, name: impl Into<Arc<str>>) -> Self {
        Arc::make_mut(&mut self.inner).definition.name = name.into();
        self
    }

    /// Calls it with the JSON text that the model wrote, and returns what the model is to be told.
    ///
    /// Arguments that do not fit are a [`ToolErrorKind::InvalidArguments`]. Neither the tool's timeout nor
    /// a panic is seen to here: the run does that.
    pub fn call(&self, arguments: &str, context: ToolContext) -> ToolFuture {
        if let Some(fault) = self.fault() {
            return Box::pin(std::future::ready(Err(ToolError::fatal(fault))));
        }
        let parsed = match self.schema() {
            Ok(schema) => Arguments::parse(arguments, schema, context.clone()),
            Err(error) => Err(ToolError::fatal(error)),
        };
        match parsed {
            Ok(arguments) => (self.inner.handler)(arguments, context),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }

    /// The schema that arguments are decoded by.
    pub(crate) fn schema(&self) -> Result<&Schema, &SchemaError> {
        self.inner.schema.get_or_init(|| Schema::compile(&self.inner.definition.parameters)).as_ref()
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool")
            .field("name", &self.name())
            .field("options", self.options())
            .finish_non_exhaustive()
    }
}
