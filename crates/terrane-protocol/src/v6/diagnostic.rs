//! Diagnostics.

use crate::pb::v6 as pb;
use crate::pb::v6::diagnostic::Severity as WireSeverity;
use crate::wire::{FromWire, Malformed, Wire};
use crate::{Diagnostic, Severity};

impl FromWire<pb::Diagnostic> for Diagnostic {
    /// Reads a diagnostic, and never fails. The answer may contain the only record of a created object, which must not be lost because of a malformed
    /// diagnostic. An unknown severity becomes an error, and an invalid path is left out.
    fn from_wire(wire: pb::Diagnostic) -> Result<Self, Malformed> {
        let pb::Diagnostic {
            severity,
            summary,
            detail,
            attribute,
        } = wire;
        Ok(Self {
            severity: match WireSeverity::try_from(severity) {
                Ok(WireSeverity::Warning) => Severity::Warning,
                Ok(WireSeverity::Error | WireSeverity::Invalid) | Err(_) => Severity::Error,
            },
            summary,
            detail,
            path: Option::from_wire(attribute).unwrap_or_default(),
        })
    }
}

impl Wire<pb::Diagnostic> for Diagnostic {
    fn into_wire(self) -> pb::Diagnostic {
        let Self {
            severity,
            summary,
            detail,
            path,
        } = self;
        pb::Diagnostic {
            severity: match severity {
                Severity::Error => WireSeverity::Error,
                Severity::Warning => WireSeverity::Warning,
            }
            .into(),
            summary,
            detail,
            attribute: path.into_wire(),
        }
    }
}
