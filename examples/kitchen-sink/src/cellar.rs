//! The cellar: a second provider, which lists the towels of the sink. `shared` serves both in one process.

use fs_err::tokio as fs;
use futures_util::stream::{self, Stream, TryStreamExt};
use terrane::Listable;
use terrane::prelude::*;

use crate::provider::Config;

/// The provider, which has the settings of the sink.
pub(crate) struct Cellar {
    folder: String,
}

#[provider("registry.terraform.io/example/sink")]
impl Provider for Cellar {
    async fn configure(config: Config, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Self {
            folder: config.folder,
        })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .list::<Towels>()
            .data_source::<Barrel>()
            .function::<litres>();
    }
}

/// A towel as the sink describes it.
#[derive(Debug, Model)]
#[tf(name = "towel")]
struct HungTowel {
    /// The embroidered text.
    #[tf(identity(name = "mark"))]
    id: Computed<String>,
    /// The owner.
    #[tf(identity(mutable))]
    owner: String,
    /// The place where the towel is washed.
    #[tf(identity(only, optional))]
    laundry: Computed<String>,
    /// The number of washes.
    washed: Computed<i64>,
    /// The colour.
    #[tf(plain)]
    colour: Option<String>,
}

impl Listable for HungTowel {
    type Provider = Cellar;

    /// Reads a towel from its file, as the sink does.
    async fn read_listed(
        key: Key<Self>,
        cellar: &Cellar,
        _: &mut ReadContext,
    ) -> Result<Found<Self>> {
        let text = fs::read_to_string(format!("{}/{}.towel", cellar.folder, key.id)).await?;
        let mut lines = text.lines().skip(1).map(str::to_owned);
        Ok(Found::Object(Self {
            id: key.id.into(),
            owner: lines.next().unwrap_or_default(),
            laundry: "cellar".to_owned().into(),
            washed: 0.into(),
            colour: lines.next().filter(|colour| !colour.is_empty()),
        }))
    }
}

/// Finds towels.
#[derive(Model)]
struct Towels {}

impl ListResource for Towels {
    type Resource = HungTowel;

    fn list(
        _: Self,
        cellar: &Cellar,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<HungTowel>>> + Send {
        let keys = async move {
            let mut keys = Vec::new();
            let mut files = fs::read_dir(&cellar.folder).await?;
            while let Some(file) = files.next_entry().await? {
                let file = file.file_name().to_string_lossy().into_owned();
                let Some(id) = file.strip_suffix(".towel") else {
                    continue;
                };
                let owner = id.trim_start_matches("towel-").to_owned();
                let name = format!("The towel of {owner}");
                let key = HungTowelKey {
                    id: id.to_owned(),
                    owner,
                    laundry: Some("cellar".to_owned()),
                };
                keys.push(Ok(Listed::key(name, key)));
            }
            Ok::<_, Error>(stream::iter(keys))
        };
        stream::once(keys).try_flatten()
    }
}

/// A barrel. Its schema repeats that of a provider in another language, whose descriptions are plain text.
#[derive(Debug, Model)]
#[tf(plain)]
struct Barrel {
    /// The contents.
    wine: String,
    /// The maker, as *Markdown*.
    #[tf(markdown)]
    maker: Option<String>,
    #[tf(block, timeouts(read), timeout_description = "How long to wait.")]
    timeouts: Timeouts,
}

impl DataSource for Barrel {
    type Provider = Cellar;

    async fn read(config: Self, _: &Cellar, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

/// Converts barrels to litres.
#[function(plain, summary = "Litres")]
fn litres(
    /// The number of barrels.
    #[tf(plain)]
    barrels: i64,
) -> i64 {
    barrels.saturating_mul(225)
}
