//! Faults of the answers to requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use terrane_composition::{Interceptor, Next};
use terrane_protocol::schema::Schema;
use terrane_protocol::*;
use terrane_value::{Data, Object, Path, Type, Unknown, Value};
use tokio::sync::{OnceCell, watch};

use crate::fault::{FILE, UNCONFIGURED, UNTIL_STOPPED};
use crate::schemas::{self, THING};
use crate::thing::GIZMO;

/// Changes the answers of a correct provider.
pub(crate) struct Broken {
    fault: String,
    /// The type of the objects of the resource.
    ty: OnceCell<Type>,
    /// The number of requests that a fault counts.
    count: AtomicUsize,
    /// The number of running validations.
    running: Arc<AtomicUsize>,
    /// Whether the host has cancelled a validation.
    was_cancelled: Arc<AtomicBool>,
    /// Whether the host has stopped the provider.
    is_stopped: watch::Sender<bool>,
}

/// Notices that a validation is cancelled.
struct Cancelled {
    was_cancelled: Arc<AtomicBool>,
    is_done: bool,
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        if !self.is_done {
            self.was_cancelled.store(true, Ordering::SeqCst);
        }
    }
}

/// The number of requests at the same time that ends the program.
const TOO_MANY: usize = 3;

/// The default limit of gRPC for the length of a message.
const SMALL: usize = 4 << 20;

/// How long the comparison of two elements takes: 10 s for 10,000 elements, each with each.
const EACH_PAIR: Duration = Duration::from_nanos(100);

