//! The files of a new package.

use super::item::{self, Kind};
use super::names::{ItemNames, ProviderNames, render};
use crate::dependency::Terrane;
use crate::format::formatted;

/// The files that are independent of the items, by their paths.
const FILES: [(&str, &str); 12] = [
    (
        "Cargo.toml",
        include_str!("../../templates/package/manifest.toml"),
    ),
    (
        ".gitignore",
        include_str!("../../templates/package/gitignore"),
    ),
    (
        "README.md",
        include_str!("../../templates/package/readme.md"),
    ),
    (
        ".github/dependabot.yml",
        include_str!("../../templates/package/dependabot.yml"),
    ),
    (
        "CHANGELOG.md",
        include_str!("../../templates/package/changelog.md"),
    ),
    (
        "LICENSE",
        include_str!("../../templates/package/licence.txt"),
    ),
    (
        ".github/workflows/ci.yml",
        include_str!("../../templates/package/ci.yml"),
    ),
    (
        "src/main.rs",
        include_str!("../../templates/package/main.rs"),
    ),
    (
        "examples/stub.rs",
        include_str!("../../templates/package/stub.rs"),
    ),
    (
        "examples/provider/provider.tf",
        include_str!("../../templates/package/provider.tf"),
    ),
    (
        "docs/index.md",
        include_str!("../../templates/package/index.md"),
    ),
    (
        "tests/hosts.rs",
        include_str!("../../templates/package/hosts.rs"),
    ),
];

/// The line of the workflow that fetches Terrane.
const FETCH: &str = "      - run: fetch-terrane\n";

/// Returns the paths and texts of the files of a package with one resource.
pub(crate) fn package(
    provider: &ProviderNames,
    resource: &ItemNames,
    terrane: &Terrane,
) -> Vec<(String, String)> {
    let configure = "    async fn configure";
    let prefix = if provider.prefix == provider.type_name {
        configure.to_owned()
    } else {
        format!(
            "    const TYPE_PREFIX: Option<&'static str> = Some({:?});\n\n{configure}",
            provider.prefix
        )
    };
    let more = [
        (configure, prefix),
        ("{ path = \"terrane\" }", terrane.value("terrane")),
        ("{ path = \"terrane-api\" }", terrane.value("terrane-api")),
        ("{ path = \"terrane-test\" }", terrane.value("terrane-test")),
        (
            "cargo install --locked cargo-terrane",
            format!(
                "cargo install --locked {}",
                terrane.install("cargo-terrane")
            ),
        ),
        (FETCH, terrane.fetch()),
    ];
    let files = FILES.iter().map(|(path, template)| {
        let text = render(template, provider, resource, &more);
        ((*path).to_owned(), formatted(path, &text))
    });
    let mut all_files: Vec<(String, String)> = files.collect();
    all_files.extend(item::files(
        Kind::Resource,
        provider,
        resource,
        &resource.name,
    ));
    all_files
}
