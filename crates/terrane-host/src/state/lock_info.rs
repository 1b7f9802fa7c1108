//! The file that says who holds the lock of a state file.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Who holds the lock of a state file, in the form that Terraform writes and shows.
///
/// ```
/// use terrane_host::state::LockInfo;
///
/// let text = r#"{"ID":"9c1a","Operation":"OperationTypeApply","Info":"","Who":"ada@zoo","Version":"1.11.4","Created":"2026-11-27T18:00:00.5Z","Path":"terraform.tfstate"}"#;
/// let info = LockInfo::parse(text.as_bytes())?;
/// assert_eq!(info.who, "ada@zoo");
/// assert_eq!(info.to_json(), text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct LockInfo {
    /// A random name of this lock.
    #[serde(rename = "ID", default)]
    pub id: String,
    /// What the holder does, such as `OperationTypeApply`.
    #[serde(default)]
    pub operation: String,
    /// What the holder wants to add.
    #[serde(default)]
    pub info: String,
    /// The user and the machine: `user@machine`.
    #[serde(default)]
    pub who: String,
    /// The version of the host.
    #[serde(default)]
    pub version: String,
    /// When the lock was taken, in the form of RFC 3339.
    #[serde(default)]
    pub created: String,
    /// The path of the state, as the holder names it.
    #[serde(default)]
    pub path: String,
}

impl LockInfo {
    /// Reads the content of a lock info file.
    ///
    /// # Errors
    ///
    /// Fails if the text is no JSON object of this form.
    pub fn parse(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }

    /// Writes the content of a lock info file, byte for byte as Terraform does.
    pub fn to_json(&self) -> String {
        let json = serde_json::json!({});
        let text = serde_json::to_string(self).unwrap_or_else(|_| json.to_string());
        // Go escapes these characters, which can only stand in strings.
        text.replace('&', "\\u0026")
            .replace('<', "\\u003c")
            .replace('>', "\\u003e")
    }

    /// Describes a lock that this process takes.
    pub(super) fn new(id: String, operation: &str, version: &str, path: &Path) -> Self {
        let user = ["USER", "LOGNAME", "USERNAME"];
        let user = user.into_iter().find_map(|name| env::var(name).ok());
        let machine = gethostname::gethostname();
        Self {
            id,
            operation: operation.to_owned(),
            info: String::new(),
            who: format!(
                "{}@{}",
                user.as_deref().unwrap_or("unknown"),
                machine.to_string_lossy()
            ),
            version: version.to_owned(),
            created: Timestamp::now().to_string(),
            path: path.to_string_lossy().into_owned(),
        }
    }

    /// Returns the path of the lock info file of a state file.
    pub(super) fn path_for(state: &Path) -> PathBuf {
        let name = state.file_name().unwrap_or_default().to_string_lossy();
        let name = name.strip_prefix('.').unwrap_or(&name);
        state.with_file_name(format!(".{name}.lock.info"))
    }
}

impl fmt::Display for LockInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ID {}, path {:?}, operation {}, by {} with version {} since {}",
            self.id, self.path, self.operation, self.who, self.version, self.created
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_file_is_hidden_once() {
        for (state, info) in [
            ("a/terraform.tfstate", "a/.terraform.tfstate.lock.info"),
            (".hidden", ".hidden.lock.info"),
        ] {
            assert_eq!(LockInfo::path_for(Path::new(state)), Path::new(info));
        }
    }
}
