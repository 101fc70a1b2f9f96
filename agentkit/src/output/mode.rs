//! How a model is made to give its answer.

/// How a model is made to give a typed answer; set by
/// [`AgentBuilder::output_mode`](crate::AgentBuilder::output_mode).
///
/// Whatever is chosen, the answer is checked against the full schema when it arrives. An agent that answers in
/// plain text (`String`) is the same in every mode.
///
/// In all modes but [`StopTools`](Self::StopTools) the reply's text is one JSON document. A struct is the
/// document itself; an enum, or an answer with a failure report, is `{"result": {"kind": …}}` with `kind` first,
/// so that the model chooses before it fills in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OutputMode {
    /// By calling a stop tool, one for each choice. Works with every model that takes tools.
    #[default]
    StopTools,
    /// By the provider's own structured output (`response_format`, `text.format`, `output_config.format`,
    /// `responseJsonSchema`). An agent whose model has none, or has it only in requests without tools while
    /// the agent has some, cannot be built.
    Native,
    /// As [`Native`](Self::Native) where tools and structured output go together. Where they do not, in two
    /// phases: first with the tools and without a format; once the model answers in text, it is asked for the
    /// same in the format and without tools, which takes a turn more.
    TwoPhase,
    /// By the schema in the instructions, and nothing on the provider's side: for servers that have neither
    /// tools nor structured output. The answer is held to the schema only when it arrives.
    Prompted,
}
