//! The older member: notes, which are plain files.

use std::path::{Path, PathBuf};

use fs_err::tokio as fs;
use terrane::prelude::*;

use crate::file::{read_if_exists, remove_if_exists};
use crate::{ADDRESS, Config};

/// The member.
pub(crate) struct Notes {
    folder: PathBuf,
}

#[provider(ADDRESS)]
impl Provider for Notes {
    async fn configure(config: Config, _: &mut ConfigureContext) -> Result<Self> {
        let folder = PathBuf::from(config.folder);
        fs::create_dir_all(&folder).await?;
        Ok(Self { folder })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Note>();
    }
}

/// A note: a file on the desk.
#[derive(Model)]
pub(crate) struct Note {
    /// Its name.
    #[tf(identity, replace)]
    pub(crate) name: String,
    /// The text of the note.
    pub(crate) text: String,
}

impl Note {
    /// Returns the path of a note in the folder of the desk.
    pub(crate) fn path(folder: &Path, name: &str) -> PathBuf {
        folder.join(format!("{name}.note"))
    }
}

impl Resource for Note {
    type Provider = Notes;

    async fn create(plan: Self, notes: &Notes, _: &mut CreateContext) -> Result<Self> {
        fs::write(Self::path(&notes.folder, &plan.name), &plan.text).await?;
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, notes: &Notes, _: &mut ReadContext) -> Result<Found<Self>> {
        let name = prior.into_key().name;
        let text = read_if_exists(&Self::path(&notes.folder, &name)).await?;
        Ok(Found::or_gone(text.map(|text| Self { name, text })))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        notes: &Notes,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        fs::write(Self::path(&notes.folder, &plan.name), &plan.text).await?;
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, notes: &Notes, _: &mut DeleteContext) -> Result<()> {
        remove_if_exists(&Self::path(&notes.folder, &prior.key().name)).await
    }
}
