//! The socket that stays while builds come and go.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use terrane_plugin::{Address, Reattach};
use terrane_record::Observed;
use tokio::io::copy_bidirectional;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::socket::{self, Listener, Stream};

/// How long a host waits for a build that is under way. Hosts give up a connection after 20 s. Then the build before the change answers.
const PATIENCE: Duration = Duration::from_secs(15);

/// Accepts the connections of hosts, and gives each to the newest build. A connection keeps its build, which ends with its last connection.
#[derive(Debug)]
pub(super) struct Front {
    state: watch::Sender<State<Observed>>,
    address: Address,
    _folder: TempDir,
}

#[derive(Debug)]
struct State<B> {
    newest: Option<Arc<B>>,
    is_building: bool,
    /// A host has waited for this build in vain, so no other one waits for it. A host makes several connections, one after the other.
    is_late: bool,
}

impl<B> Default for State<B> {
    fn default() -> Self {
        Self {
            newest: None,
            is_building: false,
            is_late: false,
        }
    }
}

impl Front {
    /// Makes the socket. Hosts wait until there is a build. The sender gets a message when a host has waited in vain.
    pub(super) async fn open(late: mpsc::UnboundedSender<()>) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("terrane").tempdir()?;
        let (listener, address) = socket::bind(folder.path()).await?;
        let state = watch::Sender::new(State::default());
        tokio::spawn(accept(listener, state.clone(), late));
        Ok(Self {
            state,
            address,
            _folder: folder,
        })
    }

    /// Lets hosts wait for the build that begins.
    pub(super) fn begin_build(&self) {
        self.state.send_modify(State::begin_build);
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

    /// Returns the newest build.
    pub(super) fn newest(&self) -> Option<Arc<Observed>> {
        self.state.borrow().newest.clone()
    }

    /// Returns the address for hosts. `None` before the first build.
    pub(super) fn reattach(&self) -> Option<Reattach> {
        Some(Reattach {
            address: self.address.clone(),
            ..self.newest()?.reattach().clone()
        })
    }
}

impl<B> State<B> {
    fn begin_build(&mut self) {
        if !self.is_building {
            self.is_building = true;
            self.is_late = false;
        }
    }
}

async fn accept(
    listener: Listener,
    state: watch::Sender<State<Observed>>,
    late: mpsc::UnboundedSender<()>,
) {
    // The listener fails where the process has no more descriptors. A host that closes a connection makes one free.
    loop {
        match listener.accept().await {
            Ok((host, _)) => drop(tokio::spawn(pass(host, state.clone(), late.clone()))),
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Passes what a host and a build send to each other. If the connection fails, the host reports it.
async fn pass(
    mut host: Stream,
    state: watch::Sender<State<Observed>>,
    late: mpsc::UnboundedSender<()>,
) {
    if let Some(build) = build_for_host(&state, PATIENCE, &late).await
        && let Ok(mut provider) = socket::connect(&build.reattach().address).await
    {
        let _ = copy_bidirectional(&mut host, &mut provider).await;
    }
}

/// Waits for the build that is under way, unless a host has waited for it in vain.
async fn build_for_host<B>(
    state: &watch::Sender<State<B>>,
    patience: Duration,
    late: &mpsc::UnboundedSender<()>,
) -> Option<Arc<B>> {
    let is_ready =
        |state: &State<B>| state.newest.is_some() && (!state.is_building || state.is_late);
    let mut changes = state.subscribe();
    let waited = timeout(patience, changes.wait_for(is_ready)).await.is_err();
    if waited {
        let is_first = state.send_if_modified(|state| {
            let is_first = state.newest.is_some() && state.is_building && !state.is_late;
            state.is_late |= is_first;
            is_first
        });
        if is_first {
            // The command may have ended.
            let _ = late.send(());
        }
    }
    state.borrow().newest.clone()
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn one_host_waits_in_vain_for_a_build_and_the_next_ones_get_the_old_one_at_once() {
        const LONG: Duration = Duration::from_secs(3600);
        let (late, mut messages) = mpsc::unbounded_channel();
        let state = watch::Sender::new(State::default());
        state.send_modify(|state| {
            state.newest = Some(Arc::new(1));
            state.begin_build();
        });
        let waits = build_for_host(&state, LONG, &late).now_or_never();
        assert!(
            waits.is_none(),
            "a host waits for a build that is under way"
        );
        let first = build_for_host(&state, Duration::ZERO, &late).await;
        assert_eq!(first.as_deref(), Some(&1));
        let second = build_for_host(&state, LONG, &late).now_or_never();
        assert_eq!(second.flatten().as_deref(), Some(&1));
        messages.try_recv().unwrap();
        assert!(messages.try_recv().is_err(), "one message for each build");

        // The next build is waited for again.
        state.send_modify(|state| {
            state.newest = Some(Arc::new(2));
            state.is_building = false;
            state.begin_build();
        });
        let waits = build_for_host(&state, LONG, &late).now_or_never();
        assert!(waits.is_none(), "a host waits for the next build");
    }
}
