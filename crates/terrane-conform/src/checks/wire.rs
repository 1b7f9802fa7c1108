//! Requests that no schema permits, large requests, and requests at the same time.

use std::iter::repeat_n;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::join_all;
use serde_json::{Value as Json, json};
use terrane_protocol::schema::{AttributeKind, TypeKind};
use terrane_protocol::{
    ConfigRequest, DynamicValue, EmptyRequest, MoveResourceStateRequest, PlanResourceChangeRequest,
    Provider, RawState, Rpc, RpcCode, RpcError, ValidateConfigRequest,
};
use terrane_value::{Data, Object, Path, Type, Value};

use super::validation::sorted;
use crate::asked::Asked;
use crate::changes::{Probe, judge_plan, plan, plan_request};
use crate::finding::Place;
use crate::generate::{Generated, Target, call};
use crate::place;
use crate::rule::{self, Level};
use crate::session::Session;
use crate::subject::Subject;

/// The name of a type that no provider has.
const NO_TYPE: &str = "terrane_conform_no_such_type";

/// How many requests are made at the same time.
const CONCURRENT: usize = 16;

/// Bytes that are no value of an object: an end in the middle, an unused byte, a text, and a list that is longer than the message.
const MALFORMED: [&[u8]; 4] = [b"\x81", b"\xc1", b"\xa3abc", b"\xdd\x7f\xff\xff\xff"];

/// Bytes that are no message of protobuf: half a key, a wire type that does not exist, a group without an end, and a field that is longer than the message.
const NO_MESSAGE: [&[u8]; 4] = [b"\xff", b"\x0f\x01", b"\x0b", b"\x0a\xff\xff\xff\x7f"];

/// The RPCs whose messages are replaced by [`NO_MESSAGE`]. They change nothing.
const BY_BYTES: [Rpc; 3] = [
    Rpc::ValidateResourceConfig,
    Rpc::UpgradeResourceState,
    Rpc::PlanResourceChange,
];

/// How many elements a collection has that is large.
const MANY: usize = 10_000;

/// The length of a large text. By default, servers of gRPC refuse messages of more than 4 MiB.
const LARGE: usize = 5 << 20;

/// How long each of the cancelled requests runs, in milliseconds.
const CANCELLED_AFTER: [u64; 4] = [0, 1, 3, 10];

/// Checks the answers to requests that do not fit the schemas.
pub(crate) async fn check(session: &mut Session<'_>, subjects: &[Subject]) {
    unknown_type(session).await;
    no_message(session).await;
    let mut resources = subjects.iter().filter(|it| it.kind == TypeKind::Resource);
    for subject in resources.clone() {
        if session.is_over() {
            return;
        }
        unknown_move(session, subject).await;
    }
    if let Some(subject) = resources.next() {
        malformed(session, subject).await;
    }
}

