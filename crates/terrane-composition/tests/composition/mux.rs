//! Mux of members that run.

use std::collections::BTreeSet;
use std::sync::Arc;

use terrane_composition::*;
use terrane_protocol::schema::{Attribute, TypeKind};
use terrane_protocol::*;
use terrane_value::{Type, Value};

use crate::calls::{ask, details, requests, summaries};
use crate::scripted::{Scripted, function, optional, schema};

#[tokio::test]
async fn every_call_goes_to_the_member_that_serves_its_item() {
    let (one, other) = (
        Scripted::new("one").serving("zoo_pet"),
        Scripted::new("other").serving("zoo_cage"),
    );
    let mux = Mux::new([one.member(), other.member()]);
    let mut routed = BTreeSet::new();
    for (item, member) in [("zoo_pet", "one"), ("zoo_cage", "other")] {
        for request in requests(item) {
            let rpc = request.rpc();
            assert_eq!(ask(&mux, request).await, member, "{rpc}");
            routed.insert(rpc);
        }
    }
    let whole = [
        Rpc::GetMetadata,
        Rpc::GetProviderSchema,
        Rpc::ValidateProviderConfig,
        Rpc::ConfigureProvider,
        Rpc::StopProvider,
        Rpc::GetResourceIdentitySchemas,
        Rpc::GetFunctions,
    ];
    let all: BTreeSet<_> = Rpc::ALL
        .iter()
        .copied()
        .filter(|rpc| !rpc.name().contains("Provision"))
        .collect();
    assert_eq!(&all - &routed, BTreeSet::from(whole));
}

#[tokio::test]
async fn a_call_for_an_unknown_item_is_refused() {
    let mux = Mux::new([Scripted::new("one").serving("zoo_pet").member()]);
    for request in requests("zoo_fish") {
        let rpc = request.rpc();
        assert!(ask(&mux, request).await.starts_with("Unknown "), "{rpc}");
    }
}

#[tokio::test]
async fn a_member_gets_only_the_calls_that_hosts_send() {
    let (one, other) = (
        Scripted::new("one").serving("zoo_pet"),
        Scripted::new("other").serving("zoo_cage"),
    );
    let mux: &dyn Provider = &Mux::new([one.member(), other.member()]);
    let metadata = mux.get_metadata(EmptyRequest {}).await.unwrap();
    assert_eq!(metadata.resources, ["zoo_pet", "zoo_cage"]);
    assert_eq!(metadata.functions, ["zoo_pet", "zoo_cage"]);
    for item in ["zoo_pet", "zoo_cage", "zoo_fish"] {
        for request in requests(item) {
            ask(mux, request).await;
        }
    }
    mux.get_metadata(EmptyRequest {}).await.unwrap();
    for member in [one, other] {
        let calls = member.calls();
        assert_eq!(calls.first(), Some(&Rpc::GetProviderSchema));
        assert!(!calls[1..].contains(&Rpc::GetProviderSchema), "{calls:?}");
        assert!(!calls.contains(&Rpc::GetMetadata), "{calls:?}");
    }
}

#[tokio::test]
async fn an_item_that_a_member_hides_is_served_by_another_member() {
    let (new, old) = (
        Scripted::new("new").serving("zoo_pet"),
        Scripted::new("old").serving("zoo_pet").serving("zoo_cage"),
    );
    let types = TypeKind::ALL.map(|kind| Item::Type(kind, "zoo_pet"));
    let hidden = types.into_iter().chain([Item::Function("zoo_pet")]);
    let mux = Mux::new([old.member().without(hidden), new.member()]);
    assert_eq!(mux.check().await, Diagnostics::new());
    let mux: &dyn Provider = &mux;
    let metadata = mux.get_metadata(EmptyRequest {}).await.unwrap();
    assert_eq!(metadata.resources, ["zoo_cage", "zoo_pet"]);
    assert_eq!(metadata.functions, ["zoo_cage", "zoo_pet"]);
    let functions = mux.get_functions(EmptyRequest {}).await.unwrap();
    assert_eq!(functions.functions.len(), 2);
    for (item, member) in [("zoo_pet", "new"), ("zoo_cage", "old")] {
        for request in requests(item) {
            let rpc = request.rpc();
            assert_eq!(ask(mux, request).await, member, "{rpc}");
        }
    }
}

