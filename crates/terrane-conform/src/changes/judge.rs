//! The judgement of plans, objects and identities.

use terrane_protocol::rules::{Finding, Rule as CoreRule};
use terrane_protocol::schema::IdentitySchema;
use terrane_protocol::{DynamicValue, Rpc};
use terrane_value::{Data, Object, Path, Value};

use crate::asked::Asked;
use crate::place;
use crate::rule::{self, Rule};
use crate::session::Session;
use crate::subject::Subject;

/// Returns the rule for a violation of a consistency rule.
const fn rule_of(rule: CoreRule) -> &'static Rule {
    match rule {
        CoreRule::PlannedPresence => rule::PLANNED_PRESENCE,
        CoreRule::NullBlocks => rule::NULL_BLOCKS,
        CoreRule::WriteOnlyPlanned => rule::WRITE_ONLY_PLANNED,
        CoreRule::UnconfiguredValuePlanned => rule::UNCONFIGURED_PLANNED,
        CoreRule::ConfiguredValueChanged => rule::CONFIGURED_CHANGED,
        CoreRule::PlannedBlocks => rule::PLANNED_BLOCKS,
        CoreRule::PlannedValueChanged => rule::PLANNED_CHANGED,
        CoreRule::PromiseBroken => rule::PROMISE_BROKEN,
        CoreRule::ElementsChanged => rule::ELEMENTS_CHANGED,
        _ => rule::APPLIED_BLOCKS,
    }
}

/// The consistency rules of plans.
pub(super) const PLAN_RULES: [&Rule; 6] = [
    rule::PLANNED_PRESENCE,
    rule::NULL_BLOCKS,
    rule::WRITE_ONLY_PLANNED,
    rule::UNCONFIGURED_PLANNED,
    rule::CONFIGURED_CHANGED,
    rule::PLANNED_BLOCKS,
];

/// The consistency rules of applied objects.
pub(super) const APPLY_RULES: [&Rule; 4] = [
    rule::PLANNED_CHANGED,
    rule::PROMISE_BROKEN,
    rule::ELEMENTS_CHANGED,
    rule::APPLIED_BLOCKS,
];

/// Reports violations of consistency rules. Hosts tolerate those of providers with the legacy type system, so they become a note.
pub(super) fn report(
    session: &mut Session<'_>,
    asked: &Asked,
    findings: &[Finding],
    is_legacy: bool,
) {
    if is_legacy && !findings.is_empty() {
        let tolerated = if asked.rpc == Rpc::PlanResourceChange {
            "plans"
        } else {
            "results"
        };
        let text = format!(
            "hosts tolerate inconsistent {tolerated} of a provider with the legacy type system"
        );
        session.remark_at(&asked.place, text);
        return;
    }
    for finding in findings {
        let at = asked.at(&finding.path);
        session.report_answer(rule_of(finding.rule), &at, finding.problem.clone());
    }
}

/// Replaces unknown values, as hosts do before they store an object.
pub(super) fn known(object: Object) -> Object {
    let known = Value::from(object.clone()).transform(|_, value| {
        Ok::<_, ()>(if value.is_unknown() {
            Value::Null
        } else {
            value
        })
    });
    match known {
        Ok(Value::Known(Data::Object(object))) => object,
        _ => object,
    }
}

/// Checks an object that a host would store. Returns whether it could.
pub(super) fn check_stored(
    session: &mut Session<'_>,
    subject: &Subject,
    asked: &Asked,
    object: &Object,
) -> bool {
    session.judge(&[rule::APPLY_UNKNOWN, rule::WRITE_ONLY_STORED]);
    let violations = session.violations;
    let mut unknown: Vec<Path> = Vec::new();
    Value::from(object.clone()).walk(|path, value| {
        if value.is_unknown() {
            unknown.push(path.clone());
        }
        true
    });
    for path in unknown {
        let at = asked.at(path);
        session.report_answer(
            rule::APPLY_UNKNOWN,
            &at,
            "the value is unknown after the request",
        );
    }
    for member in place::members(subject.block(), object) {
        if member.attribute.write_only {
            let at = asked.at(&member.path);
            let message = "a write-only attribute has a value in the state";
            session.report_answer(rule::WRITE_ONLY_STORED, &at, message);
        }
    }
    session.violations == violations
}

/// Checks the identity of an object.
pub(super) fn check_identity(
    session: &mut Session<'_>,
    subject: &Subject,
    asked: &Asked,
    before: Option<&DynamicValue>,
    after: Option<&DynamicValue>,
) {
    let Some(schema) = &subject.identity else {
        if after.is_some_and(|it| !it.is_null()) {
            let message = "an identity is returned, and the resource has no identity schema";
            session.report_answer(rule::IDENTITY, asked, message);
        }
        return;
    };
    session.judge(&[rule::IDENTITY]);
    let after = match after.map(|it| decoded(schema, it)) {
        Some(Ok(Value::Known(identity))) => Value::Known(identity),
        Some(Err(error)) => {
            let message = format!("the identity cannot be decoded by its schema: {error}");
            session.report_answer(rule::IDENTITY, asked, message);
            return;
        }
        Some(Ok(Value::Null | Value::Unknown(_))) | None => {
            session.report_answer(rule::IDENTITY, asked, "the identity is missing");
            return;
        }
    };
    let is_null = after
        .as_object()
        .is_some_and(|it| it.values().iter().all(Value::is_null));
    if is_null || !after.is_wholly_known() {
        let message = "the identity has no value, or an unknown one";
        session.report_answer(rule::IDENTITY, asked, message);
    }
    if let Some(Ok(before)) = before.map(|it| decoded(schema, it))
        && !before.is_null()
        && before != after
    {
        session.report_answer(
            rule::IDENTITY,
            asked,
            "the identity of the object has changed",
        );
    }
}

/// Decodes an identity.
pub(super) fn decoded(
    schema: &IdentitySchema,
    value: &DynamicValue,
) -> Result<Value, terrane_value::Error> {
    value.decode(&schema.implied_type())
}
