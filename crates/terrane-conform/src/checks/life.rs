//! The life of an object: create, read, plan again, import, change, destroy.

use serde_json::json;
use terrane_protocol::{GenerateResourceConfigRequest, Rpc};
use terrane_schema::{ValueDifference, value_differences};
use terrane_value::{Object, Path, Value};

use crate::asked::Asked;
use crate::changes::{ImportBy, Outcome, Plan, Probe, Stored, apply, import, plan, read, upgrade};
use crate::generate::{Target, validate};
use crate::rule;
use crate::session::Session;
use crate::subject::{Subject, shown_at};

/// An object that exists, and the configuration with which it can be destroyed.
#[derive(Debug)]
pub(crate) struct Existing {
    pub(crate) subject: Subject,
    pub(crate) stored: Stored,
}

/// Checks the life of objects with these configurations: the first is created, and the others are changes of it. What exists at the end is returned.
pub(crate) async fn check(
    session: &mut Session<'_>,
    subject: &Subject,
    configs: &[Object],
    is_written: bool,
) -> Option<Existing> {
    let mut stored: Option<Stored> = None;
    let mut refused: Option<String> = None;
    let mut is_consistent = true;
    for config in configs {
        if session.is_over() {
            break;
        }
        let before = session.violations;
        stored = change(session, subject, stored, config, &mut refused).await;
        // After a wrong answer to a change, state and object differ, and each further check would find that.
        if let Some(object) = &stored
            && session.violations == before
        {
            stored = settled(session, subject, object, config).await;
        }
        if session.violations > before {
            is_consistent = false;
            break;
        }
    }
    if let Some(refused) = refused
        && (is_written || stored.is_none())
    {
        session.omit(format!("--apply {}", subject.name), refused);
    }
    let mut stored = stored?;
    if let Some(config) = configs.last()
        && is_consistent
    {
        upgrade(session, subject, &stored).await;
        if session.capabilities.generate_resource_config {
            generated(session, subject, &stored).await;
        }
        imports(session, subject, &stored, config).await;
    }
    if !destroy(session, subject, &mut stored).await {
        let subject = subject.clone();
        return Some(Existing { subject, stored });
    }
    None
}

/// Changes an object to a configuration. Returns what exists afterwards.
async fn change(
    session: &mut Session<'_>,
    subject: &Subject,
    prior: Option<Stored>,
    config: &Object,
    refused: &mut Option<String>,
) -> Option<Stored> {
    let mut prior = prior;
    let planned = plan(session, subject, prior.as_ref(), Some(config), Probe::No).await;
    let mut planned = match planned {
        Outcome::Done(planned) => planned,
        Outcome::Refused(error) => {
            *refused = Some(note_refused(session, subject, "planned", &error));
            return prior;
        }
        Outcome::Broken => return prior,
    };
    if let Some(object) = &mut prior
        && replaces(object, &planned)
    {
        if !destroy(session, subject, object).await {
            return prior;
        }
        prior = None;
        planned = plan(session, subject, None, Some(config), Probe::No)
            .await
            .done()?;
    }
    if let Some(object) = &prior
        && planned.planned.as_ref() == Some(&object.object)
    {
        return prior;
    }
    let (stored, outcome) = apply(session, subject, prior.as_ref(), &planned, Some(config)).await;
    if let Outcome::Refused(error) = outcome {
        *refused = Some(note_refused(session, subject, "applied", &error));
    }
    stored
}

/// Adds a remark about a configuration that is refused. Returns what has happened.
fn note_refused(session: &mut Session<'_>, subject: &Subject, what: &str, error: &str) -> String {
    let refused = format!("a configuration was not {what}: {error}");
    session.remark_at(&subject.place(), &*refused);
    refused
}

/// Whether a plan replaces an object: a path that requires it leads to a changed value.
fn replaces(stored: &Stored, plan: &Plan) -> bool {
    let (before, after) = (
        Value::from(stored.object.clone()),
        Value::from(plan.planned.clone()),
    );
    plan.replace
        .iter()
        .any(|path| before.at(path) != after.at(path))
}

