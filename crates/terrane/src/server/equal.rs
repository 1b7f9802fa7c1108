//! Values that mean the same as before: what a call returned keeps their form (rules S1 to S6).

use terrane_value::Object;

use super::author;
use crate::error::Result;
use crate::planning;
use crate::schema::Block;

/// Keeps what means the same as before.
///
/// What that is says code of the author. If it panics, the rest stays as it was returned: an object that exists is not lost over it.
pub(super) fn keep(
    block: &Block,
    before: &Object,
    returned: &mut Object,
    doing: &str,
) -> Result<()> {
    if !block.has_equality() {
        return Ok(());
    }
    author::catch(doing, || planning::keep_equal(block, before, returned))
}