#[tokio::test]
async fn an_item_that_a_member_hides_without_serving_it_is_an_error() {
    let rust = Scripted::new("rust").serving("zoo_pet");
    let go = Scripted::new("go").serving("zoo_pet");
    let types = TypeKind::ALL.map(|kind| Item::Type(kind, "zoo_pet"));
    let hidden = types.into_iter().chain([
        Item::Function("zoo_pet"),
        Item::Function("zoo_pett"),
        Item::Type(TypeKind::DataSource, "zoo_pett"),
        Item::Type(TypeKind::Resource, "zoo_pett"),
    ]);
    let mux = Mux::new([rust.member(), go.member().without(hidden)]);
    let found = mux.check().await;
    let mux: &dyn Provider = &mux;
    let schemas = mux.get_provider_schema(EmptyRequest {}).await;
    assert_eq!(schemas.unwrap().diagnostics, found);
    let details: Vec<_> = found.errors().map(|error| &*error.detail).collect();
    assert_eq!(details.len(), 3);
    for (detail, item) in details.into_iter().zip([
        r#"resource "zoo_pett""#,
        r#"data source "zoo_pett""#,
        r#"function "zoo_pett""#,
    ]) {
        let expected = format!(
            "The list of `without` for the member \"go\" of this provider has the {item}, which the member does not serve."
        );
        assert!(detail.starts_with(&expected), "{detail}");
    }
}

#[tokio::test]
async fn schemas_of_all_members_are_merged() {
    let (one, other) = (
        Scripted::new("one").serving("zoo_pet"),
        Scripted::new("other").serving("zoo_cage"),
    );
    let mux: &dyn Provider = &Mux::new([one.member(), other.member()]);
    let schemas = mux.get_provider_schema(EmptyRequest {}).await.unwrap();
    for kind in TypeKind::ALL {
        let names: Vec<_> = schemas.types(kind).keys().collect();
        assert_eq!(names, ["zoo_cage", "zoo_pet"], "{}", kind.name());
    }
    assert_eq!(schemas.functions.len(), 2);
    // Both members have every capability, and neither of them takes one from the other.
    let all = one.schemas.server_capabilities;
    assert_eq!(schemas.server_capabilities, all);
    let metadata = mux.get_metadata(EmptyRequest {}).await.unwrap();
    assert_eq!(metadata.server_capabilities, all);
    let functions = mux.get_functions(EmptyRequest {}).await.unwrap();
    assert_eq!(functions.functions, schemas.functions);
    assert_eq!(functions.diagnostics, Diagnostics::new());
}

#[tokio::test]
async fn identity_schemas_of_all_members_are_merged() {
    fn identity(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::GetResourceIdentitySchemas(_) = request else {
            return None;
        };
        let identity_schemas = [("zoo_pet".to_owned(), schema::IdentitySchema::default())].into();
        Some(Ok(Response::GetResourceIdentitySchemas(
            GetResourceIdentitySchemasResponse {
                identity_schemas,
                diagnostics: Diagnostics::new(),
            },
        )))
    }
    fn unimplemented(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::GetResourceIdentitySchemas(_) = request else {
            return None;
        };
        Some(Err(RpcError::new(RpcCode::Unimplemented, "too old")))
    }
    let (one, old) = (
        Scripted::new("one").answering(identity),
        Scripted::new("old").answering(unimplemented),
    );
    let request = EmptyRequest {};
    let mux: &dyn Provider = &Mux::new([one.member(), old.member()]);
    let merged = mux
        .get_resource_identity_schemas(request.clone())
        .await
        .unwrap();
    assert!(merged.identity_schemas.contains_key("zoo_pet"));
    assert_eq!(merged.diagnostics, Diagnostics::new());
    let old: &dyn Provider = &Mux::new([old.member()]);
    let error = old.get_resource_identity_schemas(request).await;
    assert_eq!(
        error.unwrap_err(),
        RpcError::new(RpcCode::Unimplemented, "too old")
    );
}

