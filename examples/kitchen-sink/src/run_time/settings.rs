//! The settings of the provider, and the block of modules.

use terrane::Value;
use terrane::schema::Block;
use terrane::validate::{not_blank, on};

use super::members::{flag, text};

/// The settings.
pub(super) fn settings() -> Block {
    Block::new([
        text("folder")
            .description("The folder that represents the sink.")
            .set_required()
            .env("SINK_FOLDER")
            .env("SINK_PATH")
            .env("SINK_DIRECTORY")
            .validator(on::<String, _>(not_blank())),
        text("key")
            .description("The key of the cellar.")
            .env("SINK_KEY")
            .sensitive(),
        text("tiles")
            .description("The colour of the tiles. It may be unknown.")
            .env("SINK_TILES")
            .accept_unknown(),
        text("water")
            .description("The temperature of the water.")
            .env("SINK_WATER")
            .env("SINK_TAP")
            .env("WATER")
            .default(|| Value::from("cold"))
            .not_null(),
        flag("under_repair").description("Whether the provider defers all calls."),
        text("material")
            .description("The material of the sink.")
            .deprecated("All sinks are of steel. Remove it."),
    ])
    .description("Settings of the `sink` provider.")
}

/// What a module says of itself.
pub(super) fn household() -> Block {
    Block::new([text("owner")
        .description("The owner of the dishes.")
        .set_required()])
    .description("The `provider_meta` block of a module.")
}
