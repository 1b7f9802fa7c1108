//! The settings that `configure` gets are a model.

use terrane::prelude::*;

struct Zoo;

#[derive(Model)]
struct Settings {
    url: Option<String>,
}

#[provider("example.com/acme/zoo")]
impl Provider for Zoo {
    async fn configure(_: String, _: &mut ConfigureContext) -> Result<Self> {
        Ok(Zoo)
    }

    fn register(_: &mut Registry<Self>) {}
}

fn main() {}
