//! The older member: notes, which are plain files.

use std::io::ErrorKind::NotFound;
use std::path::PathBuf;

use fs_err::tokio as fs;
use terrane::prelude::*;

use crate::{ADDRESS, Config};

/// The member.
pub(crate) struct Notes {
    folder: PathBuf,
}

impl Provider for Notes {
    const ADDRESS: &'static str = ADDRESS;
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    type Config = Config;

    async fn configure(config: Config, _: &mut Configure) -> Result<Self> {
        let folder = PathBuf::from(config.folder);
        fs::create_dir_all(&folder).await?;
        Ok(Self { folder })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Note>();
    }
}

/// A note: a file on the desk.
#[derive(Schema)]
pub(crate) struct Note {
    /// Its name.
    #[tf(identity, replace)]
    pub(crate) name: String,
    /// What it says.
    pub(crate) text: String,
}

impl Note {
    fn path(notes: &Notes, name: &str) -> PathBuf {
        notes.folder.join(format!("{name}.note"))
    }
}

impl Resource for Note {
    type Provider = Notes;

    async fn create(plan: Self, notes: &Notes, _: &mut Create) -> Result<Self> {
        fs::write(Self::path(notes, &plan.name), &plan.text).await?;
        Ok(plan)
    }

    async fn read(
        key: Key<Self>,
        _: Option<Self>,
        notes: &Notes,
        _: &mut ReadResource,
    ) -> Result<Option<Self>> {
        let name = key.name;
        match fs::read_to_string(Self::path(notes, &name)).await {
            Ok(text) => Ok(Some(Self { name, text })),
            Err(error) if error.kind() == NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn update(plan: Self, _: Prior<Self>, notes: &Notes, _: &mut Update) -> Result<Self> {
        fs::write(Self::path(notes, &plan.name), &plan.text).await?;
        Ok(plan)
    }

    async fn delete(key: Key<Self>, _: Option<Self>, notes: &Notes, _: &mut Delete) -> Result<()> {
        match fs::remove_file(Self::path(notes, &key.name)).await {
            Err(error) if error.kind() != NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}
