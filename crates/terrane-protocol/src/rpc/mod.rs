//! The RPCs of providers and provisioners: one table, from which requests, responses and the methods for callers are made.

mod item;
mod refuse;

use std::fmt;

use crate::schema::{Schemas, TypeKind};
use crate::wire::message::{Messages, Outgoing, Payload, Reader};
use crate::*;

pub use item::Item;

/// Makes [`Rpc`], [`Request`], [`Response`] and the methods of `dyn Provider` from the table of RPCs.
///
/// A row is `method = Name(Request) -> Response;`: the method for callers, the name of the RPC in protocol 6, and the messages or streams of messages. A
/// message that only one RPC has converts into [`Request`] or [`Response`].
/// `as "Five"` follows if protocol 5 has another name, `as [6]` if only protocol 6 has the RPC, and `as [provisioner "Five"]` for an RPC of protocol
/// 5's provisioners. `of Kind` follows if the request names an item of this kind.
macro_rules! rpcs {
    ($(
        $(#[doc = $doc:literal])+
        $method:ident = $rpc:ident($request:ident $(<$sent:ident>)?) -> $response:ident $(<$received:ident>)?
            $(as $name:tt)? $(of $kind:ident)?;
    )*) => {
        /// An RPC, by its name in protocol 6.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rpc {
            $($(#[doc = $doc])+ $rpc,)*
        }

        impl Rpc {
            /// All RPCs: those of providers, then those of provisioners.
            pub const ALL: &'static [Self] = &[$(Self::$rpc,)*];

            /// Returns the name of the RPC in protocol 6.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$rpc => stringify!($rpc),)*
                }
            }

            /// Returns the paths of the RPC in protocol 5 and 6.
            const fn paths(self) -> [Option<&'static str>; 2] {
                match self {
                    $(Self::$rpc => rpcs!(@paths $rpc $($name)?),)*
                }
            }

            /// Returns whether the request is a stream, and whether the response is one.
            pub(crate) const fn streams(self) -> [bool; 2] {
                match self {
                    $(Self::$rpc => [<$request $(<$sent>)? as Payload>::IS_STREAM, <$response $(<$received>)? as Payload>::IS_STREAM],)*
                }
            }
        }

        /// A request of any RPC.
        ///
        /// ```
        /// use terrane_protocol::{GetStatesRequest, Item, Request, Rpc};
        /// use terrane_protocol::schema::TypeKind;
        ///
        /// let request = Request::from(GetStatesRequest { type_name: "zoo_archive".to_owned() });
        /// assert_eq!(request.rpc(), Rpc::GetStates);
        /// assert_eq!(request.item(), Some(Item::Type(TypeKind::StateStore, "zoo_archive")));
        /// ```
        pub enum Request {
            $($(#[doc = $doc])+ $rpc($request $(<$sent>)?),)*
        }

        /// The response to a request of any RPC.
        pub enum Response {
            $(
                #[doc = concat!("The response to [`Request::", stringify!($rpc), "`].")]
                $rpc($response $(<$received>)?),
            )*
        }

        impl Request {
            /// Returns the item that the request concerns. The item of a moved object is its target.
            ///
            /// `None` if the request concerns the whole provider, and for the stream of a written state, whose first chunk names the state store.
            pub fn item(&self) -> Option<Item<'_>> {
                match self {
                    $(Self::$rpc(it) => rpcs!(@item it $($kind)?),)*
                }
            }
        }

        impl Response {
            /// Returns the diagnostics of the response. `None` for a stream, for the schemas of a provider, and for the responses of functions and of
            /// Stop, which have a text instead.
            pub fn diagnostics_mut(&mut self) -> Option<&mut Diagnostics> {
                match self {
                    $(Self::$rpc(it) => Payload::diagnostics_mut(it),)*
                }
            }

            /// Returns a response without contents: the default message, or an empty stream.
            pub(crate) fn empty(rpc: Rpc) -> Self {
                match rpc {
                    $(Rpc::$rpc => Self::$rpc(Payload::empty()),)*
                }
            }
        }

        rpcs!(@messages Request $($rpc)*);
        rpcs!(@messages Response $($rpc)*);

        $(
            rpcs!(@from Request $rpc $request $(<$sent>)?);
            rpcs!(@from Response $rpc $response $(<$received>)?);
        )*

        /// The RPCs as methods, for callers of a provider or a provisioner. Each fails as [`Provider::call`] does.
        impl dyn Provider + '_ {
            $(
                $(#[doc = $doc])+
                pub async fn $method(&self, request: $request $(<$sent>)?) -> Result<$response $(<$received>)?, RpcError> {
                    match self.call(Request::$rpc(request)).await? {
                        Response::$rpc(response) => Ok(response),
                        other => Err(mismatched(Rpc::$rpc, &other)),
                    }
                }
            )*
        }
    };
    // What requests and responses have in common.
    (@messages $of:ident $($rpc:ident)*) => {
        impl $of {
            /// Returns the RPC that this belongs to.
            pub const fn rpc(&self) -> Rpc {
                match self {
                    $(Self::$rpc(_) => Rpc::$rpc,)*
                }
            }

            /// Clones the message, for an interceptor that keeps it or sends it again. `None` for a stream.
            pub fn try_clone(&self) -> Option<Self> {
                match self {
                    $(Self::$rpc(it) => it.try_clone().map(Self::$rpc),)*
                }
            }

            /// Makes the messages of a protocol version.
            pub(crate) fn write(self, version: Version) -> Result<Messages<Outgoing>, RpcError> {
                match self {
                    $(Self::$rpc(it) => it.write(version),)*
                }
            }

            /// Reads the messages of a protocol version.
            pub(crate) fn read(rpc: Rpc, messages: Messages, reader: Reader) -> Result<Self, RpcError> {
                match rpc {
                    $(Rpc::$rpc => Payload::read(messages, reader).map(Self::$rpc),)*
                }
            }
        }
    };
    (@item $it:ident) => {{
        let _ = $it;
        None
    }};
    (@item $it:ident Function) => { Some(Item::Function(&$it.name)) };
    (@item $it:ident Moved) => { Some(Item::Type(TypeKind::Resource, &$it.target_type_name)) };
    (@item $it:ident $kind:ident) => { Some(Item::Type(TypeKind::$kind, &$it.type_name)) };
    // The type of several RPCs does not say which of them is meant.
    (@from $of:ident $rpc:ident EmptyRequest) => {};
    (@from $of:ident $rpc:ident DiagnosticsResponse) => {};
    (@from $of:ident $rpc:ident StopResponse) => {};
    (@from $of:ident $rpc:ident ValidateConfigRequest) => {};
    (@from $of:ident $rpc:ident OpenedEphemeralResource) => {};
    (@from $of:ident $rpc:ident ConfigRequest) => {};
    (@from $of:ident $rpc:ident UpgradeRequest) => {};
    (@from $of:ident $rpc:ident StateId) => {};
    (@from $of:ident $rpc:ident $message:ident $(<$item:ident>)?) => {
        impl From<$message $(<$item>)?> for $of {
            fn from(message: $message $(<$item>)?) -> Self {
                Self::$rpc(message)
            }
        }
    };
    (@paths $rpc:ident) => { rpcs!(@paths in both $rpc stringify!($rpc)) };
    (@paths $rpc:ident $five:literal) => { rpcs!(@paths in both $rpc $five) };
    (@paths $rpc:ident [6]) => { [None, Some(concat!("/tfplugin6.Provider/", stringify!($rpc)))] };
    (@paths $rpc:ident [provisioner $five:literal]) => { [Some(concat!("/tfplugin5.Provisioner/", $five)), None] };
    (@paths in both $rpc:ident $($five:tt)+) => {
        [
            Some(concat!("/tfplugin5.Provider/", $($five)+)),
            Some(concat!("/tfplugin6.Provider/", stringify!($rpc))),
        ]
    };
}

rpcs! {
    /// Returns names and capabilities, without schemas.
    get_metadata = GetMetadata(EmptyRequest) -> GetMetadataResponse;
    /// Returns all schemas.
    ///
    /// [`Schemas`] that are cloned for each response are encoded once.
    get_provider_schema = GetProviderSchema(EmptyRequest) -> Schemas as "GetSchema";
    /// Checks the provider's configuration.
    validate_provider_config = ValidateProviderConfig(ValidateProviderConfigRequest) -> ValidateProviderConfigResponse as "PrepareProviderConfig";
    /// Configures the provider.
    configure_provider = ConfigureProvider(ConfigureProviderRequest) -> DiagnosticsResponse as "Configure";
    /// Asks all work to stop soon, and answers without waiting for it.
    stop_provider = StopProvider(EmptyRequest) -> StopResponse as "Stop";

    /// Checks a resource's configuration.
    validate_resource_config = ValidateResourceConfig(ConfigRequest) -> DiagnosticsResponse as "ValidateResourceTypeConfig" of Resource;
    /// Upgrades a stored object to the current schema.
    upgrade_resource_state = UpgradeResourceState(UpgradeRequest) -> UpgradeResourceStateResponse of Resource;
    /// Returns the identity schemas of resources.
    get_resource_identity_schemas = GetResourceIdentitySchemas(EmptyRequest) -> GetResourceIdentitySchemasResponse;
    /// Upgrades a stored identity to the current schema.
    upgrade_resource_identity = UpgradeResourceIdentity(UpgradeRequest) -> UpgradeResourceIdentityResponse of Resource;
    /// Reads the current state of a remote object.
    read_resource = ReadResource(ReadResourceRequest) -> ReadResourceResponse of Resource;
    /// Plans a change.
    plan_resource_change = PlanResourceChange(PlanResourceChangeRequest) -> PlanResourceChangeResponse of Resource;
    /// Applies a plan.
    apply_resource_change = ApplyResourceChange(ApplyResourceChangeRequest) -> ApplyResourceChangeResponse of Resource;
    /// Imports an existing object.
    import_resource_state = ImportResourceState(ImportResourceStateRequest) -> ImportResourceStateResponse of Resource;
    /// Moves an object of another type to a type of this provider.
    move_resource_state = MoveResourceState(MoveResourceStateRequest) -> MoveResourceStateResponse of Moved;
    /// Generates the configuration of an existing object.
    generate_resource_config = GenerateResourceConfig(GenerateResourceConfigRequest) -> GenerateResourceConfigResponse of Resource;

    /// Checks a data source's configuration.
    validate_data_resource_config = ValidateDataResourceConfig(ValidateConfigRequest) -> DiagnosticsResponse as "ValidateDataSourceConfig" of DataSource;
    /// Reads the data.
    read_data_source = ReadDataSource(ReadDataSourceRequest) -> ReadDataSourceResponse of DataSource;

    /// Checks an ephemeral resource's configuration.
    validate_ephemeral_resource_config = ValidateEphemeralResourceConfig(ValidateConfigRequest) -> DiagnosticsResponse of Ephemeral;
    /// Opens an ephemeral resource.
    open_ephemeral_resource = OpenEphemeralResource(ConfigRequest) -> OpenEphemeralResourceResponse of Ephemeral;
    /// Renews an ephemeral resource.
    renew_ephemeral_resource = RenewEphemeralResource(OpenedEphemeralResource) -> RenewEphemeralResourceResponse of Ephemeral;
    /// Closes an ephemeral resource.
    close_ephemeral_resource = CloseEphemeralResource(OpenedEphemeralResource) -> DiagnosticsResponse of Ephemeral;

    /// Checks a list resource's configuration.
    validate_list_resource_config = ValidateListResourceConfig(ValidateListResourceConfigRequest) -> DiagnosticsResponse of List;
    /// Lists existing objects.
    list_resource = ListResource(ListResourceRequest) -> BoxStream<ListResourceEvent> of List;

    /// Returns the signatures of the functions.
    get_functions = GetFunctions(EmptyRequest) -> GetFunctionsResponse;
    /// Calls a function.
    call_function = CallFunction(CallFunctionRequest) -> CallFunctionResponse of Function;

    /// Checks an action's configuration.
    validate_action_config = ValidateActionConfig(ValidateConfigRequest) -> DiagnosticsResponse of Action;
    /// Plans an action.
    plan_action = PlanAction(ConfigRequest) -> PlanActionResponse of Action;
    /// Runs an action.
    invoke_action = InvokeAction(ConfigRequest) -> BoxStream<InvokeActionEvent> of Action;

    /// Checks a state store's configuration. Protocol 6 only.
    validate_state_store_config = ValidateStateStoreConfig(ValidateConfigRequest) -> DiagnosticsResponse as [6] of StateStore;
    /// Configures a state store. Protocol 6 only.
    configure_state_store = ConfigureStateStore(ConfigureStateStoreRequest) -> ConfigureStateStoreResponse as [6] of StateStore;
    /// Reads a state. Protocol 6 only.
    read_state_bytes = ReadStateBytes(StateId) -> BoxStream<ReadStateBytesChunk> as [6] of StateStore;
    /// Writes a state. Protocol 6 only.
    write_state_bytes = WriteStateBytes(BoxStream<WriteStateBytesChunk>) -> DiagnosticsResponse as [6];
    /// Locks a state. Protocol 6 only.
    lock_state = LockState(LockStateRequest) -> LockStateResponse as [6] of StateStore;
    /// Unlocks a state. Protocol 6 only.
    unlock_state = UnlockState(UnlockStateRequest) -> DiagnosticsResponse as [6] of StateStore;
    /// Lists the states. Protocol 6 only.
    get_states = GetStates(GetStatesRequest) -> GetStatesResponse as [6] of StateStore;
    /// Deletes a state. Protocol 6 only.
    delete_state = DeleteState(StateId) -> DiagnosticsResponse as [6] of StateStore;

    /// Returns the schema of a provisioner's configuration. Protocol 5 only.
    get_provisioner_schema = GetProvisionerSchema(EmptyRequest) -> GetProvisionerSchemaResponse as [provisioner "GetSchema"];
    /// Checks a provisioner's configuration. Protocol 5 only.
    validate_provisioner_config = ValidateProvisionerConfig(ValidateProvisionerConfigRequest) -> DiagnosticsResponse as [provisioner "ValidateProvisionerConfig"];
    /// Provisions a resource, and streams the output. Protocol 5 only.
    provision_resource = ProvisionResource(ProvisionResourceRequest) -> BoxStream<ProvisionResourceEvent> as [provisioner "ProvisionResource"];
    /// Asks a provisioner to stop soon, and answers without waiting for it. Protocol 5 only.
    stop_provisioner = StopProvisioner(EmptyRequest) -> StopResponse as [provisioner "Stop"];
}

/// The error of a response that belongs to another RPC.
pub(crate) fn mismatched(rpc: Rpc, response: &Response) -> RpcError {
    let other = response.rpc();
    RpcError::new(
        RpcCode::Internal,
        format!("a decorator of the provider has answered {rpc} with an answer to {other}"),
    )
}

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
                | Self::ProvisionResource
        )
    }

    /// Returns the error of a provider that does not implement this RPC.
    pub fn unimplemented(self) -> RpcError {
        RpcError::new(
            RpcCode::Unimplemented,
            format!("this provider does not implement {self}"),
        )
    }

    /// Returns the path of the RPC in a protocol version that has it.
    pub(crate) const fn path(self, version: Version) -> Option<&'static str> {
        let [five, six] = self.paths();
        match version {
            Version::V5 => five,
            Version::V6 => six,
        }
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

