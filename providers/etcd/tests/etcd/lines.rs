//! The lines of the provider, compared with those of its Go twin.

use std::fs;
use std::path::Path;

/// Counts the lines of files that are neither empty nor comments.
fn lines(folder: &str, files: &[&str]) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(folder.join(file)).unwrap());
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    texts.map(|text| text.lines().filter(is_code).count()).sum()
}

/// The Rust files also have the list of keys, the function and the registration of all other items.
#[test]
fn keys_roles_and_users_take_at_least_two_and_a_half_times_the_lines_in_go() {
    let rust = [
        "api.rs",
        "key.rs",
        "lib.rs",
        "main.rs",
        "prefix.rs",
        "role.rs",
        "user.rs",
    ];
    let go = [
        "client.go",
        "key.go",
        "main.go",
        "provider.go",
        "role.go",
        "user.go",
    ];
    let [rust, go] = [lines("src", &rust), lines("../../go/etcd", &go)];
    assert!(2 * go >= 5 * rust, "{rust} lines of Rust, {go} lines of Go");
}

/// All items of the provider. The limit keeps what every provider of an API needs in the toolkit.
#[test]
fn the_provider_has_at_most_580_lines() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(sources).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: Vec<String> = names.collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let count = lines("src", &files);
    assert!(count <= 580, "{count} lines");
}