/// Reads an object and plans again: nothing may change. Returns the object that was read, which still exists in any case.
async fn settled(
    session: &mut Session<'_>,
    subject: &Subject,
    stored: &Stored,
    config: &Object,
) -> Option<Stored> {
    let violations = session.violations;
    check_replan(session, subject, stored, config).await;
    if session.violations > violations {
        return Some(stored.clone());
    }
    let refreshed = match read(session, subject, stored).await {
        Outcome::Done(Some(refreshed)) => refreshed,
        Outcome::Done(None) => {
            let shown = subject.shown(Some(&stored.object));
            let asked = Asked::new(Rpc::ReadResource, &subject.place(), shown);
            let message = "an object is read as gone after it was applied";
            session.report_answer(rule::REFRESH, &asked, message);
            return Some(stored.clone());
        }
        Outcome::Refused(error) => {
            let shown = subject.shown(Some(&stored.object));
            let asked = Asked::new(Rpc::ReadResource, &subject.place(), shown);
            let message = format!("an object cannot be read after it was applied: {error}");
            session.report_answer(rule::REFRESH, &asked, message);
            return Some(stored.clone());
        }
        Outcome::Broken => return Some(stored.clone()),
    };
    session.judge(&[rule::REFRESH]);
    let before = Value::from(stored.object.clone());
    let after = Value::from(refreshed.object.clone());
    let differences = value_differences(&before, &after);
    for difference in &differences {
        let shown = subject.shown(Some(&stored.object));
        let place = subject.place().at(&difference.path);
        let asked = Asked::new(Rpc::ReadResource, &place, shown);
        let message = format!(
            "a read changes a value that was just applied {}",
            from_to(subject, difference)
        );
        session.report_answer(rule::REFRESH, &asked, message);
    }
    Some(refreshed)
}

/// Plans with the configuration that was applied.
async fn check_replan(
    session: &mut Session<'_>,
    subject: &Subject,
    stored: &Stored,
    config: &Object,
) {
    let planned = plan(session, subject, Some(stored), Some(config), Probe::No).await;
    let shown = subject.shown(Some(config));
    let planned = match planned {
        Outcome::Done(planned) => planned,
        Outcome::Refused(error) => {
            let asked = Asked::new(Rpc::PlanResourceChange, &subject.place(), shown);
            let message = format!("a plan after an apply fails: {error}");
            session.report_answer(rule::REPLAN, &asked, message);
            return;
        }
        Outcome::Broken => return,
    };
    session.judge(&[rule::REPLAN]);
    let before = Value::from(stored.object.clone());
    for difference in value_differences(&before, &Value::from(planned.planned)) {
        let place = subject.place().at(&difference.path);
        let asked = Asked::new(Rpc::PlanResourceChange, &place, shown.clone());
        let message = format!(
            "a plan after an apply changes the value again {}",
            from_to(subject, &difference)
        );
        session.report_answer(rule::REPLAN, &asked, message);
    }
}

/// Generates the configuration of an object, and validates it.
async fn generated(session: &mut Session<'_>, subject: &Subject, stored: &Stored) {
    let shown = json!({ "state": subject.shown(Some(&stored.object)) });
    let asked = Asked::new(Rpc::GenerateResourceConfig, &subject.place(), shown);
    let request = GenerateResourceConfigRequest {
        type_name: subject.name.clone(),
        state: subject.encode(Some(&stored.object)),
    };
    let answer = session
        .ask(&asked, async |it| {
            it.generate_resource_config(request).await
        })
        .await;
    let Some(answer) = answer else { return };
    session.diagnostics(&asked, &answer.diagnostics, Some(subject.block()));
    session.judge(&[rule::GENERATED]);
    let refusal = answer.diagnostics.errors().next();
    let message = match (refusal, subject.decode(&answer.config)) {
        (Some(error), _) => format!("no configuration is generated: {error}"),
        (None, Err(problem)) => problem,
        (None, Ok(None)) => "the generated configuration is null".to_owned(),
        (None, Ok(Some(config))) => {
            let diagnostics = validate(session, Target::Type(subject), &config).await;
            let errors = diagnostics.unwrap_or_default();
            match errors.errors().next() {
                Some(error) => format!("the generated configuration is not valid: {error}"),
                None => return,
            }
        }
    };
    session.report_answer(rule::GENERATED, &asked, message);
}

