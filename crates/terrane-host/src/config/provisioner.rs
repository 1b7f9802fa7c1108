//! Provisioners.

use terrane_hcl::Span;
use terrane_hcl::syntax::BodySchema;
use terrane_hcl::syntax::ast::Body;

/// A `provisioner "local-exec"` block: a command of this machine that runs when an object has been created, or before it is destroyed.
#[derive(Debug, Clone)]
pub struct Provisioner {
    /// When the command runs.
    pub when: When,
    /// What a failed command means.
    pub on_failure: OnFailure,
    /// The content, with the arguments of hosts.
    pub body: Body,
    /// The place of the header.
    pub span: Span,
}

/// When a provisioner runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum When {
    /// After the object has been created.
    Create,
    /// Before the object is destroyed.
    Destroy,
}

/// What a failed provisioner means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OnFailure {
    /// The change has failed: a new object is tainted, and an old one is kept.
    Fail,
    /// The change continues.
    Continue,
}

impl Provisioner {
    /// Returns the arguments of hosts.
    pub(crate) fn arguments() -> BodySchema {
        BodySchema::default()
            .attribute("when", false)
            .attribute("on_failure", false)
    }
}
