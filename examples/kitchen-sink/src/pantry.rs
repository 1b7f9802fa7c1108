//! Pantries: the data source `sink_pantry`, with relations between levels, conditions, and validators that warn.

use terrane::prelude::*;
use terrane::schema::Violation;
use terrane::validate::{self, ValidationContext};

use crate::provider::Sink;

/// A pantry.
#[derive(Model)]
#[tf(requires(shelves.label, printer), at_most_one_of(shelves.glass, shelves.paper))]
#[tf(warn(at_most_one_of(door, curtain)))]
pub(crate) struct Pantry {
    // Relations.
    /// Its kind. A cold pantry has a temperature.
    kind: Option<String>,
    /// The door, or else a curtain.
    door: Option<String>,
    /// The curtain.
    curtain: Option<String>,
    /// Whether it has neither a door nor a curtain.
    open: Option<bool>,
    /// The printer of the labels of the shelves.
    printer: Option<String>,
    /// The cooling.
    #[tf(block)]
    cooling: Option<Cooling>,
    /// Its shelves.
    #[tf(block)]
    shelves: Vec<Shelf>,

    // Validators.
    /// The number of jars, a multiple of six.
    #[tf(validate(multiple_of(6)))]
    jars: Option<i64>,
    /// The number of candles. Each needs a match.
    #[tf(validate(in_context(enough_matches)))]
    candles: Option<i64>,
    /// The number of matches.
    matches: Option<i64>,
    /// The smell. A long text is a warning.
    #[tf(validate(warn(len(..=10))))]
    smell: Option<String>,
    /// Salt, or another spice. A long name is a warning.
    #[tf(validate(any_with_all_warnings((one_of(["salt"]), warn(len(..=6))))))]
    spice: Option<String>,
    /// Its other name.
    #[tf(validate(does_not_match("--", "no two hyphens in a row"), without_any_of("/")))]
    alias: Option<String>,
    /// The counted jars.
    #[tf(validate(regular_expression()))]
    pattern: Option<String>,
    /// The addresses of the sensors.
    #[tf(validate(ipv4_range()))]
    sensors: Option<String>,
    /// The address of the photograph.
    #[tf(validate(url().schemes(["https"])))]
    photograph: Option<String>,
}

/// The cooling of a pantry.
#[derive(Model)]
struct Cooling {
    /// The temperature.
    degrees: Option<i64>,
}

/// A shelf of a pantry.
#[derive(Model)]
struct Shelf {
    /// Its label.
    label: Option<String>,
    /// Its glass jars.
    glass: Option<i64>,
    /// Its paper bags.
    paper: Option<i64>,
    /// Its height.
    height: Option<i64>,
}

/// Compares two attributes. The other one may be unknown.
fn enough_matches(candles: &i64, context: &ValidationContext<'_>) -> Result<(), Violation> {
    let pantry = validate::configuration::<Pantry>(context);
    match pantry.and_then(|pantry| pantry.matches.into_known()) {
        Some(matches) if matches < *candles => Err(Violation::warning(format!(
            "{candles} candles need {candles} matches, found {matches}"
        ))),
        _ => Ok(()),
    }
}

impl DataSource for Pantry {
    type Provider = Sink;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let has_degrees = match &config.cooling {
            Value::Known(cooling) => !cooling.degrees.is_null(),
            Value::Null => false,
            Value::Unknown(_) => true,
        };
        if config.kind.known().is_some_and(|kind| kind == "cold") && !has_degrees {
            cx.error(path!(Pantry, kind), "A cold pantry needs a temperature.");
        }
        if config.kind.known().is_some_and(|kind| kind == "damp") {
            cx.error(path!(Pantry, kind), "A pantry must not be damp.");
        }
        let is_closed = config.open.known() != Some(&true) && !config.open.is_unknown();
        if is_closed && config.door.is_null() && config.curtain.is_null() {
            return Err(Error::new(
                "No door",
                "Add a door or a curtain, or write `open = true`.",
            ));
        }
        Ok(())
    }

    async fn read(config: Self, _: &Sink, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}
