//! A provider with its type forgotten.

use std::fmt;
use std::sync::Arc;

use super::{DynProvider, Provider, ProviderError, ResponseStream, SchemaPlan};
use crate::model::{Capabilities, Request, Response};

/// Any provider at all; a clone is cheap and is the same provider.
#[derive(Clone)]
pub struct AnyProvider(Arc<dyn DynProvider>);

impl AnyProvider {
    /// Forgets the type of `provider`. See also [`Provider::boxed`].
    pub fn new(provider: impl Provider) -> Self {
        Self(Arc::new(provider))
    }
}

impl Provider for AnyProvider {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn model(&self) -> &str {
        self.0.model()
    }

    fn capabilities(&self) -> Capabilities {
        self.0.capabilities()
    }

    fn check(&self, request: &Request) -> Result<(), ProviderError> {
        self.0.check(request)
    }

    fn plan(&self, request: &Request) -> Vec<SchemaPlan> {
        self.0.plan(request)
    }

    async fn complete(&self, request: &Request) -> Result<Response, ProviderError> {
        self.0.complete(request).await
    }

    async fn stream(&self, request: &Request) -> Result<ResponseStream, ProviderError> {
        self.0.stream(request).await
    }
}

impl fmt::Debug for AnyProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, model) = (self.0.name(), self.0.model());
        f.debug_struct("AnyProvider").field("name", &name).field("model", &model).finish()
    }
}