/// Moves an object of a type that no provider has.
async fn unknown_move(session: &mut Session<'_>, subject: &Subject) {
    let provider = "registry.terraform.io/terrane/conform";
    let shown = json!({ "source_provider_address": provider, "source_type_name": NO_TYPE });
    let asked = Asked::new(Rpc::MoveResourceState, &subject.place(), shown);
    let request = MoveResourceStateRequest {
        source_provider_address: provider.to_owned(),
        source_type_name: NO_TYPE.to_owned(),
        source_state: RawState::from_json(Bytes::from_static(br#"{"id":"example"}"#)),
        target_type_name: subject.name.clone(),
        ..MoveResourceStateRequest::default()
    };
    let moved = refused(session, &asked, async |it| {
        let answer = it.move_resource_state(request).await?;
        Ok(answer.diagnostics.has_errors())
    });
    let moved = moved.await;
    session.judge(&[rule::MOVE]);
    let message = match moved {
        Refusal::Crash(cause) => format!("the program ended: {cause}"),
        Refusal::Accepted => "a move from a type that does not exist is accepted".to_owned(),
        Refusal::Refused => return,
    };
    session.report_answer(rule::MOVE, &asked, message);
}

/// Sends bytes in place of messages.
async fn no_message(session: &mut Session<'_>) {
    for rpc in BY_BYTES {
        for bytes in NO_MESSAGE {
            let deadline = session.options.deadline;
            let Some(process) = session.process().await else {
                return;
            };
            let sent = process.send_bytes(rpc, bytes.to_vec());
            let answer = tokio::time::timeout(deadline, sent).await;
            session.requests += 1;
            let shown = json!({ "message": format!("{bytes:02x?}") });
            let asked = Asked::new(rpc, &Place::program(), shown);
            session.judge(&[rule::MALFORMED]);
            let message = match answer {
                Ok(Ok(())) => "bytes that are no message are accepted".to_owned(),
                Ok(Err(error)) => match session.crash(&error).await {
                    Some(cause) => format!("the program ended: {cause}"),
                    None => continue,
                },
                Err(_) => "bytes that are no message are not answered".to_owned(),
            };
            session.report_answer(rule::MALFORMED, &asked, message);
        }
    }
}

/// Validates a configuration with a large text.
pub(crate) async fn large(session: &mut Session<'_>, valid: &[(Subject, Generated)]) {
    let found = valid.iter().find_map(|(subject, generated)| {
        let members = place::members(subject.block(), &generated.rich);
        let text = |it: &place::Member<'_>| {
            let is_secret = it.attribute.sensitive || it.attribute.write_only;
            matches!(&it.attribute.kind, AttributeKind::Type(Type::String)) && !is_secret
        };
        let member = members.into_iter().find(text)?;
        Some((subject, &generated.rich, member.path))
    });
    let Some((subject, config, path)) = found else {
        return;
    };
    let target = Target::Type(subject);
    let config = place::with(config, &path, &Value::from("x".repeat(LARGE)));
    let asked = target.asked(&config).at(&path);
    let answer = demanding(session, &asked, async |it| {
        call(&*it, target, &config).await
    });
    match answer.await {
        Some(Ok(diagnostics)) => {
            session.judge(&[rule::LARGE]);
            session.diagnostics(&asked, &diagnostics, Some(subject.block()));
        }
        Some(Err(failure)) => {
            let message = format!("a request of more than 4 MiB {failure}");
            session.report_answer(rule::LARGE, &asked, message);
        }
        None => {}
    }
}

/// Validates and plans a large collection in the first type that accepts it.
pub(crate) async fn many(session: &mut Session<'_>, valid: &[(Subject, Generated)]) {
    for (subject, generated) in valid {
        for member in place::members(subject.block(), &generated.rich) {
            if session.is_over() {
                return;
            }
            let is_secret = member.attribute.sensitive || member.attribute.write_only;
            let Some(value) = repeated(&member.value).filter(|_| !is_secret) else {
                continue;
            };
            let config = place::with(&generated.rich, &member.path, &value);
            let target = Target::Type(subject);
            let asked = target.asked(&config).at(&member.path);
            let answer = demanding(session, &asked, async |it| {
                call(&*it, target, &config).await
            });
            match answer.await {
                Some(Ok(diagnostics)) => {
                    session.judge(&[rule::MANY]);
                    session.diagnostics(&asked, &diagnostics, Some(subject.block()));
                    if diagnostics.has_errors() {
                        continue;
                    }
                }
                Some(Err(failure)) => return report_many(session, &asked, &failure),
                None => return,
            }
            if subject.kind == TypeKind::Resource {
                plan_many(session, subject, generated, &member.path, &config).await;
            }
            return;
        }
    }
}

/// Plans a large collection at a path, if a plan without it succeeds.
async fn plan_many(
    session: &mut Session<'_>,
    subject: &Subject,
    generated: &Generated,
    path: &Path,
    config: &Object,
) {
    let probe = Probe::at(session.level);
    let small = plan(session, subject, None, Some(&generated.rich), probe).await;
    if small.done().is_none() {
        return;
    }
    let (asked, request) = plan_request(subject, None, Some(config));
    let at = asked.at(path);
    let answer = demanding(session, &at, async |it| {
        it.plan_resource_change(request).await
    });
    match answer.await {
        Some(Ok(answer)) => {
            let _ = judge_plan(session, subject, &asked, None, Some(config), answer);
        }
        Some(Err(failure)) => report_many(session, &at, &failure),
        None => {}
    }
}

fn report_many(session: &mut Session<'_>, asked: &Asked, failure: &str) {
    let message = format!("a request with a collection of {MANY} elements {failure}");
    session.report_answer(rule::MANY, asked, message);
}

/// Returns a large list or map with the first element of a list or map that is not empty.
fn repeated(value: &Value) -> Option<Value> {
    match value {
        Value::Known(Data::List(elements)) => {
            let first = elements.iter().next()?;
            Some(Value::list(repeat_n(first.clone(), MANY)))
        }
        Value::Known(Data::Map(elements)) => {
            let (_, first) = elements.iter().next()?;
            let all = (0..MANY).map(|at| (format!("example{at}"), first.clone()));
            Some(Value::mapping(all))
        }
        _ => None,
    }
}

/// Makes a request that is larger than others. The error is the end of a sentence that says why there is no answer in time. `None` if the program does not run.
async fn demanding<T>(
    session: &mut Session<'_>,
    asked: &Asked,
    call: impl AsyncFnOnce(Arc<dyn Provider>) -> Result<T, RpcError>,
) -> Option<Result<T, String>> {
    let deadline = session.options.deadline;
    let mut failure = None;
    // A long request, so that the rule about deadlines does not find it first.
    let asked = asked.clone().long();
    let answer = session.ask(&asked, async |it| {
        Ok(match tokio::time::timeout(deadline, call(it)).await {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(error)) => {
                failure = Some(error);
                None
            }
            Err(_) => None,
        })
    });
    let answer = answer.await?;
    Some(match (answer, failure) {
        (Some(answer), _) => Ok(answer),
        (None, Some(error)) => Err(match session.crash(&error).await {
            Some(cause) => format!("ends the program: {cause}"),
            None if error.code == RpcCode::ResourceExhausted => {
                "is refused as too large".to_owned()
            }
            None => format!("fails: {error}"),
        }),
        (None, None) => {
            session.abandon();
            Err(format!("has no answer within {} s", deadline.as_secs()))
        }
    })
}

