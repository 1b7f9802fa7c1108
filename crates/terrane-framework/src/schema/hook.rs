//! Plan hooks of an attribute, and promises about its unknown value.

use std::fmt;
use std::sync::Arc;

use terrane_value::{Error as ValueError, Unknown, Value};

use crate::error::Result;

/// The planned change of one attribute, which its plan hook may alter.
#[derive(Debug)]
pub struct MemberChange<'a> {
    /// The configured value.
    pub config: &'a Value,
    /// The value in the state.
    pub prior: &'a Value,
    /// The planned value so far.
    pub planned: &'a mut Value,
    /// Whether the object is being created.
    pub create: bool,
    /// Whether the object must be replaced.
    pub replace: bool,
}

/// The plan hook of an attribute.
#[derive(Clone)]
pub struct Modifier(Arc<Modify>);

type Modify = dyn Fn(&mut MemberChange<'_>) -> Result<()> + Send + Sync;

impl Modifier {
    /// Creates a plan hook from a function. An error without a path gets that of the attribute.
    pub fn new(
        modify: impl Fn(&mut MemberChange<'_>) -> Result<()> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(modify))
    }

    pub(crate) fn modify(&self, change: &mut MemberChange<'_>) -> Result<()> {
        (self.0)(change)
    }
}

impl fmt::Debug for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Modifier(..)")
    }
}

/// A promise about an unknown value. Hosts plan more precisely with it, and the final value must keep the promise.
#[derive(Clone)]
pub struct Refinement(
    Arc<dyn Fn(Unknown) -> std::result::Result<Unknown, ValueError> + Send + Sync>,
);

impl Refinement {
    /// Creates a refinement from a function that adds a promise.
    pub fn new(
        refine: impl Fn(Unknown) -> std::result::Result<Unknown, ValueError> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(refine))
    }

    pub(crate) fn refine(&self, unknown: Unknown) -> std::result::Result<Unknown, ValueError> {
        (self.0)(unknown)
    }
}

impl fmt::Debug for Refinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Refinement(..)")
    }
}
