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
            .description("What tells it from the others.")
            .set_required(),
        text("material")
            .description("What it is made of.")
            .default(|| Value::from("steel"))
            .not_null(),
        whole("holds")
            .description("What it holds, in kilograms.")
            .validator(on::<i64, _>(range(1..=9)))
            .modify(Modifier::new(strong)),
        text("mount")
            .description("How it is fixed to the rack. Another way needs another rack.")
            .replace(),
        filled(text("id"))
            .description("Its number, which stays with it wherever it stands.")
            .keep(),
    ])
    .description("A hook of a rack.")
}

/// A bin of a rack.
pub(crate) fn bin() -> Block {
    Block::new([
        whole("litres")
            .description("How large it is.")
            .set_required(),
        text("colour")
            .description("What colour it has.")
            .default(|| Value::from("grey"))
            .not_null(),
        text("mount")
            .description("How it is fixed to the rack. Another way needs another rack.")
            .replace(),
        flag("glass").description("Whether it is for glass."),
        flag("paper").description("Whether it is for paper."),
    ])
    .description("A bin of a rack.")
    .relation(Relation::at_most_one_of(["glass", "paper"]))
}

/// What a rack is made of.
pub(crate) fn frame() -> Block {
    Block::new([
        text("material")
            .description("Wood, or what else.")
            .default(|| Value::from("wood"))
            .not_null(),
        whole("height").description("How high it is."),
    ])
    .description("What a rack is made of.")
}

/// What stands in a row.
pub(crate) fn holds() -> terrane::schema::Member {
    text("holds")
        .description("What stands in it.")
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
