//! The settings of the provider, and the block of modules.

use terrane::Value;
use terrane::schema::Block;
use terrane::validate::{not_blank, on};

use super::members::{flag, text};

/// The settings.
pub(super) fn settings() -> Block {
    Block::new([
        text("folder")
            .description("The folder that is the sink.")
            .set_required()
            .env("SINK_FOLDER")
            .env("SINK_PATH")
            .env("SINK_DIRECTORY")
            .validator(on::<String, _>(not_blank())),
        text("key")
            .description("What opens the cellar.")
            .env("SINK_KEY")
            .sensitive(),
        text("tiles")
            .description(
                "The colour of the tiles. The sink can be used before somebody has chosen it.",
            )
            .env("SINK_TILES")
            .accept_unknown(),
        text("water")
            .description("How warm the water is.")
            .env("SINK_WATER")
            .env("SINK_TAP")
            .env("WATER")
            .default(|| Value::from("cold"))
            .not_null(),
        flag("under_repair")
            .description("Whether the plumber is still at work, so that nothing can be done."),
        text("material")
            .description("What the sink is made of.")
            .deprecated("All sinks are of steel. Remove it."),
    ])
    .description("Settings of the `sink` provider.")
}

/// What a module says of itself.
pub(super) fn household() -> Block {
    Block::new([text("owner")
        .description("Whose dishes these are.")
        .set_required()])
    .description("What a module says of itself, in the `provider_meta` block.")
}
