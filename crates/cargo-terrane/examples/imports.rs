//! A provider of types that can be imported by an identity, by an id of the author, and not at all. Tests compare it with Go programs.

use std::process::ExitCode;

use terrane::prelude::*;

#[derive(Default)]
struct Awkward;

#[provider("registry.terraform.io/example/awkward")]
impl Provider for Awkward {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Page>()
            .resource::<Server>()
            .resource::<Volume>();
    }
}

/// A page, which has an identity.
#[derive(Model)]
struct Page {
    /// Its name.
    #[tf(identity, replace)]
    name: String,
}

/// A server, whose ids have a format of their own.
#[derive(Model)]
struct Server {
    /// Its name.
    #[tf(key, replace)]
    name: String,
}

/// A volume, whose import was forgotten.
#[derive(Model)]
struct Volume {
    /// Its name.
    #[tf(key, replace)]
    name: String,
}

/// Implements a resource without any system.
macro_rules! resource {
    ($name:ident { $($import:tt)* }) => {
        impl Resource for $name {
            type Provider = Awkward;

            $($import)*

            async fn create(plan: Self, _: &Awkward, _: &mut CreateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn read(
                prior: Prior<Self>,
                _: &Awkward,
                _: &mut ReadContext,
            ) -> Result<Found<Self>> {
                Ok(Found::Object(Self { name: prior.into_key().name }))
            }

            async fn update(plan: Self, _: Prior<Self>, _: &Awkward, _: &mut UpdateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(_: Prior<Self>, _: &Awkward, _: &mut DeleteContext) -> Result<()> {
                Ok(())
            }
        }
    };
}

resource!(Page {});

resource!(Server {
    const IMPORT_IDS: &'static [&'static str] = &["server/NAME"];

    async fn import(id: String, _: &Awkward, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
        let name = id.strip_prefix("server/").unwrap_or(&id).to_owned();
        Ok(Some(ServerDraft { name: name.into() }))
    }
});

resource!(Volume {});

fn main() -> ExitCode {
    terrane::serve::<Awkward>()
}