#[tokio::test]
async fn calls_for_the_whole_provider_go_to_all_and_equal_diagnostics_are_reported_once() {
    fn validate(request: &Request) -> Option<Result<Response, RpcError>> {
        let diagnostics: Diagnostics = Diagnostic::error("Bad url", "Set it.").into();
        match request {
            Request::ValidateProviderConfig(request) => Some(Ok(Response::ValidateProviderConfig(
                ValidateProviderConfigResponse {
                    prepared_config: request.config.clone(),
                    diagnostics,
                },
            ))),
            Request::ConfigureProvider(_) => {
                Some(Ok(Response::ConfigureProvider(DiagnosticsResponse {
                    diagnostics,
                })))
            }
            _ => None,
        }
    }
    fn prepare(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::ValidateProviderConfig(_) = request else {
            return None;
        };
        Some(Ok(Response::ValidateProviderConfig(
            ValidateProviderConfigResponse {
                prepared_config: DynamicValue::from_msgpack(vec![0xc3].into()),
                diagnostics: Diagnostics::new(),
            },
        )))
    }
    fn stops(request: &Request) -> Option<Result<Response, RpcError>> {
        let answer = Ok(Response::StopProvider(StopResponse::default()));
        matches!(request, Request::StopProvider(_)).then_some(answer)
    }
    let members = [
        Scripted::new("one").answering(validate),
        Scripted::new("two").answering(validate),
        Scripted::new("three").answering(prepare),
    ];
    let mux: &dyn Provider = &Mux::new(members.each_ref().map(Scripted::member));
    let config = DynamicValue::from_msgpack(vec![0xc2].into());
    let request = ValidateProviderConfigRequest { config };
    let answer = mux.validate_provider_config(request.clone()).await.unwrap();
    assert_eq!(summaries(&answer.diagnostics), "Bad url");
    assert_eq!(answer.prepared_config.msgpack, [0xc3][..]);
    // A member that only checks, and one that returns no configuration, change nothing.
    let silent = Scripted::new("silent");
    for (members, prepared) in [
        (vec![&members[2], &silent, &members[0]], 0xc3),
        (vec![&silent, &members[0]], 0xc2),
        (vec![&silent], 0xc2),
    ] {
        let mux: &dyn Provider = &Mux::new(members.into_iter().map(Scripted::member));
        let answer = mux.validate_provider_config(request.clone()).await.unwrap();
        assert_eq!(answer.prepared_config.msgpack, [prepared][..]);
    }
    members.iter().for_each(|member| drop(member.calls()));
    let mux: &dyn Provider = &Mux::new(members.each_ref().map(Scripted::member));
    mux.validate_provider_config(request).await.unwrap();
    let answer = mux
        .configure_provider(ConfigureProviderRequest::default())
        .await
        .unwrap();
    assert_eq!(summaries(&answer.diagnostics), "Bad url, three");
    let answer = mux.stop_provider(EmptyRequest {}).await.unwrap();
    assert_eq!(
        answer.error,
        "one cannot stop\ntwo cannot stop\nthree cannot stop"
    );
    let (quiet, again) = (
        Scripted::new("quiet").answering(stops),
        Scripted::new("one"),
    );
    let stopping: &dyn Provider = &Mux::new([quiet.member(), again.member(), quiet.member()]);
    let answer = stopping.stop_provider(EmptyRequest {}).await.unwrap();
    assert_eq!(answer.error, "one cannot stop");
    for member in &members {
        let expected = [
            Rpc::GetProviderSchema,
            Rpc::ValidateProviderConfig,
            Rpc::ConfigureProvider,
            Rpc::StopProvider,
        ];
        assert_eq!(member.calls(), expected);
    }
}

