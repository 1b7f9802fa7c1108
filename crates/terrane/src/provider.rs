//! Providers: settings, what they become once configured, and what is registered.

use std::any::Any;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use terrane_value::{Data, Object};

use crate::attr::Attr;
use crate::context::{Configure, Context, Validate};
use crate::data_source::{DataSource, DynDataSource};
use crate::error::{Error, Result};
use crate::function::{DynFunction, Function};
use crate::model::{Draft, Model};
use crate::resource::{BoxFuture, Configured, DynResource, Resource, Typed, bad_value, decode};
use crate::schema::Block;
use crate::server::guard::Guarded;

/// A provider: what its resources share once it is configured.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// struct Echo;
///
/// impl Provider for Echo {
///     const ADDRESS: &'static str = "registry.terraform.io/example/echo";
///     const VERSION: &'static str = "0.1.0";
///     type Config = ();
///
///     async fn configure(_: (), _: &mut Configure) -> Result<Self> {
///         Ok(Echo)
///     }
///
///     fn register(_: &mut Registry<Self>) {}
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a provider",
    label = "not a provider",
    note = "implement `terrane::Provider` for it"
)]
pub trait Provider: Sized + Send + Sync + 'static {
    /// The provider's address: `host/namespace/type`. The last part is the prefix of its types.
    const ADDRESS: &'static str;

    /// The provider's version.
    const VERSION: &'static str;

    /// The settings; `()` for none.
    type Config: Model;

    /// Checks what a single setting's validators cannot, with whatever is known so far.
    ///
    /// # Errors
    ///
    /// What is wrong with the settings; several findings go to `cx`.
    fn validate(config: &Draft<Self::Config>, cx: &mut Validate) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Makes what the resources share, such as a client.
    ///
    /// It is called with settings that are wholly known. While some are not, the framework plans what needs no provider and
    /// says which setting is missing where one is needed.
    ///
    /// # Errors
    ///
    /// When the provider cannot work with these settings.
    fn configure(
        config: Self::Config,
        cx: &mut Configure,
    ) -> impl Future<Output = Result<Self>> + Send;

    /// Registers the provider's resources, data sources and functions.
    fn register(registry: &mut Registry<Self>);
}

/// What a provider offers.
///
/// Only what belongs to the provider `P` can be registered: another provider's resource does not compile.
pub struct Registry<P> {
    pub(crate) resources: Vec<Arc<dyn DynResource>>,
    pub(crate) data_sources: Vec<Arc<dyn DynDataSource>>,
    pub(crate) functions: Vec<Arc<dyn DynFunction>>,
    of: PhantomData<fn() -> P>,
}

impl<P: Provider> Registry<P> {
    fn new() -> Self {
        Self {
            resources: Vec::new(),
            data_sources: Vec::new(),
            functions: Vec::new(),
            of: PhantomData,
        }
    }

    /// Registers a resource.
    pub fn resource<R: Resource<Provider = P>>(&mut self) -> &mut Self {
        self.resources.push(Arc::new(Typed::<R>::new()));
        self
    }

    /// Registers a resource over values, for schemas that are made at run time.
    pub fn dyn_resource(&mut self, resource: impl DynResource) -> &mut Self {
        self.resources.push(Arc::new(resource));
        self
    }

    /// Registers a data source.
    pub fn data_source<D: DataSource<Provider = P>>(&mut self) -> &mut Self {
        self.data_sources.push(Arc::new(Typed::<D>::new()));
        self
    }

    /// Registers a function.
    pub fn function<F: Function>(&mut self) -> &mut Self {
        self.functions.push(Arc::new(Typed::<F>::new()));
        self
    }
}

impl<P> fmt::Debug for Registry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field(
                "resources",
                &self
                    .resources
                    .iter()
                    .map(|resource| resource.name())
                    .collect::<Vec<_>>(),
            )
            .field(
                "data_sources",
                &self
                    .data_sources
                    .iter()
                    .map(|source| source.name())
                    .collect::<Vec<_>>(),
            )
            .field(
                "functions",
                &self
                    .functions
                    .iter()
                    .map(|function| function.name())
                    .collect::<Vec<_>>(),
            )
            .finish()
    }
}

/// A provider without its Rust type: what the server works with.
pub(crate) struct Definition {
    pub(crate) address: &'static str,
    pub(crate) resources: BTreeMap<String, Guarded>,
    pub(crate) data_sources: BTreeMap<String, Arc<dyn DynDataSource>>,
    pub(crate) functions: BTreeMap<String, Arc<dyn DynFunction>>,
    /// Names that were registered twice: summary and detail.
    pub(crate) mistakes: Vec<(String, String)>,
    pub(crate) config: fn() -> &'static Block,
    pub(crate) validate: fn(Object, Context) -> Result<()>,
    pub(crate) configure: fn(Object, Context) -> BoxFuture<Result<Configured>>,
}

impl Definition {
    pub(crate) fn of<P: Provider>() -> Self {
        let mut registry = Registry::<P>::new();
        P::register(&mut registry);
        let prefix = type_prefix(P::ADDRESS);
        let mut mistakes = Vec::new();
        Self {
            address: P::ADDRESS,
            resources: by_name(
                registry.resources,
                |it| format!("{prefix}_{}", it.name()),
                "resource",
                &mut mistakes,
            )
            .into_iter()
            .map(|(name, resource)| (name, Guarded::new(resource)))
            .collect(),
            data_sources: by_name(
                registry.data_sources,
                |it| format!("{prefix}_{}", it.name()),
                "data source",
                &mut mistakes,
            ),
            functions: by_name(
                registry.functions,
                |it| it.name().to_owned(),
                "function",
                &mut mistakes,
            ),
            mistakes,
            config: P::Config::block,
            validate: |config, cx| {
                let draft = P::Config::draft(Data::Object(config))
                    .map_err(|error| bad_value("configuration", &error))?;
                P::validate(&draft, &mut Validate::new(cx))
            },
            configure: |config, cx| {
                Box::pin(async move {
                    let config = decode::<P::Config>(config, "provider's configuration")?;
                    let provider = P::configure(config, &mut Configure::new(cx)).await?;
                    Ok(Arc::new(provider) as Configured)
                })
            },
        }
    }
}

/// The prefix of a provider's types: the last part of its address.
pub(crate) fn type_prefix(address: &str) -> &str {
    address.rsplit('/').next().unwrap_or(address)
}

fn by_name<T: ?Sized>(
    all: Vec<Arc<T>>,
    name: impl Fn(&T) -> String,
    what: &str,
    mistakes: &mut Vec<(String, String)>,
) -> BTreeMap<String, Arc<T>> {
    let mut named = BTreeMap::new();
    for one in all {
        let name = name(&one);
        match named.entry(name) {
            Entry::Occupied(taken) => {
                let name = taken.key();
                mistakes.push((
                format!("Duplicate {what}"),
                format!("The provider registers two {what}s called `{name}`; the second is not used. This is a bug in the provider: rename one with `#[tf(name = \"..\")]`."),
            ));
            }
            Entry::Vacant(free) => {
                free.insert(one);
            }
        }
    }
    named
}

/// Gives a call the provider as the author's type.
pub(crate) fn downcast<P: Any + Send + Sync>(provider: &Configured) -> Result<Arc<P>> {
    Arc::clone(provider).downcast::<P>().map_err(|_| {
        Error::new(
            "Wrong provider value",
            format!("The resource expects a provider of type {}. This is a bug in terrane; please report it.", std::any::type_name::<P>()),
        )
    })
}
