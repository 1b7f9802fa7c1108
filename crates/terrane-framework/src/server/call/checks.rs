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
        subject: &str,
        known: Known,
        by_author: impl FnOnce(&Object, ValidateContext) -> AuthorResult<()>,
    ) -> Diagnostics {
        self.check_effective(block, config, subject, known, |_, _, _| None, by_author)
    }

    /// Validates a configuration as [`check`](Self::check) does, but by its schema with the effective values: those that `effective_settings` returns,
    /// such as settings from the environment. Author code gets the configuration.
    pub(crate) fn check_effective(
        &self,
        block: &Block,
        config: &DynamicValue,
        subject: &str,
        known: Known,
        effective_settings: fn(&Block, &Object, &mut Vec<Diagnostic>) -> Option<Object>,
        by_author: impl FnOnce(&Object, ValidateContext) -> AuthorResult<()>,
    ) -> Diagnostics {
        let config = match values::decode_some(config, block, "configuration") {
            Ok(config) => config,
            Err(diagnostic) => return diagnostic.into(),
        };
        let doing = format!("Cannot validate {subject}");
        let mut findings = Vec::new();
        // A panic of a validator is a finding.
        let outcome = author::call(&doing, || {
            let effective = effective_settings(block, &config, &mut findings);
            validate(block, &config, effective.as_ref(), known, &mut findings);
            findings.extend(planning::merged(block, &config));
        });
        findings.extend(outcome.err());
        let has_errors = findings
            .iter()
            .any(|finding| finding.severity == Severity::Error);
        let cx = self.context(Private::default());
        let context = ValidateContext::new(cx.clone());
        let result = author::catch(&doing, || by_author(&config, context)).flatten();
        // The schema's findings already name the value with the wrong type.
        let error = result.err().filter(|it| !has_errors || !it.is_unfit());
        let mut diagnostics = author::report(&cx, error, &doing);
        diagnostics.extend(findings);
        diagnostics
    }
}
