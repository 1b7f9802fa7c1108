//! Keeps the form of prior values in results of calls (rules S1 to S6).

use terrane_value::Object;

use super::author;
use crate::error::Result;
use crate::planning;
use crate::schema::Block;

/// Replaces returned values by the prior ones that are equal in another form.
///
/// Equality is author code. If it panics, the other values stay as returned, so that an existing object is not lost.
pub(crate) fn keep(
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
