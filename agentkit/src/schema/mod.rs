//! What a provider is sent as a schema, and what was changed to make it fit.
