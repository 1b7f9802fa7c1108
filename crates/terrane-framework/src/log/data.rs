//! The values in requests and answers, for the files with protocol data.

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

/// A request or an answer whose values can be read.
pub(crate) trait Parts {
    /// Visits the values in it, each with the name of its field.
    fn each_value(&self, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        let _ = visit;
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

/// Implements [`Parts`] for requests or responses. Each line lists the fields with values, under the names that Go's toolkits use for their data files.
macro_rules! parts {
    ($messages:ident: $($rpc:ident { $($field:ident $name:literal),* })*) => {
        impl Parts for $messages {
            fn each_value(&self, visit: &mut dyn FnMut(&str, Payload<'_>)) {
                match self {
                    $(Self::$rpc(it) => {
                        $(it.$field.visit($name, visit);)*
                    })*
                    _ => {}
                }
            }
        }
    };
}

parts! { Request:
    ValidateProviderConfig { config "Config" }
    ConfigureProvider { config "Config" }
    ValidateResourceConfig { config "Config" }
    UpgradeResourceIdentity { raw_state "RawIdentity" }
    UpgradeResourceState { raw_state "RawState" }
    ReadResource { current_state "CurrentState", private "Private", provider_meta "ProviderMeta", current_identity "CurrentIdentity" }
    PlanResourceChange {
        prior_state "PriorState", proposed_new_state "ProposedNewState", config "Config", prior_private "PriorPrivate", provider_meta "ProviderMeta",
        prior_identity "PriorIdentity"
    }
    ApplyResourceChange {
        prior_state "PriorState", planned_state "PlannedState", config "Config", planned_private "PlannedPrivate", provider_meta "ProviderMeta",
        planned_identity "PlannedIdentity"
    }
    ImportResourceState { identity "Identity" }
    MoveResourceState { source_state "SourceState", source_private "SourcePrivate", source_identity "SourceIdentity" }
    GenerateResourceConfig { state "State" }
    ValidateDataResourceConfig { config "Config" }
    ReadDataSource { config "Config", provider_meta "ProviderMeta" }
    ValidateEphemeralResourceConfig { config "Config" }
    OpenEphemeralResource { config "Config" }
    RenewEphemeralResource { private "Private" }
    CloseEphemeralResource { private "Private" }
    ValidateListResourceConfig { config "Config" }
    ListResource { config "Config" }
    ValidateActionConfig { config "Config" }
    PlanAction { config "Config" }
    InvokeAction { config "Config" }
    ValidateStateStoreConfig { config "Config" }
    ConfigureStateStore { config "Config" }
    CallFunction { arguments "Arguments" }
}

parts! { Response:
    ValidateProviderConfig { prepared_config "PreparedConfig" }
    UpgradeResourceIdentity { upgraded_identity "UpgradedIdentity" }
    UpgradeResourceState { upgraded_state "UpgradedState" }
    ReadResource { new_state "NewState", private "Private", new_identity "NewIdentity" }
    PlanResourceChange { planned_state "PlannedState", planned_private "PlannedPrivate", planned_identity "PlannedIdentity" }
    ApplyResourceChange { new_state "NewState", private "Private", new_identity "NewIdentity" }
    ImportResourceState { imported_resources "ImportedResource" }
    MoveResourceState { target_state "TargetState", target_private "TargetPrivate", target_identity "TargetIdentity" }
    GenerateResourceConfig { config "Config" }
    ReadDataSource { state "State" }
    OpenEphemeralResource { result "Result", private "Private" }
    RenewEphemeralResource { private "Private" }
    CallFunction { result "Result" }
}

impl Parts for Result<Response, RpcError> {
    fn each_value(&self, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        if let Ok(response) = self {
            response.each_value(visit);
        }
    }
}

impl Parts for ListResourceEvent {
    fn each_value(&self, visit: &mut dyn FnMut(&str, Payload<'_>)) {
        self.identity.visit("Identity", visit);
        self.resource_object.visit("ResourceObject", visit);
    }
}

impl Parts for InvokeActionEvent {}

impl Parts for ReadStateBytesChunk {}

impl Parts for ProvisionResourceEvent {}
