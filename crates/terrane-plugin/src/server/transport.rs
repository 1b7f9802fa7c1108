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
use super::jobs::{Jobs, Queue};
use super::lead::{self, Calls, Helm, Leadership};
use super::output::HostOutput;
use super::own;
use super::process::{Process, ServerRuntime};
use super::signals::{Signal, Signals};
use super::stdio::Stdio;
use crate::broker::{Broker, Inbound, Mode, Session};
use crate::listen::{Listener, Sockets, accept_loop};
use crate::services::Services;
use crate::serving;
use crate::task;
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
    pub(super) runtime: ServerRuntime,
    pub(super) process: Process,
    pub(super) connections: Connections,
}

/// What connections need.
pub(super) struct Connections {
    pub(super) listener: Listener,
    pub(super) sockets: Arc<Sockets>,
    pub(super) accept: Option<Arc<ServerConfig>>,
    pub(super) multiplexed: bool,
    pub(super) author: Services,
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
    /// Starts to serve on a thread of its own, until told to stop.
    pub(super) fn spawn(self) -> Result<Serving, Error> {
        let (end, ended) = oneshot::channel();
        let runtime = self.runtime.handle().clone();
        lead::thread(move || self.lead(Stdio::new(), false, end))?;
        Ok(Serving { runtime, ended })
    }

    /// Serves from the calling thread the host that the process belongs to, and ends the process when that says so.
    ///
    /// The runtime of author code is made while the host connects, unless it exists already.
    pub(super) fn serve(self, managed: Managed) -> Result<Infallible, Error> {
        let stdio = Stdio::new();
        {
            let _inside = self.runtime.enter();
            take_charge(managed, &stdio, &self.connections.sockets)?;
        }
        self.process.author_runtime().prepare()?;
        // Nobody else waits for the end.
        let (end, _) = oneshot::channel();
        self.lead(stdio, true, end);
        Err(Error::Ended)
    }

    /// Leads until serving ends.
    fn lead(self, stdio: Stdio, is_managed: bool, end: oneshot::Sender<Infallible>) {
        let Self {
            runtime,
            process,
            connections,
        } = self;
        let author_runtime = process.author_runtime().handle().clone();
        let (calls, called) = Calls::new();
        let jobs = Jobs::new();
        let queue = jobs.queue().clone();
        let serving = connections.run(
            process.broker().clone(),
            stdio,
            is_managed,
            author_runtime.clone(),
            calls,
            queue,
        );
        let helm = Helm {
            jobs,
            serving: task::spawn_on(runtime.handle(), serving),
            runtime,
            calls: called,
            _end: end,
        };
        let leadership = Leadership::new(helm, author_runtime);
        leadership.expect_calls();
        leadership.lead();
    }
}

impl Connections {
    async fn run(
        self,
        broker: Broker,
        stdio: Stdio,
        is_managed: bool,
        author_runtime: Handle,
        calls: Calls,
        jobs: Queue,
    ) {
        let (sockets, stop) = (self.sockets.clone(), self.stop.clone());
        let failure = tokio::select! {
            () = stop.cancelled() => None,
            error = self.serve_connections(broker, stdio, author_runtime, calls, jobs) => Some(error),
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

    async fn serve_connections(
        self,
        broker: Broker,
        stdio: Stdio,
        author_runtime: Handle,
        calls: Calls,
        jobs: Queue,
    ) -> Error {
        let own = own::services(broker.clone(), stdio, self.stop).await;
        let dispatch = Dispatch::new(own, self.author, author_runtime, calls, self.descriptors);
        let (admitted, connections) = mpsc::channel::<Connection>(1);
        let (accept, multiplexed) = (self.accept, self.multiplexed);
        let admission = accept_loop(self.listener, |wire| {
            if multiplexed {
                task::spawn(admit_streams(
                    wire,
                    broker.clone(),
                    accept.clone(),
                    admitted.clone(),
                ));
            } else {
                wire::admit(wire, None, accept.clone(), admitted.clone());
            }
        });
        let served = serving::serve(dispatch, connections, move |job| jobs.add(job));
        tokio::select! {
            error = admission => error.into(),
            () = served => Error::Ended,
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

/// Sets up what a process needs that belongs to its host, and tells the host to connect. Needs the server's runtime around it.
fn take_charge(mut managed: Managed, stdio: &Stdio, sockets: &Arc<Sockets>) -> Result<(), Error> {
    let signals = Signals::new()?;
    task::spawn(obey(signals, sockets.clone()));
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
    task::spawn(
        stdio
            .feed()
            .pump(Channel::Stdout, Receiver::from_owned_fd(printed.stdout)?),
    );
    if let Some(stderr) = printed.stderr {
        task::spawn(
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
