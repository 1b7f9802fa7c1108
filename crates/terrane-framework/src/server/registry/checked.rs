//! Registered types with their consistency checks.
//!
//! Hosts compare plans with configurations and results with plans, and report differences as bugs. The same rules run here before each answer, and
//! name the path, the expectation and the remedy for the author. The answer itself is not changed, so a new object reaches the state in any case.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use terrane_protocol::Diagnostic;
use terrane_protocol::rules::{Finding, Rules};
use terrane_value::Object;

use crate::dynamic::DynEphemeral;
use crate::dynamic::DynResource;
use crate::identity::Identity;
use crate::messages;
use crate::schema::Block;

/// A registered type with its schema and the data derived from it, created on first use.
pub(crate) struct RegisteredType<T: ?Sized = dyn DynResource> {
    resource: Arc<T>,
    block: OnceLock<Block>,
    rules: OnceLock<Rules>,
    identity: OnceLock<Option<Identity>>,
}

impl<T: ?Sized> RegisteredType<T> {
    pub(crate) fn new(resource: Arc<T>) -> Self {
        Self {
            resource,
            block: OnceLock::new(),
            rules: OnceLock::new(),
            identity: OnceLock::new(),
        }
    }

    fn rules_of(&self, block: &Block) -> &Rules {
        self.rules.get_or_init(|| Rules::new(&block.to_protocol(0)))
    }
}

impl RegisteredType {
    /// Returns the cached schema.
    pub(crate) fn block(&self) -> &Block {
        self.block.get_or_init(|| self.resource.block())
    }

    /// Returns the schema for an answer to a host. This call does not add it to the cache.
    pub(crate) fn uncached_block(&self) -> Block {
        let kept = self.block.get().cloned();
        kept.unwrap_or_else(|| self.resource.block())
    }

    /// Returns the identity of its objects, if it has one.
    pub(crate) fn identity(&self) -> Option<&Identity> {
        let identity = self.identity.get_or_init(|| Identity::of(self.block()));
        identity.as_ref()
    }

    fn rules(&self) -> &Rules {
        self.rules_of(self.block())
    }

    /// Returns the errors that hosts would find in a plan.
    pub(crate) fn check_plan<'a>(
        &self,
        type_name: &'a str,
        prior: Option<&Object>,
        config: Option<&Object>,
        planned: &Object,
    ) -> impl Iterator<Item = Diagnostic> + use<'a> {
        let findings = self.rules().check_plan(prior, config, Some(planned));
        diagnostics(findings, "Provider planned an invalid value", type_name)
    }

    /// Returns the errors that hosts would find in the result of a successful change.
    pub(crate) fn check_applied<'a>(
        &self,
        type_name: &'a str,
        planned: &Object,
        actual: &Object,
    ) -> impl Iterator<Item = Diagnostic> + use<'a> {
        let findings = self.rules().check_applied(Some(planned), Some(actual));
        let summary = "Provider returned another value than planned";
        diagnostics(findings, summary, type_name)
    }
}

impl RegisteredType<dyn DynEphemeral> {
    /// Returns the errors that hosts would find in an opened resource. They compare it with the configuration, like a plan (rule E4).
    pub(crate) fn check_opened<'a>(
        &self,
        type_name: &'a str,
        config: &Object,
        opened: &Object,
    ) -> impl Iterator<Item = Diagnostic> + use<'a> {
        let rules = self.rules_of(self.block());
        let findings = rules.check_plan(None, Some(config), Some(opened));
        let summary = "Provider opened another value than configured";
        diagnostics(findings, summary, type_name)
    }
}

impl<T: ?Sized> Deref for RegisteredType<T> {
    type Target = T;

    fn deref(&self) -> &Self::Target {
        &self.resource
    }
}

fn diagnostics<'a>(
    findings: Vec<Finding>,
    summary: &'static str,
    type_name: &'a str,
) -> impl Iterator<Item = Diagnostic> + use<'a> {
    findings.into_iter().map(move |finding| {
        let diagnostic = messages::values::inconsistent(summary, type_name, &finding);
        if finding.path.is_root() {
            diagnostic
        } else {
            diagnostic.at(finding.path)
        }
    })
}