async fn unknown_type(session: &mut Session<'_>) {
    for kind in [TypeKind::Resource, TypeKind::DataSource] {
        let place = Place::item(format!("{} {NO_TYPE}", kind.name()));
        let shown = json!({ "type_name": NO_TYPE });
        let type_name = NO_TYPE.to_owned();
        let config = DynamicValue::default();
        let answer = if kind == TypeKind::Resource {
            let asked = Asked::new(Rpc::ValidateResourceConfig, &place, shown);
            let request = ConfigRequest {
                type_name,
                config,
                ..ConfigRequest::default()
            };
            refused(session, &asked, async |it| {
                let answer = it.validate_resource_config(request).await?;
                Ok(answer.diagnostics.has_errors())
            })
            .await
        } else {
            let asked = Asked::new(Rpc::ValidateDataResourceConfig, &place, shown);
            let request = ValidateConfigRequest { type_name, config };
            refused(session, &asked, async |it| {
                let answer = it.validate_data_resource_config(request).await?;
                Ok(answer.diagnostics.has_errors())
            })
            .await
        };
        session.judge(&[rule::UNKNOWN_TYPE]);
        let message = match answer {
            Refusal::Crash(cause) => format!("the program ended: {cause}"),
            Refusal::Accepted => "a type that does not exist is accepted".to_owned(),
            Refusal::Refused => continue,
        };
        session.report(rule::UNKNOWN_TYPE, place, message, Json::Null);
    }
}

/// How a provider reacts to a request that is wrong.
enum Refusal {
    Crash(String),
    Accepted,
    Refused,
}

/// Makes a request that is wrong. An error of gRPC is as good as a diagnostic here, because no host makes the request.
async fn refused(
    session: &mut Session<'_>,
    asked: &Asked,
    call: impl AsyncFnOnce(Arc<dyn Provider>) -> Result<bool, RpcError>,
) -> Refusal {
    let mut failure = None;
    let answer = session
        .ask(asked, async |it| match call(it).await {
            Ok(is_refused) => Ok(is_refused),
            Err(error) => {
                failure = Some(error);
                Ok(true)
            }
        })
        .await;
    if let Some(error) = failure
        && let Some(cause) = session.crash(&error).await
    {
        return Refusal::Crash(cause);
    }
    match answer {
        Some(false) => Refusal::Accepted,
        _ => Refusal::Refused,
    }
}

