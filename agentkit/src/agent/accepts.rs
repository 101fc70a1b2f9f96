//! Which agent can follow which.

use super::Agent;

/// An agent that can follow one that returns `Mid`: an [`Agent`] whose input is `Mid`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot follow an agent that returns `{Mid}`",
    label = "does not take `{Mid}`",
    note = "adapt its input with `.contramap(|answer: {Mid}| ...)`"
)]
pub trait Accepts<Mid>: sealed::Sealed {
    /// What it returns.
    type Out: Send + 'static;

    #[doc(hidden)]
    fn into_agent(self) -> Agent<Mid, Self::Out>;
}

impl<Mid: Send + 'static, Out: Send + 'static> Accepts<Mid> for Agent<Mid, Out> {
    type Out = Out;

    fn into_agent(self) -> Self {
        self
    }
}

mod sealed {
    pub trait Sealed {}
    impl<In, Out> Sealed for super::Agent<In, Out> {}
}
