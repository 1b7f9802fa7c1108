//! Interceptors of plans: default tags and policies.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use terrane_composition::*;
use terrane_composition::{DefaultTags, Policy};
use terrane_protocol::schema::{Attribute, Schema};
use terrane_protocol::*;
use terrane_value::{Data, Type, Value};

use crate::calls::summaries;
use crate::scripted::Scripted;

fn tagged() -> Schema {
    let mut schema = Schema::default();
    schema.block.attributes.push(Attribute {
        optional: true,
        ..Attribute::new("tags", Type::map(Type::String))
    });
    schema.block.attributes.push(Attribute {
        computed: true,
        ..Attribute::new("tags_all", Type::map(Type::String))
    });
    schema
}

/// Answers a plan with the proposed state.
fn propose(request: &Request) -> Option<Result<Response, RpcError>> {
    let Request::PlanResourceChange(request) = request else {
        return None;
    };
    Some(Ok(Response::PlanResourceChange(
        PlanResourceChangeResponse {
            planned_state: request.proposed_new_state.clone(),
            ..PlanResourceChangeResponse::default()
        },
    )))
}

async fn plan(
    provider: &dyn Provider,
    type_name: &str,
    proposed: &Value,
) -> PlanResourceChangeResponse {
    let request = PlanResourceChangeRequest {
        type_name: type_name.to_owned(),
        proposed_new_state: DynamicValue::encode(proposed, &tagged().implied_type())
            .expect("a value"),
        ..PlanResourceChangeRequest::default()
    };
    let planned = provider.plan_resource_change(request).await;
    planned.expect("an answer")
}

fn map(pairs: &[(&str, &str)]) -> Value {
    let pairs = pairs.iter().map(|(key, value)| (*key, Value::from(*value)));
    Value::Known(Data::Map(pairs.collect()))
}

#[tokio::test]
async fn default_tags_are_merged_with_configured_ones() {
    let mut untagged = tagged();
    untagged.block.attributes.truncate(1);
    let inner = Scripted::new("one")
        .resource("zoo_pet", tagged())
        .resource("zoo_cage", untagged)
        .answering(propose);
    let tags = DefaultTags::new([("team", "zoo"), ("env", "test")]);
    let provider = intercept(inner.provider(), tags);
    let object = |tags: Value| Value::object([("tags", tags), ("tags_all", Value::Null)]);
    let ty = tagged().implied_type();
    for (configured, merged) in [
        (Value::Null, map(&[("team", "zoo"), ("env", "test")])),
        (
            map(&[("env", "live"), ("name", "x")]),
            map(&[("team", "zoo"), ("env", "live"), ("name", "x")]),
        ),
        (Value::unknown(), Value::unknown()),
    ] {
        let planned = plan(&*provider, "zoo_pet", &object(configured.clone())).await;
        let expected = Value::object([("tags", configured), ("tags_all", merged)]);
        assert_eq!(planned.planned_state.decode(&ty).unwrap(), expected);
    }
    let deleted = plan(&*provider, "zoo_pet", &Value::Null).await;
    assert!(deleted.planned_state.is_null());
    let other = plan(&*provider, "zoo_cage", &object(Value::Null)).await;
    assert_eq!(
        other.planned_state.decode(&ty).unwrap(),
        object(Value::Null)
    );
}

/// Answers a plan with an error, and with a planned state that is no object of the type.
fn refuse_with_garbage(request: &Request) -> Option<Result<Response, RpcError>> {
    matches!(request, Request::PlanResourceChange(_)).then(|| {
        Ok(Response::PlanResourceChange(PlanResourceChangeResponse {
            planned_state: DynamicValue::from_msgpack(vec![0xc3].into()),
            diagnostics: Diagnostic::error("No room", "Wait.").into(),
            ..PlanResourceChangeResponse::default()
        }))
    })
}

/// Answers a plan with a planned state that is no object of the type.
fn plan_garbage(request: &Request) -> Option<Result<Response, RpcError>> {
    matches!(request, Request::PlanResourceChange(_)).then(|| {
        Ok(Response::PlanResourceChange(PlanResourceChangeResponse {
            planned_state: DynamicValue::from_msgpack(vec![0xc3].into()),
            ..PlanResourceChangeResponse::default()
        }))
    })
}

