//! Providers around the kitchen sink: their answers must be those of the kitchen sink alone.

mod annex;
mod omitted;
mod requests;
mod tap;

use std::path::Path;
use std::sync::Arc;

use terrane_composition::{Downgrade, Interceptor, Mux, MuxMember, Upgrade};
use terrane_fuzz::Random;
use terrane_protocol::schema::{Schemas, TypeKind};
use terrane_protocol::{
    ConfigureProviderRequest, DynamicValue, EmptyRequest, Provider, Response, Rpc, RpcError,
};
use terrane_value::Value;
use tokio::runtime::Builder;

use self::omitted::{inexpressible, without};
use self::requests::Requests;
use self::tap::{Message, Tap};

/// What is around the kitchen sink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Composition {
    /// A mux of the sink and another provider.
    Mux,
    /// The sink as protocol 6.
    Upgrade,
    /// The sink as protocol 5, without what protocol 5 cannot express.
    Downgrade,
}

impl Composition {
    /// All compositions.
    pub const ALL: [Self; 3] = [Self::Mux, Self::Upgrade, Self::Downgrade];
}

/// The number of calls in a random sequence.
const CALLS: usize = 12;

/// Sends a call of every RPC, then a random sequence of calls, to the kitchen sink in a composition.
///
/// Returns the number of objects that the calls have created. With `tampers`, the answers to plans are changed.
///
/// # Errors
///
/// Fails if the sink gets another request, or the caller another answer, than without the composition.
pub fn compare(
    composition: Composition,
    seed: u64,
    folder: &Path,
    tampers: bool,
) -> Result<usize, String> {
    // Time passes at once, because the sink sleeps where a real provider waits.
    let runtime = Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut case = Case::new(composition, seed, folder).await;
        if tampers {
            case.composed = terrane_composition::intercept(case.composed, Tamper);
        }
        let random = (0..CALLS).map(|_| None);
        let calls = Rpc::ALL.iter().copied().map(Some).chain(random);
        for (at, wanted) in calls.enumerate() {
            let rpc = wanted.unwrap_or_else(|| case.requests.rpc());
            let problem = match case.step(rpc).await {
                Ok(is_called) if is_called || wanted.is_none() || case.omits(rpc) => continue,
                Ok(_) => "no request was sent".to_owned(),
                Err(problem) => problem,
            };
            return Err(format!(
                "{composition:?}, sequence {seed}, call {at}, {rpc}: {problem}"
            ));
        }
        Ok(case.requests.objects())
    })
}

/// Changes the answers to plans.
struct Tamper;

impl Interceptor for Tamper {
    fn after(&self, _: Rpc, answer: &mut Result<Response, RpcError>) {
        if let Ok(Response::PlanResourceChange(answer)) = answer {
            answer.legacy_type_system ^= true;
        }
    }
}

struct Case {
    composition: Composition,
    /// The sink, without a composition and without a tap.
    sink: Arc<dyn Provider>,
    tap: Tap,
    composed: Arc<dyn Provider>,
    omitted: Vec<(TypeKind, String)>,
    requests: Requests,
}

impl Case {
    async fn new(composition: Composition, seed: u64, folder: &Path) -> Self {
        let sink = sink::server();
        let request = EmptyRequest::default();
        let schemas = sink.get_provider_schema(request).await.unwrap();
        let omitted = match composition {
            Composition::Downgrade => inexpressible(&schemas),
            Composition::Mux | Composition::Upgrade => Vec::new(),
        };
        let tap = Tap::default();
        let tapped = terrane_composition::intercept(Arc::clone(&sink), tap.clone());
        let composed: Arc<dyn Provider> = match composition {
            Composition::Mux => {
                let annex = annex::provider(&schemas);
                let members = [
                    MuxMember::new("sink", tapped),
                    MuxMember::new("annex", annex),
                ];
                Arc::new(Mux::new(members))
            }
            Composition::Upgrade => Arc::new(Upgrade::new(tapped)),
            Composition::Downgrade => {
                let downgrade = Downgrade::without(tapped, omitted.clone()).await;
                Arc::new(downgrade.expect("the other types can be expressed"))
            }
        };
        // The provider is configured, so that the calls have more than errors for answers.
        let settings = settings(&schemas, folder);
        let answer = composed.configure_provider(settings.clone()).await.unwrap();
        assert!(!answer.diagnostics.has_errors(), "{:?}", answer.diagnostics);
        let visible = without(&schemas, &omitted);
        let requests = Requests::new(Random::new(seed), visible, settings);
        Self {
            composition,
            sink,
            tap,
            composed,
            omitted,
            requests,
        }
    }

    /// Sends a request of the RPC. Returns whether the kitchen sink has an item for it.
    async fn step(&mut self, rpc: Rpc) -> Result<bool, String> {
        let Some(request) = self.requests.of(rpc) else {
            return Ok(false);
        };
        let (request, sent) = Message::of_request(request).await;
        let again = sent.copy_request();
        self.tap.take();
        let found = Message::of_answer(self.composed.call(request).await).await;
        let calls = self.tap.take();
        let call = calls.into_iter().find(|call| call.rpc == rpc);
        let expected = match (call, again) {
            (Some(call), _) => {
                if call.request != sent {
                    return Err("the sink gets another request".to_owned());
                }
                call.answer
            }
            // The composition has asked before.
            (None, Some(request)) => Message::of_answer(self.sink.call(request).await).await,
            (None, None) => return Err("the sink gets no request".to_owned()),
        };
        let expected = self.adapted(expected);
        self.requests.learn(&sent, &found);
        if found == expected {
            Ok(true)
        } else {
            Err(format!("expected {expected:?}, found {found:?}"))
        }
    }

    /// Whether the composition has no item for an RPC: protocol 5 has no state stores, and no member is a provisioner.
    fn omits(&self, rpc: Rpc) -> bool {
        let is_of_stores = matches!(
            rpc,
            Rpc::ValidateStateStoreConfig
                | Rpc::ConfigureStateStore
                | Rpc::ReadStateBytes
                | Rpc::WriteStateBytes
                | Rpc::LockState
                | Rpc::UnlockState
                | Rpc::GetStates
                | Rpc::DeleteState
        );
        let is_of_provisioners = matches!(
            rpc,
            Rpc::GetProvisionerSchema
                | Rpc::ValidateProvisionerConfig
                | Rpc::ProvisionResource
                | Rpc::StopProvisioner
        );
        is_of_provisioners || is_of_stores && self.composition == Composition::Downgrade
    }

    /// Removes from an answer of the sink what a composition does not have.
    fn adapted(&self, mut answer: Message) -> Message {
        if self.composition == Composition::Upgrade {
            answer.remove_prepared_config();
        }
        answer.remove_types(&self.omitted);
        answer
    }
}

/// The configuration of the sink.
fn settings(schemas: &Schemas, folder: &Path) -> ConfigureProviderRequest {
    let ty = schemas.provider.implied_type();
    let names = schemas.provider.block.attributes.iter().map(|it| &it.name);
    let folder = Value::from(folder.display().to_string());
    let config = Value::object(names.map(|name| match name.as_str() {
        "folder" => (name.clone(), folder.clone()),
        _ => (name.clone(), Value::Null),
    }));
    ConfigureProviderRequest {
        config: DynamicValue::encode(&config, &ty).expect("a configuration"),
        ..ConfigureProviderRequest::default()
    }
}
