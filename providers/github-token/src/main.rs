//! The `github-token` provider.

use std::process::ExitCode;

fn main() -> ExitCode {
    terrane::serve::<github_token::GithubToken>()
}
