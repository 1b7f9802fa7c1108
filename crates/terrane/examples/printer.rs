//! A provider whose code prints: what the test of printed lines runs.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane::prelude::*;

struct Printer;

#[derive(Model)]
struct Settings {
    token: Option<Sensitive<String>>,
}

#[provider("registry.terraform.io/example/printer")]
impl Provider for Printer {
    #[expect(clippy::print_stdout, reason = "that is what it is for")]
    async fn configure(config: Settings, _: &mut ConfigureContext) -> Result<Self> {
        println!("configured\nwith two lines");
        if let Some(token) = config.token {
            let token = token.into_exposed();
            println!("the token is {token}");
            for line in token.lines() {
                println!("{line}");
            }
            let encoded = STANDARD.encode(format!("token={token}"));
            for line in encoded.as_bytes().chunks(16) {
                println!("{}", String::from_utf8_lossy(line));
            }
        }
        println!("done");
        Ok(Self)
    }

    fn register(_: &mut Registry<Self>) {}
}

fn main() -> std::process::ExitCode {
    terrane::serve::<Printer>()
}
