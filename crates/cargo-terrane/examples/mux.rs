//! A provider of several members, which tests start: one in Rust, and the Go providers in the variables of [`GO`].

use std::fs;
use std::io::ErrorKind::NotFound;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use terrane::Moves;
use terrane::Serve;
use terrane::prelude::*;
use terrane_composition::{ForeignProvider, Mux, MuxMember};

const ADDRESS: &str = "registry.terraform.io/example/awkward";

/// The names of the Go providers. The variable of each is its name in capitals.
const GO: [&str; 4] = ["sdkv2", "framework", "muxed5", "muxed6"];

fn main() -> ExitCode {
    Serve::nonblocking(ADDRESS, env!("CARGO_PKG_VERSION"), |servers| {
        let mut members = vec![MuxMember::new("rust", servers.server::<Pages>())];
        for name in GO {
            if let Some(program) = std::env::var_os(name.to_uppercase()) {
                members.push(ForeignProvider::new(name, program).member());
            }
        }
        Arc::new(Mux::new(members))
    })
    .run()
}

// The schema equals that of the Go providers, which have no description of the whole.
#[derive(Model)]
#[tf(plain)]
struct Config {
    /// Where objects are kept.
    folder: Option<String>,
    /// A secret.
    token: Option<Sensitive<String>>,
}

/// The member in Rust.
struct Pages {
    folder: PathBuf,
}

#[provider(ADDRESS)]
impl Provider for Pages {
    async fn configure(config: Config, _: &mut ConfigureContext) -> Result<Self> {
        let folder = config.folder.unwrap_or_default().into();
        Ok(Self { folder })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Page>()
            .resource::<Disk>()
            .function::<shout>();
    }
}

/// Writes a text in capitals.
#[function]
async fn shout(
    /// The text.
    text: String,
) -> Result<String> {
    Ok(text.to_uppercase())
}

/// A page, which is a file.
#[derive(Model)]
struct Page {
    /// Its name.
    #[tf(identity, replace)]
    name: String,
    /// The text.
    text: Option<String>,
}

impl Page {
    fn path(pages: &Pages, name: &str) -> PathBuf {
        pages.folder.join(format!("{name}.page"))
    }

    fn write(&self, pages: &Pages) -> Result<()> {
        let text = self.text.as_deref().unwrap_or_default();
        Ok(fs::write(Self::path(pages, &self.name), text)?)
    }
}

/// The attributes of a server of the Go provider that a page takes over.
#[derive(Model)]
#[tf(version = 2)]
struct Server {
    /// Its name.
    name: String,
}

impl Resource for Page {
    type Provider = Pages;

    fn moves(moves: &mut Moves<Self>) {
        moves.from_with("example/awkward", "awkward_server", |server: Server, _| {
            Ok(Page {
                name: server.name,
                text: None,
            })
        });
    }

    async fn create(plan: Self, pages: &Pages, _: &mut CreateContext) -> Result<Self> {
        plan.write(pages)?;
        Ok(plan)
    }

    async fn read(prior: Prior<Self>, pages: &Pages, _: &mut ReadContext) -> Result<Found<Self>> {
        let name = prior.key().name.clone();
        match fs::read_to_string(Self::path(pages, &name)) {
            Ok(text) => Ok(Found::Object(Self {
                name,
                text: Some(text).filter(|text| !text.is_empty()),
            })),
            // A server that has become a page.
            Err(error) if error.kind() == NotFound => {
                let page = prior.into_complete();
                Ok(Found::or_gone(page.filter(|page| page.text.is_none())))
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        pages: &Pages,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        plan.write(pages)?;
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, pages: &Pages, _: &mut DeleteContext) -> Result<()> {
        remove(&Self::path(pages, &prior.key().name))
    }
}

/// A disk, which can become a volume of the Go provider: both are the same file.
#[derive(Model)]
struct Disk {
    /// Its name.
    #[tf(identity, replace)]
    name: String,
}

impl Disk {
    fn path(pages: &Pages, name: &str) -> PathBuf {
        pages.folder.join(format!("{name}.json"))
    }
}

impl Resource for Disk {
    type Provider = Pages;

    async fn create(plan: Self, pages: &Pages, _: &mut CreateContext) -> Result<Self> {
        let content = r#"{"Size":1,"Revision":1}"#;
        fs::write(Self::path(pages, &plan.name), content)?;
        Ok(plan)
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Pages, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, pages: &Pages, _: &mut DeleteContext) -> Result<()> {
        remove(&Self::path(pages, &prior.key().name))
    }
}

/// Removes a file. A missing file is no error.
fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
