//! The end of a guarded plugin when this process exits.

use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::{Either, select};
use tokio::time::timeout;
use tonic::transport::Channel;

use super::child::ChildHandle;
use super::error::HostFault;
use terrane_plugin::peer::{self, Empty, EndsWithProcess, GrpcControllerClient};

/// How long a plugin may take to exit. Hosts kill this process two seconds after they have asked it to exit.
const GRACE: Duration = Duration::from_secs(1);

/// How long to wait for a plugin that was killed.
const KILLED: Duration = Duration::from_millis(300);

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
    let plugin = Plugin {
        child,
        channel: Arc::clone(&channel),
    };
    if peer::register(plugin) {
        Ok(channel)
    } else {
        Err(HostFault::Exiting)
    }
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
        let stop_request = async {
            match channel.get() {
                Some(channel) => {
                    let exit = shut_down(channel.clone(), child.exited());
                    timeout(GRACE, exit).await.is_ok()
                }
                None => false,
            }
        };
        if !stop_request.await {
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
    let stop_request = async {
        // A plugin may exit before it has sent its answer, so the answer is ignored and only the exit matters.
        let _ = controller.shutdown(Empty {}).await;
        std::future::pending::<()>().await;
    };
    match select(pin!(exited), pin!(stop_request)).await {
        Either::Left((exited, _)) => exited,
        Either::Right((_, exited)) => exited.await,
    }
}