impl Request {
    /// Returns the features that the host supports, if the request contains them.
    pub const fn client_capabilities_mut(&mut self) -> Option<&mut ClientCapabilities> {
        Some(match self {
            Self::ConfigureProvider(it) => &mut it.client_capabilities,
            Self::ValidateResourceConfig(it) => &mut it.client_capabilities,
            Self::ReadResource(it) => &mut it.client_capabilities,
            Self::PlanResourceChange(it) => &mut it.client_capabilities,
            Self::ImportResourceState(it) => &mut it.client_capabilities,
            Self::ReadDataSource(it) => &mut it.client_capabilities,
            Self::OpenEphemeralResource(it) => &mut it.client_capabilities,
            Self::PlanAction(it) => &mut it.client_capabilities,
            Self::InvokeAction(it) => &mut it.client_capabilities,
            _ => return None,
        })
    }

    /// Resets the fields that a protocol version does not have. The client does this before it sends, the server after it receives.
    pub(crate) fn narrow(&mut self, version: Version) {
        if version == Version::V6 {
            return;
        }
        if let Some(capabilities) = self.client_capabilities_mut() {
            capabilities.store_planned_private = false;
            capabilities.computed_blocks_allowed = false;
        }
        if let Self::PlanResourceChange(plan) = self {
            plan.planned_private = Opaque::default();
        }
    }
}
