//! Changes of objects.

use serde_json::json;
use terrane_protocol::{ApplyResourceChangeRequest, Rpc};
use terrane_value::Object;

use super::judge::{APPLY_RULES, check_identity, check_stored, known, report};
use super::object::{Outcome, Plan, Stored};
use crate::asked::Asked;
use crate::rule;
use crate::session::Session;
use crate::subject::Subject;

/// Applies a plan. The stored object is returned even if the answer violates rules, because the object exists.
pub(crate) async fn apply(
    session: &mut Session<'_>,
    subject: &Subject,
    prior: Option<&Stored>,
    plan: &Plan,
    config: Option<&Object>,
) -> (Option<Stored>, Outcome<()>) {
    let prior_object = prior.map(|prior| &prior.object);
    let shown = json!({
        "prior_state": subject.shown(prior_object),
        "planned_state": subject.shown(plan.planned.as_ref()),
        "config": subject.shown(config),
    });
    let asked = Asked::new(Rpc::ApplyResourceChange, &subject.place(), shown).long();
    let request = ApplyResourceChangeRequest {
        type_name: subject.name.clone(),
        prior_state: subject.encode(prior_object),
        planned_state: subject.encode(plan.planned.as_ref()),
        config: subject.encode(config),
        planned_private: plan.private.clone(),
        planned_identity: plan.identity.clone(),
        ..ApplyResourceChangeRequest::default()
    };
    let answer = session
        .ask(&asked, async |it| it.apply_resource_change(request).await)
        .await;
    let Some(answer) = answer else {
        // Nobody knows whether the change was made.
        return (prior.cloned(), Outcome::Broken);
    };
    session.diagnostics(&asked, &answer.diagnostics, Some(subject.block()));
    session.judge(&[rule::APPLY_TYPE]);
    let object = match subject.decode(&answer.new_state) {
        Ok(object) => object,
        Err(problem) => {
            session.report_answer(rule::APPLY_TYPE, &asked, problem);
            return (prior.cloned(), Outcome::Broken);
        }
    };
    let errors = answer.diagnostics.errors().next().map(ToString::to_string);
    let is_valid = match &object {
        Some(object) => check_stored(session, subject, &asked, object),
        None => true,
    };
    if errors.is_none() {
        session.judge(&[rule::APPLY_PRESENCE]);
        match (&object, &plan.planned) {
            (None, Some(_)) => {
                let message = "the change has no error, and the object is null";
                session.report_answer(rule::APPLY_PRESENCE, &asked, message);
            }
            (Some(_), None) => {
                let message = "the object was destroyed without an error, and it is not null";
                session.report_answer(rule::APPLY_PRESENCE, &asked, message);
            }
            // Hosts compare only what they store.
            (Some(object), Some(planned)) if is_valid => {
                session.judge(&APPLY_RULES);
                let findings = subject.rules.check_applied(Some(planned), Some(object));
                report(session, &asked, &findings, answer.legacy_type_system);
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
        if object.is_some() && plan.planned.is_some() {
            let before = prior.and_then(|it| it.identity.as_ref());
            check_identity(
                session,
                subject,
                &asked,
                before,
                answer.new_identity.as_ref(),
            );
        }
    }
    let stored = object.map(|object| Stored {
        object: known(object),
        private: answer.private,
        identity: answer.new_identity,
    });
    match errors {
        Some(error) => (stored.or_else(|| prior.cloned()), Outcome::Refused(error)),
        None if plan.planned.is_none() => (None, Outcome::Done(())),
        None => (stored, Outcome::Done(())),
    }
}
