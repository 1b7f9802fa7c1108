//! The work of the plugin server on its own runtime, which runs no author code.

use std::convert::Infallible;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use super::calls::Calls;
use super::orphan;
use super::output::HostOutput;
use super::own;
use super::printed::{self, Printed};
use super::process::{Process, ServerRuntime};
use super::signals::{Signal, Signals, quit};
use super::stdio::Stdio;
use crate::Error;
use crate::admission::Admission;
use crate::broker::Broker;
use crate::budget::Budget;
use crate::guard::end_guarded_plugins;
use crate::listen::{Listener, Sockets, accept_loop};
use crate::log::{self, host_stderr};
use crate::proto::stdio_data::Channel;
use crate::services::Services;
use crate::serving;
use crate::session::{Mode, Session};
use crate::task;
use crate::tls::Security;
use crate::wire::Wire;

/// The problem of a plugin to which the system refuses a thread.
const NO_THREAD: &str =
    "cannot start a thread of the plugin's process, which a limit of processes may prevent";

/// How long the process waits at the end, so that the answer to the host's last call is sent.
const FAREWELL: Duration = Duration::from_millis(20);

/// How long the process waits at its termination by a signal, so that the answers to open calls are sent.
const LAST_ANSWERS: Duration = Duration::from_millis(200);

/// The base of the exit code of a process that was terminated by a signal. As in shells, the number of the signal is added.
const SIGNALLED: i32 = 128;

/// How long the exit handlers of libraries may take. go-plugin's client kills the process after two seconds.
#[cfg(unix)]
const EXIT_PATIENCE: Duration = Duration::from_secs(1);

/// The server before it is started.
pub(super) struct Transport {
    pub(super) runtime: ServerRuntime,
    pub(super) process: Process,
    pub(super) connections: Connections,
}

/// The options and services of the server's connections.
pub(super) struct Connections {
    pub(super) listener: Listener,
    pub(super) sockets: Arc<Sockets>,
    pub(super) security: Option<Security>,
    pub(super) multiplexed: bool,
    pub(super) author: Services,
    pub(super) descriptors: Vec<&'static [u8]>,
}

/// The parts of a process that a host has started and controls.
pub(super) struct Managed {
    pub(super) output: HostOutput,
    /// The handshake line, after which the host connects.
    pub(super) handshake: String,
    /// Receives the lines that author code prints.
    pub(super) printed: Option<Printed>,
}

/// A handle of a running server.
pub(super) struct Serving {
    /// The server's own runtime.
    pub(super) runtime: Handle,
    /// Resolves when serving has ended, because the sender is dropped then. No value is ever sent.
    pub(super) ended: oneshot::Receiver<Infallible>,
}

impl Transport {
    /// Starts to serve on a thread of its own, until the process is stopped.
    pub(super) fn spawn(self) -> Result<Serving, Error> {
        let (end, ended) = oneshot::channel();
        let handle = self.runtime.handle().clone();
        let serve = move || {
            log::enter_host_thread();
            let Self {
                runtime,
                process,
                connections,
            } = self;
            let sockets = Arc::clone(&connections.sockets);
            let serving = connections.serve(process.clone(), Stdio::new(None));
            runtime.block_on(async {
                tokio::select! {
                    () = process.stopped() => tokio::time::sleep(FAREWELL).await,
                    error = serving => report(&error),
                }
            });
            // Dropping the runtime closes all connections.
            drop(runtime);
            sockets.remove();
            drop(end);
        };
        thread::Builder::new()
            .name("plugin-server".into())
            .spawn(serve)
            .map_err(Error::because(NO_THREAD))?;
        Ok(Serving {
            runtime: handle,
            ended,
        })
    }

    /// Serves the host that started the process, on the calling thread, and exits the process when the host requests it.
    pub(super) fn serve(self, managed: Managed) -> Result<Infallible, Error> {
        log::enter_host_thread();
        let Self {
            runtime,
            process,
            connections,
        } = self;
        let sockets = Arc::clone(&connections.sockets);
        let (signals, stdio) = {
            let _inside = runtime.enter();
            (Signals::new()?, take_charge(managed, &sockets)?)
        };
        // This takes a tenth of the start, and the host does not wait for it while it connects.
        process.author_runtime().prepare();
        runtime.block_on(async {
            let serving = connections.serve(process.clone(), stdio);
            let (exit_code, farewell) = tokio::select! {
                () = process.stopped() => (0, FAREWELL),
                code = terminated(signals, &process, &sockets) => (code, LAST_ANSWERS),
                error = serving => {
                    report(&error);
                    (1, FAREWELL)
                }
            };
            tokio::time::sleep(farewell).await;
            end_guarded_plugins().await;
            exit(&sockets, exit_code)
        })
    }
}

