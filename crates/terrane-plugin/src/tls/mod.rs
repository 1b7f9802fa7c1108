//! Mutual TLS between a plugin and its host. Each side shows a certificate that is made for its process, and pins the certificate of the other side.
//!
//! go-plugin's certificates are self-signed, marked as certificate authorities, and on the curve P-521. Usual verifiers do not accept such a
//! certificate for a peer, and ring cannot check its signature. So the exact certificate is pinned: a peer must show the pinned certificate, and
//! prove that it has the private key.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::WebPkiSupportedAlgorithms;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, SubjectPublicKeyInfoDer, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{NoServerSessionStorage, ParsedCertificate};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, ServerConfig,
    SignatureScheme, version,
};

use tokio::io::BufReader;
use tokio::time::timeout;
use tokio_rustls::{TlsAcceptor, TlsConnector};

use self::crypto::{Key, algorithm_of, all_of_ring, provider};
use crate::wire::Wire;

mod certificate;
mod crypto;

/// How long a TLS handshake may take.
const TLS_TIMEOUT: Duration = Duration::from_secs(10);

/// The server name in the certificates of both sides, which a client requests.
pub(crate) const SERVER_NAME: &str = "localhost";

/// The ALPN protocol. gRPC needs HTTP/2, and Go's client requires that ALPN negotiates it.
const ALPN: &[u8] = b"h2";

/// How many bytes a host reads from a plugin at once: a TLS record and a little more. By itself, rustls reads 4 KiB, and a schema has many records.
const READ_SIZE: usize = 20 << 10;

/// The certificate of this process, and its private key.
#[derive(Debug)]
pub struct Identity {
    certificate: CertificateDer<'static>,
    /// The certificate and its private key, in the form that rustls needs.
    shown: Arc<SingleCertAndKey>,
}

impl Identity {
    /// Makes a self-signed certificate on the curve P-256, which every Go host supports.
    pub fn generate() -> Result<Self, crate::Error> {
        let no_random = |_| {
            crate::Error::new("cannot make a certificate, because the system has no random numbers")
        };
        let key = Key::generate().map_err(no_random)?;
        let certificate = certificate::self_signed(&key, SERVER_NAME).map_err(no_random)?;
        let shown = CertifiedKey::new(vec![certificate.clone()], Arc::new(key));
        Ok(Self {
            certificate,
            shown: Arc::new(shown.into()),
        })
    }

    /// The certificate in DER form.
    pub fn certificate(&self) -> &CertificateDer<'static> {
        &self.certificate
    }

    /// Secures a plugin's connections with its host. The host uses go-plugin's certificates, or certificates of [`Identity::generate`].
    pub fn facing_host(&self, host: &CertificateDer<'static>) -> Result<Security, crate::Error> {
        let algorithms = algorithm_of(&key_of(host)?).ok_or_else(|| {
            crate::Error::new("expected the host's certificate to have a key on the curve P-256 or P-521, as go-plugin's has, found another kind of key")
        })?;
        Ok(self.facing(PinnedPeer::new(host, algorithms)))
    }

    /// Secures a host's connections with a plugin, which may be written in any language.
    pub fn facing_plugin(
        &self,
        plugin: &CertificateDer<'static>,
    ) -> Result<Security, crate::Error> {
        let algorithms = algorithm_of(&key_of(plugin)?).unwrap_or_else(all_of_ring);
        Ok(self.facing(PinnedPeer::new(plugin, algorithms)))
    }

    /// Shows this identity and accepts only this peer.
    fn facing(&self, peer: PinnedPeer) -> Security {
        Security::Pinned {
            shown: self.shown.clone(),
            peer: Arc::new(peer),
        }
    }
}

/// Reads the certificate of a PEM text, which must contain exactly one.
pub fn certificate_from_pem(pem: &str) -> Result<CertificateDer<'static>, crate::Error> {
    let mut certificates = CertificateDer::pem_slice_iter(pem.as_bytes());
    match (certificates.next(), certificates.next()) {
        (Some(Ok(certificate)), None) => Ok(certificate),
        _ => Err(crate::Error::new(
            "expected one PEM certificate of the host",
        )),
    }
}

/// Returns a certificate's public key, in DER form.
fn key_of(
    certificate: &CertificateDer<'static>,
) -> Result<SubjectPublicKeyInfoDer<'static>, crate::Error> {
    let parsed = ParsedCertificate::try_from(certificate);
    let parsed = parsed.map_err(crate::Error::because("cannot set up mutual TLS"))?;
    Ok(parsed.subject_public_key_info().into_owned())
}

/// A certificate verifier, for servers and clients, that accepts only one certificate and checks that the peer has its private key.
#[derive(Debug)]
pub struct PinnedPeer {
    pinned: CertificateDer<'static>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl PinnedPeer {
    fn new(pinned: &CertificateDer<'static>, algorithms: WebPkiSupportedAlgorithms) -> Self {
        Self {
            pinned: pinned.clone(),
            algorithms,
        }
    }

