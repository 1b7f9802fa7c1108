//! A provider that keeps notes in files.
use terrane::prelude::*;
use tokio::fs;

struct Notes;

impl Provider for Notes {
    const ADDRESS: &'static str = "registry.terraform.io/example/note";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    type Config = ();

    async fn configure(_: (), _: &mut Configure) -> Result<Self> {
        Ok(Notes)
    }

    fn register(registry: &mut Registry<Self>) {
        registry.resource::<File>();
    }
}

/// A note in a file.
#[derive(Schema)]
struct File {
    /// Where the note is kept; another place is another note.
    #[tf(replace, identity)]
    path: String,
    /// What it says.
    #[tf(default = "Hello!", validate(len(..=1000)))]
    text: String,
}

impl Resource for File {
    type Provider = Notes;

    async fn create(plan: Self, _: &Notes, _: &mut Create) -> Result<Self> {
        fs::write(&plan.path, &plan.text)
            .await
            .summary("Cannot write the note")?;
        Ok(plan)
    }

    async fn read(
        FileKey { path }: Key<Self>,
        _: Option<Self>,
        _: &Notes,
        _: &mut Read,
    ) -> Result<Option<Self>> {
        let found = fs::try_exists(&path).await?;
        Ok(if found {
            Some(File {
                text: fs::read_to_string(&path).await?,
                path,
            })
        } else {
            None
        })
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Notes, _: &mut Update) -> Result<Self> {
        fs::write(&plan.path, &plan.text)
            .await
            .summary("Cannot write the note")?;
        Ok(plan)
    }

    async fn delete(key: Key<Self>, _: Option<Self>, _: &Notes, _: &mut Delete) -> Result<()> {
        Ok(fs::remove_file(&key.path).await?)
    }
}

#[tokio::main]
async fn main() -> std::process::ExitCode {
    terrane::serve::<Notes>().await
}
