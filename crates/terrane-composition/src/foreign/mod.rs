//! Providers in other binaries, in any language, as members of a provider.

mod instance;
mod messages;
mod pin;
mod supervised;
mod supervisor;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use self::instance::Options;
pub use self::pin::{Pin, PinError};
use self::supervised::Supervised;
use self::supervisor::Supervisor;
use crate::mux::{Announced, MuxMember};
use terrane_protocol::Provider;

/// How long a binary may take to start, and to describe its schemas.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A provider in another binary, such as a Go provider of either protocol.
///
/// The binary starts with the first call, and ends with this process, even if this process is killed (see [`guard_plugins`](crate::guard_plugins)).
/// Its log is forwarded under the provider's name.
///
/// If the binary crashes, the answer of the call is a diagnostic with the end of the log. A crashed binary is started and configured again once, for a
/// call that [changes](terrane_protocol::Rpc::changes) nothing. A call that changes something is never repeated, because its effect is unknown. The log in a diagnostic
/// has panics, warnings, errors and lines without a level.
///
/// Stop ends the calls that wait for the binary to start. The provider does not get them.
///
/// ```no_run
/// use std::sync::Arc;
/// use terrane_composition::{ForeignProvider, Mux, MuxMember};
/// use terrane_protocol::Provider;
///
/// # fn combine(rust: Arc<dyn Provider>) -> Vec<MuxMember> {
/// let go = ForeignProvider::new("zoo-go", "/opt/zoo/zoo-go");
/// vec![MuxMember::new("zoo", rust), go.member()]
/// # }
/// ```
pub struct ForeignProvider {
    options: Options,
    announced: Option<Announced>,
}

impl ForeignProvider {
    /// Names a provider, for messages and logs, and its program.
    pub fn new(name: impl Into<String>, program: impl Into<PathBuf>) -> Self {
        Self {
            options: Options {
                name: name.into(),
                program: Ok(program.into()),
                checksum: None,
                variables: Vec::new(),
                start_timeout: START_TIMEOUT,
            },
            announced: None,
        }
    }

    /// Takes the program that was pinned at build time, next to this process's own program.
    ///
    /// The program is started only if its checksum is that of the pin, and used only if it serves the recorded schemas. A missing program or a
    /// platform without a checksum is an error of the calls for this provider's types.
    pub fn pinned(pin: &Pin) -> Self {
        let located = pin.locate();
        let checksum = located.as_ref().ok().map(|(_, checksum)| *checksum);
        let mut provider = Self::new(pin.name(), PathBuf::new());
        provider.options.program = located.map(|(program, _)| program);
        provider.options.checksum = checksum;
        provider.announced(pin.announced())
    }

    /// Starts the program only if its SHA-256 equals this checksum.
    #[must_use]
    pub fn checksum(mut self, sha256: [u8; 32]) -> Self {
        self.options.checksum = Some(sha256);
        self
    }

    /// Sets the schemas that the program must serve. Other schemas are an error of the calls for this provider's types.
    #[must_use]
    pub fn announced(mut self, announced: Announced) -> Self {
        self.announced = Some(announced);
        self
    }

    /// Sets an environment variable of the program.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.variables.push((name.into(), value.into()));
        self
    }

    /// Sets how long the program may take to start, and to describe its schemas. The default is one minute.
    #[must_use]
    pub fn start_timeout(mut self, timeout: Duration) -> Self {
        self.options.start_timeout = timeout;
        self
    }

    /// Makes a member of a [`Mux`](crate::Mux). It starts when it is needed; with [announced](Self::announced) schemas, that is the first call for one
    /// of its types.
    pub fn member(self) -> MuxMember {
        let name = self.options.name.clone();
        let announced = self.announced.clone();
        let supervised = self.supervised();
        let member = MuxMember::lazy(name, move || {
            let supervised = Arc::clone(&supervised);
            Box::pin(async move {
                supervised.start().await?;
                Ok(supervised as Arc<dyn Provider>)
            })
        });
        match announced {
            Some(announced) => member.announced(announced),
            None => member,
        }
    }

    /// Makes a provider that starts with its first call.
    pub fn provider(self) -> Arc<dyn Provider> {
        self.supervised()
    }

    fn supervised(self) -> Arc<Supervised> {
        let announced = self.announced.map(|announced| announced.schemas);
        Arc::new(Supervised::new(Supervisor::new(self.options, announced)))
    }
}

impl fmt::Debug for ForeignProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForeignProvider")
            .field("name", &self.options.name)
            .field("program", &self.options.program)
            .finish_non_exhaustive()
    }
}