    fn check(&self, shown: &CertificateDer<'_>) -> Result<(), Error> {
        if *shown == self.pinned {
            Ok(())
        } else {
            Err(Error::InvalidCertificate(
                CertificateError::ApplicationVerificationFailure,
            ))
        }
    }

    fn check_proof(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        proof: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        rustls::crypto::verify_tls13_signature(message, certificate, proof, &self.algorithms)
    }
}

impl ClientCertVerifier for PinnedPeer {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.check(end_entity)
            .map(|()| ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(TLS13_ONLY)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        proof: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_proof(message, certificate, proof)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

impl ServerCertVerifier for PinnedPeer {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.check(end_entity)
            .map(|()| ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(TLS13_ONLY)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        proof: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.check_proof(message, certificate, proof)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

const TLS13_ONLY: Error = Error::PeerIncompatible(rustls::PeerIncompatible::Tls12NotOffered);

/// The way to secure connections. Without it, connections use plain text.
#[derive(Clone, Debug)]
pub enum Security {
    /// The plugin's author has made the TLS configurations.
    Configured {
        /// For connections from the host.
        accept: Arc<ServerConfig>,
        /// For connections to the host.
        dial: Arc<ClientConfig>,
    },
    /// Each side shows its certificate, and accepts only the pinned certificate of the other side.
    ///
    /// A configuration is made for each connection. Hosts open only one, and only after the handshake line, for which they wait.
    Pinned {
        /// The certificate of this side.
        shown: Arc<SingleCertAndKey>,
        /// The certificate of the other side.
        peer: Arc<PinnedPeer>,
    },
}

impl Security {
    /// The TLS configuration for a connection that the other side opened.
    fn accept(&self) -> Result<Arc<ServerConfig>, Error> {
        let (shown, peer) = match self {
            Self::Configured { accept, .. } => return Ok(Arc::clone(accept)),
            Self::Pinned { shown, peer } => (shown, peer),
        };
        let mut config = ServerConfig::builder_with_provider(provider(peer.algorithms))
            .with_protocol_versions(&[&version::TLS13])?
            .with_client_cert_verifier(Arc::<PinnedPeer>::clone(peer))
            .with_cert_resolver(shown.clone());
        config.alpn_protocols = vec![ALPN.to_vec()];
        config.send_tls13_tickets = 0;
        config.session_storage = Arc::new(NoServerSessionStorage {});
        Ok(Arc::new(config))
    }

    /// The TLS configuration for a connection that this side opens.
    fn dial(&self) -> Result<Arc<ClientConfig>, Error> {
        let (shown, peer) = match self {
            Self::Configured { dial, .. } => return Ok(Arc::clone(dial)),
            Self::Pinned { shown, peer } => (shown, peer),
        };
        let mut config = ClientConfig::builder_with_provider(provider(peer.algorithms))
            .with_protocol_versions(&[&version::TLS13])?
            .dangerous()
            .with_custom_certificate_verifier(Arc::<PinnedPeer>::clone(peer))
            .with_client_cert_resolver(shown.clone());
        config.alpn_protocols = vec![ALPN.to_vec()];
        config.resumption = rustls::client::Resumption::disabled();
        Ok(Arc::new(config))
    }
}

/// Secures a connection that the other side opened.
pub(crate) async fn secure_accepted(wire: Wire, security: Option<&Security>) -> io::Result<Wire> {
    let Some(security) = security else {
        return Ok(wire);
    };
    let acceptor = TlsAcceptor::from(security.accept().map_err(io::Error::other)?);
    Ok(Box::new(
        timeout(TLS_TIMEOUT, acceptor.accept(wire)).await??,
    ))
}

/// Secures a connection that this side opened.
pub async fn secure_dialed(wire: Wire, security: Option<&Security>) -> io::Result<Wire> {
    let Some(security) = security else {
        return Ok(wire);
    };
    let name = ServerName::try_from(SERVER_NAME).map_err(io::Error::other)?;
    let wire = BufReader::with_capacity(READ_SIZE, wire);
    let connector = TlsConnector::from(security.dial().map_err(io::Error::other)?);
    let handshake = connector.connect(name, wire);
    Ok(Box::new(timeout(TLS_TIMEOUT, handshake).await??))
}

#[cfg(test)]
mod tests {
    use rcgen::{
        CertificateParams, KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ECDSA_P384_SHA384, PKCS_ED25519,
    };

    use super::*;

    #[test]
    fn a_plugins_key_may_be_of_any_kind_and_a_hosts_not() {
        let own = Identity::generate().unwrap();
        for (kind, is_a_hosts) in [
            (&PKCS_ECDSA_P256_SHA256, true),
            (&PKCS_ECDSA_P384_SHA384, false),
            (&PKCS_ED25519, false),
        ] {
            let key = KeyPair::generate_for(kind).unwrap();
            let params = CertificateParams::new([SERVER_NAME.to_owned()]).unwrap();
            let peer = params.self_signed(&key).unwrap().der().clone();
            assert!(own.facing_plugin(&peer).is_ok(), "{kind:?}");
            assert_eq!(own.facing_host(&peer).is_ok(), is_a_hosts, "{kind:?}");
        }
    }
}
