//! Dishes: the resource `sink_dish`, whose objects live outside of Terraform, in files.
//!
//! It shows the life of an object: `create` returns when the object exists, `settle` completes the creation, and `read` returns the current object.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

use fs_err::tokio as fs;
use terrane::prelude::*;
use tokio::time;

use crate::provider::{Household, Sink};

/// A dish in the sink: a file.
#[derive(Debug, Model)]
#[tf(prefer_write_only(soap, water))]
#[tf(crate = ::terrane)]
pub(crate) struct Dish {
    /// The kind.
    #[tf(identity, replace)]
    pub(crate) name: String,
    /// The food on the dish.
    #[tf(default = "nothing")]
    pub(crate) leftovers: String,
    /// The water that washes the dish, which is stored. Older hosts support only this attribute.
    pub(crate) soap: Option<Sensitive<String>>,
    /// The water that washes the dish, which is not stored.
    pub(crate) water: WriteOnly<Sensitive<String>>,
    /// Counts the changes of the water.
    #[tf(counts(water))]
    pub(crate) waters: Computed<i64>,
    /// The number of reads since the creation.
    pub(crate) seen: Computed<i64>,
    /// The lock of the dish.
    #[tf(block)]
    pub(crate) lock: Option<Lock>,
    #[tf(block, timeouts(create = "1m", read, update = "30s", delete))]
    pub(crate) timeouts: Timeouts,
}

/// A lock, whose code is not stored.
#[derive(Debug, Model)]
pub(crate) struct Lock {
    /// The code that opens it.
    #[tf(required)]
    code: WriteOnly<Sensitive<String>>,
}

/// The key of the private value that counts how often a dish has been read.
const SEEN: &str = "seen";

impl Dish {
    fn file(sink: &Sink, name: &str) -> PathBuf {
        sink.folder.join(format!("{name}.dish"))
    }

    async fn put(&self, sink: &Sink) -> Result<()> {
        Ok(fs::write(Self::file(sink, &self.name), &self.leftovers).await?)
    }

    /// Washes it, if there is water.
    async fn wash(&self, sink: &Sink) -> Result<()> {
        let Some(water) = self.water.get().or(self.soap.as_ref()) else {
            return Ok(());
        };
        // Washing takes its time: the tap runs meanwhile.
        time::sleep(Duration::from_millis(400)).await;
        sink.note(&format!("washed {} with {}", self.name, water.expose()))
            .await
    }

    /// Creates an error with all known values, as authors do while they debug. The framework hides the secrets in it.
    fn smells(&self) -> Error {
        let secrets = [self.soap.as_ref(), self.water.get()];
        let secrets = secrets.map(|secret| secret.map(Sensitive::expose));
        tracing::warn!(dish = ?self, ?secrets, "the dish smells");
        Error::new(
            "The dish smells",
            format!("{self:?} was washed with {secrets:?}."),
        )
    }

    /// Finds a dish by its name.
    pub(crate) async fn find(name: &str, sink: &Sink) -> Result<Option<Self>> {
        match fs::read_to_string(Self::file(sink, name)).await {
            Ok(leftovers) => Ok(Some(Dish {
                name: name.to_owned(),
                leftovers,
                soap: None,
                water: WriteOnly::none(),
                waters: Computed::unknown(),
                seen: 0.into(),
                lock: None,
                timeouts: Timeouts::default(),
            })),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Resource for Dish {
    type Provider = Sink;

    async fn create(plan: Self, sink: &Sink, cx: &mut CreateContext) -> Result<Self> {
        plan.wash(sink).await.summary("Cannot wash the dish")?;
        if let Some(household) = cx.meta::<Household>()? {
            sink.note(&format!("{} belongs to {}", plan.name, household.owner))
                .await?;
        }
        let code = plan.lock.as_ref().and_then(|lock| lock.code.get());
        if let Some(code) = code {
            let digits = code.expose().len();
            sink.note(&format!("locked {} with {digits} digits", plan.name))
                .await?;
        }
        cx.private_mut().set(SEEN, &0);
        plan.put(sink).await?;
        Ok(plan) // it exists now: never lost from here on
    }

    async fn settle(created: Self, sink: &Sink, cx: &mut CreateContext) -> Result<Self> {
        match created.leftovers.as_str() {
            "mould" => return Err(Error::new("The dish is mouldy", "Throw it away.")),
            "onions" => return Err(created.smells()),
            "nitroglycerine" => panic!("the dish blew up"),
            "cement" => {
                let until = match cx.deadline() {
                    Some(_) => "until the time is over",
                    None => "for ever",
                };
                sink.note(&format!("soaking {} {until}", created.name))
                    .await?;
                cx.cancelled().await;
                return Err(Error::new("The dish does not come clean", ""));
            }
            "gold" => cx.warn_at(
                path!(Dish, leftovers),
                "Gold on a dish",
                "Do not pour it away.",
            ),
            _ => {}
        }
        Ok(created.with_computed(DishComputed { seen: 0 }))
    }

    async fn read(prior: Prior<Self>, sink: &Sink, cx: &mut ReadContext) -> Result<Found<Self>> {
        let Some(found) = Self::find(&prior.key().name, sink).await? else {
            return Ok(Found::Gone);
        };
        let seen = cx.private().get::<i64>(SEEN)?.unwrap_or_default() + 1;
        cx.private_mut().set(SEEN, &seen);
        Ok(Found::Object(match prior.into_complete() {
            // Values that only the state has stay unchanged.
            Some(prior) => Self {
                leftovers: found.leftovers,
                ..prior
            },
            None => found,
        }))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        sink: &Sink,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        if plan.leftovers == "mould" {
            return Err(Error::new("The dish would get mouldy", "Leave it clean.")
                .at(path!(Dish, leftovers)));
        }
        if prior.draft()?.waters.known() != plan.waters.known() {
            plan.wash(sink).await?;
        }
        plan.put(sink).await?;
        let seen = cx.private().get::<i64>(SEEN)?.unwrap_or_default();
        Ok(plan.with_computed(DishComputed { seen }))
    }

    async fn delete(prior: Prior<Self>, sink: &Sink, _: &mut DeleteContext) -> Result<()> {
        if prior
            .complete()
            .is_some_and(|dish| dish.leftovers == "glue")
        {
            return Err(Error::new("The dish sticks to the sink", "Scrape it off."));
        }
        match fs::remove_file(Self::file(sink, &prior.key().name)).await {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}
