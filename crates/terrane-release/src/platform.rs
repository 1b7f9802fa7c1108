//! The platforms of releases.

use std::fmt;

/// An operating system and an architecture, with the names of Go, which hosts use, and of Rust.
///
/// ```
/// use terrane_release::Platform;
///
/// let platform = Platform::find("linux", "arm64").unwrap();
/// assert_eq!(platform.target, "aarch64-unknown-linux-musl");
/// assert_eq!(platform.to_string(), "linux_arm64");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Platform {
    /// Go's name of the operating system, such as `darwin`.
    pub os: &'static str,
    /// Go's name of the architecture, such as `amd64`.
    pub arch: &'static str,
    /// Rust's name of the target. Programs for Linux are static, so that they run on every distribution.
    pub target: &'static str,
}

impl Platform {
    /// All platforms that HashiCorp's template of a provider releases for, and arm64 of Windows, for which OpenTofu exists.
    pub const ALL: &'static [Self] = &[
        platform("darwin", "amd64", "x86_64-apple-darwin"),
        platform("darwin", "arm64", "aarch64-apple-darwin"),
        platform("freebsd", "386", "i686-unknown-freebsd"),
        platform("freebsd", "amd64", "x86_64-unknown-freebsd"),
        platform("freebsd", "arm", "armv7-unknown-freebsd"),
        platform("freebsd", "arm64", "aarch64-unknown-freebsd"),
        platform("linux", "386", "i686-unknown-linux-musl"),
        platform("linux", "amd64", "x86_64-unknown-linux-musl"),
        platform("linux", "arm", "arm-unknown-linux-musleabihf"),
        platform("linux", "arm64", "aarch64-unknown-linux-musl"),
        platform("windows", "386", "i686-pc-windows-gnu"),
        platform("windows", "amd64", "x86_64-pc-windows-gnu"),
        platform("windows", "arm64", "aarch64-pc-windows-gnullvm"),
    ];

    /// Returns the platform with Go's names of the operating system and the architecture.
    #[must_use]
    pub fn find(os: &str, arch: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|platform| platform.os == os && platform.arch == arch)
    }

    /// Returns the platform with the name `OS_ARCH`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (os, arch) = name.split_once('_')?;
        Self::find(os, arch)
    }

    /// Returns the platform that this program runs on, if it is one of [`ALL`](Self::ALL).
    #[must_use]
    pub fn current() -> Option<Self> {
        let (os, arch) = terrane_protocol::platform();
        Self::find(os, arch)
    }

    /// Returns the ending of programs: `.exe` on Windows.
    #[must_use]
    pub(crate) fn extension(&self) -> &'static str {
        match self.os {
            "windows" => ".exe",
            _ => "",
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.os, self.arch)
    }
}

const fn platform(os: &'static str, arch: &'static str, target: &'static str) -> Platform {
    Platform { os, arch, target }
}

#[cfg(test)]
mod tests {
    use super::Platform;

    #[test]
    fn every_platform_is_found_by_its_name() {
        for platform in Platform::ALL {
            assert_eq!(Platform::named(&platform.to_string()), Some(*platform));
        }
        assert_eq!(Platform::named("plan9_amd64"), None);
    }

    #[test]
    fn programs_for_windows_have_an_ending() {
        for platform in Platform::ALL {
            let expected = if platform.os == "windows" { ".exe" } else { "" };
            assert_eq!(platform.extension(), expected, "{platform}");
        }
    }
}
