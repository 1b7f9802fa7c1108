//! Dishes: the resource `sink_dish`.

use std::io::ErrorKind;
use std::time::Duration;

use terrane::prelude::*;
use tokio::{fs, time};

use crate::provider::{Household, Sink};

/// A dish in the sink: a file.
#[derive(Debug, Schema)]
pub(crate) struct Dish {
    /// What it is.
    #[tf(identity, replace)]
    pub(crate) name: String,
    /// What is on it.
    #[tf(default = "nothing")]
    pub(crate) leftovers: String,
    /// What it is washed with.
    pub(crate) water: WriteOnly<String>,
}

impl Dish {
    async fn put(&self, sink: &Sink) -> Result<()> {
        Ok(fs::write(
            sink.folder.join(format!("{}.dish", self.name)),
            &self.leftovers,
        )
        .await?)
    }

    /// Finds a dish by its name.
    pub(crate) async fn find(name: &str, sink: &Sink) -> Result<Option<Self>> {
        match fs::read_to_string(sink.folder.join(format!("{name}.dish"))).await {
            Ok(leftovers) => Ok(Some(Dish {
                name: name.to_owned(),
                leftovers,
                water: WriteOnly::default(),
            })),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Resource for Dish {
    type Provider = Sink;

    async fn create(plan: Self, sink: &Sink, cx: &mut Create) -> Result<Self> {
        if let Some(water) = plan.water.get() {
            // Washing takes its time: the tap runs meanwhile.
            time::sleep(Duration::from_millis(400)).await;
            sink.note(&format!("washed {} with {water}", plan.name))
                .await?;
        }
        if let Some(household) = cx.meta::<Household>()? {
            sink.note(&format!("{} belongs to {}", plan.name, household.owner))
                .await?;
        }
        plan.put(sink).await?;
        Ok(plan)
    }

    async fn read(
        key: Key<Self>,
        _: Option<Self>,
        sink: &Sink,
        _: &mut Read,
    ) -> Result<Option<Self>> {
        Dish::find(&key.name, sink).await
    }

    async fn update(plan: Self, _: Prior<Self>, sink: &Sink, _: &mut Update) -> Result<Self> {
        plan.put(sink).await?;
        Ok(plan)
    }

    async fn delete(key: Key<Self>, _: Option<Self>, sink: &Sink, _: &mut Delete) -> Result<()> {
        match fs::remove_file(sink.folder.join(format!("{}.dish", key.name))).await {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}
