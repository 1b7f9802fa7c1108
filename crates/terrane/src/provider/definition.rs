//! A provider in the form that the server uses: all registered items by name.

use std::sync::Arc;

use terrane_value::Object;

use super::kind::Kind;
use super::{Provider, Registry};
use crate::action::DynAction;
use crate::context::{Configure, Context, Host, Validate};
use crate::data_source::DynDataSource;
use crate::ephemeral::DynEphemeral;
use crate::error::Result;
use crate::function::{DynFunction, Registered};
use crate::identity::Identity;
use crate::list::DynList;
use crate::model::Model;
use crate::resource::{BoxFuture, Configured, DynResource, bad_value, decode};
use crate::schema::Block;
use crate::server::registered::RegisteredType;
use crate::server::{Actions, DataSources, Ephemerals, Lists, StateStores};
use crate::state_store::DynStateStore;

/// A provider without its Rust type.
pub(crate) struct Definition {
    pub(crate) address: &'static str,
    pub(crate) resources: Kind<RegisteredType>,
    pub(crate) data_sources: Kind<dyn DynDataSource, DataSources>,
    pub(crate) ephemerals: Kind<RegisteredType<dyn DynEphemeral>, Ephemerals>,
    pub(crate) lists: Kind<dyn DynList, Lists>,
    pub(crate) actions: Kind<dyn DynAction, Actions>,
    pub(crate) state_stores: Kind<dyn DynStateStore, StateStores>,
    pub(crate) functions: Kind<Registered>,
    /// Errors of the registration: summary and detail.
    pub(crate) schema_errors: Vec<(String, String)>,
    pub(crate) meta: Option<fn() -> &'static Block>,
    pub(crate) config: fn() -> &'static Block,
    pub(crate) validate: fn(&Object, Context) -> Result<()>,
    pub(crate) configure: fn(Object, Host, Context) -> BoxFuture<Result<Configured>>,
}

impl Definition {
    pub(crate) fn of<P: Provider>() -> Self {
        let mut registry = Registry::<P>::new(Self::new(
            P::ADDRESS,
            P::Config::block,
            |config, cx| {
                let draft = P::Config::draft_object(config)
                    .map_err(|error| bad_value("configuration", &error))?;
                P::validate(&draft, &mut Validate::new(cx))
            },
            |config, host, cx| {
                Box::pin(async move {
                    let config = decode::<P::Config>(config, "provider's configuration")?;
                    let provider = P::configure(config, &mut Configure::new(cx, host)).await?;
                    Ok(Arc::new(provider) as Configured)
                })
            },
        ));
        P::register(&mut registry);
        registry.definition.complete()
    }

    /// A provider without registered items.
    fn new(
        address: &'static str,
        config: fn() -> &'static Block,
        validate: fn(&Object, Context) -> Result<()>,
        configure: fn(Object, Host, Context) -> BoxFuture<Result<Configured>>,
    ) -> Self {
        Self {
            address,
            resources: Kind::new("Resource", "tf_resource_type"),
            data_sources: Kind::new("Data Source", "tf_data_source_type"),
            ephemerals: Kind::new("Ephemeral Resource", "tf_ephemeral_resource_type"),
            lists: Kind::new("List Resource", "tf_list_resource_type"),
            actions: Kind::new("Action", "tf_action_type"),
            state_stores: Kind::new("State Store", "tf_state_store_type"),
            functions: Kind::new("Function", "tf_function_name"),
            schema_errors: Vec::new(),
            meta: None,
            config,
            validate,
            configure,
        }
    }

    pub(super) fn resource(&mut self, resource: Arc<dyn DynResource>) {
        let name = self.type_name(resource.name());
        let resource = Arc::new(RegisteredType::new(resource));
        self.resources.add(name, resource, &mut self.schema_errors);
    }

    pub(super) fn data_source(&mut self, source: Arc<dyn DynDataSource>) {
        let name = self.type_name(source.name());
        self.data_sources
            .add(name, source, &mut self.schema_errors)
            .answered_by(&DataSources::ALL);
    }

    pub(super) fn ephemeral(&mut self, ephemeral: Arc<dyn DynEphemeral>) {
        let name = self.type_name(ephemeral.name());
        let ephemeral = Arc::new(RegisteredType::new(ephemeral));
        self.ephemerals
            .add(name, ephemeral, &mut self.schema_errors)
            .answered_by(&Ephemerals::ALL);
    }

    pub(super) fn list(&mut self, list: Arc<dyn DynList>) {
        let name = self.type_name(list.name());
        self.lists
            .add(name, list, &mut self.schema_errors)
            .answered_by(&Lists::ALL);
    }

    pub(super) fn action(&mut self, action: Arc<dyn DynAction>) {
        let name = self.type_name(action.name());
        self.actions
            .add(name, action, &mut self.schema_errors)
            .answered_by(&Actions::ALL);
    }

    pub(super) fn state_store(&mut self, store: Arc<dyn DynStateStore>) {
        let name = self.type_name(store.name());
        self.state_stores
            .add(name, store, &mut self.schema_errors)
            .answered_by(&StateStores::ALL);
    }

    pub(super) fn function(&mut self, function: Arc<dyn DynFunction>) {
        let name = function.name().to_owned();
        let function = Arc::new(Registered::new(function));
        self.functions.add(name, function, &mut self.schema_errors);
    }

    /// Returns the full name of a type: the provider's prefix, which is the last part of its address, and the own name.
    fn type_name(&self, name: &str) -> String {
        let prefix = self.address.rsplit('/').next().unwrap_or(self.address);
        format!("{prefix}_{name}")
    }

    /// Removes list resources without a resource of the same name that has an identity (rule G3).
    fn complete(mut self) -> Self {
        let (resources, schema_errors) = (&self.resources, &mut self.schema_errors);
        self.lists.keep(|name| {
            let reason = match resources.get(name) {
                None => "there is no resource of that name. Register the resource too",
                Some(resource) if Identity::of(resource.block()).is_none() => {
                    "nothing in the resource of that name identifies its objects. Mark the fields that do with `#[tf(identity)]`"
                }
                Some(_) => return true,
            };
            schema_errors.push((
                "List resource without a resource".to_owned(),
                format!("The provider registers a list resource `{name}`, which is not used: {reason}. This is a bug in the provider."),
            ));
            false
        });
        self
    }
}
