//! Data sources.

use terrane_value::Object;

use crate::async_fn::Async;
use crate::context::{ReadDataContext, ValidateContext};
use crate::dynamic::{BoxFuture, Configured, DynDataSource};
use crate::error::Result;
use crate::messages::ObjectRole;
use crate::model::{Draft, Model, Storable};
use crate::provider::Provider;
use crate::schema::Block;
use crate::typed::{Typed, decode, described, downcast, encode};

/// A data source: data that the provider reads and never changes.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(registry: &mut Registry<Self>) { registry.data_source::<Species>(); }
/// # }
///
/// /// A kind of animals.
/// #[derive(Model)]
/// struct Species {
///     /// Its name.
///     name: String,
///     /// How many legs it has.
///     legs: Computed<i64>,
/// }
///
/// impl DataSource for Species {
///     type Provider = Zoo;
///
///     async fn read(mut config: Self, _: &Zoo, _: &mut ReadDataContext) -> Result<Self> {
///         config.legs.fill(if config.name == "heron" { 2 } else { 4 });
///         Ok(config)
///     }
/// }
/// # #[tokio::main]
/// # async fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
/// # use serde_json::json;
/// # let client = terrane_test::client::Client::configured(terrane::server::<Zoo>(), json!({})).await?;
/// # let heron = client.read_data("zoo_species", json!({ "name": "heron" })).await?;
/// # assert_eq!(heron.attribute("legs"), Some(&2.into()));
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a data source",
    label = "not a data source",
    note = "implement `terrane::DataSource` for it"
)]
pub trait DataSource: Model<WriteOnly: Storable> {
    /// The provider that serves it.
    type Provider: Provider;

    /// Validates what the validators of single attributes cannot. Parts of the configuration may be unknown.
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid. Report several findings with `cx`.
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Reads the data. The computed fields of `config` are unknown and must be filled.
    ///
    /// # Errors
    ///
    /// Fails if the data cannot be read.
    fn read(
        config: Self,
        provider: &Self::Provider,
        cx: &mut ReadDataContext,
    ) -> impl Async<Output = Result<Self>> + Send;
}

impl<D: DataSource> DynDataSource for Typed<D> {
    described!(D, D);

    fn version(&self) -> i64 {
        D::VERSION
    }

    fn read(
        &self,
        config: Object,
        provider: Configured,
        mut cx: ReadDataContext,
    ) -> BoxFuture<Result<Object>> {
        Box::pin(async move {
            let provider = downcast::<D::Provider>(&provider)?;
            let config = decode::<D>(config, ObjectRole::Configuration)?;
            encode(D::read(config, &provider, &mut cx).await?)
        })
    }
}
