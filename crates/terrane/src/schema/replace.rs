//! When a change makes a new object instead of changing the one that is there.

use std::fmt;
use std::sync::Arc;

use terrane_value::Value;

/// When a changed attribute replaces the object instead of updating it.
///
/// In a collection, only planned elements are asked: a new element with a value asks for another object, one with null does not, and the removal of an
/// element asks for nothing, in lists, maps and sets alike. An element of a set has no position: an added one counts as changed if a removed one had
/// another value, and as unchanged if a removed one had the same.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub enum Replace {
    /// Never: a change is an update.
    #[default]
    Never,
    /// Whenever the planned value differs from the state.
    Changed,
    /// When the planned value differs from the state and is configured.
    Configured,
    /// When the planned value differs from the state and a function of both says so.
    If(Condition),
}

/// Says of a prior and a planned value, which differ, whether the object must be replaced.
#[derive(Clone)]
pub struct Condition(Arc<Asks>);

type Asks = dyn Fn(&Value, &Value) -> bool + Send + Sync;

impl Condition {
    /// Makes a condition of a function of the prior and the planned value.
    pub fn new(asks: impl Fn(&Value, &Value) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(asks))
    }

    pub(crate) fn asks(&self, prior: &Value, planned: &Value) -> bool {
        (self.0)(prior, planned)
    }
}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Condition(..)")
    }
}
