//! Everything but resources: a data source, a list, an ephemeral resource, an action and a state store.

use std::collections::BTreeMap;

use terrane::attr::member;
use terrane::schema::{Block, Constraint, LengthUnit, Relation, Validator, Violation};
use terrane::validate::{
    all, any, base64, bytes, each, keys, len, matches, none_of, not_blank, on, one_of, range,
    unique, url, uuid,
};
use terrane::{Data, Value};

use super::members::{filled, flag, text, whole};

pub(super) fn inspection() -> Block {
    Block::new([
        whole("plates").description("How many plates there are, or else cups."),
        whole("cups").description("How many cups there are."),
        whole("spoons").description("How many spoons there are."),
        flag("soap").description("Soap, or else sand."),
        flag("sand").description("Sand, without a sponge."),
        flag("sponge").description("A sponge."),
        text("inspector")
            .description("Who comes, with a badge.")
            .validator(on::<String, _>(not_blank())),
        text("badge")
            .description("The badge of the inspector.")
            .validator(on::<String, _>(uuid())),
        text("reason")
            .description("Why somebody comes: then it must be said who.")
            .validator(on::<String, _>(bytes(..=10))),
        whole("forks").description("How many forks there are."),
        whole("knives").description("How many knives there are."),
        whole("cutlery").description("How many forks and knives there are together."),
        whole("slots").description("For how many forks and knives there is room."),
        whole("missing").description("How many of the forks and knives are missing."),
        whole("rows").description("How many rows of tiles there are."),
        whole("columns").description("How many columns of tiles there are."),
        whole("tiles").description("How many tiles there are."),
        text("metal")
            .description("One of these, however it is written.")
            .validator(on::<String, _>(one_of(["steel", "copper"]).ignore_case())),
        text("pipe")
            .description("None of these.")
            .validator(on::<String, _>(none_of(["lead"]))),
        member::<Option<f64>>("degrees")
            .description("Both of these, or a third.")
            .validator(on::<f64, _>(any((
                all((range(0.0..=100.0), even)),
                one_of([-1.0]),
            )))),
        member::<Option<Vec<String>>>("tools")
            .description("Each of its elements is short; there are few; none is there twice.")
            .validators([
                on::<Vec<String>, _>(each(len(1..=8))),
                Validator::new("at most 3 elements", few).with_constraint(Some(Constraint::Length {
                    unit: LengthUnit::Elements,
                    minimum: None,
                    maximum: Some(3),
                })),
                on::<Vec<String>, _>(unique()),
            ]),
        member::<Option<BTreeMap<String, String>>>("notes")
            .description("Its keys are of this form.")
            .validator(on::<BTreeMap<String, String>, _>(keys(matches(
                "^[a-z]+$",
                "lower-case letters",
            )))),
        text("photograph")
            .description("A photograph.")
            .validator(on::<String, _>(base64())),
        text("report")
            .description("Where to read more.")
            .validator(on::<String, _>(url())),
        filled(text("verdict")).description("What the inspector says."),
        text("owner")
            .description("Whose sink it is, if the module says so.")
            .set_computed(false),
    ])
    .description(
        "What an inspector looks at.\n\nEach attribute is checked as soon as it is known; relations, as soon as they are certainly violated.",
    )
    .relation(Relation::exactly_one_of(["plates", "cups"]))
    .relation(Relation::at_least_one_of(["cups", "plates", "spoons"]))
    .relation(Relation::at_most_one_of(["soap", "sand"]))
    .relation(Relation::at_most_one_of(["sand", "sponge"]))
    .relation(Relation::all_or_none(["inspector", "badge"]))
    .relation(Relation::requires(["reason", "inspector", "badge"]))
    .relation(Relation::sum_of("cutlery", ["forks", "knives"]))
    .relation(Relation::at_least_sum_of("slots", ["forks", "knives"]))
    .relation(Relation::at_most_sum_of("missing", ["forks", "knives"]))
    .relation(Relation::product_of("tiles", ["rows", "columns"]))
}

/// A validator of a type that Rust knows.
fn even(number: &f64) -> Result<(), String> {
    match number.fract() {
        0.0 => Ok(()),
        _ => Err(format!("expected a whole number, found {number}")),
    }
}

/// A validator of values.
fn few(value: &Value) -> Result<(), Violation> {
    match value {
        Value::Known(Data::List(tools)) if tools.len() > 3 => Err(Violation::new(format!(
            "expected at most 3 elements, found {}",
            tools.len()
        ))),
        _ => Ok(()),
    }
}

pub(super) fn basin() -> Block {
    let dishes = filled(whole("dishes")).description("How many dishes are in it.");
    Block::new([dishes]).description("The sink itself.")
}

pub(super) fn dishes() -> Block {
    Block::new([text("prefix")
        .description("What their names begin with.")
        .default(|| Value::from(""))
        .not_null()])
    .description("Finds dishes.")
}

pub(super) fn tap() -> Block {
    Block::new([
        whole("degrees")
            .description("How warm it is, in degrees.")
            .default(|| Value::from(20))
            .not_null()
            .validator(on::<i64, _>(range(1..=99))),
        filled(text("water")).description("What comes out."),
    ])
    .description("Running water. It stops by itself unless it is renewed.")
}

pub(super) fn rinse() -> Block {
    Block::new([whole("times")
        .description("How many times.")
        .default(|| Value::from(1))
        .not_null()
        .validator(on::<i64, _>(range(1..=9)))])
    .description("Rinses the sink.")
}

pub(super) fn drawer() -> Block {
    Block::new([text("label")
        .description("The drawer's label.")
        .set_required()])
    .description("Keeps states in a folder of the sink.")
}
