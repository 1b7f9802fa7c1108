//! Every request and every answer as one type, for code that handles all RPCs in one place.

mod dispatch;
mod item;
mod refuse;

use std::fmt;

use crate::rpcs::rpcs;
use crate::schema::Schemas;
use crate::*;

pub use dispatch::Dispatch;
pub use item::Item;

/// The type of a request: a message, or a stream of messages.
macro_rules! request {
    (client_streaming ($q:ident as $wire:ident => $a:ident)) => { BoxStream<$q> };
    ($kind:ident ($q:ident $($rest:tt)*)) => { $q };
}

/// The type of an answer: a message, or a stream of messages.
macro_rules! response {
    (server_streaming ($q:ident $(.$narrow:ident)? => $a:ident as $wire:ident)) => { BoxStream<$a> };
    (client_streaming ($q:ident as $wire:ident => $a:ident)) => { $a };
    ($kind:ident ($q:ident $(.$narrow:ident)? => $a:ident)) => { $a };
}

/// Clones a request or an answer. Streams cannot be cloned.
macro_rules! cloned {
    (server_streaming response $rpc:ident $it:ident) => {{
        let _ = $it;
        None
    }};
    (client_streaming request $rpc:ident $it:ident) => {{
        let _ = $it;
        None
    }};
    ($kind:ident $side:ident $rpc:ident $it:ident) => {
        Some(Self::$rpc($it.clone()))
    };
}

macro_rules! define {
    ($trait:ident as $service:tt { $($kind:ident $method:ident = $name:tt $types:tt $rpc:ident;)* }) => {
        /// An RPC of a provider, by its name in protocol 6.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rpc {
            $(
                #[doc = concat!("[`Provider::", stringify!($method), "`].")]
                $rpc,
            )*
        }

        impl Rpc {
            /// All RPCs, in the order of [`Provider`].
            pub const ALL: &'static [Self] = &[$(Self::$rpc,)*];

            /// Returns the name of the RPC in protocol 6.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$rpc => stringify!($rpc),)*
                }
            }
        }

        /// A request of any RPC.
        ///
        /// ```
        /// use terrane_protocol::{GetStatesRequest, Item, Request, Rpc};
        /// use terrane_protocol::schema::TypeKind;
        ///
        /// let request = Request::GetStates(GetStatesRequest { type_name: "zoo_archive".to_owned() });
        /// assert_eq!(request.rpc(), Rpc::GetStates);
        /// assert_eq!(request.item(), Some(Item::Type(TypeKind::StateStore, "zoo_archive")));
        /// ```
        pub enum Request {
            $(
                #[doc = concat!("The argument of [`Provider::", stringify!($method), "`].")]
                $rpc(request!($kind $types)),
            )*
        }

        /// The answer of any RPC.
        pub enum Response {
            $(
                #[doc = concat!("The result of [`Provider::", stringify!($method), "`].")]
                $rpc(response!($kind $types)),
            )*
        }

        impl Request {
            /// Returns the RPC of this request.
            pub const fn rpc(&self) -> Rpc {
                match self {
                    $(Self::$rpc(_) => Rpc::$rpc,)*
                }
            }

            /// Clones the request, for an interceptor that keeps it or sends it again. `None` for the stream of a written state.
            pub fn try_clone(&self) -> Option<Self> {
                match self {
                    $(Self::$rpc(it) => cloned!($kind request $rpc it),)*
                }
            }

            /// Sends the request to a provider, and returns the provider's answer.
            ///
            /// # Errors
            ///
            /// Fails as the method of the provider does.
            pub async fn send(self, provider: &dyn Provider) -> Result<Response, RpcError> {
                match self {
                    $(Self::$rpc(request) => provider.$method(request).await.map(Response::$rpc),)*
                }
            }
        }

        impl Response {
            /// Clones the answer, for an interceptor that keeps it. `None` for a stream.
            pub fn try_clone(&self) -> Option<Self> {
                match self {
                    $(Self::$rpc(it) => cloned!($kind response $rpc it),)*
                }
            }

            /// Returns the RPC of this answer.
            pub const fn rpc(&self) -> Rpc {
                match self {
                    $(Self::$rpc(_) => Rpc::$rpc,)*
                }
            }
        }
    };
}

