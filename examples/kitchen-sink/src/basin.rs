//! The basin: the data source `sink`, whose type has the name of the provider alone.

use fs_err::tokio as fs;
use terrane::prelude::*;

use crate::provider::Sink;

/// The sink itself.
#[derive(Model)]
#[tf(type_name = "sink")]
pub(crate) struct Basin {
    /// The number of dishes in the sink.
    dishes: Computed<i64>,
}

impl DataSource for Basin {
    type Provider = Sink;

    async fn read(basin: Self, sink: &Sink, _: &mut ReadDataContext) -> Result<Self> {
        let mut files = fs::read_dir(&sink.folder).await?;
        let mut dishes = 0;
        while let Some(file) = files.next_entry().await? {
            dishes += i64::from(file.path().extension().is_some_and(|it| it == "dish"));
        }
        Ok(basin.with_computed(BasinComputed { dishes }))
    }
}
