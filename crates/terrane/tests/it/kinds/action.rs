//! Actions (rules AC1 to AC4).

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use terrane::DeferredReason;
use terrane::prelude::*;
use terrane_protocol::{
    ClientCapabilities, ConfigRequest, ConfigureProviderRequest, DynamicValue, EmptyRequest,
    InvokeActionEvent, ValidateConfigRequest,
};

use crate::setup::{DEFERS, messages_of, value, with_unknown};

struct Stage;

/// Settings.
#[derive(Model)]
struct StageConfig {
    /// The location.
    town: Option<String>,
}

#[provider("registry.terraform.io/example/stage")]
impl Provider for Stage {
    async fn configure(config: StageConfig, cx: &mut ConfigureContext) -> Result<Self> {
        if config.town.as_deref() == Some("abroad") {
            return cx.defer(DeferredReason::AbsentPrerequisite);
        }
        Ok(Stage)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.action::<Play>();
    }
}

/// Plays something.
#[derive(Model)]
struct Play {
    /// What is played.
    piece: String,
    /// How often.
    #[tf(default = 2, validate(range(1..)))]
    times: i64,
    /// The word that opens the door.
    password: WriteOnly<String>,
}

/// Whether the action of the test that stops listening has come to its end.
static ENDED: AtomicBool = AtomicBool::new(false);

impl Action for Play {
    type Provider = Stage;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config.piece.known().is_some_and(String::is_empty) {
            cx.error(path!(Play, piece), "Nothing to play");
        }
        Ok(())
    }

    async fn plan(
        config: &Draft<Self>,
        stage: Option<&Stage>,
        cx: &mut PlanActionContext,
    ) -> Result<()> {
        cx.warn("Stage", if stage.is_some() { "there" } else { "not yet" });
        if config.times == Value::from(13) {
            return Err(Error::new("Superstition", "Play it 12 or 14 times."));
        }
        Ok(())
    }

    async fn invoke(config: Self, _: &Stage, cx: &mut InvokeContext) -> Result<()> {
        match config.piece.as_str() {
            "fails" => {
                cx.progress("tuning").await;
                cx.warn("Out of tune", "Tune it.");
                return Err(Error::new("String broke", "Get a new one."));
            }
            "secret" => {
                let password = config.password.get().cloned().unwrap_or_default();
                let letters = password.len();
                cx.progress(format!("{password} has {letters} letters"))
                    .await;
                return Ok(());
            }
            "hides" => {
                cx.hide("hidden-tune");
                cx.progress("it is hidden-tune").await;
                cx.hide("hidden-key");
                cx.progress("hidden-tune in hidden-key").await;
                return Ok(());
            }
            "panics" => {
                cx.progress("tuning").await;
                panic!("the drummer fell over");
            }
            "endless" => {
                cx.cancelled().await;
                return Err(Error::new("Curtain", "It was stopped."));
            }
            "unheard" => {
                while !cx.is_cancelled() {
                    cx.progress("la").await;
                }
                for _ in 0..1000 {
                    cx.progress("la").await;
                }
                ENDED.store(true, Ordering::SeqCst);
            }
            _ => {}
        }
        for time in 1..=config.times {
            cx.progress(format!("{} {time}", config.piece)).await;
        }
        Ok(())
    }
}

fn play(piece: &str) -> DynamicValue {
    value::<Play>(&format!(
        r#"{{"piece":"{piece}","times":null,"password":null}}"#
    ))
}

async fn stage() -> std::sync::Arc<dyn terrane_protocol::Provider> {
    let provider = terrane::server::<Stage>();
    let request = ConfigureProviderRequest {
        config: value::<StageConfig>(r#"{"town":null}"#),
        ..ConfigureProviderRequest::default()
    };
    let answer = provider.configure_provider(request).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), Vec::<String>::new());
    provider
}

fn request(config: DynamicValue) -> ConfigRequest {
    ConfigRequest {
        type_name: "stage_play".to_owned(),
        config,
        ..ConfigRequest::default()
    }
}

/// The progress of an action, and what was said at its only end.
async fn invoke(request: ConfigRequest) -> (Vec<String>, Vec<String>) {
    let provider = stage().await;
    let events = provider.invoke_action(request).await.unwrap();
    progress_and_messages(events.map(Result::unwrap).collect().await)
}

