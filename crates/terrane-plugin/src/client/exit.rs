//! The end of guarded plugins when this process exits.
//!
//! `std::process::exit` drops no value. Without this module, the system would kill the plugins, and the folders of their sockets would stay.

use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::future::{Either, join_all, select};
use tokio::sync::OnceCell;
use tokio::time::timeout;
use tonic::transport::Channel;

use super::child::ChildHandle;
use super::error::HostFault;
use crate::proto::Empty;
use crate::proto::grpc_controller_client::GrpcControllerClient;

/// How long a plugin may take to exit. Hosts kill this process two seconds after they have asked it to exit.
const GRACE: Duration = Duration::from_secs(1);

/// How long to wait for a plugin that was killed.
const KILLED: Duration = Duration::from_millis(300);

/// The guarded plugins of this process.
static GUARDED: Mutex<Guarded> = Mutex::new(Guarded {
    plugins: Vec::new(),
    is_exiting: false,
});

struct Guarded {
    plugins: Vec<Box<dyn EndsWithProcess>>,
    is_exiting: bool,
}

/// A guarded plugin. It is a trait object, so that a program that starts no plugin contains nothing of the client.
trait EndsWithProcess: Send {
    fn is_running(&self) -> bool;

    fn end(self: Box<Self>) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// A guarded plugin, and its channel once it is connected.
struct Plugin {
    child: ChildHandle,
    channel: Connected,
}

/// Stores the channel of a registered plugin.
pub(super) type Connected = Arc<OnceLock<Channel>>;

/// Registers a plugin that ends with this process. Fails if this process is exiting.
pub(super) fn register(child: ChildHandle) -> Result<Connected, HostFault> {
    let channel = Connected::default();
    let mut guarded = guarded();
    if guarded.is_exiting {
        return Err(HostFault::Exiting);
    }
    guarded.plugins.retain(|plugin| plugin.is_running());
    guarded.plugins.push(Box::new(Plugin {
        child,
        channel: Arc::clone(&channel),
    }));
    Ok(channel)
}

/// Returns whether [`end_guarded_plugins`] was called.
pub(super) fn is_exiting() -> bool {
    guarded().is_exiting
}

/// Whether a guarded plugin may run.
pub(crate) fn has_guarded_plugins() -> bool {
    !guarded().plugins.is_empty()
}

/// Ends the [guarded](super::Builder::guarded) plugins of this process before it exits: asks them to exit, waits up to a second, then kills them.
///
/// Afterwards no guarded plugin can start. [`Plugin::serve`](crate::Plugin::serve) and [`Plugin::debug`](crate::Plugin::debug) call this function.
/// Another program calls it at its end. Otherwise plugins that still run are killed, and the folders of their sockets stay.
pub async fn end_guarded_plugins() {
    static ENDED: OnceCell<()> = OnceCell::const_new();
    let end = async || {
        let plugins = {
            let mut guarded = guarded();
            guarded.is_exiting = true;
            std::mem::take(&mut guarded.plugins)
        };
        join_all(plugins.into_iter().map(|plugin| plugin.end())).await;
    };
    ENDED.get_or_init(end).await;
}

impl EndsWithProcess for Plugin {
    fn is_running(&self) -> bool {
        self.child.is_running()
    }

    fn end(self: Box<Self>) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(Self::end(*self))
    }
}

impl Plugin {
    async fn end(self) {
        let Self { child, channel } = self;
        let asked = async {
            match channel.get() {
                Some(channel) => {
                    let exit = shut_down(channel.clone(), child.exited());
                    timeout(GRACE, exit).await.is_ok()
                }
                None => false,
            }
        };
        if !asked.await {
            child.kill();
            // A process that cannot be killed is left to the guard.
            let _ = timeout(KILLED, child.exited()).await;
        }
        // The runtime that removes the folder may have shut down.
        child.remove_sockets();
    }
}

/// Asks a plugin to shut down, and waits for its exit.
pub(super) async fn shut_down<T>(channel: Channel, exited: impl Future<Output = T>) -> T {
    let mut controller = GrpcControllerClient::new(channel);
    let asked = async {
        // A plugin may exit before it has sent its answer, so the answer is ignored and only the exit matters.
        let _ = controller.shutdown(Empty {}).await;
        std::future::pending::<()>().await;
    };
    match select(pin!(exited), pin!(asked)).await {
        Either::Left((exited, _)) => exited,
        Either::Right((_, exited)) => exited.await,
    }
}

fn guarded() -> MutexGuard<'static, Guarded> {
    GUARDED.lock().unwrap_or_else(PoisonError::into_inner)
}