/// Reports that the server has failed, whatever the level of the log.
fn report(error: &Error) {
    let error = super::error::one_line(error);
    host_stderr().write_final(&format!("[ERROR] the plugin server failed: {error}\n"));
}

impl Connections {
    /// Serves until an error occurs.
    async fn serve(self, process: Process, stdio: Stdio) -> Error {
        let broker = process.broker().clone();
        let own = own::services(process.clone(), stdio).await;
        let calls = Calls::new(own, &self.author, self.descriptors, process);
        let (admitted, connections) = mpsc::channel(1);
        let admission = Admission::new(self.security, admitted);
        let accepting = accept_loop(self.listener, |wire| {
            if self.multiplexed {
                task::spawn(admit_streams(wire, broker.clone(), admission.clone()));
            } else {
                admission.admit(wire, None);
            }
        });
        tokio::select! {
            error = accepting => Error::caused("cannot listen", error),
            () = serving::serve(calls, Budget::new(), connections) => Error::new("the plugin server ended unexpectedly"),
        }
    }
}

/// Admits the streams of one multiplexed connection. A stream that the host announced through the broker goes to the service that the broker offers under its id.
async fn admit_streams(wire: Wire, broker: Broker, admission: Admission) {
    let (session, mut streams) = Session::start(wire, Mode::Server);
    while let Some((service, wire)) = streams.recv().await {
        match service {
            Some(id) => broker.route(id, wire).await,
            None => admission.admit(wire, Some(session.clone())),
        }
    }
}

/// Prints the handshake line, and then sets up output and the detection of the host's exit. Must be called within the server's runtime.
fn take_charge(mut managed: Managed, sockets: &Arc<Sockets>) -> Result<Stdio, Error> {
    let host = orphan::Host::find();
    // The host waits for the line, so it is printed before everything else is set up.
    managed.output.print(&managed.handshake)?;
    let stdio = Stdio::new(managed.printed);
    let (sockets, runtime) = (Arc::clone(sockets), Handle::current());
    orphan::watch(host, &managed.output, move || {
        runtime.block_on(end_guarded_plugins());
        exit(&sockets, 1)
    })
    .map_err(Error::because(NO_THREAD))?;
    let printed = managed.output.printed;
    let read = |channel, pipe| stdio.read(channel, pipe).map_err(Error::because(NO_THREAD));
    read(Channel::Stdout, printed.stdout)?;
    if let Some(stderr) = printed.stderr {
        read(Channel::Stderr, stderr)?;
    }
    Ok(stdio)
}

/// Waits until a signal asks the process to terminate, and until open calls have been answered. Returns the exit code.
///
/// Interrupts are ignored. A terminal sends them to the host and to its plugins, and the host decides what to do.
async fn terminated(mut signals: Signals, process: &Process, sockets: &Sockets) -> i32 {
    let number = loop {
        match signals.next().await {
            Signal::Interrupt => tracing::trace!("ignored an interrupt"),
            Signal::Terminate(number) => break number,
            Signal::Quit => {
                sockets.remove();
                quit()
            }
        }
    };
    let quits = async { while signals.next().await != Signal::Quit {} };
    tokio::select! {
        () = process.terminate() => SIGNALLED + number,
        () = quits => {
            sockets.remove();
            quit()
        }
    }
}

/// Removes the sockets, writes the rest of the log, and exits the process. If exit handlers take too long, the process is killed.
fn exit(sockets: &Sockets, code: i32) -> ! {
    sockets.remove();
    printed::flush();
    log::flush();
    #[cfg(unix)]
    let _ = thread::Builder::new().spawn(|| {
        use rustix::process::{Signal, getpid, kill_process};
        thread::sleep(EXIT_PATIENCE);
        let _ = kill_process(getpid(), Signal::KILL);
    });
    std::process::exit(code)
}
