//! The schemas of resources, which an interceptor needs to read values.

use tokio::sync::OnceCell;

use terrane_protocol::Provider;
use terrane_protocol::schema::Schemas;
use terrane_protocol::schema::json::{DescribeError, reported};

/// The schemas of a provider, requested once. An answer with errors is not kept.
#[derive(Debug, Default)]
pub(super) struct Types(OnceCell<Schemas>);

impl Types {
    /// Returns the schemas.
    pub(super) async fn schemas(&self, provider: &dyn Provider) -> Result<&Schemas, DescribeError> {
        self.0.get_or_try_init(|| reported(provider)).await
    }
}