#[tokio::test]
async fn a_member_that_fails_in_configure_fails_only_the_calls_for_its_types() {
    fn breaks(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::ConfigureProvider(_) = request else {
            return None;
        };
        Some(Err(RpcError::new(RpcCode::Unavailable, "it has exited")))
    }
    let (one, broken) = (
        Scripted::new("one").serving("zoo_pet"),
        Scripted::new("broken")
            .serving("zoo_cage")
            .answering(breaks),
    );
    let mux: &dyn Provider = &Mux::new([one.member(), broken.member()]);
    let answer = mux
        .configure_provider(ConfigureProviderRequest::default())
        .await
        .unwrap();
    assert_eq!(summaries(&answer.diagnostics), "one");
    for request in requests("zoo_cage") {
        let rpc = request.rpc();
        assert_eq!(
            ask(mux, request).await,
            "Member of the provider does not answer",
            "{rpc}"
        );
    }
    for request in requests("zoo_pet") {
        assert_eq!(ask(mux, request).await, "one");
    }
}

#[tokio::test]
async fn a_member_that_fails_in_a_later_configure_is_not_used_with_its_earlier_settings() {
    fn breaks(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::ConfigureProvider(request) = request else {
            return None;
        };
        Some(if request.terraform_version.is_empty() {
            Ok(Response::ConfigureProvider(DiagnosticsResponse::default()))
        } else {
            Err(RpcError::new(RpcCode::Unavailable, "it has exited"))
        })
    }
    let one = Scripted::new("one").serving("zoo_pet").answering(breaks);
    let mux: &dyn Provider = &Mux::new([one.member()]);
    let states = || GetStatesRequest {
        type_name: "zoo_pet".to_owned(),
    };
    for (version, expected) in [
        ("", "one"),
        ("2", "Member of the provider does not answer"),
        ("", "one"),
    ] {
        let configure = ConfigureProviderRequest {
            terraform_version: version.to_owned(),
            ..ConfigureProviderRequest::default()
        };
        mux.configure_provider(configure).await.unwrap();
        assert_eq!(ask(mux, Request::GetStates(states())).await, expected);
    }
}

#[tokio::test]
async fn a_member_that_was_validated_is_not_validated_again_before_its_first_call() {
    let one = Scripted::new("one").serving("zoo_pet");
    let mux: &dyn Provider = &Mux::new([one.member()]);
    let validate = ValidateProviderConfigRequest::default();
    mux.validate_provider_config(validate).await.unwrap();
    let states = GetStatesRequest {
        type_name: "zoo_pet".to_owned(),
    };
    mux.get_states(states).await.unwrap();
    assert_eq!(
        one.calls(),
        [
            Rpc::GetProviderSchema,
            Rpc::ValidateProviderConfig,
            Rpc::GetStates
        ]
    );
}

#[tokio::test]
async fn a_member_that_does_not_answer_is_named_unless_the_rpc_is_unknown_to_it() {
    fn is_gone(request: &Request) -> Option<Result<Response, RpcError>> {
        matches!(
            request,
            Request::GetProviderSchema(_)
                | Request::GetFunctions(_)
                | Request::ValidateProviderConfig(_)
        )
        .then(|| Err(RpcError::new(RpcCode::Unavailable, "it has exited")))
    }
    fn is_old(request: &Request) -> Option<Result<Response, RpcError>> {
        matches!(
            request,
            Request::GetFunctions(_) | Request::ValidateProviderConfig(_)
        )
        .then(|| Err(RpcError::new(RpcCode::Unimplemented, "too old")))
    }
    let one = Scripted::new("one").serving("zoo_pet");
    for (other, names) in [
        (Scripted::new("gone").answering(is_gone), true),
        (Scripted::new("old").answering(is_old), false),
    ] {
        let mux: &dyn Provider = &Mux::new([one.member(), other.member()]);
        let functions = mux.get_functions(EmptyRequest {}).await.unwrap();
        let validate = ValidateProviderConfigRequest::default();
        let validated = mux.validate_provider_config(validate).await.unwrap();
        let metadata = mux.get_metadata(EmptyRequest {}).await.unwrap();
        for diagnostics in [
            functions.diagnostics,
            validated.diagnostics,
            metadata.diagnostics,
        ] {
            let named = details(&diagnostics).join(" ").contains("it has exited");
            assert_eq!(named, names, "{diagnostics:?}");
        }
        assert_eq!(metadata.resources, ["zoo_pet"]);
    }
}

