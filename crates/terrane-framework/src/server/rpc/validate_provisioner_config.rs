//! ValidateProvisionerConfig.

use terrane_protocol::{Diagnostic, Diagnostics, DynamicValue};

use crate::context::{Private, Validate};
use crate::dynamic::DynProvisioner;
use crate::server::call::{Call, author, values};
use crate::validation::{Known, validate};

/// Validates a configuration by its schema, then by author code.
pub(in crate::server) fn validated(
    provisioner: &dyn DynProvisioner,
    call: &Call,
    config: &DynamicValue,
) -> Result<Diagnostics, Diagnostic> {
    let block = provisioner.block();
    let config = values::decode_some(config, block, "configuration")?;
    let mut findings = Vec::new();
    let doing = format!("Cannot validate {}", provisioner.name());
    let stopped = author::call(&doing, || {
        validate(block, &config, None, Known::NONE, &mut findings);
    });
    findings.extend(stopped.err());
    let cx = call.context(Private::default());
    let checked = author::catch(&doing, || {
        provisioner.validate(&config, Validate::new(cx.clone()))
    });
    let mut diagnostics = author::report(&cx, checked.flatten().err(), &doing);
    diagnostics.extend(findings);
    Ok(diagnostics)
}
