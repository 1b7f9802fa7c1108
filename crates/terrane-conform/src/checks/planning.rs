//! Plans to create objects.

use std::collections::BTreeSet;

use terrane_protocol::schema::AttributeKind;
use terrane_schema::value_differences;
use terrane_value::{Object, Type, Value};

use super::validation::unknown_at_each_place;
use crate::asked::Asked;
use crate::changes::{Outcome, Plan, Probe, plan};
use crate::generate::{Generated, Target, validate};
use crate::place;
use crate::rule;
use crate::session::Session;
use crate::subject::Subject;

/// Texts at the edges of what a configuration can contain.
const TEXTS: [&str; 6] = ["", " ", "line\nbreak", "\u{e9}\u{1f980}", "0", "null"];

/// Numbers at the edges of what a configuration can contain.
const NUMBERS: [&str; 6] = [
    "9007199254740993",
    "0.1",
    "-1",
    "1e400",
    "18446744073709551616",
    "0.333333333333333333333333333333333333",
];

/// Checks plans to create an object.
pub(crate) async fn check(session: &mut Session<'_>, subject: &Subject, generated: &Generated) {
    let probe = Probe::at(session.level);
    let first = plan(session, subject, None, Some(&generated.minimal), probe).await;
    if matches!(first, Outcome::Broken) {
        return;
    }
    let first = first.done();
    check_again(session, subject, &generated.minimal, first.as_ref()).await;
    check_unknown(session, subject, &generated.minimal, first).await;
    if generated.rich != generated.minimal {
        let rich = plan(session, subject, None, Some(&generated.rich), probe).await;
        check_unknown(session, subject, &generated.rich, rich.done()).await;
    }
    check_edges(session, subject, &generated.rich).await;
}

/// Plans with the same configuration again.
async fn check_again(
    session: &mut Session<'_>,
    subject: &Subject,
    config: &Object,
    first: Option<&Plan>,
) {
    let again = plan(session, subject, None, Some(config), Probe::No).await;
    let (Some(first), Some(again)) = (first, again.done()) else {
        return;
    };
    session.judge(&[rule::PLAN_DIFFERS]);
    if first.planned != again.planned || replaced(first) != replaced(&again) {
        let before = Value::from(first.planned.clone());
        let differences = value_differences(&before, &Value::from(again.planned));
        let place = match differences.first() {
            Some(difference) => subject.place().at(&difference.path),
            None => subject.place(),
        };
        let shown = subject.shown(Some(config));
        let asked = Asked::new(terrane_protocol::Rpc::PlanResourceChange, &place, shown);
        let message = "the second plan of a configuration differs from the first";
        session.report_answer(rule::PLAN_DIFFERS, &asked, message);
    }
}

/// Returns the paths that require replacement. Providers list them in any order.
fn replaced(plan: &Plan) -> BTreeSet<String> {
    plan.replace.iter().map(ToString::to_string).collect()
}

/// Plans with an unknown value at each place, and compares the plan of the known configuration.
async fn check_unknown(
    session: &mut Session<'_>,
    subject: &Subject,
    config: &Object,
    known: Option<Plan>,
) {
    for (path, partial) in unknown_at_each_place(Target::Type(subject), config) {
        if session.is_over() {
            return;
        }
        let first = plan(session, subject, None, Some(&partial), Probe::No).await;
        let (Some(first), Some(last)) = (first.done(), &known) else {
            continue;
        };
        session.judge(&[rule::FINAL_PLAN]);
        let findings = subject
            .rules
            .check_applied(first.planned.as_ref(), last.planned.as_ref());
        for finding in findings {
            let shown = subject.shown(Some(&partial));
            let place = subject.place().at(&finding.path);
            let asked = Asked::new(terrane_protocol::Rpc::PlanResourceChange, &place, shown);
            let message = format!(
                "the plan with unknown `{path}` is not what the final configuration plans: {}",
                finding.problem
            );
            session.report_answer(rule::FINAL_PLAN, &asked, message);
        }
    }
}

/// Plans with values at the edges of their types, if the provider accepts them.
async fn check_edges(session: &mut Session<'_>, subject: &Subject, config: &Object) {
    for member in place::members(subject.block(), config) {
        let AttributeKind::Type(ty) = &member.attribute.kind else {
            continue;
        };
        for value in edges(ty) {
            if session.is_over() {
                return;
            }
            let config = place::with(config, &member.path, &value);
            let diagnostics = validate(session, Target::Type(subject), &config).await;
            if diagnostics.is_some_and(|it| !it.has_errors()) {
                // An error of the plan is the provider's decision.
                let _ = plan(session, subject, None, Some(&config), Probe::No).await;
            }
        }
    }
}

/// Returns the values at the edges of a type.
fn edges(ty: &Type) -> Vec<Value> {
    match ty {
        Type::String => TEXTS.iter().map(|it| Value::from(*it)).collect(),
        Type::Number => NUMBERS
            .iter()
            .filter_map(|it| it.parse::<terrane_value::Number>().ok())
            .map(Value::from)
            .collect(),
        Type::List(_) => vec![Value::list::<Value>([])],
        Type::Set(_) => vec![Value::set::<Value>([])],
        Type::Map(_) => vec![Value::mapping::<&str, Value>([])],
        Type::Bool | Type::Object(_) | Type::Tuple(_) | Type::Dynamic => Vec::new(),
    }
}
