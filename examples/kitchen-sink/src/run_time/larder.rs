//! Larders: objects that are values of plain attributes.

use terrane::Type;
use terrane::dynamic::member;
use terrane::schema::{Block, Member};

use super::members::{filled, text};
use super::resources::heat;

/// The smoking of a ham.
fn smoke() -> Block {
    Block::new([
        member::<Vec<String>>("woods").description("The woods."),
        heat("heat").description("The temperature.").set_required(),
    ])
}

/// A ham.
fn ham() -> Block {
    Block::new([
        text("name").description("The name.").set_required(),
        member::<Option<f32>>("kilos")
            .description("The weight. It may be null, but the configuration must write `null`."),
        Member::objects("smoke", &smoke(), |smoke| smoke).description("The smoking."),
    ])
}

pub(super) fn larder() -> Block {
    let hams = |name, of: fn(Type) -> Type| Member::objects(name, &ham(), of);
    Block::new([
        hams("hams", Type::list)
            .description("A list of objects.")
            .set_required(),
        hams("best", |ham| ham).description("One object."),
        hams("old", Type::set).description("A set of objects."),
        hams("shelves", |ham| Type::map(Type::list(ham))).description("Lists of objects in a map."),
        hams("rows", |ham| Type::list(Type::list(ham))).description("Lists of lists of objects."),
        hams("hidden", Type::list)
            .description("Objects that the host hides.")
            .sensitive(),
        filled(Member::objects("smoked", &smoke(), Type::list))
            .description("Objects that the provider fills."),
        Member::objects("fire", &smoke(), |smoke| smoke)
            .description("An object that the provider fills if it is not configured.")
            .set_computed(true),
    ])
    .description("A larder.")
}
