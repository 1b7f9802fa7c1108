//! The platform of this process.

use std::env::consts;

/// Returns the names by which hosts call the operating system and the processor of this process, such as `linux` and `amd64`.
///
/// Registries and mirrors of providers have a file for each platform. The names are those of Go.
///
/// ```
/// let (system, processor) = terrane_protocol::platform();
/// assert_ne!((system, processor), ("macos", "x86_64"));
/// ```
pub fn platform() -> (&'static str, &'static str) {
    let system = match consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let processor = match consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "x86" => "386",
        other => other,
    };
    (system, processor)
}
