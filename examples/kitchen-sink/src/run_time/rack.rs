//! The contents of racks in both forms.

use terrane::schema::{Block, MemberChange, Modifier, Relation};
use terrane::validate::{on, range};
use terrane::{Result, Value};

pub(crate) use super::members::{blocks, filled};
use super::members::{flag, text, whole};

/// A hook of a rack.
pub(crate) fn hook() -> Block {
    Block::new([
        text("name")
            .description("The key of the hook.")
            .set_required(),
        text("material")
            .description("The material.")
            .default(|| Value::from("steel"))
            .not_null(),
        whole("holds")
            .description("The maximum load, in kilograms.")
            .validator(on::<i64, _>(range(1..=9)))
            .modify(Modifier::new(strong)),
        text("mount")
            .description("The fixing. A change of the fixing replaces the rack.")
            .replace(),
        filled(text("id"))
            .description("The number, which stays the same at every position.")
            .keep(),
    ])
    .description("A hook of a rack.")
}

/// A bin of a rack.
pub(crate) fn bin() -> Block {
    Block::new([
        whole("litres").description("The size.").set_required(),
        text("colour")
            .description("The colour.")
            .default(|| Value::from("grey"))
            .not_null(),
        text("mount")
            .description("The fixing. A change of the fixing replaces the rack.")
            .replace(),
        flag("glass").description("Whether the bin is for glass."),
        flag("paper").description("Whether the bin is for paper."),
    ])
    .description("A bin of a rack.")
    .relation(Relation::at_most_one_of(["glass", "paper"]))
}

/// The material of a rack.
pub(crate) fn frame() -> Block {
    Block::new([
        text("material")
            .description("The name of the material.")
            .default(|| Value::from("wood"))
            .not_null(),
        whole("height").description("The height."),
    ])
    .description("The material of a rack.")
}

/// What stands in a row.
pub(crate) fn holds() -> terrane::schema::Member {
    text("holds")
        .description("The contents.")
        .default(|| Value::from("plates"))
        .not_null()
}

/// Warns if a hook of paper holds anything.
fn strong(holds: &mut MemberChange<'_>) -> Result<()> {
    let hook = holds.planned_object();
    let text = |name| hook.get(name).and_then(Value::as_str);
    if let (Some(name), Some("paper")) = (text("name"), text("material"))
        && holds.planned().is_known()
    {
        let detail = format!(
            "`{}` of the hook {name}: paper holds nothing.",
            holds.path()
        );
        holds.warn("A weak hook", detail);
    }
    Ok(())
}