async fn malformed(session: &mut Session<'_>, subject: &Subject) {
    for bytes in MALFORMED {
        let config = DynamicValue::from_msgpack(Bytes::from_static(bytes));
        let shown = json!({ "config": format!("{bytes:02x?}") });
        let place = subject.place();
        let asked = Asked::new(Rpc::ValidateResourceConfig, &place, shown.clone());
        let request = ConfigRequest {
            type_name: subject.name.clone(),
            config: config.clone(),
            ..ConfigRequest::default()
        };
        let validated = refused(session, &asked, async |it| {
            let answer = it.validate_resource_config(request).await?;
            Ok(answer.diagnostics.has_errors())
        });
        let validated = validated.await;
        report_malformed(session, &asked, validated);
        if session.level == Level::Basic {
            // Without a configuration of the provider, a plan may fail for another reason.
            continue;
        }
        let asked = Asked::new(Rpc::PlanResourceChange, &place, shown);
        let request = PlanResourceChangeRequest {
            type_name: subject.name.clone(),
            prior_state: subject.encode(None),
            proposed_new_state: config.clone(),
            config,
            ..PlanResourceChangeRequest::default()
        };
        let planned = refused(session, &asked, async |it| {
            let answer = it.plan_resource_change(request).await?;
            Ok(answer.diagnostics.has_errors())
        });
        let planned = planned.await;
        report_malformed(session, &asked, planned);
    }
}

fn report_malformed(session: &mut Session<'_>, asked: &Asked, refusal: Refusal) {
    let message = match refusal {
        Refusal::Crash(cause) => format!("the program ended: {cause}"),
        Refusal::Accepted => "bytes that are no value are accepted".to_owned(),
        Refusal::Refused => return,
    };
    session.report_answer(rule::MALFORMED, asked, message);
}

/// Cancels requests, and makes requests at the same time, with configurations whose answers are known.
pub(crate) async fn concurrency(session: &mut Session<'_>, valid: &[(Subject, Object)]) {
    let Some(process) = session.process().await else {
        return;
    };
    let provider = process.provider();
    let calls = |count: usize| {
        valid.iter().cycle().take(count).map(|(subject, config)| {
            let provider = provider.clone();
            async move { call(&*provider, Target::Type(subject), config).await }
        })
    };
    let count = if valid.is_empty() { 0 } else { CONCURRENT };
    for (call, after) in calls(count).zip(CANCELLED_AFTER.into_iter().cycle()) {
        // Whether the answer comes before the cancellation does not matter.
        let _ = tokio::time::timeout(Duration::from_millis(after), call).await;
    }
    let asked = Asked::new(Rpc::GetProviderSchema, &Place::program(), Json::Null);
    let request = EmptyRequest {};
    let alive = provider.get_provider_schema(request);
    let alive = tokio::time::timeout(session.options.deadline, alive).await;
    if count > 0 {
        session.judge(&[rule::CANCELLATION]);
    }
    if !matches!(alive, Ok(Ok(_))) {
        let message = "the program does not answer after requests were cancelled";
        session.report_answer(rule::CANCELLATION, &asked, message);
        session.end().await;
        return;
    }
    let mut single = Vec::new();
    for (first, again) in calls(count.min(valid.len())).zip(calls(count)) {
        single.push((first.await, again.await));
    }
    let together = tokio::time::timeout(session.options.deadline, join_all(calls(count))).await;
    let together = together.unwrap_or_default();
    session.requests += 2 * (count + single.len());
    let failed = together.iter().find_map(|it| it.as_ref().err());
    if let Some(error) = failed
        && let Some(cause) = session.crash(error).await
    {
        let (subject, config) = &valid[0];
        let asked = Target::Type(subject).asked(config);
        let message = format!("the program ended while requests ran at the same time: {cause}");
        session.report_answer(rule::CONCURRENCY, &asked, message);
        return;
    }
    for (at, (subject, config)) in valid.iter().cycle().take(count).enumerate() {
        let Some((Ok(alone), Ok(again))) = single.get(at % valid.len()) else {
            continue;
        };
        let answer = together.get(at);
        if sorted(alone) != sorted(again) {
            // The rule about the same answers finds this.
            continue;
        }
        session.judge(&[rule::CONCURRENCY]);
        let is_same = matches!(answer, Some(Ok(answer)) if sorted(answer) == sorted(alone));
        if !is_same {
            let asked = Target::Type(subject).asked(config);
            let message = "a request has another answer while others run";
            session.report_answer(rule::CONCURRENCY, &asked, message);
        }
    }
}
