//! Plans.

use serde_json::json;
use terrane_protocol::{PlanResourceChangeRequest, PlanResourceChangeResponse, Rpc};
use terrane_schema::propose;
use terrane_value::{Object, Value};

use super::judge::{PLAN_RULES, report};
use super::object::{Outcome, Plan, Stored};
use crate::asked::Asked;
use crate::host::capabilities;
use crate::place;
use crate::rule::{self, Level};
use crate::session::Session;
use crate::subject::Subject;

/// How a plan is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Probe {
    /// Each problem is reported.
    No,
    /// The provider may need to be configured first, so a failed request is only noted.
    Unconfigured,
}

impl Probe {
    /// Returns how the first plan of a type is asked for.
    pub(crate) fn at(level: Level) -> Self {
        if level == Level::Basic {
            Self::Unconfigured
        } else {
            Self::No
        }
    }
}

/// Plans a change. `None` as the configuration plans the destruction.
pub(crate) async fn plan(
    session: &mut Session<'_>,
    subject: &Subject,
    prior: Option<&Stored>,
    config: Option<&Object>,
    probe: Probe,
) -> Outcome<Plan> {
    let (mut asked, request) = plan_request(subject, prior, config);
    asked.is_probe = probe == Probe::Unconfigured;
    let call = async |it: std::sync::Arc<dyn terrane_protocol::Provider>| {
        it.plan_resource_change(request).await
    };
    match session.ask(&asked, call).await {
        Some(answer) => judge_plan(session, subject, &asked, prior, config, answer),
        None => Outcome::Broken,
    }
}

/// Returns the request for a plan.
pub(crate) fn plan_request(
    subject: &Subject,
    prior: Option<&Stored>,
    config: Option<&Object>,
) -> (Asked, PlanResourceChangeRequest) {
    let prior_object = prior.map(|prior| &prior.object);
    let proposed = config.and_then(|it| propose(&subject.rules, prior_object, Some(it)));
    let shown = json!({
        "prior_state": subject.shown(prior_object),
        "config": subject.shown(config),
    });
    let asked = Asked::new(Rpc::PlanResourceChange, &subject.place(), shown);
    let request = PlanResourceChangeRequest {
        type_name: subject.name.clone(),
        prior_state: subject.encode(prior_object),
        proposed_new_state: subject.encode(proposed.as_ref()),
        config: subject.encode(config),
        prior_private: prior.map(|prior| prior.private.clone()).unwrap_or_default(),
        client_capabilities: capabilities(),
        prior_identity: prior.and_then(|prior| prior.identity.clone()),
        ..PlanResourceChangeRequest::default()
    };
    (asked, request)
}

/// Judges the answer to the request for a plan.
pub(crate) fn judge_plan(
    session: &mut Session<'_>,
    subject: &Subject,
    asked: &Asked,
    prior: Option<&Stored>,
    config: Option<&Object>,
    answer: PlanResourceChangeResponse,
) -> Outcome<Plan> {
    let prior_object = prior.map(|prior| &prior.object);
    session.diagnostics(asked, &answer.diagnostics, Some(subject.block()));
    session.judge(&[rule::DEFERRED]);
    if answer.deferred.is_some() {
        let message = "the plan is deferred, and the host does not allow it";
        session.report_answer(rule::DEFERRED, asked, message);
        return Outcome::Broken;
    }
    if let Some(error) = answer.diagnostics.errors().next() {
        return Outcome::Refused(error.to_string());
    }
    session.judge(&[rule::PLAN_TYPE]);
    let planned = match subject.decode(&answer.planned_state) {
        Ok(planned) => planned,
        Err(problem) => {
            session.report_answer(rule::PLAN_TYPE, asked, problem);
            return Outcome::Broken;
        }
    };
    session.judge(&PLAN_RULES);
    if !answer.requires_replace.is_empty() {
        session.judge(&[rule::REPLACE_PATH]);
    }
    let findings = subject
        .rules
        .check_plan(prior_object, config, planned.as_ref());
    report(session, asked, &findings, answer.legacy_type_system);
    if let Some(prior) = prior_object {
        let (before, after) = (Value::from(prior.clone()), Value::from(planned.clone()));
        for path in &answer.requires_replace {
            if before.at(path).is_none() && after.at(path).is_none() {
                let at = asked.at(path);
                let message = "a path that requires replacement is in neither the prior nor the planned object";
                session.report_answer(rule::REPLACE_PATH, &at, message);
            }
        }
    }
    for path in &answer.requires_replace {
        if !place::exists(subject.block(), path) {
            let at = asked.at(path);
            let message = "a path that requires replacement leads to no place in the schema";
            session.report_answer(rule::REPLACE_PATH, &at, message);
        }
    }
    Outcome::Done(Plan {
        planned,
        replace: answer.requires_replace,
        private: answer.planned_private,
        identity: answer.planned_identity,
    })
}
