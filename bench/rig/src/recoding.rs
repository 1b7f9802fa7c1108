//! A proxy that decodes and encodes the schemas of its provider. The proxy that passes them is compared with it.

use std::env;
use std::process::Command;
use std::sync::Arc;

use terrane_bench::workload::Error;
use terrane_composition::ProviderProcess;
use terrane_protocol::{Provider, Request, ResponseFuture, RpcCode, RpcError, Server};
use tokio::sync::OnceCell;

use crate::thousand;

/// The environment variable that makes a process of the rig this proxy.
pub(crate) const VARIABLE: &str = "TERRANE_BENCH_RECODING";

/// Serves the proxy to the host that started this process.
pub(crate) fn serve() -> ! {
    // Both connections are on one thread, as in the proxy that passes the schemas.
    Server::nonblocking(|_| Arc::new(Recoding::default())).serve()
}

#[derive(Default)]
struct Recoding {
    provider: OnceCell<ProviderProcess>,
}

impl Provider for Recoding {
    fn call(&self, request: Request) -> ResponseFuture<'_> {
        Box::pin(async move {
            let started = self.provider.get_or_try_init(start).await;
            let process =
                started.map_err(|error| RpcError::new(RpcCode::Internal, error.to_string()))?;
            process.provider().call(request).await
        })
    }
}

async fn start() -> Result<ProviderProcess, Error> {
    let mut command = Command::new(env::current_exe()?);
    command.env_remove(VARIABLE).env(thousand::VARIABLE, "1");
    Ok(ProviderProcess::launch(command).await?)
}
