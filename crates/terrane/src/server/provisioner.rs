//! The RPCs of provisioners.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::stream::{self, StreamExt};
use terrane_protocol::*;
use terrane_value::Type;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::Span;

use super::answer::{CallScope, Event, Refusal, SessionSecrets, refused};
use super::call::{Call, GRACE};
use super::messages::{Messages, Next};
use super::{TaskRunner, author, values};
use crate::attr::Attr;
use crate::context::{Private, Provision, Validate};
use crate::log::request::Timer;
use crate::provisioner::{Connection, Provisioner as Typed};
use crate::resource::{bad_value, decode};
use crate::secret;
use crate::validate::{Known, validate};

/// The number of buffered messages, after which the provisioner waits for the host.
const WAITING_MESSAGES: usize = 16;

/// Answers a host for one provisioner.
pub(crate) struct ProvisionerServer<P> {
    runner: TaskRunner,
    /// Cancelled when the process is asked to terminate.
    terminating: CancellationToken,
    /// The parent of every call's token. `Stop` cancels it and replaces it by a new one.
    stop: Mutex<CancellationToken>,
    secrets: SessionSecrets,
    of: PhantomData<fn() -> P>,
}

impl<P: Typed> ProvisionerServer<P> {
    pub(crate) fn new(runner: TaskRunner, terminating: CancellationToken) -> Self {
        Self {
            runner,
            stop: Mutex::new(terminating.child_token()),
            terminating,
            secrets: SessionSecrets::default(),
            of: PhantomData,
        }
    }

    /// Starts a call.
    fn start(&self, rpc: &'static str) -> Arc<Call> {
        let scope = CallScope::new(Span::current(), &self.secrets, || {
            Timer::start(rpc, &(), None)
        });
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        // A provisioner records no object, so its calls have the grace of calls without a recorded object.
        Arc::new(Call::new(rpc, stop.clone(), GRACE, scope))
    }
}

fn validated<P: Typed>(call: &Call, config: &DynamicValue) -> Result<Diagnostics, Diagnostic> {
    let config = values::decode_some(config, P::block(), "configuration")?;
    let mut findings = Vec::new();
    let doing = format!("Cannot validate {}", P::NAME);
    let stopped = author::call(&doing, || {
        validate(P::block(), &config, None, Known::NONE, &mut findings);
    });
    findings.extend(stopped.err());
    let cx = call.context(Private::default());
    let checked = author::catch(&doing, || {
        let draft = P::draft_object(&config).map_err(|error| bad_value("configuration", &error))?;
        P::validate(&draft, &mut Validate::new(cx.clone()))
    });
    let mut diagnostics = author::report(&cx, checked.flatten().err(), &doing);
    diagnostics.extend(findings);
    Ok(diagnostics)
}

/// Runs the provisioner: streams its output, then its diagnostics.
fn provisioned<P: Typed>(
    call: Arc<Call>,
    request: &ProvisionResourceRequest,
) -> Result<BoxStream<ProvisionResourceEvent>, Diagnostic> {
    let block = P::block();
    let doing = format!("Cannot provision with {}", P::NAME);
    let config = values::decode_some(&request.config, block, "configuration")?;
    let connection = connection(&request.connection)?;
    let asked = values::asked(block, &config, &doing)?;
    let cx = call.context(Private::default());
    let (sender, output) = mpsc::channel(WAITING_MESSAGES);
    let mut provision = Provision::new(cx.clone(), connection, sender);
    let noted = cx.clone();
    let ended = Box::pin(async move {
        let provisioned = call.run(&doing, || {
            Box::pin(async move {
                P::provision(decode::<P>(asked, "configuration")?, &mut provision).await
            })
        });
        let result = provisioned.await;
        Event::last(author::report(&cx, result.err(), &doing))
    });
    let running = Some(Messages::new(output, ended));
    let events = stream::unfold((running, noted), async |(running, noted)| {
        let (next, running) = running?.next().await;
        let event = match next {
            Next::Message(output) => {
                author::hide_noted(&noted);
                ProvisionResourceEvent {
                    output,
                    ..ProvisionResourceEvent::default()
                }
            }
            Next::Returned(last) => last,
        };
        Some((event, (running, noted)))
    });
    Ok(Box::pin(events.map(Ok)))
}

/// Decodes the settings of a connection. Hosts send a map of texts, contrary to their own schema.
fn connection(value: &DynamicValue) -> Result<Connection, Diagnostic> {
    let value = value.decode(&Type::map(Type::String)).map_err(|error| {
        Diagnostic::error(
            "Host sent a bad value",
            format!("The connection that the host sent is not a map of strings: {error}. This is a bug in the host."),
        )
    })?;
    match value.into_known() {
        None => Ok(Connection::new()),
        Some(map) => {
            let map = BTreeMap::<String, Option<String>>::decode(&map);
            let map =
                map.map_err(|error| Diagnostic::error("Host sent a bad value", error.to_string()))?;
            let connection: Connection = map
                .into_iter()
                .filter_map(|(name, text)| Some((name, text?)))
                .collect();
            for (name, text) in &connection {
                if name.ends_with("password") || name.ends_with("private_key") {
                    secret::hide(text);
                }
            }
            Ok(connection)
        }
    }
}

impl<P: Typed> Provisioner for ProvisionerServer<P> {
    fn get_provisioner_schema(
        &self,
        _: GetProvisionerSchemaRequest,
    ) -> BoxFuture<'_, Result<GetProvisionerSchemaResponse, RpcError>> {
        let provisioner = P::block().to_protocol(0);
        Box::pin(async {
            Ok(GetProvisionerSchemaResponse {
                provisioner,
                ..GetProvisionerSchemaResponse::default()
            })
        })
    }

    fn validate_provisioner_config(
        &self,
        request: ValidateProvisionerConfigRequest,
    ) -> BoxFuture<'_, Result<ValidateProvisionerConfigResponse, RpcError>> {
        Box::pin(async move {
            let call = self.start("ValidateProvisionerConfig");
            let task = {
                let call = Arc::clone(&call);
                async move {
                    let diagnostics =
                        validated::<P>(&call, &request.config).unwrap_or_else(Into::into);
                    ValidateProvisionerConfigResponse { diagnostics }
                }
            };
            Ok(call.answer(&self.runner, task, Refusal::refusal).await)
        })
    }

    fn provision_resource(
        &self,
        request: ProvisionResourceRequest,
    ) -> BoxFuture<'_, Result<BoxStream<ProvisionResourceEvent>, RpcError>> {
        Box::pin(async move {
            let call = self.start("ProvisionResource");
            let task = {
                let call = Arc::clone(&call);
                async move { provisioned::<P>(call, &request).unwrap_or_else(refused) }
            };
            Ok(call.events(&self.runner, Box::pin(task)))
        })
    }

    fn stop_provisioner(
        &self,
        _: StopProvisionerRequest,
    ) -> BoxFuture<'_, Result<StopProvisionerResponse, RpcError>> {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *stop, self.terminating.child_token()).cancel();
        Box::pin(async { Ok(StopProvisionerResponse::default()) })
    }
}
