//! The error of a failed call.

use std::fmt;

use terrane_protocol::rules::Finding;
use terrane_protocol::{DeferredReason, Diagnostic, Diagnostics, FunctionError, RpcError};

use super::instance::Instance;

/// The reason why a call of the test client failed, and the object that exists nevertheless.
#[derive(Debug)]
pub struct CallError {
    /// The call, such as `plan of zoo_cage`.
    call: String,
    cause: Cause,
    instance: Option<Box<Instance>>,
}

#[derive(Debug)]
enum Cause {
    /// The provider answered with errors.
    Diagnostics(Diagnostics),
    /// The answer breaks rules of hosts.
    Rules(Vec<Finding>),
    /// The provider deferred a call whose result the test expects.
    Deferred(DeferredReason),
    /// The function failed.
    Function(FunctionError),
    /// The provider did not answer.
    Rpc(RpcError),
    /// The test makes a call that no host makes, or a value does not match its schema.
    Misuse(String),
}

impl CallError {
    pub(super) fn misuse(call: &str, reason: impl fmt::Display) -> Self {
        Self::new(call, Cause::Misuse(reason.to_string()))
    }

    pub(super) fn rpc(call: &str, error: RpcError) -> Self {
        Self::new(call, Cause::Rpc(error))
    }

    pub(super) fn deferral(call: &str, deferred: DeferredReason) -> Self {
        Self::new(call, Cause::Deferred(deferred))
    }

    pub(super) fn function(call: &str, error: FunctionError) -> Self {
        Self::new(call, Cause::Function(error))
    }

    fn new(call: &str, cause: Cause) -> Self {
        Self {
            call: call.to_owned(),
            cause,
            instance: None,
        }
    }

    /// Fails if there are errors among the diagnostics, and returns the warnings otherwise.
    pub(super) fn check(call: &str, diagnostics: Diagnostics) -> Result<Diagnostics, Self> {
        if diagnostics.has_errors() {
            Err(Self::new(call, Cause::Diagnostics(diagnostics)))
        } else {
            Ok(diagnostics)
        }
    }

    /// Fails if an answer breaks a rule.
    pub(super) fn check_rules(call: &str, findings: Vec<Finding>) -> Result<(), Self> {
        if findings.is_empty() {
            Ok(())
        } else {
            Err(Self::new(call, Cause::Rules(findings)))
        }
    }

    /// Adds the object that exists after the failure.
    pub(super) fn with_instance(mut self, instance: Instance) -> Self {
        self.instance = Some(Box::new(instance));
        self
    }

    /// The provider's errors and warnings. Empty if it failed for another reason.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match &self.cause {
            Cause::Diagnostics(diagnostics) => diagnostics,
            _ => &[],
        }
    }

    /// The rules of hosts that the answer breaks.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        match &self.cause {
            Cause::Rules(findings) => findings,
            _ => &[],
        }
    }

    /// Why the provider deferred the call, if it did. A deferred plan is no error: see
    /// [`PlannedChange::deferred`](super::PlannedChange::deferred).
    #[must_use]
    pub fn deferred(&self) -> Option<DeferredReason> {
        match &self.cause {
            Cause::Deferred(deferred) => Some(*deferred),
            _ => None,
        }
    }

    /// The error of a function.
    #[must_use]
    pub fn function_error(&self) -> Option<&FunctionError> {
        match &self.cause {
            Cause::Function(error) => Some(error),
            _ => None,
        }
    }

    /// The error of the transport, if the provider did not answer: it does not implement the call, or has ended.
    #[must_use]
    pub fn rpc_error(&self) -> Option<&RpcError> {
        match &self.cause {
            Cause::Rpc(error) => Some(error),
            _ => None,
        }
    }

    /// The object that a host would store after a failed apply. A provider that creates an object and fails afterwards returns it, so that it
    /// can be deleted.
    #[must_use]
    pub fn instance(&self) -> Option<&Instance> {
        self.instance.as_deref()
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} failed: ", self.call)?;
        match &self.cause {
            Cause::Diagnostics(diagnostics) => write_joined(f, diagnostics.errors()),
            Cause::Rules(findings) => {
                f.write_str("the answer breaks rules of hosts: ")?;
                write_joined(f, findings.iter())
            }
            Cause::Deferred(deferred) => {
                write!(f, "the provider deferred it: {deferred:?}")
            }
            Cause::Function(error) => {
                if let Some(index) = error.argument {
                    write!(f, "argument {index}: ")?;
                }
                f.write_str(&error.text)
            }
            Cause::Rpc(error) => error.fmt(f),
            Cause::Misuse(reason) => f.write_str(reason),
        }
    }
}

fn write_joined(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = impl fmt::Display>,
) -> fmt::Result {
    for (index, item) in items.enumerate() {
        if index > 0 {
            f.write_str("; ")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

impl std::error::Error for CallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            Cause::Rpc(error) => Some(error),
            _ => None,
        }
    }
}
