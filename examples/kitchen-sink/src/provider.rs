//! The provider: a sink in a folder, and a diary of what happens in it.

use std::path::PathBuf;

use terrane::prelude::*;
use tokio::fs;
use tokio::io::AsyncWriteExt;

use crate::dish::Dish;
use crate::dishes::Dishes;
use crate::drawer::Drawer;
use crate::rinse::Rinse;
use crate::tap::Tap;

/// Settings of the `sink` provider.
#[derive(Schema)]
pub(crate) struct Config {
    /// The folder that is the sink.
    folder: String,
}

/// What a module says of itself, in the `provider_meta` block.
#[derive(Schema)]
pub(crate) struct Household {
    /// Whose dishes these are.
    pub(crate) owner: String,
}

/// The sink.
pub(crate) struct Sink {
    pub(crate) folder: PathBuf,
}

impl Sink {
    /// Writes a line of the diary.
    pub(crate) async fn note(&self, line: &str) -> Result<()> {
        let path = self.folder.join("diary.txt");
        let mut options = fs::OpenOptions::new();
        let mut diary = options.append(true).create(true).open(path).await?;
        diary.write_all(format!("{line}\n").as_bytes()).await?;
        Ok(diary.flush().await?)
    }
}

impl Provider for Sink {
    const ADDRESS: &'static str = "registry.terraform.io/example/sink";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    type Config = Config;

    async fn configure(config: Config, cx: &mut Configure) -> Result<Self> {
        let sink = Sink {
            folder: config.folder.into(),
        };
        fs::create_dir_all(&sink.folder).await?;
        sink.note(&format!("the host is {}", cx.host_version()))
            .await?;
        Ok(sink)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .meta::<Household>()
            .resource::<Dish>()
            .list::<Dishes>()
            .ephemeral::<Tap>()
            .action::<Rinse>()
            .state_store::<Drawer>();
    }
}