/// Counts a running validation.
struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Broken {
    pub(crate) fn new(fault: &str) -> Self {
        Self {
            fault: fault.to_owned(),
            ty: OnceCell::new(),
            count: AtomicUsize::new(0),
            running: Arc::default(),
            was_cancelled: Arc::default(),
            is_stopped: watch::Sender::new(false),
        }
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// Whether this is an odd call of the method.
    fn is_odd(&self) -> bool {
        self.count.fetch_add(1, Ordering::SeqCst).is_multiple_of(2)
    }

    async fn ty(&self, provider: &dyn Provider) -> Result<&Type, RpcError> {
        self.ty
            .get_or_try_init(|| async {
                let schemas = provider.get_provider_schema(EmptyRequest {}).await?;
                let thing = schemas.resource_schemas.get(THING);
                Ok(thing.map(Schema::implied_type).unwrap_or(Type::Dynamic))
            })
            .await
    }

    /// Answers a request, or returns `None` for a correct answer.
    async fn answer(
        &self,
        request: &mut Request,
        provider: &dyn Provider,
    ) -> Option<Result<Response, RpcError>> {
        let ty = match self.ty(provider).await {
            Ok(ty) => ty,
            Err(error) => return Some(Err(error)),
        };
        if self.was_cancelled.load(Ordering::SeqCst) {
            return std::future::pending().await;
        }
        match request {
            Request::StopProvider(_) if self.is("fails-to-stop") => {
                let error = "There is too much work.".to_owned();
                Some(Ok(Response::StopProvider(StopResponse { error })))
            }
            Request::ConfigureProvider(_) if self.is(UNCONFIGURED) => {
                let error = Diagnostic::error("No token", "The token is missing.");
                let diagnostics = [error].into_iter().collect();
                Some(Ok(Response::ConfigureProvider(DiagnosticsResponse {
                    diagnostics,
                })))
            }
            Request::ReadDataSource(_)
            | Request::OpenEphemeralResource(_)
            | Request::CallFunction(_)
            | Request::ListResource(_)
            | Request::ApplyResourceChange(_)
            | Request::ReadResource(_)
            | Request::ImportResourceState(_)
                if self.is(UNCONFIGURED) =>
            {
                // As a provider without the client that it makes when it is configured.
                std::process::exit(2);
            }
            Request::StopProvider(_) if self.is(UNTIL_STOPPED) => {
                self.is_stopped.send_replace(true);
                None
            }
            Request::ReadResource(_) if self.is(UNTIL_STOPPED) => {
                note("reads");
                // The sender lives as long as this value.
                let _ = self.is_stopped.subscribe().wait_for(|it| *it).await;
                None
            }
            Request::ValidateResourceConfig(request) => self.validate(request, ty).await,
            Request::PlanResourceChange(request) => self.plan(request, ty).await,
            Request::ApplyResourceChange(request) => self.apply(request, ty),
            Request::ReadResource(_) if self.is("reads-no-object") => {
                Some(Ok(ReadResourceResponse::default().into()))
            }
            Request::MoveResourceState(request)
                if self.is("moves-anything") && request.source_type_name != GIZMO =>
            {
                Some(Ok(MoveResourceStateResponse::default().into()))
            }
            Request::MoveResourceState(request) if self.is("refuses-a-move") => {
                request.source_type_name.push_str("_v2");
                None
            }
            Request::ReadStateBytes(request) if self.is("reads-another-state") => {
                request.state_id.push_str("-old");
                None
            }
            Request::DeleteState(_) if self.is("keeps-a-deleted-state") => {
                let response = DiagnosticsResponse::default();
                Some(Ok(Response::DeleteState(response)))
            }
            Request::LockState(_) if self.is("locks-a-state-twice") => {
                let number = self.count.fetch_add(1, Ordering::SeqCst);
                let response = LockStateResponse {
                    lock_id: format!("lock-{number}"),
                    ..LockStateResponse::default()
                };
                Some(Ok(response.into()))
            }
            Request::UnlockState(_) if self.is("unlocks-by-any-id") => {
                let response = DiagnosticsResponse::default();
                Some(Ok(Response::UnlockState(response)))
            }
            _ => None,
        }
    }

    async fn validate(
        &self,
        request: &ConfigRequest,
        ty: &Type,
    ) -> Option<Result<Response, RpcError>> {
        let answer = |diagnostics: Diagnostics| {
            let response = DiagnosticsResponse { diagnostics };
            Some(Ok(Response::ValidateResourceConfig(response)))
        };
        if self.is("crashes-at-malformed-bytes") && request.config.decode(ty).is_err() {
            std::process::abort();
        }
        if self.is("accepts-an-unknown-type") && request.type_name != THING {
            return answer(Diagnostics::new());
        }
        if self.is("mixes-up-concurrent-requests") || self.is("crashes-at-concurrent-requests") {
            self.running.fetch_add(1, Ordering::SeqCst);
            let _running = Running(Arc::clone(&self.running));
            tokio::time::sleep(Duration::from_millis(5)).await;
            let running = self.running.load(Ordering::SeqCst);
            if self.is("crashes-at-concurrent-requests") {
                if running >= TOO_MANY {
                    std::process::abort();
                }
            } else if running > 1 {
                return answer(Diagnostic::error("Busy", "Another request runs.").into());
            }
            return None;
        }
        if self.is("hangs-after-a-cancellation") {
            let was_cancelled = Arc::clone(&self.was_cancelled);
            let mut cancelled = Cancelled {
                was_cancelled,
                is_done: false,
            };
            tokio::time::sleep(Duration::from_millis(20)).await;
            cancelled.is_done = true;
            return None;
        }
        if self.is("refuses-large-messages") && request.config.msgpack.len() > SMALL {
            let message = "received message larger than max";
            return Some(Err(RpcError::new(RpcCode::ResourceExhausted, message)));
        }
        let config = object(&request.config, ty)?;
        let is_unknown = |name: &str| config.get(name).is_some_and(Value::is_unknown);
        if self.is("refuses-an-unknown-value") && is_unknown("size") {
            let error = Diagnostic::error("No size", "The size must be a number.");
            return answer(error.at(Path::root().attribute("size")).into());
        }
        if self.is("is-slow-with-many-elements")
            && let Some(Value::Known(Data::List(labels))) = config.get("labels")
        {
            let count = u32::try_from(labels.len()).unwrap_or(u32::MAX);
            tokio::time::sleep(EACH_PAIR * count * count).await;
        }
        let is_set = config.get("serial").is_some_and(|it| !it.is_null());
        if self.is("accepts-a-read-only-value") && is_set {
            return answer(Diagnostics::new());
        }
        None
    }

    /// Adds a warning to the answer of the provider.
    fn warn(&self, config: Option<&Object>, diagnostics: &mut Diagnostics) {
        let password = config
            .and_then(|it| it.get("password"))
            .and_then(Value::as_str);
        let warning = match (&*self.fault, password) {
            ("warns-without-a-summary", _) => Diagnostic::warning("", "Something may be wrong."),
            ("warns-at-a-missing-path", _) => {
                Diagnostic::warning("A warning", "").at(Path::root().attribute("weight"))
            }
            ("warns-every-second-time", _) if self.is_odd() => Diagnostic::warning("A warning", ""),
            ("shows-a-secret", Some(password)) => {
                Diagnostic::warning("A weak password", format!("It is {password}."))
            }
            ("logs-a-secret", Some(password)) => return print_to_log(password),
            _ => return,
        };
        diagnostics.push(warning);
    }

    /// Answers a plan without the provider.
    async fn plan(
        &self,
        request: &mut PlanResourceChangeRequest,
        ty: &Type,
    ) -> Option<Result<Response, RpcError>> {
        let config = object(&request.config, ty)?;
        if !config.get("size").is_some_and(Value::is_unknown) {
            return None;
        }
        match &*self.fault {
            "crashes-at-an-unknown-value" => std::process::abort(),
            "answers-with-a-status" => Some(Err(RpcError::new(
                RpcCode::Internal,
                "the size is not known",
            ))),
            "does-not-answer" => std::future::pending().await,
            _ => None,
        }
    }

    /// Answers an apply without the provider, or changes the request so that the provider does not find the fault.
    fn apply(
        &self,
        request: &mut ApplyResourceChangeRequest,
        ty: &Type,
    ) -> Option<Result<Response, RpcError>> {
        if request.planned_state.is_null() {
            return match &*self.fault {
                "does-not-destroy" => {
                    let answer = ApplyResourceChangeResponse {
                        new_state: request.prior_state.clone(),
                        diagnostics: Diagnostic::error("Cannot delete", "It is in use.").into(),
                        ..ApplyResourceChangeResponse::default()
                    };
                    Some(Ok(answer.into()))
                }
                _ => None,
            };
        }
        let hidden = match &*self.fault {
            "applies-another-value" | "breaks-a-promise" => "serial",
            "applies-fewer-elements" => "zones",
            _ => return None,
        };
        edit(&mut request.planned_state, ty, |it| {
            it.set(hidden, Value::unknown());
        });
        None
    }

    /// Changes the answer of the provider.
    fn change(&self, request: &Asked, answer: &mut Response, ty: &Type) {
        let fault = &*self.fault;
        match answer {
            Response::GetProviderSchema(schemas) => {
                if let Some(changed) = schemas::change(fault, schemas) {
                    *schemas = changed;
                }
            }
            Response::ValidateResourceConfig(answer) => {
                self.warn(request.config.as_ref(), &mut answer.diagnostics);
            }
            Response::GetMetadata(answer) => schemas::change_metadata(fault, answer),
            Response::GetResourceIdentitySchemas(answer) => {
                schemas::change_identities(fault, answer);
            }
            Response::PlanResourceChange(answer) => self.change_plan(request, answer, ty),
            Response::ApplyResourceChange(answer) => self.change_applied(request, answer, ty),
            Response::ReadResource(answer) => match fault {
                "reads-another-value" => edit(&mut answer.new_state, ty, |it| {
                    it.set("color", "faded");
                }),
                "reads-another-identity" => {
                    let ty = Type::object([("name", Type::String)]);
                    let identity = Value::object([("name", "another")]);
                    answer.new_identity = DynamicValue::encode(&identity, &ty).ok();
                }
                _ => {}
            },
            Response::UpgradeResourceState(answer) if fault == "upgrades-to-another-value" => {
                edit(&mut answer.upgraded_state, ty, |it| {
                    it.set("color", "old");
                });
            }
            Response::UpgradeResourceState(answer) if fault == "upgrades-to-an-unknown-value" => {
                edit(&mut answer.upgraded_state, ty, |it| {
                    it.set("color", Value::unknown());
                });
            }
            Response::MoveResourceState(answer) if fault == "moves-to-an-unknown-value" => {
                edit(&mut answer.target_state, ty, |it| {
                    it.set("color", Value::unknown());
                });
            }
            Response::ImportResourceState(answer) if fault == "imports-two-objects" => {
                let again = answer.imported_resources.clone();
                answer.imported_resources.extend(again);
            }
            Response::ReadDataSource(answer) => match fault {
                "reads-no-data" => answer.state = DynamicValue::default(),
                "reads-unknown-data" => {
                    let ty = Type::object([("text", Type::String), ("title", Type::String)]);
                    edit(&mut answer.state, &ty, |it| {
                        it.set("text", Value::unknown());
                    });
                }
                _ => {}
            },
            Response::OpenEphemeralResource(answer)
                if fault == "opens-with-another-configuration" =>
            {
                let ty = Type::object([("number", Type::String), ("visitor", Type::String)]);
                edit(&mut answer.result, &ty, |it| {
                    it.set("visitor", "somebody else");
                });
            }
            Response::ListResource(events) => {
                let fault = self.fault.clone();
                let whole = std::mem::replace(events, Box::pin(futures_util::stream::empty()));
                *events = Box::pin(whole.map(move |event| {
                    let mut event = event?;
                    match &*fault {
                        "lists-without-an-identity" => event.identity = None,
                        "lists-without-objects" => event.resource_object = None,
                        _ => {}
                    }
                    Ok(event)
                }));
            }
            Response::InvokeAction(events) if fault == "does-not-complete-an-action" => {
                let whole = std::mem::replace(events, Box::pin(futures_util::stream::empty()));
                let is_progress = |event: &Result<InvokeActionEvent, RpcError>| {
                    let is_progress = matches!(event, Ok(InvokeActionEvent::Progress { .. }));
                    std::future::ready(is_progress)
                };
                *events = Box::pin(whole.filter(is_progress));
            }
            Response::GenerateResourceConfig(answer) => match fault {
                "generates-a-read-only-value" => edit(&mut answer.config, ty, |it| {
                    it.set("serial", "serial-1");
                }),
                "generates-no-configuration" => answer.config = DynamicValue::default(),
                _ => {}
            },
            Response::CallFunction(answer) => match fault {
                "returns-a-text-for-a-number" => {
                    answer.result = encode(&"two".into(), &Type::String);
                }
                "returns-another-result-each-time" => {
                    let number = if self.is_odd() { 1 } else { 2 };
                    answer.result = encode(&number.into(), &Type::Number);
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn change_plan(&self, asked: &Asked, answer: &mut PlanResourceChangeResponse, ty: &Type) {
        if answer.planned_state.is_null() {
            return;
        }
        let config = asked.config.as_ref();
        let configured = |name: &str| config.and_then(|it| it.get(name)).cloned();
        let is_unknown = configured("size").is_some_and(|it| it.is_unknown());
        let mut set = |name: &str, value: Value| {
            edit(&mut answer.planned_state, ty, |it| {
                it.set(name, value);
            });
        };
        match &*self.fault {
            "plans-another-type" => answer.planned_state = encode(&"x".into(), &Type::String),
            "plans-differently-each-time" if self.is_odd() => {
                answer.requires_replace = vec![Path::root().attribute("name")];
            }
            "replaces-by-a-missing-path" => {
                answer.requires_replace = vec![Path::root().attribute("weight")];
            }
            "defers-without-permission" if is_unknown => {
                answer.deferred = Some(DeferredReason::ResourceConfigUnknown);
            }
            "plans-a-default-for-an-unknown-value" if is_unknown => set("serial", "none".into()),
            "plans-no-object" => answer.planned_state = DynamicValue::default(),
            "plans-null-blocks" => set("parts", Value::Null),
            "plans-a-write-only-value" => set("token", "known".into()),
            "plans-an-empty-text-for-null" if configured("note").is_some_and(|it| it.is_null()) => {
                set("note", "".into());
            }
            "plans-null-for-an-empty-list"
                if configured("labels") == Some(Value::list::<Value>([])) =>
            {
                set("labels", Value::Null);
            }
            "plans-a-rounded-number" => {
                let size = configured("size");
                if let Some(Value::Known(Data::Number(number))) = size
                    && let Ok(rounded) = terrane_value::Number::try_from(number.to_f64_lossy())
                    && rounded.is_finite()
                {
                    set("size", rounded.into());
                }
            }
            "plans-a-normal-form" => {
                if let Some(note) = configured("note").as_ref().and_then(Value::as_str) {
                    set("note", note.trim().to_lowercase().into());
                }
            }
            "plans-no-blocks" => set("parts", Value::list::<Value>([])),
            "plans-a-change-again" if !asked.is_creation => set("color", Value::unknown()),
            "applies-another-value" if asked.is_creation => set("serial", "planned".into()),
            "breaks-a-promise" if asked.is_creation => {
                if let Ok(unknown) = Unknown::new().not_null().with_string_prefix("number-") {
                    set("serial", Value::Unknown(unknown));
                }
            }
            "applies-fewer-elements" if asked.is_creation => {
                set("zones", Value::list(["a", "b", "c"]));
            }
            _ => {}
        }
    }

    fn change_applied(&self, asked: &Asked, answer: &mut ApplyResourceChangeResponse, ty: &Type) {
        if asked.is_destruction {
            match &*self.fault {
                "keeps-a-destroyed-object" => answer.new_state = asked.prior_state.clone(),
                UNTIL_STOPPED => note("destroyed"),
                _ => {}
            }
            return;
        }
        let mut set = |name: &str, value: Value| {
            edit(&mut answer.new_state, ty, |it| {
                it.set(name, value);
            });
        };
        match &*self.fault {
            "applies-another-type" => answer.new_state = encode(&"x".into(), &Type::String),
            "applies-an-unknown-value" => set("serial", Value::unknown()),
            "creates-no-object" => answer.new_state = DynamicValue::default(),
            "stores-a-write-only-value" => set("token", "stored".into()),
            "applies-without-an-identity" => answer.new_identity = None,
            "applies-no-blocks" => set("parts", Value::list::<Value>([])),
            _ => {}
        }
    }
}

impl Interceptor for Broken {
    fn call<'a>(&'a self, mut request: Request, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            let provider = next.provider();
            if let Some(answer) = self.answer(&mut request, provider).await {
                return answer;
            }
            let ty = self.ty(provider).await?.clone();
            let asked = Asked::new(&request, &ty);
            let mut answer = next.call(request).await?;
            if self.is("imports-too-little") {
                forget(&mut answer, &asked, &ty);
            }
            self.change(&asked, &mut answer, &ty);
            Ok(answer)
        })
    }
}

/// What a fault needs to know of a request.
#[derive(Default)]
struct Asked {
    config: Option<Object>,
    prior_state: DynamicValue,
    is_creation: bool,
    is_destruction: bool,
    /// Whether an import has made the state that is read.
    is_imported: bool,
}

impl Asked {
    fn new(request: &Request, ty: &Type) -> Self {
        match request {
            Request::ValidateResourceConfig(request) => Self {
                config: object(&request.config, ty),
                ..Self::default()
            },
            Request::PlanResourceChange(request) => Self {
                config: object(&request.config, ty),
                prior_state: request.prior_state.clone(),
                is_creation: request.prior_state.is_null(),
                ..Self::default()
            },
            Request::ApplyResourceChange(request) => Self {
                prior_state: request.prior_state.clone(),
                is_destruction: request.planned_state.is_null(),
                ..Self::default()
            },
            Request::ReadResource(request) => {
                let state = object(&request.current_state, ty);
                let is_imported =
                    state.is_some_and(|it| it.get("serial").is_some_and(Value::is_null));
                Self {
                    is_imported,
                    ..Self::default()
                }
            }
            _ => Self::default(),
        }
    }
}

/// Removes an argument from an object that was imported.
fn forget(answer: &mut Response, asked: &Asked, ty: &Type) {
    if let Response::ReadResource(answer) = answer
        && asked.is_imported
    {
        edit(&mut answer.new_state, ty, |it| {
            it.set("note", Value::Null);
        });
    }
}

fn object(value: &DynamicValue, ty: &Type) -> Option<Object> {
    match value.decode(ty) {
        Ok(Value::Known(Data::Object(object))) => Some(object),
        _ => None,
    }
}

fn encode(value: &Value, ty: &Type) -> DynamicValue {
    let msgpack = terrane_value::msgpack::encode(value, ty).unwrap_or_else(|_| Bytes::new());
    DynamicValue::from_msgpack(msgpack)
}

/// Changes an object, if it is one.
fn edit(value: &mut DynamicValue, ty: &Type, change: impl FnOnce(&mut Object)) {
    if let Some(mut object) = object(value, ty) {
        change(&mut object);
        *value = encode(&object.into(), ty);
    }
}

/// Writes a text to the file of the test.
fn note(text: &str) {
    if let Some(file) = std::env::var_os(FILE) {
        // The test fails without the text.
        let _ = std::fs::write(file, text);
    }
}

/// Writes to the log without the layer that hides secrets.
#[expect(clippy::print_stderr, reason = "the fault is a line of the log")]
fn print_to_log(text: &str) {
    eprintln!("[DEBUG] the password is {text}");
}