rpcs!(define);

impl Rpc {
    /// Returns whether the call may change anything but the memory of the provider: an object, a lease or a stored state.
    ///
    /// A failed call of another RPC may be repeated.
    ///
    /// ```
    /// use terrane_protocol::Rpc;
    ///
    /// assert!(Rpc::ApplyResourceChange.changes());
    /// assert!(!Rpc::PlanResourceChange.changes());
    /// ```
    pub const fn changes(self) -> bool {
        matches!(
            self,
            Self::ApplyResourceChange
                | Self::OpenEphemeralResource
                | Self::RenewEphemeralResource
                | Self::CloseEphemeralResource
                | Self::InvokeAction
                | Self::WriteStateBytes
                | Self::LockState
                | Self::UnlockState
                | Self::DeleteState
        )
    }
}

impl fmt::Display for Rpc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Shows the RPC and the item only, because values may be secret.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("rpc", &self.rpc())
            .field("item", &self.item())
            .finish_non_exhaustive()
    }
}

/// Shows the RPC only, because values may be secret.
impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("rpc", &self.rpc())
            .finish_non_exhaustive()
    }
}

impl Response {
    /// Returns the diagnostics of the answer. `None` for a stream, for schemas, and for the answers of functions and of Stop, which have a text instead.
    pub fn diagnostics_mut(&mut self) -> Option<&mut Diagnostics> {
        Some(match self {
            Self::GetProviderSchema(_)
            | Self::StopProvider(_)
            | Self::CallFunction(_)
            | Self::ListResource(_)
            | Self::InvokeAction(_)
            | Self::ReadStateBytes(_) => return None,
            Self::GetMetadata(it) => &mut it.diagnostics,
            Self::ValidateProviderConfig(it) => &mut it.diagnostics,
            Self::ConfigureProvider(it) => &mut it.diagnostics,
            Self::ValidateResourceConfig(it) => &mut it.diagnostics,
            Self::UpgradeResourceState(it) => &mut it.diagnostics,
            Self::GetResourceIdentitySchemas(it) => &mut it.diagnostics,
            Self::UpgradeResourceIdentity(it) => &mut it.diagnostics,
            Self::ReadResource(it) => &mut it.diagnostics,
            Self::PlanResourceChange(it) => &mut it.diagnostics,
            Self::ApplyResourceChange(it) => &mut it.diagnostics,
            Self::ImportResourceState(it) => &mut it.diagnostics,
            Self::MoveResourceState(it) => &mut it.diagnostics,
            Self::GenerateResourceConfig(it) => &mut it.diagnostics,
            Self::ValidateDataResourceConfig(it) => &mut it.diagnostics,
            Self::ReadDataSource(it) => &mut it.diagnostics,
            Self::ValidateEphemeralResourceConfig(it) => &mut it.diagnostics,
            Self::OpenEphemeralResource(it) => &mut it.diagnostics,
            Self::RenewEphemeralResource(it) => &mut it.diagnostics,
            Self::CloseEphemeralResource(it) => &mut it.diagnostics,
            Self::ValidateListResourceConfig(it) => &mut it.diagnostics,
            Self::GetFunctions(it) => &mut it.diagnostics,
            Self::ValidateActionConfig(it) => &mut it.diagnostics,
            Self::PlanAction(it) => &mut it.diagnostics,
            Self::ValidateStateStoreConfig(it) => &mut it.diagnostics,
            Self::ConfigureStateStore(it) => &mut it.diagnostics,
            Self::WriteStateBytes(it) => &mut it.diagnostics,
            Self::LockState(it) => &mut it.diagnostics,
            Self::UnlockState(it) => &mut it.diagnostics,
            Self::GetStates(it) => &mut it.diagnostics,
            Self::DeleteState(it) => &mut it.diagnostics,
        })
    }
}
