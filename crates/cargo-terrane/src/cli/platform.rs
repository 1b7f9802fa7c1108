//! Platforms as arguments.

use std::path::PathBuf;

use terrane_release::Platform;

/// Reads the name of a platform, such as `linux_amd64`.
pub(super) fn platform(text: &str) -> Result<Platform, String> {
    Platform::named(text).ok_or_else(|| {
        let names: Vec<String> = Platform::ALL.iter().map(ToString::to_string).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// Reads a file for a platform: `linux_amd64=PATH`.
pub(super) fn file_of_platform(argument: &str) -> Result<(Platform, PathBuf), String> {
    let parts = argument.split_once('=');
    let (name, path) = parts.ok_or("expected PLATFORM=PATH, such as linux_arm64=dist/zoo-go")?;
    Ok((platform(name)?, path.into()))
}