#[tokio::test]
async fn an_interceptor_adds_nothing_to_a_plan_with_errors_and_reports_one_that_it_cannot_read() {
    let object = Value::object([("tags", Value::Null), ("tags_all", Value::Null)]);
    let refuses = Scripted::new("one")
        .resource("zoo_pet", tagged())
        .answering(refuse_with_garbage);
    let tags = intercept(refuses.provider(), DefaultTags::new([("a", "b")]));
    let policy = Policy::new(|_| Diagnostic::error("Judged", "").into());
    let policy = intercept(refuses.provider(), policy);
    for provider in [tags, policy] {
        let refused = plan(&*provider, "zoo_pet", &object).await;
        assert_eq!(summaries(&refused.diagnostics), "No room");
        assert_eq!(refused.planned_state.msgpack, [0xc3][..]);
    }
    let garbage = Scripted::new("one")
        .resource("zoo_pet", tagged())
        .answering(plan_garbage);
    let tags = intercept(garbage.provider(), DefaultTags::new([("a", "b")]));
    let unread = plan(&*tags, "zoo_pet", &object).await;
    assert_eq!(summaries(&unread.diagnostics), "Cannot add default tags");
}

#[tokio::test]
async fn only_a_type_with_configured_and_computed_maps_has_tags() {
    /// Whether an attribute is required, optional or computed, and its type.
    type Form = (bool, bool, bool, Type);
    let strings = || Type::map(Type::String);
    let (optional, computed) = (
        (false, true, false, strings()),
        (false, false, true, strings()),
    );
    let required: Form = (true, false, false, strings());
    let both: Form = (false, true, true, strings());
    let numbers = |(required, optional, computed, _): Form| {
        (required, optional, computed, Type::map(Type::Number))
    };
    let cases: [(Form, Form, bool); 9] = [
        (optional.clone(), computed.clone(), true),
        (required.clone(), computed.clone(), true),
        (both.clone(), computed.clone(), true),
        (computed.clone(), computed.clone(), false),
        (optional.clone(), both, false),
        (optional.clone(), required, false),
        (optional.clone(), optional.clone(), false),
        (numbers(optional.clone()), computed.clone(), false),
        (optional, numbers(computed), false),
    ];
    for (at, (configured, merged, has_tags)) in cases.into_iter().enumerate() {
        let mut schema = Schema::default();
        for (name, (required, optional, computed, ty)) in [("labels", configured), ("all", merged)]
        {
            schema.block.attributes.push(Attribute {
                required,
                optional,
                computed,
                ..Attribute::new(name, ty)
            });
        }
        let ty = schema.implied_type();
        let inner = Scripted::new("one")
            .resource("zoo_pet", schema)
            .answering(propose);
        let tags = DefaultTags::new([("a", "b")]).attributes("labels", "all");
        let provider = intercept(inner.provider(), tags);
        let object = Value::object([("labels", Value::Null), ("all", Value::Null)]);
        let request = PlanResourceChangeRequest {
            type_name: "zoo_pet".to_owned(),
            proposed_new_state: DynamicValue::encode(&object, &ty).unwrap(),
            ..PlanResourceChangeRequest::default()
        };
        let planned = provider
            .plan_resource_change(request)
            .await
            .unwrap()
            .planned_state
            .decode(&ty)
            .unwrap();
        assert_eq!(planned != object, has_tags, "{at}");
    }
}

#[tokio::test]
async fn a_policy_passes_on_schemas_that_are_better_than_earlier_ones_with_errors() {
    let provider = intercept(Arc::new(Late::default()), keeps_all());
    for is_ready in [false, true, true] {
        let schemas = provider.get_provider_schema(EmptyRequest {}).await.unwrap();
        assert_eq!(schemas.diagnostics.has_errors(), !is_ready);
        assert_eq!(schemas.resource_schemas.contains_key("zoo_pet"), is_ready);
        assert_eq!(schemas.server_capabilities.plan_destroy, is_ready);
    }
}

#[tokio::test]
async fn a_policy_judges_plans() {
    let policy = || {
        Policy::new(
            |change| match change.planned.as_object().and_then(|it| it.get("tags")) {
                Some(Value::Null) => Diagnostic::error("No tags", change.type_name).into(),
                _ => Diagnostics::new(),
            },
        )
    };
    let inner = Scripted::new("one")
        .resource("zoo_pet", tagged())
        .answering(propose);
    let provider = intercept(inner.provider(), policy());
    let object = |tags: Value| Value::object([("tags", tags), ("tags_all", Value::Null)]);
    let refused = plan(&*provider, "zoo_pet", &object(Value::Null)).await;
    assert_eq!(summaries(&refused.diagnostics), "No tags");
    let accepted = plan(&*provider, "zoo_pet", &object(map(&[("a", "b")]))).await;
    assert!(accepted.diagnostics.is_empty());
    let unknown = plan(&*provider, "zoo_fish", &object(map(&[("a", "b")]))).await;
    assert_eq!(
        summaries(&unknown.diagnostics),
        "Cannot judge the plan by the policy"
    );
}

