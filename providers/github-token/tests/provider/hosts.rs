//! The provider under every host.

use serde_json::json;
use terrane_test::{Feature, InstalledProvider, Matrix, schema_is_printed_as_by_hosts};

use crate::github::{APP, Github, INSTALLATION, KEY, TOKEN};

const SOURCE: &str = "terrane/github-token";
/// The local name `githubtoken` differs from the name of the provider, so the examples need this one.
const SETTINGS: &str = include_str!("../../examples/provider/provider.tf");
const PROGRAM: &str = env!("CARGO_BIN_EXE_terraform-provider-github-token");

fn matrix() -> Matrix {
    Matrix::new(InstalledProvider::binary(SOURCE, PROGRAM))
}

#[test]
fn an_approval_is_created_and_destroyed() {
    matrix().run(|host| {
        let github = Github::start()?;
        github.request(
            "mona",
            "build",
            json!({ "repository": { "contents": "read" } }),
        );
        host.env("GITHUB_API_URL", &github.url)
            .env("GITHUB_ORGANIZATION", "acme")
            .env("GITHUB_TOKEN", TOKEN);
        let example = include_str!("../../examples/resources/githubtoken_approval/resource.tf");
        host.config(&format!("{SETTINGS}{example}"))?;
        host.apply()?;
        host.plan()?.assert_empty();
        let state = host.state()?;
        assert_eq!(state["githubtoken_approval.build"].attributes["id"], "9001");
        host.destroy()?;
        assert!(github.data().grants.is_empty());
        Ok(())
    });
}

#[test]
fn a_token_for_one_run_is_in_no_file() {
    matrix().needs(Feature::Ephemeral).run(|host| {
        let github = Github::start()?;
        host.env("GITHUB_API_URL", &github.url)
            .env("GITHUB_APP_ID", APP)
            .env("GITHUB_APP_INSTALLATION_ID", INSTALLATION)
            .env("GITHUB_APP_PRIVATE_KEY", KEY);
        let example = include_str!(
            "../../examples/ephemeral-resources/githubtoken_installation_token/ephemeral-resource.tf"
        );
        host.config(&format!("{SETTINGS}{example}"))?;
        host.apply()?;
        assert!(!format!("{:?}", host.state()?).contains("ghs_stub"));
        let data = github.data();
        assert!(data.orders.iter().any(|(path, _)| path == "/installation/token"));
        Ok(())
    });
}

#[test]
fn the_program_prints_the_schema_that_hosts_print() {
    schema_is_printed_as_by_hosts(SOURCE, PROGRAM);
}