fn progress_and_messages(mut events: Vec<InvokeActionEvent>) -> (Vec<String>, Vec<String>) {
    let Some(InvokeActionEvent::Completed { diagnostics }) = events.pop() else {
        panic!("the last event is not the end");
    };
    let progress = events.into_iter().map(|event| match event {
        InvokeActionEvent::Progress { message } => message,
        InvokeActionEvent::Completed { .. } => panic!("there are two ends"),
    });
    (progress.collect(), messages_of(&diagnostics))
}

#[tokio::test]
async fn schemas_and_names_are_described() {
    let provider = terrane::server::<Stage>();
    let schema = provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    assert_eq!(
        schema.action_schemas.keys().collect::<Vec<_>>(),
        ["stage_play"]
    );
    let metadata = provider.get_metadata(Default::default()).await.unwrap();
    assert_eq!(metadata.actions, ["stage_play"]);
}

#[tokio::test]
async fn v1_the_errors_of_author_and_schema_are_both_reported() {
    let provider = terrane::server::<Stage>();
    let mut request = ValidateConfigRequest {
        type_name: "stage_play".to_owned(),
        config: value::<Play>(r#"{"piece":"","times":0,"password":null}"#),
    };
    let answer = provider
        .validate_action_config(request.clone())
        .await
        .unwrap();
    let found = messages_of(&answer.diagnostics);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].contains("Nothing to play") && found[1].contains("times"),
        "{found:?}"
    );
    request.type_name = "stage_dive".to_owned();
    let answer = provider.validate_action_config(request).await.unwrap();
    assert!(messages_of(&answer.diagnostics)[0].contains("Action Type Not Found"));
}

async fn plan(
    town: DynamicValue,
    config: DynamicValue,
    client_capabilities: ClientCapabilities,
) -> (Vec<String>, Option<DeferredReason>) {
    let provider = terrane::server::<Stage>();
    let request = ConfigureProviderRequest {
        config: town,
        client_capabilities: DEFERS,
        ..ConfigureProviderRequest::default()
    };
    provider.configure_provider(request).await.unwrap();
    let request = ConfigRequest {
        type_name: "stage_play".to_owned(),
        config,
        client_capabilities,
    };
    let answer = provider.plan_action(request).await.unwrap();
    (messages_of(&answer.diagnostics), answer.deferred)
}

