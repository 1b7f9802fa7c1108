//! The newer member: letters, which have tags, and a function.

use std::collections::BTreeMap;
use std::io::ErrorKind::NotFound;
use std::path::PathBuf;

use fs_err::tokio as fs;
use serde_json::{from_slice, to_vec};
use terrane::Moves;
use terrane::prelude::*;

use crate::file::{read_if_exists, remove_if_exists};
use crate::notes::Note;
use crate::{ADDRESS, Config};

/// The member.
pub(crate) struct Letters {
    folder: PathBuf,
}

#[provider(ADDRESS)]
impl Provider for Letters {
    async fn configure(config: Config, _: &mut ConfigureContext) -> Result<Self> {
        let folder = PathBuf::from(config.folder);
        fs::create_dir_all(&folder).await?;
        Ok(Self { folder })
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<Letter>().function::<greet>();
    }
}

/// Greets a person at the start of a letter.
#[function]
async fn greet(
    /// The name of the person.
    name: String,
) -> Result<String> {
    Ok(format!("Dear {name},"))
}

/// A letter: a file on the desk, with tags.
#[derive(Model)]
pub(crate) struct Letter {
    /// Its name.
    #[tf(identity, replace)]
    name: String,
    /// The text of the letter.
    text: String,
    /// Its tags.
    tags: Option<BTreeMap<String, String>>,
    /// Its tags, with the default tags of the desk.
    tags_all: Computed<BTreeMap<String, String>>,
}

impl Letter {
    fn path(letters: &Letters, name: &str) -> PathBuf {
        letters.folder.join(format!("{name}.letter"))
    }

    /// Whether the object is a note that has become a letter, and that no apply has written as a letter.
    fn is_unwritten(&self) -> bool {
        self.tags_all.known().is_some_and(BTreeMap::is_empty)
    }

    async fn write(&self, letters: &Letters) -> Result<()> {
        let tags = self.tags_all.known();
        let content = to_vec(&(&self.text, tags))?;
        Ok(fs::write(Self::path(letters, &self.name), content).await?)
    }
}

/// Converts a note to a letter. Its tags are added by the next apply.
impl From<Note> for Letter {
    fn from(note: Note) -> Self {
        Self {
            name: note.name,
            text: note.text,
            tags: None,
            tags_all: BTreeMap::new().into(),
        }
    }
}

impl Resource for Letter {
    type Provider = Letters;

    fn moves(moves: &mut Moves<Self>) {
        moves.from::<Note>("example/desk", "desk_note");
    }

    async fn create(plan: Self, letters: &Letters, _: &mut CreateContext) -> Result<Self> {
        plan.write(letters).await?;
        Ok(plan)
    }

    async fn read(
        prior: Prior<Self>,
        letters: &Letters,
        _: &mut ReadContext,
    ) -> Result<Found<Self>> {
        let name = prior.key().name.clone();
        let prior = prior.into_complete();
        match fs::read(Self::path(letters, &name)).await {
            Ok(content) => {
                let (text, tags_all): (String, BTreeMap<_, _>) = from_slice(&content)?;
                let tags = prior.and_then(|letter| letter.tags);
                Ok(Found::Object(Self {
                    name,
                    text,
                    tags,
                    tags_all: tags_all.into(),
                }))
            }
            Err(error) if error.kind() == NotFound => {
                let Some(prior) = prior.filter(Self::is_unwritten) else {
                    return Ok(Found::Gone);
                };
                let note = read_if_exists(&Note::path(&letters.folder, &name)).await?;
                Ok(Found::or_gone(note.map(|text| Self { text, ..prior })))
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        letters: &Letters,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        plan.write(letters).await?;
        if prior.complete().is_some_and(Self::is_unwritten) {
            remove_if_exists(&Note::path(&letters.folder, &plan.name)).await?;
        }
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, letters: &Letters, _: &mut DeleteContext) -> Result<()> {
        let name = &prior.key().name;
        if prior.complete().is_some_and(Self::is_unwritten) {
            remove_if_exists(&Note::path(&letters.folder, name)).await?;
        }
        remove_if_exists(&Self::path(letters, name)).await
    }
}
