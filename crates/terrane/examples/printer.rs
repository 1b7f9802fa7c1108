//! A provider whose code prints: what the test of printed lines runs.

use terrane::prelude::*;

struct Printer;

#[derive(Schema)]
struct Settings {
    token: Option<Sensitive<String>>,
}

impl Provider for Printer {
    const ADDRESS: &'static str = "registry.terraform.io/example/printer";
    const VERSION: &'static str = "0.1.0";
    type Config = Settings;

    #[expect(clippy::print_stdout, reason = "that is what it is for")]
    async fn configure(config: Settings, _: &mut Configure) -> Result<Self> {
        println!("configured\nwith two lines");
        if let Some(token) = config.token {
            println!("the token is {}", token.into_exposed());
        }
        Ok(Self)
    }

    fn register(_: &mut Registry<Self>) {}
}

fn main() -> std::process::ExitCode {
    terrane::serve::<Printer>()
}
