//! The RPCs of provisioners.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use futures_util::stream::{self, StreamExt};
use terrane_protocol::*;
use terrane_value::Type;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tracing::Span;

use super::answer::{Lasting, Leaving};
use super::{task, values};
use crate::attr::Attr;
use crate::context::{Context, Private, Provision, Validate};
use crate::log::request::Timer;
use crate::provisioner::{Connection, Provisioner as Typed};
use crate::resource::{bad_value, decode};
use crate::secret;
use crate::validate::{Known, validate};

/// How many messages wait for the host before the provisioner waits too.
const WAITING_MESSAGES: usize = 16;

/// Answers a host for one provisioner.
pub(crate) struct ProvisionerServer<P> {
    stop: Mutex<CancellationToken>,
    secrets: Lasting,
    of: PhantomData<fn() -> P>,
}

impl<P: Typed> ProvisionerServer<P> {
    pub(crate) fn new() -> Self {
        Self {
            stop: Mutex::default(),
            secrets: Lasting::default(),
            of: PhantomData,
        }
    }

    /// Begins with a request.
    fn begin(&self, rpc: &'static str) -> Leaving {
        Leaving::new(Span::current(), &self.secrets, || {
            Timer::start(rpc, &(), None)
        })
    }

    fn context(&self) -> (CancellationToken, Context) {
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        let token = stop.child_token();
        (token.clone(), Context::new(token, Private::default()))
    }

    fn validated(&self, config: &DynamicValue) -> Result<Diagnostics, Diagnostic> {
        let config = values::decode_some(config, P::block(), "configuration")?;
        let mut findings = Vec::new();
        let doing = format!("Cannot validate {}", P::NAME);
        let stopped = task::call(&doing, || {
            validate(P::block(), &config, None, Known::NOTHING, &mut findings);
        });
        findings.extend(stopped.err());
        let (_, cx) = self.context();
        let checked = task::catch(&doing, || {
            let draft =
                P::draft_object(&config).map_err(|error| bad_value("configuration", &error))?;
            P::validate(&draft, &mut Validate::new(cx.clone()))
        });
        let mut diagnostics = task::report(&cx, checked.flatten().err(), &doing);
        diagnostics.extend(findings);
        Ok(diagnostics)
    }

    /// Does the work: what it says as it comes, then its diagnostics.
    fn provisioned(
        &self,
        request: &ProvisionResourceRequest,
    ) -> Result<BoxStream<ProvisionResourceEvent>, Diagnostic> {
        let block = P::block();
        let doing = format!("Cannot provision with {}", P::NAME);
        let config = values::decode_some(&request.config, block, "configuration")?;
        let connection = connection(&request.connection)?;
        let asked = values::asked(block, &config, &doing)?;
        let (token, cx) = self.context();
        let (sender, said) = mpsc::channel(WAITING_MESSAGES);
        let mut provision = Provision::new(cx.clone(), connection, sender);
        let future = Box::pin(async move {
            P::provision(decode::<P>(asked, "configuration")?, &mut provision).await
        });
        let started = task::start(token, future);
        let output = stream::unfold((said, cx.clone()), async |(mut said, cx)| {
            let output = said.recv().await?;
            task::hide_noted(&cx);
            let event = ProvisionResourceEvent {
                output,
                ..ProvisionResourceEvent::default()
            };
            Some((event, (said, cx)))
        });
        let end = stream::once(async move {
            let result = started.outcome(&doing).await;
            ended(task::report(&cx, result.err(), &doing))
        });
        Ok(Box::pin(output.chain(end).map(Ok)))
    }
}

fn ended(diagnostics: Diagnostics) -> ProvisionResourceEvent {
    ProvisionResourceEvent {
        diagnostics,
        ..ProvisionResourceEvent::default()
    }
}

/// Reads the settings of a connection: hosts send a map of texts, whatever their own schema says.
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
        let leaving = self.begin("ValidateProvisionerConfig");
        Box::pin(async move {
            Ok(leaving.answer(|| {
                let diagnostics = self.validated(&request.config).unwrap_or_else(Into::into);
                ValidateProvisionerConfigResponse { diagnostics }
            }))
        })
    }

    fn provision_resource(
        &self,
        request: ProvisionResourceRequest,
    ) -> BoxFuture<'_, Result<BoxStream<ProvisionResourceEvent>, RpcError>> {
        let leaving = self.begin("ProvisionResource");
        Box::pin(async move {
            Ok(leaving.answer(|| {
                self.provisioned(&request).unwrap_or_else(
                    |diagnostic| -> BoxStream<ProvisionResourceEvent> {
                        Box::pin(stream::iter([Ok(ended(diagnostic.into()))]))
                    },
                )
            }))
        })
    }

    fn stop_provisioner(
        &self,
        _: StopProvisionerRequest,
    ) -> BoxFuture<'_, Result<StopProvisionerResponse, RpcError>> {
        let mut stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *stop).cancel();
        Box::pin(async { Ok(StopProvisionerResponse::default()) })
    }
}
