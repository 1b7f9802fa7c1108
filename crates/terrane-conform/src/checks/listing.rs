//! List resources.

use futures_util::StreamExt as _;
use serde_json::json;
use terrane_protocol::{ListResourceEvent, ListResourceRequest, Rpc, RpcError};
use terrane_value::{Object, Type, Value};

use crate::asked::Asked;
use crate::rule;
use crate::session::Session;
use crate::subject::Subject;

/// How many objects are listed.
const MOST_LISTED: i64 = 10;

/// Lists objects, with and without the objects themselves. `listed` is the type of these objects.
pub(crate) async fn check(
    session: &mut Session<'_>,
    subject: &Subject,
    listed: &Type,
    config: &Object,
) {
    for include_resource_object in [false, true] {
        if session.is_over() {
            return;
        }
        let shown = json!({
            "config": subject.shown(Some(config)),
            "include_resource_object": include_resource_object,
        });
        let asked = Asked::new(Rpc::ListResource, &subject.place(), shown).long();
        let request = ListResourceRequest {
            type_name: subject.name.clone(),
            config: subject.encode(Some(config)),
            include_resource_object,
            limit: MOST_LISTED,
        };
        let events = session
            .ask(&asked, async |it| {
                let mut events = it.list_resource(request).await?;
                let mut found = Vec::new();
                while let Some(event) = events.next().await {
                    found.push(event?);
                }
                Ok::<_, RpcError>(found)
            })
            .await;
        for event in events.unwrap_or_default() {
            session.diagnostics(&asked, &event.diagnostics, None);
            if !event.diagnostics.has_errors() {
                session.judge(&[rule::LIST]);
                let expected = include_resource_object.then_some(listed);
                judge(session, subject, &asked, &event, expected);
            }
        }
    }
}

/// Judges a found object. `expected` is the type of the object, if it was asked for.
fn judge(
    session: &mut Session<'_>,
    subject: &Subject,
    asked: &Asked,
    event: &ListResourceEvent,
    expected: Option<&Type>,
) {
    let identity = match (&subject.identity, &event.identity) {
        // The rules about schemas find the missing schema.
        (None, _) => None,
        (Some(_), None) => Some("a found object has no identity".to_owned()),
        (Some(schema), Some(identity)) => match identity.decode(&schema.implied_type()) {
            Ok(Value::Null) => Some("the identity of a found object is null".to_owned()),
            Ok(value) if !value.is_wholly_known() => {
                Some("the identity of a found object has an unknown value".to_owned())
            }
            Ok(_) => None,
            Err(error) => Some(format!(
                "the identity of a found object cannot be decoded by its schema: {error}"
            )),
        },
    };
    let object = match (expected, &event.resource_object) {
        (None, _) => None,
        (Some(_), None) => Some("a found object is missing, and the host asks for it".to_owned()),
        (Some(ty), Some(object)) => match object.decode(ty) {
            Ok(Value::Null) => Some("a found object is null".to_owned()),
            Ok(value) if !value.is_wholly_known() => {
                Some("a found object has an unknown value".to_owned())
            }
            Ok(_) => None,
            Err(error) => Some(format!(
                "a found object cannot be decoded by the schema of its resource: {error}"
            )),
        },
    };
    for message in identity.into_iter().chain(object) {
        session.report_answer(rule::LIST, asked, message);
    }
}
