//! The environment of a plugin: its variables and a folder for its sockets.

use std::io;
use std::path::Path;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tempfile::TempDir;

use super::builder::Builder;
#[cfg(unix)]
use super::error::EnvironmentFault;
use super::error::{Error, HostFault};
use terrane_plugin::peer::{Identity, Sockets};
use terrane_plugin::variable;

/// Sets the environment variables that a plugin reads, and removes variables that this process may have inherited from its own host.
pub(crate) fn set_variables(
    builder: &mut Builder,
    identity: Option<&Identity>,
    folder: &SocketFolder,
) -> Result<(), HostFault> {
    let versions: Vec<String> = builder.versions.iter().map(u32::to_string).collect();
    let command = &mut builder.command;
    if let Some((key, value)) = &builder.cookie {
        if key.is_empty() || key.contains(['=', '\0']) || value.contains('\0') {
            return Err(HostFault::Cookie(key.clone()));
        }
        command.env(key, value);
    }
    command
        .env(variable::PROTOCOL_VERSIONS, versions.join(","))
        .env(variable::MIN_PORT, builder.ports.start().to_string())
        .env(variable::MAX_PORT, builder.ports.end().to_string());
    let optional = [
        (
            variable::CLIENT_CERT,
            identity.map(|own| certificate_pem(own.certificate())),
        ),
        (
            variable::MULTIPLEX_GRPC,
            builder.multiplex.then(|| "true".to_owned()),
        ),
        (variable::UNIX_SOCKET_GROUP, builder.socket_group.clone()),
    ];
    for (name, value) in optional {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    match folder.path() {
        Some(path) => command.env(variable::UNIX_SOCKET_DIR, path),
        None => command.env_remove(variable::UNIX_SOCKET_DIR),
    };
    Ok(())
}

/// Characters in a line of PEM.
const PEM_LINE: usize = 64;

/// Returns a certificate in PEM form, as hosts pass it to their plugins.
#[must_use]
pub fn certificate_pem(der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let mut pem = String::from("-----BEGIN CERTIFICATE-----\n");
    for (index, character) in text.chars().enumerate() {
        if index > 0 && index.is_multiple_of(PEM_LINE) {
            pem.push('\n');
        }
        pem.push(character);
    }
    pem.push_str("\n-----END CERTIFICATE-----\n");
    pem
}

/// Returns the name of a plugin in the log: the name of its program, without the folder.
pub(crate) fn short_name(program: &Path) -> String {
    program
        .file_name()
        .unwrap_or(program.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// Returns the usual cause of the system's error when a program cannot be started.
pub(crate) fn hint(error: &io::Error, program: &Path) -> Option<&'static str> {
    match error.kind() {
        io::ErrorKind::NotFound if program.exists() => {
            Some("its interpreter or dynamic loader is missing")
        }
        io::ErrorKind::PermissionDenied => Some("it is not executable for this user"),
        #[cfg(unix)]
        _ if error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
            Some("it is not a program, or one for another kind of machine")
        }
        _ => None,
    }
}

/// The folder in which a plugin and its host make their sockets. Dropping this removes the folder.
#[derive(Debug)]
pub(crate) struct SocketFolder {
    folder: Option<TempDir>,
    sockets: Arc<Sockets>,
}

#[cfg(unix)]
impl SocketFolder {
    /// Makes a folder for this user, and for the group if one is given.
    pub(crate) fn make(parent: Option<&Path>, group: Option<&str>) -> Result<Self, Error> {
        let folder = Self::create(parent).map_err(EnvironmentFault::SocketFolder)?;
        let sockets = Sockets::unix(Some(folder.path().to_owned()), group)
            .map_err(EnvironmentFault::Sockets)?;
        sockets
            .admit_group(folder.path())
            .map_err(EnvironmentFault::SocketFolder)?;
        Ok(Self {
            folder: Some(folder),
            sockets: Arc::new(sockets),
        })
    }

    fn create(parent: Option<&Path>) -> io::Result<TempDir> {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt as _;

        /// A name with the length of the names that plugins give their sockets.
        const LONG_NAME: &str = "plugin0123456789abcdef";
        /// The parent folder if the path of the usual folder is too long for a socket.
        const SHORT_PARENT: &str = "/tmp";

        let usual = terrane_plugin::peer::temporary_folder();
        let parent_folder = parent.unwrap_or(&usual);
        let mut naming = tempfile::Builder::new();
        naming
            .prefix("plugin-")
            .permissions(Permissions::from_mode(0o700));
        let folder = naming.tempdir_in(parent_folder)?;
        match rustix::net::SocketAddrUnix::new(folder.path().join(LONG_NAME)) {
            Ok(_) => Ok(folder),
            Err(_) => naming.tempdir_in(SHORT_PARENT),
        }
    }

    /// Returns sockets without a shared folder: each side chooses the place of its own sockets.
    pub(crate) fn none() -> Result<Arc<Sockets>, Error> {
        let sockets = Sockets::unix(None, None).map_err(EnvironmentFault::Sockets)?;
        Ok(Arc::new(sockets))
    }
}

#[cfg(windows)]
impl SocketFolder {
    /// Makes no folder, because plugins listen on TCP here.
    pub(crate) fn make(_parent: Option<&Path>, _group: Option<&str>) -> Result<Self, Error> {
        Ok(Self {
            folder: None,
            sockets: Self::none()?,
        })
    }

    /// Returns sockets without a shared folder: each side chooses the place of its own sockets.
    pub(crate) fn none() -> Result<Arc<Sockets>, Error> {
        Ok(Arc::new(Sockets::Tcp(0..=0)))
    }
}

impl SocketFolder {
    /// Returns the host's own sockets in the folder.
    pub(crate) fn sockets(&self) -> Arc<Sockets> {
        self.sockets.clone()
    }

    fn path(&self) -> Option<&Path> {
        self.folder.as_ref().map(TempDir::path)
    }
}
