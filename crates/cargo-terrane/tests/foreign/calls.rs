//! Requests of all unary RPCs that Go providers have.

use futures_util::{StreamExt as _, stream};
use terrane_protocol::{ConfigureProviderRequest, DynamicValue, Request, Rpc};

/// A configuration whose attributes `folder` and `token` are null, in MessagePack.
const EMPTY: &[u8] = b"\x82\xa6folder\xc0\xa5token\xc0";

/// Returns the RPCs to test: a few of each kind, and all with `TERRANE_FOREIGN=full`.
pub(super) fn tested() -> Vec<Rpc> {
    let few = [
        Rpc::ConfigureProvider,
        Rpc::ReadResource,
        Rpc::ApplyResourceChange,
        Rpc::CallFunction,
        Rpc::ListResource,
    ];
    let full = is_full();
    let all = Rpc::ALL.iter().copied();
    all.filter(|rpc| request(*rpc).is_some() && (full || few.contains(rpc)))
        .collect()
}

/// Runs a test for each RPC, a few at a time.
pub(super) async fn each<F: Future<Output = ()>>(test: impl Fn(Rpc) -> F) {
    stream::iter(tested()).for_each_concurrent(4, test).await;
}

pub(super) fn is_full() -> bool {
    std::env::var("TERRANE_FOREIGN").is_ok_and(|value| value == "full")
}

macro_rules! requests {
    ($($rpc:ident)*) => {
        /// A request of this RPC, without content. `None` for RPCs that the Go provider does not have, and for streams.
        pub(super) fn request(rpc: Rpc) -> Option<Request> {
            Some(match rpc {
                // Go's framework crashes without a configuration.
                Rpc::ConfigureProvider => Request::ConfigureProvider(ConfigureProviderRequest {
                    config: DynamicValue::from_msgpack(EMPTY.into()),
                    ..ConfigureProviderRequest::default()
                }),
                $(Rpc::$rpc => Request::$rpc(Default::default()),)*
                _ => return None,
            })
        }
    };
}

requests! {
    GetMetadata GetProviderSchema ValidateProviderConfig ValidateResourceConfig UpgradeResourceState
    GetResourceIdentitySchemas UpgradeResourceIdentity ReadResource PlanResourceChange ApplyResourceChange
    ImportResourceState MoveResourceState ValidateDataResourceConfig ReadDataSource
    ValidateEphemeralResourceConfig OpenEphemeralResource RenewEphemeralResource CloseEphemeralResource
    ValidateListResourceConfig ListResource GetFunctions CallFunction ValidateActionConfig PlanAction InvokeAction
}
