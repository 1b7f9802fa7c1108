//! Pantries: relations between levels, and validators that warn.

use terrane::Value;
use terrane::schema::{Block, BlockNesting, Relation, Violation};
use terrane::validate::{
    ValidationContext, any_with_all_warnings, does_not_match, in_context, ipv4_range, len,
    multiple_of, on, one_of, regular_expression, url, warn, without_any_of,
};

use super::members::{blocks, flag, text, whole};

pub(super) fn pantry() -> Block {
    let cooling = Block::new([whole("degrees").description("The temperature.")])
        .description("The cooling of a pantry.");
    let shelf = Block::new([
        text("label").description("Its label."),
        whole("glass").description("Its glass jars."),
        whole("paper").description("Its paper bags."),
        whole("height").description("Its height."),
    ])
    .description("A shelf of a pantry.");
    Block::new([
        text("kind").description("Its kind. A cold pantry has a temperature."),
        text("door").description("The door, or else a curtain."),
        text("curtain").description("The curtain."),
        flag("open").description("Whether it has neither a door nor a curtain."),
        text("printer").description("The printer of the labels of the shelves."),
        blocks("cooling", BlockNesting::Single, cooling).description("The cooling."),
        blocks("shelves", BlockNesting::List, shelf).description("Its shelves."),
        whole("jars")
            .description("The number of jars, a multiple of six.")
            .validator(on::<i64, _>(multiple_of(6))),
        whole("candles")
            .description("The number of candles. Each needs a match.")
            .validator(on::<i64, _>(in_context(enough_matches))),
        whole("matches").description("The number of matches."),
        text("smell")
            .description("The smell. A long text is a warning.")
            .validator(on::<String, _>(warn(len(..=10)))),
        text("spice")
            .description("Salt, or another spice. A long name is a warning.")
            .validator(on::<String, _>(any_with_all_warnings((
                one_of(["salt"]),
                warn(len(..=6)),
            )))),
        text("alias").description("Its other name.").validators([
            on::<String, _>(does_not_match("--", "no two hyphens in a row")),
            on::<String, _>(without_any_of("/")),
        ]),
        text("pattern")
            .description("The counted jars.")
            .validator(on::<String, _>(regular_expression())),
        text("sensors")
            .description("The addresses of the sensors.")
            .validator(on::<String, _>(ipv4_range())),
        text("photograph")
            .description("The address of the photograph.")
            .validator(on::<String, _>(url().schemes(["https"]))),
    ])
    .description("A pantry.")
    .relation(Relation::requires(["shelves.label", "printer"]))
    .relation(Relation::at_most_one_of(["shelves.glass", "shelves.paper"]))
    .relation(Relation::at_most_one_of(["door", "curtain"]).warn())
}

/// Compares two attributes. The other one may be unknown.
fn enough_matches(candles: &i64, context: &ValidationContext<'_>) -> Result<(), Violation> {
    let matches = context.sibling("matches").and_then(Value::as_number);
    match matches.and_then(terrane::Number::to_i64) {
        Some(matches) if matches < *candles => Err(Violation::warning(format!(
            "{candles} candles need {candles} matches, found {matches}"
        ))),
        _ => Ok(()),
    }
}
