//! Mutual TLS between a plugin and its host: each shows a certificate made for this process, each pins the other's.
//!
//! go-plugin's certificates are self-signed, marked as authorities and on the curve P-521. No usual verifier takes that as an
//! end's certificate, and ring cannot check the signature. Here the exact bytes are the trust: a peer must show the pinned
//! certificate and prove that it holds its key.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use p521::ecdsa::signature::Verifier;
use p521::ecdsa::{DerSignature, VerifyingKey};
use rcgen::{CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{
    AlgorithmIdentifier, CertificateDer, InvalidSignature, PrivatePkcs8KeyDer, ServerName,
    SignatureVerificationAlgorithm, UnixTime, alg_id,
};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{NoServerSessionStorage, ParsedCertificate};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, ServerConfig,
    SignatureScheme, version,
};

/// The name that both sides' certificates carry and that a client asks for.
pub(crate) const SERVER_NAME: &str = "localhost";

/// gRPC needs HTTP/2 and Go's client insists on its being negotiated.
const ALPN: &[u8] = b"h2";

/// Characters in a line of PEM.
const PEM_LINE: usize = 64;

/// A certificate of this process and its key.
#[derive(Debug)]
pub(crate) struct Identity {
    certificate: CertificateDer<'static>,
    /// Both again as rustls shows them: loading a key is as much work as signing with it, so it is done once for both sides.
    shown: Arc<SingleCertAndKey>,
}

impl Identity {
    /// Makes a self-signed certificate on P-256, which is the fastest to make and checked by every Go host.
    pub(crate) fn generate() -> Result<Self, TlsError> {
        let mut params = CertificateParams::new([SERVER_NAME.to_owned()])?;
        params.distinguished_name.remove(DnType::CommonName);
        params
            .distinguished_name
            .push(DnType::CommonName, SERVER_NAME);
        params.is_ca = IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        params.key_usages = vec![
            KeyUsagePurpose::DigitalSignature,
            KeyUsagePurpose::KeyEncipherment,
            KeyUsagePurpose::KeyAgreement,
            KeyUsagePurpose::KeyCertSign,
        ];
        params.extended_key_usages = vec![
            ExtendedKeyUsagePurpose::ClientAuth,
            ExtendedKeyUsagePurpose::ServerAuth,
        ];
        let key = KeyPair::generate_for(&rcgen::PKCS_ECDSA_P256_SHA256)?;
        let certificate = params.self_signed(&key)?.der().clone();
        let key = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
        let key = provider().key_provider.load_private_key(key)?;
        let shown = CertifiedKey::new(vec![certificate.clone()], key);
        Ok(Self {
            certificate,
            shown: Arc::new(shown.into()),
        })
    }

    /// The certificate in DER form.
    pub(crate) fn certificate(&self) -> &CertificateDer<'static> {
        &self.certificate
    }

    /// The certificate in PEM form, as hosts pass it to their plugins.
    pub(crate) fn certificate_pem(&self) -> String {
        let text = STANDARD.encode(&self.certificate);
        let mut pem = String::from("-----BEGIN CERTIFICATE-----\n");
        for (index, character) in text.chars().enumerate() {
            if index > 0 && index.is_multiple_of(PEM_LINE) {
                pem.push('\n');
            }
            pem.push(character);
        }
        pem.push_str("\n-----END CERTIFICATE-----\n");
        pem
    }

    /// Configures the listening side: shows this identity, takes only the client that owns `pinned`.
    pub(crate) fn server_config(
        &self,
        pinned: &CertificateDer<'static>,
    ) -> Result<ServerConfig, TlsError> {
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_protocol_versions(&[&version::TLS13])?
            .with_client_cert_verifier(Arc::new(PinnedPeer::new(pinned)?))
            .with_cert_resolver(self.shown.clone());
        config.alpn_protocols = vec![ALPN.to_vec()];
        config.send_tls13_tickets = 0;
        config.session_storage = Arc::new(NoServerSessionStorage {});
        Ok(config)
    }

    /// Configures the dialing side: shows this identity, takes only the server that owns `pinned`.
    pub(crate) fn client_config(
        &self,
        pinned: &CertificateDer<'static>,
    ) -> Result<ClientConfig, TlsError> {
        let mut config = ClientConfig::builder_with_provider(provider())
            .with_protocol_versions(&[&version::TLS13])?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(PinnedPeer::new(pinned)?))
            .with_client_cert_resolver(self.shown.clone());
        config.alpn_protocols = vec![ALPN.to_vec()];
        config.resumption = rustls::client::Resumption::disabled();
        Ok(config)
    }
}

/// Reads the one certificate of a PEM text.
pub(crate) fn certificate_from_pem(pem: &str) -> Result<CertificateDer<'static>, TlsError> {
    let mut certificates = CertificateDer::pem_slice_iter(pem.as_bytes());
    match (certificates.next(), certificates.next()) {
        (Some(Ok(certificate)), None) => Ok(certificate),
        _ => Err(TlsError::Pem),
    }
}

/// Names ring for this connection alone, because the process may have another default or two.
fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

/// Takes exactly one certificate, from whichever side, and checks the proof that the peer holds its key.
#[derive(Debug)]
struct PinnedPeer {
    pinned: CertificateDer<'static>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl PinnedPeer {
    fn new(pinned: &CertificateDer<'static>) -> Result<Self, TlsError> {
        let key = ParsedCertificate::try_from(pinned)?.subject_public_key_info();
        let on_p521 = key
            .windows(alg_id::ECDSA_P521.len())
            .any(|bytes| bytes == &*alg_id::ECDSA_P521);
        // Offering ring's algorithms beside P-521 would do no harm in TLS, but Go picks by what is offered: offer what works.
        let algorithms = if on_p521 {
            P521_ONLY
        } else {
            provider().signature_verification_algorithms
        };
        Ok(Self {
            pinned: pinned.clone(),
            algorithms,
        })
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

/// ECDSA on P-521 with SHA-512, the only signature that a key of go-plugin's can make.
const P521_ONLY: WebPkiSupportedAlgorithms = WebPkiSupportedAlgorithms {
    all: &[&EcdsaP521Sha512],
    mapping: &[(SignatureScheme::ECDSA_NISTP521_SHA512, &[&EcdsaP521Sha512])],
};

#[derive(Debug)]
struct EcdsaP521Sha512;

impl SignatureVerificationAlgorithm for EcdsaP521Sha512 {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        let key = VerifyingKey::from_sec1_bytes(public_key).map_err(|_| InvalidSignature)?;
        let signature = DerSignature::from_bytes(signature).map_err(|_| InvalidSignature)?;
        key.verify(message, &signature)
            .map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_P521
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_SHA512
    }
}

/// Why mutual TLS cannot be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// This process's own certificate cannot be made.
    #[error("cannot make a certificate")]
    Generate(#[from] rcgen::Error),
    /// The peer's certificate is not what PEM should hold.
    #[error("expected one PEM certificate of the host")]
    Pem,
    /// The peer's certificate or this process's identity is not usable.
    #[error("cannot set up mutual TLS")]
    Config(#[from] Error),
}
