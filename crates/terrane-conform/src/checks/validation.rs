//! Validation of generated configurations.

use terrane_protocol::Diagnostics;
use terrane_protocol::schema::{AttributeKind, TypeKind};
use terrane_value::{Data, Object, Path, Step, Type, Value};

use crate::generate::{Generated, Recipe, Target, validate};
use crate::place::{self, Member};
use crate::rule;
use crate::session::Session;

/// How many configurations of one type are checked with an unknown value.
const MOST_UNKNOWN: usize = 200;

/// Checks the answers to the validation of configurations.
pub(crate) async fn check(session: &mut Session<'_>, target: Target<'_>, generated: &Generated) {
    check_unknown(session, target, &generated.rich).await;
    check_read_only(session, target, &generated.minimal).await;
    check_again(session, target, &generated.rich).await;
}

/// Returns the configurations in which one value of a valid configuration is unknown.
pub(crate) fn unknown_at_each_place(target: Target<'_>, config: &Object) -> Vec<(Path, Object)> {
    let mut found = Vec::new();
    for member in place::members(target.block(), config) {
        let at = |path: &Path| (path.clone(), place::with(config, path, &Value::unknown()));
        found.push(at(&member.path));
        if let Some(path) = element(&member) {
            found.push(at(&path));
        }
    }
    found.truncate(MOST_UNKNOWN);
    found
}

/// Returns the path of the first element of a collection of plain values.
fn element(member: &Member<'_>) -> Option<Path> {
    if !matches!(member.attribute.kind, AttributeKind::Type(_)) {
        return None;
    }
    let step = match member.value.known()? {
        Data::List(elements) if !elements.is_empty() => Step::Index(0),
        Data::Map(elements) => Step::Key(elements.keys().next()?.clone()),
        _ => return None,
    };
    Some(member.path.clone().step(step))
}

async fn check_unknown(session: &mut Session<'_>, target: Target<'_>, config: &Object) {
    for (path, config) in unknown_at_each_place(target, config) {
        if session.is_over() {
            return;
        }
        let Some(diagnostics) = validate(session, target, &config).await else {
            continue;
        };
        session.judge(&[rule::UNKNOWN_REFUSED]);
        if diagnostics.has_errors() {
            let mut asked = target.asked(&config);
            asked.place = asked.place.at(&path);
            let message = "a configuration is refused while the value is unknown, and it is valid with a known value";
            session.report_answer(rule::UNKNOWN_REFUSED, &asked, message);
        }
    }
}

/// Sets each attribute that only the provider sets.
async fn check_read_only(session: &mut Session<'_>, target: Target<'_>, config: &Object) {
    let Target::Type(subject) = target else {
        return;
    };
    if !matches!(subject.kind, TypeKind::Resource | TypeKind::DataSource) {
        return;
    }
    let attributes = subject.block().attributes.iter();
    let read_only = attributes.filter(|it| it.computed && !it.optional && !it.required);
    for attribute in read_only {
        let AttributeKind::Type(ty) = &attribute.kind else {
            continue;
        };
        if session.is_over() {
            return;
        }
        let value = match ty {
            Type::Dynamic => continue,
            ty => Recipe::new(session.options.seed).sample(ty),
        };
        let path = Path::root().attribute(attribute.name.clone());
        let config = place::with(config, &path, &value);
        let Some(diagnostics) = validate(session, target, &config).await else {
            continue;
        };
        session.judge(&[rule::READ_ONLY]);
        if !diagnostics.has_errors() {
            let mut asked = target.asked(&config);
            asked.place = asked.place.at(&path);
            let message = "a configured value of a read-only attribute is accepted";
            session.report_answer(rule::READ_ONLY, &asked, message);
        }
    }
}

/// Validates the same configuration a second time.
async fn check_again(session: &mut Session<'_>, target: Target<'_>, config: &Object) {
    let mut answers = Vec::new();
    for _ in 0..2 {
        if let Some(diagnostics) = validate(session, target, config).await {
            answers.push(sorted(&diagnostics));
        }
    }
    let [first, second] = &answers[..] else {
        return;
    };
    session.judge(&[rule::VALIDATION_DIFFERS]);
    if first != second {
        let message = "the second validation of a configuration has other diagnostics";
        session.report_answer(rule::VALIDATION_DIFFERS, &target.asked(config), message);
    }
}

/// Returns diagnostics in an order that does not depend on the provider.
pub(super) fn sorted(diagnostics: &Diagnostics) -> Vec<String> {
    let mut texts: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}
