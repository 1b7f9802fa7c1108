//! GetFunctions: the signatures of all functions.
//!
//! A function that needs the configured provider is not part of the schema, because some hosts never configure providers for functions.
//! OpenTofu requests them after it has configured the provider.

use std::collections::BTreeMap;

use terrane_protocol::schema::Function as Signature;
use terrane_protocol::*;

use crate::server::call::configuration::NotReady;
use crate::server::session::Server;

impl Server {
    pub(crate) fn functions(&self, _: EmptyRequest) -> GetFunctionsResponse {
        let configured = !matches!(self.provider(), Err(NotReady::NotConfigured));
        GetFunctionsResponse {
            functions: self.signatures(configured),
            ..GetFunctionsResponse::default()
        }
    }

    /// Returns the functions that need no provider, or all functions.
    pub(crate) fn signatures(&self, configured: bool) -> BTreeMap<String, Signature> {
        let mut signatures = BTreeMap::new();
        for (name, function) in self.definition.functions.iter() {
            if configured || !function.needs_provider() {
                signatures.insert(name.clone(), function.signature().clone());
            }
        }
        signatures
    }
}