#[tokio::test]
async fn ac1_a_plan_has_the_provider_and_may_have_unknowns() {
    let town = || value::<StageConfig>(r#"{"town":null}"#);
    let none = ClientCapabilities::default();
    let unknown = with_unknown::<Play>(r#"{"piece":null,"times":null,"password":null}"#, "piece");
    let (messages, deferred) = plan(town(), unknown, none).await;
    assert_eq!(
        (messages, deferred),
        (vec!["warning: Stage: there".to_owned()], None)
    );
    let unlucky = value::<Play>(r#"{"piece":"x","times":13,"password":null}"#);
    let (messages, _) = plan(town(), unlucky, none).await;
    assert_eq!(messages[1], "error: Superstition: Play it 12 or 14 times.");
}

#[tokio::test]
async fn ac1_ac2_an_unknown_provider_defers_where_the_host_allows_and_is_absent_where_not() {
    let town = || with_unknown::<StageConfig>(r#"{"town":null}"#, "town");
    let (messages, deferred) = plan(town(), play("x"), DEFERS).await;
    assert_eq!(
        (messages, deferred),
        (vec![], Some(DeferredReason::ProviderConfigUnknown))
    );
    let (messages, deferred) = plan(town(), play("x"), ClientCapabilities::default()).await;
    assert_eq!(
        (messages, deferred),
        (vec!["warning: Stage: not yet".to_owned()], None)
    );
}

#[tokio::test]
async fn ac2_hosts_get_a_deferral_reason_that_they_accept() {
    let town = value::<StageConfig>(r#"{"town":"abroad"}"#);
    let (messages, deferred) = plan(town, play("x"), DEFERS).await;
    assert_eq!(
        (messages, deferred),
        (vec![], Some(DeferredReason::ProviderConfigUnknown))
    );
}

#[tokio::test]
async fn ac3_progress_events_are_in_order_and_one_completion_event_is_last() {
    let (progress, messages) = invoke(request(play("waltz"))).await;
    assert_eq!(progress, ["waltz 1", "waltz 2"]);
    assert_eq!(messages, Vec::<String>::new());
    let many = value::<Play>(r#"{"piece":"scale","times":100,"password":null}"#);
    let (progress, _) = invoke(request(many)).await;
    assert_eq!(progress.len(), 100);
    assert_eq!(progress[99], "scale 100");
}

#[tokio::test]
async fn ac3_an_error_and_a_panic_complete_an_action_once_after_its_progress() {
    let (progress, messages) = invoke(request(play("fails"))).await;
    assert_eq!(progress, ["tuning"]);
    assert_eq!(
        messages,
        [
            "warning: Out of tune: Tune it.",
            "error: String broke: Get a new one."
        ]
    );
    let (progress, messages) = invoke(request(play("panics"))).await;
    assert_eq!(progress, ["tuning"]);
    assert_eq!(messages.len(), 1);
    assert!(
        messages[0].contains("Cannot invoke stage_play")
            && messages[0].contains("the drummer fell over"),
        "{messages:?}"
    );
}

#[tokio::test]
async fn write_only_values_reach_the_action() {
    let config = value::<Play>(r#"{"piece":"secret","times":null,"password":"tune"}"#);
    let provider = terrane::server::<Stage>();
    let validate = ValidateConfigRequest {
        type_name: "stage_play".to_owned(),
        config: config.clone(),
    };
    let answer = provider.validate_action_config(validate).await.unwrap();
    assert_eq!(messages_of(&answer.diagnostics), Vec::<String>::new());
    let (progress, messages) = invoke(request(config)).await;
    assert_eq!(progress, ["*** has 4 letters"], "what is hidden was there");
    assert_eq!(messages, Vec::<String>::new());
}

#[tokio::test]
async fn secrets_of_an_action_are_hidden_in_its_progress() {
    let (progress, messages) = invoke(request(play("hides"))).await;
    assert_eq!(progress, ["it is ***", "*** in ***"]);
    assert_eq!(messages, Vec::<String>::new());
}

#[tokio::test]
async fn ac3_an_error_before_the_invocation_is_one_completion_event() {
    let unknown = with_unknown::<Play>(r#"{"piece":null,"times":null,"password":null}"#, "piece");
    let (progress, messages) = invoke(request(unknown)).await;
    assert_eq!(progress, Vec::<String>::new());
    assert!(messages[0].contains("not known"), "{messages:?}");
    let mut other = request(play("x"));
    other.type_name = "stage_dive".to_owned();
    let (_, messages) = invoke(other).await;
    assert!(
        messages[0].contains("Action Type Not Found"),
        "{messages:?}"
    );
    let garbage = DynamicValue::from_msgpack(vec![0xc1].into());
    let (_, messages) = invoke(request(garbage)).await;
    assert!(
        messages[0].contains("The configuration that the host sent does not match"),
        "{messages:?}"
    );
    let provider = configured_later().await;
    let events = provider.invoke_action(request(play("x"))).await.unwrap();
    let (_, messages) = progress_and_messages(events.map(Result::unwrap).collect().await);
    assert!(messages[0].contains("`town`"), "{messages:?}");
}

async fn configured_later() -> std::sync::Arc<dyn terrane_protocol::Provider> {
    let provider = terrane::server::<Stage>();
    let request = ConfigureProviderRequest {
        config: with_unknown::<StageConfig>(r#"{"town":null}"#, "town"),
        ..ConfigureProviderRequest::default()
    };
    provider.configure_provider(request).await.unwrap();
    provider
}

#[tokio::test]
async fn ac3_a_stop_completes_an_action_once() {
    let provider = stage().await;
    let events = provider
        .invoke_action(request(play("endless")))
        .await
        .unwrap();
    provider.stop_provider(EmptyRequest {}).await.unwrap();
    let (progress, messages) = progress_and_messages(events.map(Result::unwrap).collect().await);
    assert_eq!(progress, Vec::<String>::new());
    assert_eq!(messages, ["error: Curtain: It was stopped."]);
}

#[tokio::test]
async fn ac4_an_action_completes_after_its_host_stops_reading() {
    let provider = stage().await;
    let mut events = provider
        .invoke_action(request(play("unheard")))
        .await
        .unwrap();
    assert!(events.next().await.is_some());
    drop(events);
    let ended = async {
        while !ENDED.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(600), ended)
        .await
        .unwrap();
}
