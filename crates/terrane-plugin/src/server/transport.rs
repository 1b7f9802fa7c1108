//! What the plugin server does on its own runtime, apart from the author's code.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustls::ServerConfig;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use super::dispatch::Dispatch;
use super::error::Error;
use super::lead::{self, Calls, Helm, Leadership};
use super::output::HostOutput;
use super::own;
use super::signals::{Signal, Signals};
use super::stdio::Stdio;
use crate::broker::{Broker, Inbound, Mode, Session};
use crate::listen::{Listener, Sockets, accept_loop};
use crate::services::Services;
use crate::serving;
use crate::wire::{self, Connection, Wire};

#[cfg(unix)]
use super::orphan;

/// How long the answer to the host's last call may take to leave the process.
const FAREWELL: Duration = Duration::from_millis(20);

/// How long libraries' exit handlers may take, within the two seconds after which go-plugin's client kills.
#[cfg(unix)]
const EXIT_PATIENCE: Duration = Duration::from_secs(1);

/// What shells report of a process that SIGTERM has ended.
const TERMINATED: i32 = 128 + 15;

/// All that it takes to serve.
pub(super) struct Transport {
    pub(super) listener: Listener,
    pub(super) sockets: Arc<Sockets>,
    pub(super) accept: Option<Arc<ServerConfig>>,
    pub(super) multiplexed: bool,
    pub(super) broker: Broker,
    pub(super) author: Services,
    pub(super) author_runtime: Handle,
    pub(super) descriptors: Vec<&'static [u8]>,
    pub(super) stop: CancellationToken,
}

/// A process that belongs to its host.
pub(super) struct Managed {
    pub(super) output: HostOutput,
    /// The line that tells the host to connect.
    pub(super) handshake: String,
}

/// A server, from outside.
pub(super) struct Serving {
    /// The server's own.
    pub(super) runtime: Handle,
    /// Fails, without a value, when serving has ended.
    pub(super) ended: oneshot::Receiver<Infallible>,
}

impl Transport {
    /// Starts to serve. With a host in charge the thread ends the process; else serving ends when told to.
    pub(super) async fn spawn(self, managed: Option<Managed>) -> Result<Serving, Error> {
        let (ready, is_ready) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        lead::thread(move || {
            let runtime = match tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
            {
                Ok(runtime) => runtime,
                Err(error) => return drop(ready.send(Err(error.into()))),
            };
            let handle = runtime.handle().clone();
            let author_runtime = self.author_runtime.clone();
            let (calls, called) = Calls::new();
            let ready = |result: Result<_, _>| drop(ready.send(result.map(|()| handle)));
            let helm = Helm {
                serving: runtime.spawn(self.run(managed, calls, ready)),
                runtime,
                calls: called,
                _end: end,
            };
            Leadership::new(helm, author_runtime).lead();
        })?;
        let runtime = is_ready.await.map_err(|_| Error::Ended)??;
        Ok(Serving { runtime, ended })
    }

    async fn run(
        self,
        managed: Option<Managed>,
        calls: Calls,
        ready: impl FnOnce(Result<(), Error>),
    ) {
        let stdio = Stdio::new();
        let is_managed = managed.is_some();
        let sockets = self.sockets.clone();
        let started = match managed {
            Some(managed) => take_charge(managed, &stdio, &sockets),
            None => Ok(()),
        };
        let failed = started.is_err();
        ready(started);
        if failed {
            return;
        }

        let stop = self.stop.clone();
        let failure = tokio::select! {
            () = stop.cancelled() => None,
            error = self.serve(stdio, calls) => Some(error),
        };
        if let Some(error) = &failure {
            tracing::error!(
                error = super::error::one_line(error),
                "the plugin server failed"
            );
        }
        if is_managed {
            tokio::time::sleep(FAREWELL).await;
            leave(&sockets, failure.is_some().into());
        }
    }

    async fn serve(self, stdio: Stdio, calls: Calls) -> Error {
        let own = own::services(self.broker.clone(), stdio, self.stop).await;
        let dispatch = Dispatch::new(
            own,
            self.author,
            self.author_runtime,
            calls,
            self.descriptors,
        );
        let (admitted, connections) = mpsc::channel::<Connection>(1);
        let (accept, broker, multiplexed) = (self.accept, self.broker, self.multiplexed);
        let admission = accept_loop(self.listener, |wire| {
            if multiplexed {
                tokio::spawn(admit_streams(
                    wire,
                    broker.clone(),
                    accept.clone(),
                    admitted.clone(),
                ));
            } else {
                wire::admit(wire, None, accept.clone(), admitted.clone());
            }
        });
        tokio::select! {
            error = admission => error.into(),
            () = serving::serve(dispatch, connections) => Error::Ended,
        }
    }
}

/// Takes the streams of one multiplexed connection: those that were knocked for go to the broker's offers.
async fn admit_streams(
    wire: Wire,
    broker: Broker,
    accept: Option<Arc<ServerConfig>>,
    admitted: mpsc::Sender<Connection>,
) {
    let (session, mut streams) = Session::start(wire, Mode::Server);
    while let Some(Inbound { service, wire }) = streams.recv().await {
        match service {
            Some(id) => broker.route(id, wire).await,
            None => wire::admit(
                wire,
                Some(session.clone()),
                accept.clone(),
                admitted.clone(),
            ),
        }
    }
}

/// Sets up what a process needs that belongs to its host, and tells the host to connect.
fn take_charge(mut managed: Managed, stdio: &Stdio, sockets: &Arc<Sockets>) -> Result<(), Error> {
    let signals = Signals::new()?;
    tokio::spawn(obey(signals, sockets.clone()));
    // The host waits for this line, but for nothing after it.
    managed.output.say(&managed.handshake)?;
    #[cfg(unix)]
    {
        let watched = managed.output.watched()?;
        let sockets = sockets.clone();
        orphan::watch(watched, move || leave(&sockets, 1))?;
        pump(managed.output, stdio)?;
    }
    Ok(())
}

/// Sends what is printed to the stdio service.
#[cfg(unix)]
fn pump(output: HostOutput, stdio: &Stdio) -> io::Result<()> {
    use crate::proto::stdio_data::Channel;
    use tokio::net::unix::pipe::Receiver;

    let printed = output.printed;
    tokio::spawn(
        stdio
            .feed()
            .pump(Channel::Stdout, Receiver::from_owned_fd(printed.stdout)?),
    );
    if let Some(stderr) = printed.stderr {
        tokio::spawn(
            stdio
                .feed()
                .pump(Channel::Stderr, Receiver::from_owned_fd(stderr)?),
        );
    }
    Ok(())
}

/// Ignores interrupts, because a terminal sends them to the host and its plugins alike and the host decides what they mean.
/// Ends when told to terminate, as the system would, but removes the sockets first.
async fn obey(mut signals: Signals, sockets: Arc<Sockets>) {
    loop {
        match signals.next().await {
            Signal::Interrupt => tracing::trace!("ignored an interrupt"),
            Signal::Terminate => leave(&sockets, TERMINATED),
        }
    }
}

/// Ends the process, leaving nothing behind, without waiting for anybody's code.
fn leave(sockets: &Sockets, code: i32) -> ! {
    sockets.remove();
    #[cfg(unix)]
    let _ = thread::Builder::new().spawn(|| {
        use rustix::process::{Signal, getpid, kill_process};
        thread::sleep(EXIT_PATIENCE);
        let _ = kill_process(getpid(), Signal::KILL);
    });
    std::process::exit(code)
}