/// A provider whose first answer with schemas has an error and no types.
#[derive(Default)]
struct Late {
    is_ready: AtomicBool,
}

impl Provider for Late {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            Ok(match request {
                Request::GetProviderSchema(_) => {
                    let mut schemas = GetProviderSchemaResponse::default();
                    if self.is_ready.swap(true, Ordering::Relaxed) {
                        let pet = ("zoo_pet".to_owned(), tagged());
                        schemas.resource_schemas.extend([pet]);
                    } else {
                        let closed = Diagnostic::error("The zoo is closed", "Try again.");
                        schemas.diagnostics.push(closed);
                    }
                    Response::GetProviderSchema(schemas.into())
                }
                Request::PlanResourceChange(request) => {
                    Response::from(PlanResourceChangeResponse {
                        planned_state: request.proposed_new_state,
                        ..PlanResourceChangeResponse::default()
                    })
                }
                request => return Err(request.rpc().unimplemented()),
            })
        })
    }
}

#[tokio::test]
async fn no_plan_loses_its_default_tags_while_the_schemas_have_errors() {
    let provider = intercept(Arc::new(Late::default()), DefaultTags::new([("a", "b")]));
    let object = Value::object([("tags", Value::Null), ("tags_all", Value::Null)]);
    let refused = plan(&*provider, "zoo_pet", &object).await;
    assert_eq!(summaries(&refused.diagnostics), "Cannot add default tags");
    let detail = &refused.diagnostics[0].detail;
    assert!(detail.contains("The zoo is closed"), "{detail}");
    // The errors are not kept.
    let planned = plan(&*provider, "zoo_pet", &object).await;
    let expected = Value::object([("tags", Value::Null), ("tags_all", map(&[("a", "b")]))]);
    let planned = planned.planned_state.decode(&tagged().implied_type());
    assert_eq!(planned.unwrap(), expected);
}

/// Refuses deletions.
fn keeps_all() -> Policy {
    Policy::new(|change| match (change.prior, change.planned) {
        (Value::Known(_), Value::Null) => {
            Diagnostic::error("Deletion is not allowed", change.type_name).into()
        }
        _ => Diagnostics::new(),
    })
}

#[tokio::test]
async fn a_policy_judges_deletions_by_every_provider() {
    let object = Value::object([("tags", Value::Null), ("tags_all", Value::Null)]);
    let ty = tagged().implied_type();
    for plan_destroy in [false, true] {
        let capabilities = ServerCapabilities {
            plan_destroy,
            move_resource_state: true,
            ..ServerCapabilities::default()
        };
        let inner = Scripted::new("one")
            .resource("zoo_pet", tagged())
            .capabilities(capabilities)
            .answering(propose);
        let provider = intercept(inner.provider(), keeps_all());
        // Hosts request plans of deletions only from a provider with the capability.
        let announced = ServerCapabilities {
            plan_destroy: true,
            ..capabilities
        };
        for _ in 0..2 {
            let schemas = provider.get_provider_schema(EmptyRequest {}).await.unwrap();
            assert_eq!(schemas.server_capabilities, announced);
            assert_eq!(schemas.resource_schemas["zoo_pet"], tagged());
        }
        let metadata = provider.get_metadata(EmptyRequest {}).await.unwrap();
        assert_eq!(metadata.server_capabilities, announced);
        let deletion = PlanResourceChangeRequest {
            type_name: "zoo_pet".to_owned(),
            prior_state: DynamicValue::encode(&object, &ty).unwrap(),
            proposed_new_state: DynamicValue::encode(&Value::Null, &ty).unwrap(),
            config: DynamicValue::encode(&Value::Null, &ty).unwrap(),
            prior_private: b"private".to_vec().into(),
            ..PlanResourceChangeRequest::default()
        };
        inner.calls();
        let judged = provider.plan_resource_change(deletion).await.unwrap();
        assert_eq!(summaries(&judged.diagnostics), "Deletion is not allowed");
        assert!(judged.planned_state.is_null());
        let is_asked = inner.calls().contains(&Rpc::PlanResourceChange);
        assert_eq!(is_asked, plan_destroy);
        // The apply gets the private data, which the provider would have kept.
        assert_eq!(
            judged.planned_private == b"private".to_vec().into(),
            !plan_destroy
        );
    }
}
