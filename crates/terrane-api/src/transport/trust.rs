//! TLS: the certificates that are trusted, and the client's own.

use std::sync::{Arc, OnceLock};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring};
use rustls::{ClientConfig, DigitallySignedStruct, Error, SignatureScheme};
use rustls_pki_types::pem::PemObject as _;
use rustls_pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
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
        let verifier = SystemVerifier {
            authorities,
            provider: Arc::clone(&provider),
            loaded: OnceLock::new(),
        };
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

/// Verifies certificates with those of the system, which are read at the first connection with TLS: reading them takes longer than all else in `configure`.
#[derive(Debug)]
struct SystemVerifier {
    authorities: Vec<CertificateDer<'static>>,
    provider: Arc<CryptoProvider>,
    loaded: OnceLock<Result<Verifier, Error>>,
}

impl SystemVerifier {
    fn loaded(&self) -> Result<&Verifier, Error> {
        let loaded = self.loaded.get_or_init(|| {
            Verifier::new_with_extra_roots(self.authorities.clone(), Arc::clone(&self.provider))
        });
        loaded.as_ref().map_err(Clone::clone)
    }
}

impl ServerCertVerifier for SystemVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.loaded()?.verify_server_cert(
            end_entity,
            intermediates,
            server_name,
            ocsp_response,
            now,
        )
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.loaded()?.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.loaded()?.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        let algorithms = self.provider.signature_verification_algorithms;
        algorithms.supported_schemes()
    }
}

fn certificates(pem: &[u8], which: &str) -> Result<Vec<CertificateDer<'static>>, String> {
    CertificateDer::pem_slice_iter(pem)
        .collect::<Result<_, _>>()
        .map_err(|error| format!("The {which} is not PEM: {error}."))
}
