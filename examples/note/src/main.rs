//! A provider that keeps notes in files.
use fs_err::tokio as fs;
use std::io::ErrorKind::NotFound;
use terrane::prelude::*;

#[derive(Default)]
struct Note;

#[provider("registry.terraform.io/example/note")]
impl Provider for Note {
    fn register(registry: &mut Registry<Self>) {
        registry.resource::<File>();
    }
}

/// A note in a file.
#[derive(Model)]
struct File {
    /// The path of the file. A change of the path replaces the note.
    #[tf(replace, identity)]
    path: String,
    /// The text of the note.
    #[tf(default = "Hello!", validate(len(..=1000)))]
    text: String,
}

impl Resource for File {
    type Provider = Note;
    async fn create(plan: Self, _: &Note, _: &mut CreateContext) -> Result<Self> {
        fs::write(&plan.path, &plan.text).await?;
        Ok(plan)
    }
    async fn read(prior: Prior<Self>, _: &Note, _: &mut ReadContext) -> Result<Found<Self>> {
        let path = prior.into_key().path;
        match fs::read_to_string(&path).await {
            Ok(text) => Ok(Found::Object(File { path, text })),
            Err(error) if error.kind() == NotFound => Ok(Found::Gone),
            Err(error) => Err(error.into()),
        }
    }
    async fn update(plan: Self, _: Prior<Self>, _: &Note, _: &mut UpdateContext) -> Result<Self> {
        fs::write(&plan.path, &plan.text).await?;
        Ok(plan)
    }
    async fn delete(prior: Prior<Self>, _: &Note, _: &mut DeleteContext) -> Result<()> {
        match fs::remove_file(&prior.key().path).await {
            Err(error) if error.kind() != NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

fn main() -> std::process::ExitCode {
    terrane::serve::<Note>()
}
