//! The item that a request concerns.

use std::fmt;

use super::Request;
use crate::schema::TypeKind;

/// An item of a provider: a type of some kind, or a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Item<'a> {
    /// A type, by its kind and name.
    Type(TypeKind, &'a str),
    /// A function, by its name.
    Function(&'a str),
}

impl<'a> Item<'a> {
    /// Returns the name of the type or function.
    pub const fn name(self) -> &'a str {
        match self {
            Self::Type(_, name) | Self::Function(name) => name,
        }
    }

    /// Returns the name of one item of this kind, in texts for users.
    pub const fn kind_name(self) -> &'static str {
        match self {
            Self::Type(kind, _) => kind.name(),
            Self::Function(_) => "function",
        }
    }
}

/// Shows the kind and the name: `resource "zoo_pet"`.
impl fmt::Display for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind_name(), self.name())
    }
}

impl Request {
    /// Returns the item that the request concerns. The item of a moved object is its target.
    ///
    /// `None` if the request concerns the whole provider, and for the stream of a written state, whose first chunk names the state store.
    pub fn item(&self) -> Option<Item<'_>> {
        let (kind, name) = match self {
            Self::GetMetadata(_)
            | Self::GetProviderSchema(_)
            | Self::ValidateProviderConfig(_)
            | Self::ConfigureProvider(_)
            | Self::StopProvider(_)
            | Self::GetResourceIdentitySchemas(_)
            | Self::GetFunctions(_)
            | Self::WriteStateBytes(_)
            | Self::GetProvisionerSchema(_)
            | Self::ValidateProvisionerConfig(_)
            | Self::ProvisionResource(_)
            | Self::StopProvisioner(_) => return None,
            Self::CallFunction(it) => return Some(Item::Function(&it.name)),
            Self::ValidateResourceConfig(it) => (TypeKind::Resource, &it.type_name),
            Self::UpgradeResourceState(it) => (TypeKind::Resource, &it.type_name),
            Self::UpgradeResourceIdentity(it) => (TypeKind::Resource, &it.type_name),
            Self::ReadResource(it) => (TypeKind::Resource, &it.type_name),
            Self::PlanResourceChange(it) => (TypeKind::Resource, &it.type_name),
            Self::ApplyResourceChange(it) => (TypeKind::Resource, &it.type_name),
            Self::ImportResourceState(it) => (TypeKind::Resource, &it.type_name),
            Self::MoveResourceState(it) => (TypeKind::Resource, &it.target_type_name),
            Self::GenerateResourceConfig(it) => (TypeKind::Resource, &it.type_name),
            Self::ValidateDataResourceConfig(it) => (TypeKind::DataSource, &it.type_name),
            Self::ReadDataSource(it) => (TypeKind::DataSource, &it.type_name),
            Self::ValidateEphemeralResourceConfig(it) => (TypeKind::Ephemeral, &it.type_name),
            Self::OpenEphemeralResource(it) => (TypeKind::Ephemeral, &it.type_name),
            Self::RenewEphemeralResource(it) => (TypeKind::Ephemeral, &it.type_name),
            Self::CloseEphemeralResource(it) => (TypeKind::Ephemeral, &it.type_name),
            Self::ValidateListResourceConfig(it) => (TypeKind::List, &it.type_name),
            Self::ListResource(it) => (TypeKind::List, &it.type_name),
            Self::ValidateActionConfig(it) => (TypeKind::Action, &it.type_name),
            Self::PlanAction(it) => (TypeKind::Action, &it.type_name),
            Self::InvokeAction(it) => (TypeKind::Action, &it.type_name),
            Self::ValidateStateStoreConfig(it) => (TypeKind::StateStore, &it.type_name),
            Self::ConfigureStateStore(it) => (TypeKind::StateStore, &it.type_name),
            Self::ReadStateBytes(it) => (TypeKind::StateStore, &it.type_name),
            Self::LockState(it) => (TypeKind::StateStore, &it.type_name),
            Self::UnlockState(it) => (TypeKind::StateStore, &it.type_name),
            Self::GetStates(it) => (TypeKind::StateStore, &it.type_name),
            Self::DeleteState(it) => (TypeKind::StateStore, &it.type_name),
        };
        Some(Item::Type(kind, name))
    }
}
