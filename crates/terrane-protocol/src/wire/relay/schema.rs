//! The schemas of all items, translated in place: only the numbers of two fields of attributes differ between the protocol versions.

use super::fields::{Field, each};
use crate::Version;
use crate::wire::Malformed;

/// The deepest nesting of blocks that is translated. It bounds the stack.
const DEEPEST: u32 = 100;

/// Translates the answer to GetProviderSchema from the version `from` to the other.
///
/// Protocol 5 has no nested attributes, whose number in protocol 6 is that of `write_only` in protocol 5. So the caller checks before that the schemas
/// have none.
pub(super) fn translate(answer: &mut [u8], from: Version) -> Result<(), Malformed> {
    each(answer, &mut |field| match field.number {
        // The provider and its metadata.
        1 | 5 => schema(field, from),
        // Resources, data sources, ephemeral resources, list resources: maps, whose entries have the schema as field 2.
        2 | 3 | 8 | 9 => each(field.content, &mut |field| match field.number {
            2 => schema(field, from),
            _ => Ok(()),
        }),
        // Actions: a map of messages with a schema.
        11 => each(field.content, &mut |field| match field.number {
            2 => each(field.content, &mut |field| match field.number {
                1 => schema(field, from),
                _ => Ok(()),
            }),
            _ => Ok(()),
        }),
        _ => Ok(()),
    })
}

fn schema(schema: Field<'_>, from: Version) -> Result<(), Malformed> {
    each(schema.content, &mut |field| match field.number {
        2 => block(field, from, DEEPEST),
        _ => Ok(()),
    })
}

fn block(block: Field<'_>, from: Version, depth: u32) -> Result<(), Malformed> {
    let depth = depth
        .checked_sub(1)
        .ok_or_else(|| Malformed::new("the blocks of a schema are nested too deeply"))?;
    each(block.content, &mut |field| match field.number {
        2 => attribute(field, from),
        3 => each(field.content, &mut |field| match field.number {
            2 => self::block(field, from, depth),
            _ => Ok(()),
        }),
        _ => Ok(()),
    })
}

/// Moves `write_only` and `deprecation_message`.
fn attribute(attribute: Field<'_>, from: Version) -> Result<(), Malformed> {
    each(attribute.content, &mut |mut field| {
        match (from, field.number) {
            (Version::V5, 10) => field.renumber(11),
            (Version::V5, 11) => field.renumber(12),
            (Version::V6, 11) => field.renumber(10),
            (Version::V6, 12) => field.renumber(11),
            _ => {}
        }
        Ok(())
    })
}
