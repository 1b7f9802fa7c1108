//! The provider: its settings, its configured value, and its registered items.

use std::path::PathBuf;
use std::time::Duration;

use fs_err::tokio as fs;
use terrane::DeferredReason;
use terrane::log::Log;
use terrane::prelude::*;
use tokio::io::AsyncWriteExt as _;

use crate::basin::Basin;
use crate::dish::Dish;
use crate::dishes::Dishes;
use crate::drawer::Drawer;
use crate::functions::{any, cellar, count, divide, either, first, kind, or, shout, size, whisper};
use crate::inspection::Inspection;
use crate::jar::Jar;
use crate::label::Label;
use crate::larder::Larder;
use crate::menu::Menu;
use crate::pantry::Pantry;
use crate::recipe::Recipe;
use crate::rinse::Rinse;
use crate::spice::Spice;
use crate::sponge::Sponge;
use crate::tap::Tap;
use crate::towel::Towel;

/// Settings of the `sink` provider.
#[derive(Model)]
pub(crate) struct Config {
    /// The folder that represents the sink.
    #[tf(env = ["SINK_FOLDER", "SINK_PATH", "SINK_DIRECTORY"], validate(not_blank()))]
    pub(crate) folder: String,
    /// The key of the cellar.
    #[tf(env = "SINK_KEY")]
    key: Option<Sensitive<String>>,
    /// The colour of the tiles. It may be unknown.
    #[tf(env = "SINK_TILES")]
    tiles: Value<String>,
    /// The temperature of the water.
    #[tf(env = ["SINK_WATER", "SINK_TAP", "WATER"], default = "cold")]
    water: String,
    /// Whether the provider defers all calls.
    under_repair: Option<bool>,
    /// The material of the sink.
    #[tf(deprecated = "All sinks are of steel. Remove it.")]
    material: Option<String>,
}

/// The `provider_meta` block of a module.
#[derive(Model)]
pub(crate) struct Household {
    /// The owner of the dishes.
    pub(crate) owner: String,
}

/// The sink: a folder, and a diary of what happens in it.
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

#[provider("registry.terraform.io/example/sink")]
impl Provider for Sink {
    const TYPE_PREFIX: Option<&'static str> = Some("sink");
    const INTERRUPT_GRACE: Duration = Duration::from_secs(3);

    fn validate(config: &Draft<Config>, cx: &mut ValidateContext) -> Result<()> {
        if let Some((folder, key)) = known!(config; folder, key)
            && key.expose() == folder
        {
            cx.error_with(
                path!(Config, key),
                "The key lies in the sink",
                "Take another key: everyone can see the folder's name.",
            );
        }
        Ok(())
    }

    async fn configure(config: Config, cx: &mut ConfigureContext) -> Result<Self> {
        if config.under_repair == Some(true) {
            if !cx.deferral_allowed() {
                return Err(Error::new("The sink is under repair", "Come back later.")
                    .at(path!(Config, under_repair)));
            }
            return cx.defer(DeferredReason::AbsentPrerequisite);
        }
        let sink = Sink {
            folder: config.folder.into(),
        };
        fs::create_dir_all(&sink.folder)
            .await
            .summary("Cannot use the sink")
            .at(path!(Config, folder))?;
        sink.note(&format!("the host is {}", cx.host_version()))
            .await?;
        match &config.tiles {
            Value::Known(tiles) => sink.note(&format!("the tiles are {tiles}")).await?,
            Value::Unknown(_) => sink.note("the tiles come later").await?,
            Value::Null => {}
        }
        if config.water != "cold" {
            sink.note(&format!("the water is {}", config.water)).await?;
        }
        if let Some(key) = &config.key {
            // A secret that is not in the configuration. The framework hides it in logs and messages, too.
            cx.hide(&format!("{}-turned", key.expose()));
            sink.note("the cellar is open").await?;
        }
        Ok(sink)
    }

    fn log(log: &mut Log) {
        log.field("kitchen", "downstairs").without_location();
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .meta::<Household>()
            .resource::<Dish>()
            .state_only::<Spice>()
            .state_only::<Larder>()
            .resource::<Label>()
            .resource::<Recipe>()
            .resource::<Jar>()
            .resource::<Towel>()
            .data_source::<Basin>()
            .data_source::<Inspection>()
            .data_source::<Pantry>()
            .resource::<Sponge>()
            .list::<Dishes>()
            .ephemeral::<Tap>()
            .action::<Rinse>()
            .state_store::<Drawer>()
            .function::<any>()
            .function::<cellar>()
            .function::<count>()
            .function::<divide>()
            .function::<either>()
            .function::<first>()
            .function::<kind>()
            .function::<or>()
            .function::<shout>()
            .function::<size>()
            .function::<whisper>();
        registry.dynamic().resource(Menu::new());
        crate::register(registry);
    }
}
