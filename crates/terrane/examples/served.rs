//! A provider that is served with the option that the variable `SERVED` names: what the test of the options runs.

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use rustls::crypto::ring::default_provider;
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use terrane::prelude::*;
use terrane::serve::{Serve, Transport, Version};

#[derive(Default)]
struct Echo;

#[provider("registry.terraform.io/example/echo")]
impl Provider for Echo {
    fn register(_: &mut Registry<Self>) {}
}

/// Returns TLS configurations with the certificate and the key in a folder.
fn tls(folder: &Path) -> Result<(Arc<ServerConfig>, Arc<ClientConfig>)> {
    let certificate = CertificateDer::from(std::fs::read(folder.join("certificate"))?);
    let key = PrivatePkcs8KeyDer::from(std::fs::read(folder.join("key"))?);
    let provider = Arc::new(default_provider());
    let failed = |error: rustls::Error| Error::new("Cannot use TLS", error.to_string());
    let mut accept = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(failed)?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.clone()], key.into())
        .map_err(failed)?;
    let mut roots = RootCertStore::empty();
    roots.add(certificate).map_err(failed)?;
    let mut dial = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .map_err(failed)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    accept.alpn_protocols = vec![b"h2".to_vec()];
    dial.alpn_protocols = vec![b"h2".to_vec()];
    Ok((Arc::new(accept), Arc::new(dial)))
}

fn main() -> Result<ExitCode> {
    let echo = Serve::new::<Echo>();
    let option = env::var("SERVED").unwrap_or_default();
    let (option, argument) = option.split_once('=').unwrap_or((&option, ""));
    let served = match option {
        "protocol-5" => echo.protocols([Version::V5]),
        "tcp" => echo.transport(Transport::Tcp),
        "tls" => {
            let (accept, dial) = tls(Path::new(argument))?;
            echo.tls(accept, dial)
        }
        "name" => echo.name(argument),
        "log" => echo.log(|log| {
            log.field("build", 7);
        }),
        "custom" => Serve::custom(argument, "0.2.0", |servers| servers.server::<Echo>()),
        _ => echo,
    };
    Ok(served.run())
}
