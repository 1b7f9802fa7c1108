//! The values and capabilities in requests and answers: for the files with protocol data, and for log lines about capabilities.

use terrane_protocol::*;

/// An encoded value of a request or an answer.
pub(crate) enum Payload<'a> {
    /// A value of a schema.
    Value(&'a DynamicValue),
    /// A stored state.
    State(&'a RawState),
    /// Private state of the provider.
    Private(&'a Opaque),
}

/// A request or an answer whose values and capabilities can be read.
pub(crate) trait Parts {
    /// Visits the values in it, each with the name of its field.
    fn each_value(&self, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        let _ = visit;
    }

    /// Returns the host's capabilities, if the request contains them.
    fn capabilities(&self) -> Option<&ClientCapabilities> {
        None
    }
}

/// A field that carries a value.
trait LoggedField {
    fn visit(&self, name: &str, visit: &mut dyn FnMut(&str, Payload<'_>));
}

impl LoggedField for DynamicValue {
    fn visit(&self, name: &str, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        visit(name, Payload::Value(self));
    }
}

impl LoggedField for RawState {
    fn visit(&self, name: &str, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        visit(name, Payload::State(self));
    }
}

impl LoggedField for Opaque {
    fn visit(&self, name: &str, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        visit(name, Payload::Private(self));
    }
}

impl<T: LoggedField> LoggedField for Option<T> {
    fn visit(&self, name: &str, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        if let Some(value) = self {
            value.visit(name, visit);
        }
    }
}

impl<T: LoggedField> LoggedField for Vec<T> {
    fn visit(&self, name: &str, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        for (index, value) in self.iter().enumerate() {
            value.visit(&format!("{name}_{index}"), visit);
        }
    }
}

impl LoggedField for ImportedResource {
    fn visit(&self, name: &str, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        self.state.visit(&format!("{name}_State"), visit);
        self.private.visit(&format!("{name}_Private"), visit);
        self.identity.visit(&format!("{name}_Identity"), visit);
    }
}

impl Parts for () {}

/// Implements [`Parts`] for messages. Each line lists the fields with values, under the names that Go's toolkits use for their data files, and then
/// the field with the host's capabilities.
macro_rules! parts {
    ($($message:ident { $($field:ident $name:literal),* } $($capabilities:ident)?;)*) => {$(
        impl Parts for $message {
            fn each_value(&self, visit: &mut dyn FnMut(&str, Payload<'_>)) {
                let _ = &visit;
                $(self.$field.visit($name, visit);)*
            }
            $(
                fn capabilities(&self) -> Option<&ClientCapabilities> {
                    Some(&self.$capabilities)
                }
            )?
        }
    )*};
}

parts! {
    GetMetadataRequest {};
    GetMetadataResponse {};
    GetProviderSchemaRequest {};
    GetResourceIdentitySchemasRequest {};
    GetResourceIdentitySchemasResponse {};
    GetFunctionsRequest {};
    GetFunctionsResponse {};
    ValidateProviderConfigRequest { config "Config" };
    ValidateProviderConfigResponse { prepared_config "PreparedConfig" };
    ConfigureProviderRequest { config "Config" } client_capabilities;
    ConfigureProviderResponse {};
    ValidateResourceConfigRequest { config "Config" } client_capabilities;
    ValidateResourceConfigResponse {};
    UpgradeResourceIdentityRequest { raw_identity "RawIdentity" };
    UpgradeResourceIdentityResponse { upgraded_identity "UpgradedIdentity" };
    UpgradeResourceStateRequest { raw_state "RawState" };
    UpgradeResourceStateResponse { upgraded_state "UpgradedState" };
    ReadResourceRequest {
        current_state "CurrentState", private "Private", provider_meta "ProviderMeta", current_identity "CurrentIdentity"
    } client_capabilities;
    ReadResourceResponse { new_state "NewState", private "Private", new_identity "NewIdentity" };
    PlanResourceChangeRequest {
        prior_state "PriorState", proposed_new_state "ProposedNewState", config "Config", prior_private "PriorPrivate",
        provider_meta "ProviderMeta", prior_identity "PriorIdentity"
    } client_capabilities;
    PlanResourceChangeResponse {
        planned_state "PlannedState", planned_private "PlannedPrivate", planned_identity "PlannedIdentity"
    };
    ApplyResourceChangeRequest {
        prior_state "PriorState", planned_state "PlannedState", config "Config", planned_private "PlannedPrivate",
        provider_meta "ProviderMeta", planned_identity "PlannedIdentity"
    };
    ApplyResourceChangeResponse { new_state "NewState", private "Private", new_identity "NewIdentity" };
    ImportResourceStateRequest { identity "Identity" } client_capabilities;
    ImportResourceStateResponse { imported_resources "ImportedResource" };
    MoveResourceStateRequest {
        source_state "SourceState", source_private "SourcePrivate", source_identity "SourceIdentity"
    };
    MoveResourceStateResponse {
        target_state "TargetState", target_private "TargetPrivate", target_identity "TargetIdentity"
    };
    GenerateResourceConfigRequest { state "State" };
    GenerateResourceConfigResponse { config "Config" };
    ValidateDataResourceConfigRequest { config "Config" };
    ValidateDataResourceConfigResponse {};
    ReadDataSourceRequest { config "Config", provider_meta "ProviderMeta" } client_capabilities;
    ReadDataSourceResponse { state "State" };
    ValidateEphemeralResourceConfigRequest { config "Config" };
    ValidateEphemeralResourceConfigResponse {};
    OpenEphemeralResourceRequest { config "Config" } client_capabilities;
    OpenEphemeralResourceResponse { result "Result", private "Private" };
    RenewEphemeralResourceRequest { private "Private" };
    RenewEphemeralResourceResponse { private "Private" };
    CloseEphemeralResourceRequest { private "Private" };
    CloseEphemeralResourceResponse {};
    ValidateListResourceConfigRequest { config "Config" };
    ValidateListResourceConfigResponse {};
    ListResourceRequest { config "Config" };
    ListResourceEvent { identity "Identity", resource_object "ResourceObject" };
    ValidateActionConfigRequest { config "Config" };
    ValidateActionConfigResponse {};
    PlanActionRequest { config "Config" } client_capabilities;
    PlanActionResponse {};
    InvokeActionRequest { config "Config" } client_capabilities;
    InvokeActionEvent {};
    ValidateStateStoreConfigRequest { config "Config" };
    ValidateStateStoreConfigResponse {};
    ConfigureStateStoreRequest { config "Config" };
    ConfigureStateStoreResponse {};
    ReadStateBytesRequest {};
    ReadStateBytesChunk {};
    WriteStateBytesResponse {};
    LockStateRequest {};
    LockStateResponse {};
    UnlockStateRequest {};
    UnlockStateResponse {};
    GetStatesRequest {};
    GetStatesResponse {};
    DeleteStateRequest {};
    DeleteStateResponse {};
    ValidateProvisionerConfigRequest { config "Config" };
    ValidateProvisionerConfigResponse {};
    ProvisionResourceRequest { config "Config", connection "Connection" };
    ProvisionResourceEvent {};
    CallFunctionRequest { arguments "Arguments" };
    CallFunctionResponse { result "Result" };
}
