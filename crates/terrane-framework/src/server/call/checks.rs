//! Validation of a configuration by its schema and by author code.

use terrane_protocol::{Diagnostic, Diagnostics, DynamicValue, Severity};
use terrane_value::Object;

use super::{Call, author, values};
use crate::context::{Private, ValidateContext};
use crate::error::Result as AuthorResult;
use crate::planning;
use crate::schema::Block;
use crate::validation::{Known, validate};

impl Call {
    /// Validates a configuration by its schema, then by author code (rule V1). An error does not skip the other validation.
    pub(crate) fn check(
        &self,
        block: &Block,
        config: &DynamicValue,
        what: &str,
        known: Known,
        author: impl FnOnce(&Object, ValidateContext) -> AuthorResult<()>,
    ) -> Diagnostics {
        self.check_seen(block, config, what, known, |_, _, _| None, author)
    }

    /// Validates the provider's settings. `seen` returns the effective settings, if they differ from the configured ones.
    pub(crate) fn check_seen(
        &self,
        block: &Block,
        config: &DynamicValue,
        what: &str,
        known: Known,
        seen: fn(&Block, &Object, &mut Vec<Diagnostic>) -> Option<Object>,
        author: impl FnOnce(&Object, ValidateContext) -> AuthorResult<()>,
    ) -> Diagnostics {
        let config = match values::decode_some(config, block, "configuration") {
            Ok(config) => config,
            Err(diagnostic) => return diagnostic.into(),
        };
        let doing = format!("Cannot validate {what}");
        let mut findings = Vec::new();
        let stopped = author::call(&doing, || {
            let seen = seen(block, &config, &mut findings);
            validate(block, &config, seen.as_ref(), known, &mut findings);
            findings.extend(planning::merged(block, &config));
        });
        findings.extend(stopped.err());
        let spoken = findings
            .iter()
            .any(|finding| finding.severity == Severity::Error);
        let cx = self.context(Private::default());
        let result =
            author::catch(&doing, || author(&config, ValidateContext::new(cx.clone()))).flatten();
        // Values with a wrong type have already been reported at their paths.
        let error = result.err().filter(|error| !spoken || !error.is_unfit());
        let mut diagnostics = author::report(&cx, error, &doing);
        diagnostics.extend(findings);
        diagnostics
    }
}
