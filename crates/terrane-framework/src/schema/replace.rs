//! The conditions under which a change replaces the object.

use std::fmt;
use std::sync::Arc;

use terrane_value::Value;

/// The condition under which a changed attribute replaces the object.
///
/// In a list, set or map, only planned elements count. A new element with a value replaces the object, a new element with null does not, and the
/// removal of an element never does. Elements of a set have no position: an added element counts as unchanged if a removed one had the same value,
/// and as changed if a removed one had another value.
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
    /// When the planned value differs from the state and the condition on both values holds.
    If(Condition),
}

/// Decides for a prior and a different planned value whether the object must be replaced.
#[derive(Clone)]
pub struct Condition(Arc<Asks>);

type Asks = dyn Fn(&Value, &Value) -> bool + Send + Sync;

impl Condition {
    /// Creates a condition from a function of the prior and the planned value.
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
