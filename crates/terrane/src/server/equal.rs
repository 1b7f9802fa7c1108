//! Values that mean the same as before: what a call returned keeps their form (rules S1 to S6).

use terrane_value::Object;

use super::task;
use crate::error::Result;
use crate::planning;
use crate::schema::Block;

/// Keeps what means the same as before.
///
/// What that is says code of the author. If it panics, what was returned stays as it is: an object that exists is not lost over it.
pub(super) fn keep(
    block: &Block,
    before: &Object,
    returned: &mut Object,
    doing: &str,
) -> Result<()> {
    if !block.has_equality() {
        return Ok(());
    }
    let mut kept = returned.clone();
    *returned = task::catch(doing, move || {
        planning::keep_equal(block, before, &mut kept);
        kept
    })?;
    Ok(())
}
