//! Everything but resources: a data source, a list, an ephemeral resource, an action and a state store.

use std::collections::BTreeMap;

use terrane::dynamic::member;
use terrane::schema::{Block, Constraint, Relation, Validator, Violation};
use terrane::validate::{
    all, any, base64, bytes, each, keys, len, matches, none_of, not_blank, on, one_of, range,
    unique, url, uuid,
};
use terrane::{Data, Value};

use super::members::{filled, flag, text, whole};

pub(super) fn inspection() -> Block {
    Block::new([
        whole("plates").description("The number of plates. It excludes cups."),
        whole("cups").description("The number of cups."),
        whole("spoons").description("The number of spoons."),
        flag("soap").description("Soap, which excludes sand."),
        flag("sand").description("Sand, which excludes a sponge."),
        flag("sponge").description("A sponge."),
        text("inspector")
            .description("The inspector. It requires a badge.")
            .validator(on::<String, _>(not_blank())),
        text("badge")
            .description("The badge of the inspector.")
            .validator(on::<String, _>(uuid())),
        text("reason")
            .description("The reason of the inspection. It requires an inspector.")
            .validator(on::<String, _>(bytes(..=10))),
        whole("forks").description("The number of forks."),
        whole("knives").description("The number of knives."),
        whole("cutlery").description("The number of forks and knives together."),
        whole("slots").description("The number of slots for forks and knives."),
        whole("missing").description("The number of missing forks and knives."),
        whole("rows").description("The number of rows of tiles."),
        whole("columns").description("The number of columns of tiles."),
        whole("tiles").description("The number of tiles."),
        text("metal")
            .description("One of certain values, regardless of case.")
            .validator(on::<String, _>(one_of(["steel", "copper"]).ignore_case())),
        text("pipe")
            .description("None of certain values.")
            .validator(on::<String, _>(none_of(["lead"]))),
        member::<Option<f64>>("degrees")
            .description("A value with two properties, or with a third one.")
            .validator(on::<f64, _>(any((
                all((range(0.0..=100.0), even)),
                one_of([-1.0]),
            )))),
        member::<Option<Vec<String>>>("tools")
            .description("A list of a few short and unique elements.")
            .validators([
                on::<Vec<String>, _>(each(len(1..=8))),
                Validator::new("at most 3 elements", few)
                    .with_constraint(Some(Constraint::elements(None, Some(3)))),
                on::<Vec<String>, _>(unique()),
            ]),
        member::<Option<BTreeMap<String, String>>>("notes")
            .description("A map whose keys have a certain form.")
            .validator(on::<BTreeMap<String, String>, _>(keys(matches(
                "^[a-z]+$",
                "lower-case letters",
            )))),
        text("photograph")
            .description("A photograph.")
            .validator(on::<String, _>(base64())),
        text("report")
            .description("The address of further information.")
            .validator(on::<String, _>(url())),
        filled(text("verdict")).description("The verdict of the inspector."),
        text("owner")
            .description("The owner of the sink, from `provider_meta`.")
            .set_computed(false),
    ])
    .description(
        "The objects of an inspection.\n\nEach attribute is checked as soon as it is known; relations, as soon as they are certainly violated.",
    )
    .relation(Relation::exactly_one_of(["plates", "cups"]))
    .relation(Relation::at_least_one_of(["cups", "plates", "spoons"]))
    .relation(Relation::at_most_one_of(["soap", "sand"]))
    .relation(Relation::at_most_one_of(["sand", "sponge"]))
    .relation(Relation::all_or_none(["inspector", "badge"]))
    .relation(Relation::requires(["reason", "inspector", "badge"]))
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
    let dishes = filled(whole("dishes")).description("The number of dishes in the sink.");
    Block::new([dishes]).description("The sink itself.")
}

pub(super) fn dishes() -> Block {
    Block::new([text("prefix")
        .description("The prefix of the names.")
        .default(|| Value::from(""))
        .not_null()])
    .description("Finds dishes.")
}

pub(super) fn tap() -> Block {
    Block::new([
        whole("degrees")
            .description("The temperature, in degrees.")
            .default(|| Value::from(20))
            .not_null()
            .validator(on::<i64, _>(range(1..=99))),
        filled(text("water")).description("The water."),
    ])
    .description("Running water. It stops by itself unless it is renewed.")
}

pub(super) fn rinse() -> Block {
    Block::new([whole("times")
        .description("The number of times.")
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
