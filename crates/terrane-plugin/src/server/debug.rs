//! Instructions for a developer on how to connect a host to this process.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::reattach::Reattach;

/// The environment variable from which hosts read the address of a plugin that runs under a debugger.
///
/// # Examples
///
/// ```
/// use terrane_plugin::ReattachVariable;
///
/// let variable = ReattachVariable::new("TF_REATTACH_PROVIDERS", "registry.terraform.io/example/zoo");
/// # let _ = variable.env_file("zoo.env");
/// ```
#[derive(Debug)]
pub struct ReattachVariable {
    name: String,
    key: String,
    env_file: Option<PathBuf>,
}

impl ReattachVariable {
    /// Creates the variable from the name of the environment variable that the host reads, and the key of this plugin's entry in it.
    #[must_use]
    pub fn new(name: impl Into<String>, key: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            key: key.into(),
            env_file: None,
        }
    }

    /// Also writes the variable to a file, for editors that start the host with the variables in a file.
    #[must_use]
    pub fn env_file(self, path: impl Into<PathBuf>) -> Self {
        Self {
            env_file: Some(path.into()),
            ..self
        }
    }

    pub(super) fn write_env_file(&self, reattach: &Reattach) -> io::Result<()> {
        let Some(path) = &self.env_file else {
            return Ok(());
        };
        let value = reattach.to_json(&self.key);
        write_readable(path, &format!("{}={}\n", self.name, sh(&value)))
    }

    pub(super) fn print(&self, reattach: &Reattach) -> io::Result<()> {
        let (name, value) = (&self.name, reattach.to_json(&self.key));
        let mut stdout = io::stdout().lock();
        writeln!(
            stdout,
            "The plugin is running. To make a host use it, set {name} where the host runs:\n\n\
             \tsh, bash, zsh:  export {name}={sh}\n\
             \tfish:           set -x {name} {fish}\n\
             \tPowerShell:     $env:{name}={powershell}\n\n\
             Press Ctrl+C to stop the plugin.",
            sh = sh(&value),
            fish = fish(&value),
            powershell = powershell(&value),
        )?;
        stdout.flush()
    }
}

/// Writes a file that everybody may read. If the file exists, its permissions are changed.
fn write_readable(path: &Path, text: &str) -> io::Result<()> {
    std::fs::write(path, text)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644))?;
    }
    Ok(())
}

/// Returns text as one quoted word of a POSIX shell.
fn sh(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Returns text as one quoted word of the fish shell.
fn fish(text: &str) -> String {
    format!("'{}'", text.replace('\\', r"\\").replace('\'', r"\'"))
}

/// Returns text as one quoted word of PowerShell.
fn powershell(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handshake::Address;

    #[test]
    fn quotes_survive_every_shell() {
        let text = r#"{"it's":"a\b"}"#;
        assert_eq!(sh(text), r#"'{"it'\''s":"a\b"}'"#);
        assert_eq!(fish(text), r#"'{"it\'s":"a\\b"}'"#);
        assert_eq!(powershell(text), r#"'{"it''s":"a\b"}'"#);
    }

    #[cfg(unix)]
    #[test]
    fn env_file_is_readable_by_all_and_by_sh() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("it's.env");
        let reattach = Reattach {
            version: 6,
            address: Address::Unix("/tmp/it's".into()),
            pid: 1,
            test: true,
        };
        ReattachVariable::new("REATTACH", "zoo")
            .env_file(&path)
            .write_env_file(&reattach)
            .unwrap();
        assert_eq!(
            std::fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o644
        );
        let script = r#". "$0"; printf %s "$REATTACH""#;
        let shown = std::process::Command::new("sh")
            .arg("-c")
            .arg(script)
            .arg(&path)
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(shown.stdout).unwrap(),
            reattach.to_json("zoo")
        );
    }
}
