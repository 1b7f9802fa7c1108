//! The socket that stays while builds come and go.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use terrane_plugin::{Address, Reattach};
use terrane_record::Observed;
use tokio::io::copy_bidirectional;
use tokio::sync::watch;
use tokio::time::timeout;

use super::socket::{self, Listener, Stream};

/// How long a host waits for a build that is under way. Hosts give up a connection after 20 s. Then the build before the change answers.
const PATIENCE: Duration = Duration::from_secs(15);

/// Accepts the connections of hosts, and gives each to the newest build. A connection keeps its build, which ends with its last connection.
#[derive(Debug)]
pub(super) struct Front {
    state: watch::Sender<State>,
    address: Address,
    _folder: TempDir,
}

#[derive(Clone, Debug, Default)]
struct State {
    newest: Option<Arc<Observed>>,
    is_building: bool,
}

impl Front {
    /// Makes the socket. Hosts wait until there is a build.
    pub(super) async fn open() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("terrane").tempdir()?;
        let (listener, address) = socket::bind(folder.path()).await?;
        let state = watch::Sender::new(State::default());
        tokio::spawn(accept(listener, state.subscribe()));
        Ok(Self {
            state,
            address,
            _folder: folder,
        })
    }

    /// Lets hosts wait for the build that begins.
    pub(super) fn begin_build(&self) {
        self.state.send_modify(|state| state.is_building = true);
    }

    /// Gives hosts the new build. Without one, they get the build before it.
    pub(super) fn end_build(&self, built: Option<Observed>) {
        self.state.send_modify(|state| {
            state.is_building = false;
            if let Some(built) = built {
                state.newest = Some(Arc::new(built));
            }
        });
    }

    /// Returns the address for hosts. `None` before the first build.
    pub(super) fn reattach(&self) -> Option<Reattach> {
        let state = self.state.borrow();
        let newest = state.newest.as_ref()?;
        Some(Reattach {
            address: self.address.clone(),
            ..newest.reattach().clone()
        })
    }
}

async fn accept(listener: Listener, state: watch::Receiver<State>) {
    // The listener fails where the process has no more descriptors. A host that closes a connection makes one free.
    loop {
        match listener.accept().await {
            Ok((host, _)) => drop(tokio::spawn(pass(host, state.clone()))),
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Passes what a host and a build send to each other. If the connection fails, the host reports it.
async fn pass(mut host: Stream, mut state: watch::Receiver<State>) {
    let is_ready = |state: &State| !state.is_building && state.newest.is_some();
    let _ = timeout(PATIENCE, state.wait_for(is_ready)).await;
    let newest = state.borrow().newest.clone();
    if let Some(build) = newest
        && let Ok(mut provider) = socket::connect(&build.reattach().address).await
    {
        let _ = copy_bidirectional(&mut host, &mut provider).await;
    }
}