/// Imports the object by its id and by its identity.
async fn imports(session: &mut Session<'_>, subject: &Subject, stored: &Stored, config: &Object) {
    let id = stored.object.get("id").and_then(Value::as_str);
    let by_id = id.map(|id| ImportBy::Id(id.to_owned()));
    let identity = stored.identity.clone().filter(|it| !it.is_null());
    let by_identity = identity
        .filter(|_| subject.identity.is_some())
        .map(ImportBy::Identity);
    for by in [by_id, by_identity].into_iter().flatten() {
        if session.is_over() {
            return;
        }
        let imported = match import(session, subject, by).await {
            Outcome::Done(imported) => imported,
            // The id of an import may have another form, and a type may have no import.
            Outcome::Refused(_) | Outcome::Broken => continue,
        };
        let refreshed = match read(session, subject, &imported).await {
            Outcome::Done(Some(refreshed)) => refreshed,
            Outcome::Done(None) | Outcome::Refused(_) => {
                let shown = subject.shown(Some(&imported.object));
                let asked = Asked::new(Rpc::ReadResource, &subject.place(), shown);
                let message = "an imported object cannot be read";
                session.report_answer(rule::IMPORT, &asked, message);
                continue;
            }
            Outcome::Broken => continue,
        };
        if is_another(subject, &refreshed.object, &stored.object) {
            // The attribute `id` is not the id of an import.
            continue;
        }
        let planned = plan(session, subject, Some(&refreshed), Some(config), Probe::No).await;
        let Some(planned) = planned.done() else {
            continue;
        };
        let before = Value::from(refreshed.object.clone());
        let after = Value::from(planned.planned.clone());
        let is_replaced = replaces(&refreshed, &planned);
        session.judge(&[rule::IMPORT]);
        for difference in causes(value_differences(&before, &after)) {
            // A replacement changes all computed values. Its cause is the path that requires it.
            let requires = |path: &Path| difference.path.starts_with(path);
            if is_replaced && !planned.replace.iter().any(requires) {
                continue;
            }
            let place = subject.place().at(&difference.path);
            let shown = subject.shown(Some(config));
            let asked = Asked::new(Rpc::PlanResourceChange, &place, shown);
            let what = if is_replaced {
                "a plan after an import replaces the object because of the value, which changes"
            } else {
                "a plan after an import changes the value"
            };
            let message = format!("{what} {}", from_to(subject, &difference));
            session.report_answer(rule::IMPORT, &asked, message);
        }
    }
}

/// Shows the values of a difference.
fn from_to(subject: &Subject, difference: &ValueDifference) -> String {
    let shown = |value| shown_at(subject.block(), &difference.path, value);
    format!(
        "from {} to {}",
        shown(difference.before.as_ref()),
        shown(difference.after.as_ref())
    )
}

/// Removes the values that are planned as unknown, if another change is their cause.
fn causes(differences: Vec<ValueDifference>) -> Vec<ValueDifference> {
    let is_unknown = |it: &ValueDifference| it.after.as_ref().is_some_and(Value::is_unknown);
    if differences.iter().all(is_unknown) {
        return differences;
    }
    let known = differences.into_iter().filter(|it| !is_unknown(it));
    known.collect()
}

/// Whether two objects differ in a value that only the provider sets.
fn is_another(subject: &Subject, one: &Object, other: &Object) -> bool {
    let attributes = subject.block().attributes.iter();
    let mut computed = attributes.filter(|it| it.computed && !it.optional);
    computed.any(|it| match (one.get(&it.name), other.get(&it.name)) {
        (Some(one), Some(other)) => !one.is_null() && !other.is_null() && one != other,
        _ => false,
    })
}

/// Destroys an object. Returns whether it is gone; otherwise `stored` is what the provider has left.
pub(crate) async fn destroy(
    session: &mut Session<'_>,
    subject: &Subject,
    stored: &mut Stored,
) -> bool {
    let planned = if session.capabilities.plan_destroy {
        let planned = plan(session, subject, Some(stored), None, Probe::No).await;
        match planned {
            Outcome::Done(planned) => planned,
            Outcome::Refused(error) => {
                report_destroy(session, subject, stored, &error);
                return false;
            }
            Outcome::Broken => return false,
        }
    } else {
        Plan {
            planned: None,
            replace: Vec::new(),
            private: stored.private.clone(),
            identity: stored.identity.clone(),
        }
    };
    let planned = Plan {
        planned: None,
        ..planned
    };
    let (left, outcome) = apply(session, subject, Some(stored), &planned, None).await;
    session.judge(&[rule::DESTROY]);
    match outcome {
        Outcome::Done(()) => return true,
        Outcome::Refused(error) => report_destroy(session, subject, stored, &error),
        Outcome::Broken => {}
    }
    if let Some(left) = left {
        *stored = left;
    }
    false
}

fn report_destroy(session: &mut Session<'_>, subject: &Subject, stored: &Stored, error: &str) {
    let shown = subject.shown(Some(&stored.object));
    let asked = Asked::new(Rpc::ApplyResourceChange, &subject.place(), shown);
    let message = format!("the object cannot be destroyed: {error}");
    session.report_answer(rule::DESTROY, &asked, message);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(name: &str, after: Value) -> ValueDifference {
        ValueDifference {
            path: Path::root().attribute(name.to_owned()),
            before: Some("a".into()),
            after: Some(after),
        }
    }

    #[test]
    fn an_unknown_value_that_follows_from_another_change_is_no_cause() {
        let known = difference("name", "b".into());
        let unknown = difference("id", Value::unknown());
        let found = causes(vec![known.clone(), unknown.clone()]);
        assert_eq!(found, [known]);
        assert_eq!(causes(vec![unknown.clone()]), [unknown]);
    }
}