#[tokio::test]
async fn hidden_items_of_a_member_whose_schemas_have_errors_are_not_reported() {
    let mut broken = Scripted::new("broken");
    broken.schemas.diagnostics = Diagnostic::error("Bad schema", "").into();
    let hidden = [Item::Function("zoo_pet")];
    let mux: &dyn Provider = &Mux::new([broken.member().without(hidden)]);
    let schemas = mux.get_provider_schema(EmptyRequest {}).await;
    assert_eq!(summaries(&schemas.unwrap().diagnostics), "Bad schema");
}

#[tokio::test]
async fn an_error_of_a_call_passes_unchanged() {
    fn fails(request: &Request) -> Option<Result<Response, RpcError>> {
        let Request::ReadResource(_) = request else {
            return None;
        };
        Some(Err(RpcError::new(RpcCode::ResourceExhausted, "too large")))
    }
    let mux: &dyn Provider = &Mux::new([Scripted::new("one")
        .serving("zoo_pet")
        .answering(fails)
        .member()]);
    let request = ReadResourceRequest {
        type_name: "zoo_pet".to_owned(),
        ..ReadResourceRequest::default()
    };
    let error = mux.read_resource(request).await.unwrap_err();
    assert_eq!(
        error,
        RpcError::new(RpcCode::ResourceExhausted, "too large")
    );
}

#[tokio::test]
async fn the_mux_answers_for_a_member_without_a_capability() {
    let name = optional("name", Type::String);
    let age = Attribute {
        computed: true,
        ..Attribute::new("age", Type::Number)
    };
    let schema = schema([name, age]);
    let ty = schema.implied_type();
    let old = Scripted::new("old")
        .resource("zoo_cage", schema)
        .capabilities(ServerCapabilities::default());
    let new = Scripted::new("new").serving("zoo_pet");
    let mux: &dyn Provider = &Mux::new([old.member(), new.member()]);
    let schemas = mux.get_provider_schema(EmptyRequest {}).await.unwrap();
    assert_eq!(schemas.server_capabilities, new.schemas.server_capabilities);

    let state = Value::object([("name", Value::from("x")), ("age", Value::from(7))]);
    let state = DynamicValue::encode(&state, &ty).unwrap();
    let null = DynamicValue::encode(&Value::Null, &ty).unwrap();
    old.calls();
    let plan = PlanResourceChangeRequest {
        type_name: "zoo_cage".to_owned(),
        prior_state: state.clone(),
        proposed_new_state: null.clone(),
        prior_private: Opaque::from(vec![1]),
        ..PlanResourceChangeRequest::default()
    };
    let planned = mux.plan_resource_change(plan.clone()).await.unwrap();
    assert_eq!(
        (planned.planned_state, planned.planned_private),
        (null, plan.prior_private.clone())
    );
    let generate = GenerateResourceConfigRequest {
        type_name: "zoo_cage".to_owned(),
        state: state.clone(),
    };
    let generated = mux.generate_resource_config(generate).await.unwrap();
    let expected = Value::object([("name", Value::from("x")), ("age", Value::Null)]);
    assert_eq!(generated.config.decode(&ty).unwrap(), expected);
    let moved = MoveResourceStateRequest {
        target_type_name: "zoo_cage".to_owned(),
        ..MoveResourceStateRequest::default()
    };
    let moved = mux.move_resource_state(moved).await.unwrap();
    assert_eq!(
        summaries(&moved.diagnostics),
        "Unsupported `moved` across resource types"
    );
    assert!(details(&moved.diagnostics)[0].contains("\"old\""));
    assert!(old.calls().is_empty());

    let update = PlanResourceChangeRequest {
        proposed_new_state: state,
        ..plan
    };
    let planned = mux.plan_resource_change(update).await.unwrap();
    assert_eq!(summaries(&planned.diagnostics), "old");
}

