//! The drawer: the state store `sink_drawer`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use fs_err::tokio as fs;
use terrane::context::Context;
use terrane::dynamic::Lock;
use terrane::{StateStore, prelude::*};

use crate::provider::Sink;

/// Keeps states in a folder of the sink.
#[derive(Model)]
#[tf(version = 1)]
pub(crate) struct Drawer {
    /// The drawer's label.
    label: String,
}

/// The file of a state, or of its lock.
fn file(drawer: &Path, state: &str, kind: &str) -> PathBuf {
    drawer.join(format!("{state}.{kind}"))
}

impl StateStore for Drawer {
    type Provider = Sink;
    type Store = PathBuf;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config.label.known().is_some_and(|it| it.contains('/')) {
            cx.error(path!(Drawer, label), "No drawer has a slash in its label");
        }
        Ok(())
    }

    async fn configure(config: Self, sink: &Sink, _: &mut Context) -> Result<PathBuf> {
        let drawer = sink.folder.join(config.label);
        fs::create_dir_all(&drawer).await?;
        Ok(drawer)
    }

    async fn read(drawer: &PathBuf, state: &str, _: &mut Context) -> Result<Option<Bytes>> {
        match fs::read(file(drawer, state, "state")).await {
            Ok(bytes) => Ok(Some(bytes.into())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn write(drawer: &PathBuf, state: &str, bytes: Bytes, _: &mut Context) -> Result<()> {
        let new = file(drawer, state, "new");
        fs::write(&new, bytes).await?;
        Ok(fs::rename(new, file(drawer, state, "state")).await?)
    }

    async fn lock(
        drawer: &PathBuf,
        state: &str,
        lock: Lock,
        _: &mut Context,
    ) -> Result<Option<String>> {
        let path = file(drawer, state, "lock");
        match fs::File::create_new(&path).await {
            Ok(_) => {
                fs::write(&path, serde_json::to_vec(&lock)?).await?;
                Ok(Some(lock.id))
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let other: Lock = serde_json::from_slice(&fs::read(&path).await?)?;
                Err(other.conflict(state))
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn unlock(drawer: &PathBuf, state: &str, id: &str, _: &mut Context) -> Result<()> {
        let path = file(drawer, state, "lock");
        let lock: Lock = serde_json::from_slice(&fs::read(&path).await?)?;
        if lock.id != id {
            return Err(lock.conflict(state));
        }
        Ok(fs::remove_file(path).await?)
    }

    async fn list(drawer: &PathBuf, _: &mut Context) -> Result<Vec<String>> {
        let mut states = Vec::new();
        let mut files = fs::read_dir(drawer).await?;
        while let Some(file) = files.next_entry().await? {
            let name = file.file_name().to_string_lossy().into_owned();
            states.extend(name.strip_suffix(".state").map(str::to_owned));
        }
        Ok(states)
    }

    async fn delete(drawer: &PathBuf, state: &str, _: &mut Context) -> Result<()> {
        Ok(fs::remove_file(file(drawer, state, "state")).await?)
    }
}
