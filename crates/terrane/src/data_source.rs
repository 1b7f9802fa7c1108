//! Data sources.

use std::future::Future;

use terrane_value::Object;

use crate::context::{ReadData, Validate};
use crate::dynamic::{BoxFuture, Configured, DynDataSource};
use crate::error::Result;
use crate::model::{Draft, Model, Storable};
use crate::provider::Provider;
use crate::schema::Block;
use crate::typed::{Typed, bad_value, decode, downcast, encode};

/// A data source: data that the provider reads and never changes.
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
    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
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
        cx: &mut ReadData,
    ) -> impl Future<Output = Result<Self>> + Send;
}

impl<D: DataSource> DynDataSource for Typed<D> {
    fn name(&self) -> &str {
        D::NAME
    }

    fn block(&self) -> &Block {
        D::block()
    }

    fn validate(&self, config: &Object, mut cx: Validate) -> Result<()> {
        let draft = D::draft_object(config).map_err(|error| bad_value("configuration", &error))?;
        D::validate(&draft, &mut cx)
    }

    fn read(
        &self,
        config: Object,
        provider: Configured,
        mut cx: ReadData,
    ) -> BoxFuture<Result<Object>> {
        Box::pin(async move {
            let provider = downcast::<D::Provider>(&provider)?;
            let config = decode::<D>(config, "configuration")?;
            encode(D::read(config, &provider, &mut cx).await?)
        })
    }
}