#[tokio::test]
async fn a_member_gets_the_schema_request_first_if_hosts_must_send_one() {
    let old = Scripted::new("old")
        .serving("zoo_cage")
        .capabilities(ServerCapabilities::default());
    let new = Scripted::new("new").serving("zoo_pet");
    let mux: &dyn Provider = &Mux::new([old.member(), new.member()]);
    for item in ["zoo_cage", "zoo_pet", "zoo_cage"] {
        let request = GetStatesRequest {
            type_name: item.to_owned(),
        };
        mux.get_states(request).await.unwrap();
    }
    assert_eq!(new.calls(), [Rpc::GetProviderSchema, Rpc::GetStates]);
    assert_eq!(
        old.calls(),
        [Rpc::GetProviderSchema, Rpc::GetStates, Rpc::GetStates]
    );
}

#[tokio::test]
async fn a_member_gets_the_schema_request_before_the_settings_if_hosts_must_send_one() {
    let validate = |mux: Arc<dyn Provider>| async move {
        let request = ValidateProviderConfigRequest::default();
        mux.validate_provider_config(request).await.map(drop)
    };
    let configure = |mux: Arc<dyn Provider>| async move {
        let request = ConfigureProviderRequest::default();
        mux.configure_provider(request).await.map(drop)
    };
    let member = || {
        let old = Scripted::new("old").serving("zoo_cage");
        old.capabilities(ServerCapabilities::default())
    };
    // Hosts send no request for schemas if any member can work without it.
    let mux = |old: &Scripted| -> Arc<dyn Provider> {
        Arc::new(Mux::new([old.member(), Scripted::new("new").member()]))
    };
    let [one, two] = [member(), member()];
    validate(mux(&one)).await.unwrap();
    configure(mux(&two)).await.unwrap();
    for (old, last) in [
        (one, Rpc::ValidateProviderConfig),
        (two, Rpc::ConfigureProvider),
    ] {
        let expected = [Rpc::GetProviderSchema, last];
        assert_eq!(old.calls(), expected);
    }
}

#[tokio::test]
async fn a_refused_call_loses_no_object() {
    let mux: &dyn Provider = &Mux::new([]);
    let state = DynamicValue::from_msgpack(vec![0xc3].into());
    let apply = ApplyResourceChangeRequest {
        prior_state: state.clone(),
        planned_private: Opaque::from(vec![1]),
        ..ApplyResourceChangeRequest::default()
    };
    let answer = mux.apply_resource_change(apply).await.unwrap();
    assert_eq!(
        (answer.new_state, answer.private),
        (state.clone(), Opaque::from(vec![1]))
    );
    let read = ReadResourceRequest {
        current_state: state.clone(),
        ..ReadResourceRequest::default()
    };
    assert_eq!(mux.read_resource(read).await.unwrap().new_state, state);
}

/// Hosts call such a function after GetFunctions, and a mux may get the call in a process that has not got it.
#[tokio::test]
async fn a_function_of_a_configured_member_is_called_although_its_schemas_do_not_have_it() {
    fn more(request: &Request) -> Option<Result<Response, RpcError>> {
        let functions = [("zoo_fish".to_owned(), function())].into();
        matches!(request, Request::GetFunctions(_)).then(|| {
            Ok(Response::GetFunctions(GetFunctionsResponse {
                functions,
                diagnostics: Diagnostics::new(),
            }))
        })
    }
    for is_listed in [true, false] {
        let one = Scripted::new("one").serving("zoo_pet").answering(more);
        let other = Scripted::new("other").serving("zoo_cage");
        let mux: &dyn Provider = &Mux::new([other.member(), one.member()]);
        if is_listed {
            let functions = mux.get_functions(EmptyRequest {}).await.unwrap();
            assert!(functions.functions.contains_key("zoo_fish"));
        }
        let call = CallFunctionRequest {
            name: "zoo_fish".to_owned(),
            ..CallFunctionRequest::default()
        };
        let answer = ask(mux, Request::CallFunction(call)).await;
        assert_eq!(answer, "one", "{is_listed}");
        let metadata = mux.get_metadata(EmptyRequest {}).await.unwrap();
        assert!(metadata.functions.contains(&"zoo_fish".to_owned()));
    }
}
