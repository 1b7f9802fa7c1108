//! Pantries: relations between levels, combinations of relations, and validators that warn.

use terrane::Value;
use terrane::schema::{Block, BlockNesting, Relation, Violation};
use terrane::validate::{
    ValidationContext, any_with_all_warnings, does_not_match, in_context, ipv4_range, len,
    multiple_of, on, one_of, regular_expression, url, warn, without_any_of,
};

use super::members::{blocks, flag, text, whole};

pub(super) fn pantry() -> Block {
    let cooling = Block::new([whole("degrees").description("How cold it is.")])
        .description("What cools a pantry.");
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
        text("printer").description("What prints the labels of the shelves."),
        blocks("cooling", BlockNesting::Single, cooling).description("What cools it."),
        blocks("shelves", BlockNesting::List, shelf).description("Its shelves."),
        whole("jars")
            .description("How many jars there are: jars come in boxes of six.")
            .validator(on::<i64, _>(multiple_of(6))),
        whole("candles")
            .description("How many candles there are. Each needs a match.")
            .validator(on::<i64, _>(in_context(enough_matches))),
        whole("matches").description("How many matches there are."),
        text("smell")
            .description("What it smells of. A long smell is a warning.")
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
            .description("Which jars are counted.")
            .validator(on::<String, _>(regular_expression())),
        text("sensors")
            .description("Where its sensors are.")
            .validator(on::<String, _>(ipv4_range())),
        text("photograph")
            .description("Where its photograph is.")
            .validator(on::<String, _>(url().schemes(["https"]))),
    ])
    .description("A pantry.")
    .relation(Relation::when(
        Relation::equals("kind", "cold"),
        Relation::set("cooling.degrees"),
    ))
    .relation(Relation::requires(["shelves.label", "printer"]))
    .relation(Relation::all_of([
        Relation::at_most_one_of(["shelves.glass", "shelves.paper"]),
        Relation::not(Relation::equals("shelves.height", 0)),
    ]))
    .relation(Relation::any_of([
        Relation::set("door"),
        Relation::set("curtain"),
        Relation::equals("open", true),
    ]))
    .relation(Relation::not(Relation::equals("kind", "damp")))
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
