//! Inspections: the data source `sink_inspection`, with each kind of validation.

use std::collections::BTreeMap;

use terrane::Diagnostic;
use terrane::prelude::*;
use terrane::validate::{product, sum};

use crate::provider::{Household, Sink};

/// The objects of an inspection.
///
/// Each attribute is checked as soon as it is known; relations, as soon as they are certainly violated.
#[derive(Model)]
#[expect(
    clippy::duplicated_attributes,
    reason = "Clippy takes a field of two relations for a duplicate"
)]
#[tf(exactly_one_of(plates, cups))]
#[tf(at_least_one_of(cups, plates, spoons))]
#[tf(at_most_one_of(soap, sand))]
#[tf(at_most_one_of(sand, sponge))]
#[tf(all_or_none(inspector, badge))]
#[tf(requires(reason, inspector, badge))]
pub(crate) struct Inspection {
    // Relations between attributes.
    /// The number of plates. It excludes cups.
    plates: Option<i64>,
    /// The number of cups.
    cups: Option<i64>,
    /// The number of spoons.
    spoons: Option<i64>,
    /// Soap, which excludes sand.
    soap: Option<bool>,
    /// Sand, which excludes a sponge.
    sand: Option<bool>,
    /// A sponge.
    sponge: Option<bool>,
    /// The inspector. It requires a badge.
    #[tf(validate(not_blank()))]
    inspector: Option<String>,
    /// The badge of the inspector.
    #[tf(validate(uuid()))]
    badge: Option<String>,
    /// The reason of the inspection. It requires an inspector.
    #[tf(validate(bytes(..=10)))]
    reason: Option<String>,

    /// The number of forks.
    forks: Option<i64>,
    /// The number of knives.
    knives: Option<i64>,
    /// The number of forks and knives together.
    cutlery: Option<i64>,
    /// The number of slots for forks and knives.
    slots: Option<i64>,
    /// The number of missing forks and knives.
    missing: Option<i64>,
    /// The number of rows of tiles.
    rows: Option<i64>,
    /// The number of columns of tiles.
    columns: Option<i64>,
    /// The number of tiles.
    tiles: Option<i64>,

    // Validators of one attribute.
    /// One of certain values, regardless of case.
    #[tf(validate(one_of(["steel", "copper"]).ignore_case()))]
    metal: Option<String>,
    /// None of certain values.
    #[tf(validate(none_of(["lead"])))]
    pipe: Option<String>,
    /// A value with two properties, or with a third one.
    #[tf(validate(any((all((range(0.0..=100.0), whole)), one_of([-1.0])))))]
    degrees: Option<f64>,
    /// A list of a few short and unique elements.
    #[tf(validate(each(len(1..=8)), len(..=3), unique()))]
    tools: Option<Vec<String>>,
    /// A map whose keys have a certain form.
    #[tf(validate(keys(matches("^[a-z]+$", "lower-case letters"))))]
    notes: Option<BTreeMap<String, String>>,
    /// A photograph.
    #[tf(validate(base64()))]
    photograph: Option<String>,
    /// The address of further information.
    #[tf(validate(url()))]
    report: Option<String>,

    // Results.
    /// The verdict of the inspector.
    verdict: Computed<String>,
    /// The owner of the sink, from `provider_meta`.
    owner: Computed<Option<String>>,
}

/// A validator that this provider defines.
fn whole(number: &f64) -> Result<(), String> {
    match number.fract() {
        0.0 => Ok(()),
        _ => Err(format!("expected a whole number, found {number}")),
    }
}

impl DataSource for Inspection {
    type Provider = Sink;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if let Some((plates, spoons)) = known!(config; plates, spoons)
            && spoons > plates
        {
            return Err(Error::new(
                "Too many spoons",
                format!("{plates} plates need no more than {plates} spoons."),
            )
            .at(path!(Inspection, spoons)));
        }
        let pieces = sum([&config.forks, &config.knives]);
        let tiles = product([&config.rows, &config.columns]);
        for (number, path, is_wrong, expected) in [
            (
                &config.cutlery,
                path!(Inspection, cutlery),
                i128::ne as fn(&i128, &i128) -> bool,
                pieces,
            ),
            (&config.slots, path!(Inspection, slots), i128::lt, pieces),
            (
                &config.missing,
                path!(Inspection, missing),
                i128::gt,
                pieces,
            ),
            (&config.tiles, path!(Inspection, tiles), i128::ne, tiles),
        ] {
            if let (Some(number), Some(expected)) = (number.known(), expected)
                && is_wrong(&i128::from(*number), &expected)
            {
                cx.error(path, format!("Expected {expected}, found {number}."));
            }
        }
        if config.sand.known() == Some(&true) {
            cx.warn_at(path!(Inspection, sand), "Sand scratches", "Take soap.");
        }
        Ok(())
    }

    async fn read(config: Self, _: &Sink, cx: &mut ReadDataContext) -> Result<Self> {
        if config.cups == Some(0) && config.spoons.is_none() {
            return Err(Error::new("Nothing to see", "Put something into the sink.")
                .at(path!(Inspection, cups)));
        }
        if config.soap == Some(false) {
            let place = path!(Inspection, soap);
            cx.diagnose(Diagnostic::warning("No soap", "Buy some.").at(place));
        }
        let owner = cx.meta::<Household>()?.map(|it| it.owner);
        let verdict = match config.soap {
            Some(true) => "clean",
            _ => "dirty",
        };
        Ok(config.with_computed(InspectionComputed {
            verdict: verdict.to_owned(),
            owner,
        }))
    }
}
