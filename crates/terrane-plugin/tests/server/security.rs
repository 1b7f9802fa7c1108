//! Access to a plugin with its host's certificate: only the host can call it.

#![cfg(unix)]

use std::io;
use std::sync::Arc;

use crate::raw_host::{Plugin, Stream, channel, command, connect, connect_silently, ping};
use p521::ecdsa::signature::Signer as _;
use p521::ecdsa::{DerSignature, SigningKey as P521Key};
use rcgen::{CertificateParams, KeyPair};
use rustls::client::ResolvesClientCert;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::WebPkiSupportedAlgorithms;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::sign::{CertifiedKey, Signer, SigningKey};
use rustls::{ClientConfig, DigitallySignedStruct, SignatureAlgorithm, SignatureScheme};
use terrane_plugin::variable;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_rustls::TlsConnector;
use tonic::transport::Channel;

const P521_PEM: &str = include_str!("../identity/p521.pem");
const P521_KEY: &str = include_str!("../identity/p521.key.hex");

/// The certificate of a client, and its private key.
#[derive(Clone, Debug)]
struct Shown(Option<Arc<CertifiedKey>>);

impl ResolvesClientCert for Shown {
    fn resolve(&self, _: &[&[u8]], _: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.0.clone()
    }

    fn has_certs(&self) -> bool {
        self.0.is_some()
    }
}

fn shown(certificate: CertificateDer<'static>, key: Arc<dyn SigningKey>) -> Shown {
    Shown(Some(Arc::new(CertifiedKey::new(vec![certificate], key))))
}

fn p256() -> (CertificateDer<'static>, String, Arc<dyn SigningKey>) {
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()])
        .unwrap()
        .self_signed(&key)
        .unwrap();
    let signing = rustls::crypto::ring::sign::any_ecdsa_type(
        &PrivatePkcs8KeyDer::from(key.serialize_der()).into(),
    );
    (
        certificate.der().clone(),
        certificate.pem(),
        signing.unwrap(),
    )
}

/// A certificate as go-plugin makes them, which ring can neither make nor check.
fn p521() -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(P521_PEM.as_bytes()).unwrap()
}

#[derive(Debug)]
struct P521(P521Key);

impl P521 {
    fn right() -> Arc<Self> {
        let text = P521_KEY.trim();
        let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..text.len()).step_by(2).map(byte).collect();
        Arc::new(Self(P521Key::from_slice(&bytes).unwrap()))
    }

    fn wrong() -> Arc<Self> {
        Arc::new(Self(P521Key::from_slice(&[1; 66].map(|b| b & 1)).unwrap()))
    }
}

impl SigningKey for P521 {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        let scheme = SignatureScheme::ECDSA_NISTP521_SHA512;
        offered
            .contains(&scheme)
            .then(|| Box::new(P521(self.0.clone())) as Box<dyn Signer>)
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        SignatureAlgorithm::ECDSA
    }
}

impl Signer for P521 {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, rustls::Error> {
        let signature: DerSignature = self.0.sign(message);
        Ok(signature.as_bytes().to_vec())
    }

    fn scheme(&self) -> SignatureScheme {
        SignatureScheme::ECDSA_NISTP521_SHA512
    }
}

fn start(pem: &str) -> Plugin {
    let mut command = command();
    command.env(variable::CLIENT_CERT, pem);
    Plugin::start(command)
}

