//! TLS: the certificates that are trusted, and the client's own.

use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use rustls_platform_verifier::Verifier;

/// The certificates of a client, as PEM.
#[derive(Default)]
pub(crate) struct Trust {
    /// Certificate authorities that are trusted in addition to those of the system.
    pub(crate) authorities: Vec<Vec<u8>>,
    /// The client's own certificates and its private key.
    pub(crate) identity: Option<(Vec<u8>, Vec<u8>)>,
}

impl Trust {
    /// Builds the configuration of TLS. ring is named explicitly: a process default may be missing, or belong to another crate.
    pub(crate) fn config(&self) -> Result<ClientConfig, String> {
        let provider = Arc::new(ring::default_provider());
        let mut authorities = Vec::new();
        for pem in &self.authorities {
            let before = authorities.len();
            authorities.extend(certificates(pem, "certificate of an authority")?);
            if authorities.len() == before {
                return Err(
                    "The certificate of an authority has no PEM section `CERTIFICATE`.".to_owned(),
                );
            }
        }
        let verifier = Verifier::new_with_extra_roots(authorities, Arc::clone(&provider))
            .map_err(|error| format!("Cannot use the trusted certificates: {error}."))?;
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("Cannot set up TLS: {error}."))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        let mut config = match &self.identity {
            None => builder.with_no_client_auth(),
            Some((chain, key)) => {
                let chain = certificates(chain, "client certificate")?;
                let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| {
                    format!(
                        "The key of the client certificate is not a private key in PEM: {error}."
                    )
                })?;
                builder
                    .with_client_auth_cert(chain, key)
                    .map_err(|error| format!("Cannot use the client certificate: {error}."))?
            }
        };
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(config)
    }
}

fn certificates(pem: &[u8], which: &str) -> Result<Vec<CertificateDer<'static>>, String> {
    CertificateDer::pem_slice_iter(pem)
        .collect::<Result<_, _>>()
        .map_err(|error| format!("The {which} is not PEM: {error}."))
}