/// Takes the certificate of the handshake line and no other.
#[derive(Debug)]
struct FromHandshake {
    certificate: Vec<u8>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for FromHandshake {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        assert_eq!(**end_entity, *self.certificate);
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        unreachable!("TLS 1.3 only")
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        proof: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        rustls::crypto::verify_tls13_signature(message, certificate, proof, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

fn client(plugin: &Plugin, shown: &Shown) -> ClientConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = FromHandshake {
        certificate: plugin
            .handshake
            .certificate
            .clone()
            .expect("the plugin shows a certificate"),
        algorithms: provider.signature_verification_algorithms,
    };
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_client_cert_resolver(Arc::new(shown.clone()));
    config.alpn_protocols = vec![b"h2".to_vec()];
    config
}

async fn open(plugin: &Plugin, shown: &Shown) -> Result<Channel, tonic::transport::Error> {
    let config = Arc::new(client(plugin, shown));
    let address = plugin.handshake.address.clone();
    channel(move || {
        let (config, address) = (config.clone(), address.clone());
        async move {
            let stream = connect(&address).await?;
            let name = "localhost".try_into().map_err(io::Error::other)?;
            let secured = TlsConnector::from(config).connect(name, stream).await?;
            Ok(Box::new(secured) as Box<dyn Stream>)
        }
    })
    .await
}

/// Whether a call goes through.
async fn admits(plugin: &Plugin, shown: &Shown) -> bool {
    match open(plugin, shown).await {
        Ok(channel) => ping(channel).await.is_ok(),
        Err(_) => false,
    }
}

/// The answer of the plugin to a TLS client without gRPC.
async fn alert(plugin: &Plugin, shown: &Shown) -> String {
    let stream = connect(&plugin.handshake.address).await.unwrap();
    let connector = TlsConnector::from(Arc::new(client(plugin, shown)));
    let mut secured = connector
        .connect("localhost".try_into().unwrap(), stream)
        .await
        .unwrap();
    let mut answer = [0];
    secured
        .read_exact(&mut answer)
        .await
        .unwrap_err()
        .to_string()
}

#[tokio::test]
async fn host_with_p256_is_admitted_and_others_are_not() {
    let (certificate, pem, key) = p256();
    let plugin = start(&pem);
    let (other, _, other_key) = p256();

    assert!(!admits(&plugin, &Shown(None)).await, "no certificate");
    assert!(
        !admits(&plugin, &shown(other, other_key.clone())).await,
        "another certificate"
    );
    assert!(
        !admits(&plugin, &shown(certificate.clone(), other_key)).await,
        "the right one, another key"
    );
    assert!(admits(&plugin, &shown(certificate, key)).await);
}

#[tokio::test]
async fn host_with_p521_is_admitted_and_others_are_not() {
    let plugin = start(P521_PEM);
    let (other, _, other_key) = p256();

    assert!(!admits(&plugin, &Shown(None)).await, "no certificate");
    assert!(
        !admits(&plugin, &shown(other, other_key.clone())).await,
        "another certificate"
    );
    assert!(
        !admits(&plugin, &shown(p521(), P521::wrong())).await,
        "the right one, another key"
    );
    assert!(admits(&plugin, &shown(p521(), P521::right())).await);
}

#[tokio::test]
async fn refusals_are_for_the_right_reason() {
    let plugin = start(P521_PEM);
    assert_eq!(
        alert(&plugin, &Shown(None)).await,
        "received fatal alert: CertificateRequired"
    );
    let (other, ..) = p256();
    let other = alert(&plugin, &shown(other, P521::right())).await;
    assert_eq!(other, "received fatal alert: AccessDenied");
    let forged = alert(&plugin, &shown(p521(), P521::wrong())).await;
    assert_eq!(forged, "received fatal alert: DecryptError");
}

/// What a plugin has open without any connection, and some more.
#[cfg(target_os = "linux")]
const OTHER_FILES: usize = 40;

#[cfg(target_os = "linux")]
#[tokio::test]
async fn unauthenticated_connections_are_replaced_by_new_ones() {
    let (certificate, pem, key) = p256();
    let plugin = start(&pem);
    let mut silent = connect_silently(&plugin.handshake.address, 300).await;
    assert!(admits(&plugin, &shown(certificate, key)).await);
    let open = plugin.open_files();
    assert!(open <= 64 + OTHER_FILES, "{open} files are open");
    let mut answer = Vec::new();
    let closed = silent[0].read_to_end(&mut answer);
    let closed = tokio::time::timeout(crate::raw_host::PATIENCE, closed).await;
    closed
        .expect("the oldest connection is still open")
        .unwrap();
    assert!(answer.is_empty());
}

#[tokio::test]
async fn plain_text_is_refused() {
    let plugin = start(P521_PEM);
    let address = plugin.handshake.address.clone();
    let opened = channel(move || {
        let address = address.clone();
        async move { connect(&address).await }
    });
    let admitted = match opened.await {
        Ok(channel) => ping(channel).await.is_ok(),
        Err(_) => false,
    };
    assert!(!admitted);

    let mut stream = connect(&plugin.handshake.address).await.unwrap();
    stream
        .write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        .await
        .unwrap();
    let mut answer = Vec::new();
    // The connection ends, with a TLS alert at most.
    let _ = stream.read_to_end(&mut answer).await;
    assert!(answer.first().is_none_or(|kind| *kind == 21), "{answer:?}");
}

/// What a plugin says that ends at once because of this certificate.
fn refusal(pem: &str) -> String {
    let mut command = command();
    let output = command.env(variable::CLIENT_CERT, pem).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn certificate_that_is_none_is_reported_to_the_host() {
    assert_eq!(
        refusal("-----BEGIN NOTHING-----"),
        "cannot secure the connection: expected one PEM certificate of the host\n"
    );
}

#[test]
fn certificate_with_another_kind_of_key_is_reported_to_the_host() {
    for kind in [&rcgen::PKCS_ED25519, &rcgen::PKCS_ECDSA_P384_SHA384] {
        let key = KeyPair::generate_for(kind).unwrap();
        let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        assert_eq!(
            refusal(&params.self_signed(&key).unwrap().pem()),
            "cannot secure the connection: expected the host's certificate to have a key on the curve P-256 or P-521, as go-plugin's has, \
             found another kind of key\n"
        );
    }
}
