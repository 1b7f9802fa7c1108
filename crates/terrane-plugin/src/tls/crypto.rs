//! The cryptography of the connections, limited to the algorithms that a plugin uses. Other algorithms are not linked into its program.
//!
//! Each connection names its provider explicitly, because the process's default provider of rustls may be missing or another one.

use std::sync::Arc;

use p521::ecdsa::signature::hazmat::PrehashVerifier;
use p521::ecdsa::{DerSignature, VerifyingKey};
use ring::digest;
use ring::error::Unspecified;
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _,
    UnparsedPublicKey,
};
use rustls::crypto::ring::{cipher_suite, kx_group};
use rustls::crypto::{
    CryptoProvider, GetRandomFailed, KeyProvider, SecureRandom, WebPkiSupportedAlgorithms,
};
use rustls::pki_types::{
    AlgorithmIdentifier, InvalidSignature, PrivateKeyDer, SignatureVerificationAlgorithm, alg_id,
};
use rustls::sign::{Signer, SigningKey};
use rustls::{Error, SignatureAlgorithm, SignatureScheme};

/// Returns the cryptography provider of a connection, which uses ring.
///
/// Go hosts offer the key exchange X25519 first. A Go host in FIPS mode offers P-256, but not X25519. They also offer AES with 128 bits first, which
/// takes less time than with 256 bits.
pub(super) fn provider(algorithms: WebPkiSupportedAlgorithms) -> Arc<CryptoProvider> {
    Arc::new(CryptoProvider {
        cipher_suites: vec![
            cipher_suite::TLS13_AES_128_GCM_SHA256,
            cipher_suite::TLS13_AES_256_GCM_SHA384,
            cipher_suite::TLS13_CHACHA20_POLY1305_SHA256,
        ],
        kx_groups: vec![kx_group::X25519, kx_group::SECP256R1],
        signature_verification_algorithms: algorithms,
        secure_random: &System,
        key_provider: &System,
    })
}

/// Returns the algorithm that checks whether a peer has the private key of its certificate. `key` is the public key in DER form. TLS has one
/// algorithm for each curve. Go chooses from the offered algorithms, so only this one is offered.
pub(super) fn algorithm_of(key: &[u8]) -> Option<WebPkiSupportedAlgorithms> {
    let is_on = |curve: AlgorithmIdentifier| key.windows(curve.len()).any(|part| part == &*curve);
    if is_on(alg_id::ECDSA_P521) {
        Some(ON_P521)
    } else if is_on(alg_id::ECDSA_P256) {
        Some(ON_P256)
    } else {
        None
    }
}

/// Returns all signature algorithms of ring, for keys on other curves.
pub(super) fn all_of_ring() -> WebPkiSupportedAlgorithms {
    rustls::crypto::ring::default_provider().signature_verification_algorithms
}

/// The algorithm for the keys of go-plugin's hosts, which are on the curve P-521.
const ON_P521: WebPkiSupportedAlgorithms = WebPkiSupportedAlgorithms {
    all: &[&EcdsaP521],
    mapping: &[(SignatureScheme::ECDSA_NISTP521_SHA512, &[&EcdsaP521])],
};

/// The algorithm for keys on the curve P-256, which [`Key::generate`] makes.
const ON_P256: WebPkiSupportedAlgorithms = WebPkiSupportedAlgorithms {
    all: &[&EcdsaP256],
    mapping: &[(SignatureScheme::ECDSA_NISTP256_SHA256, &[&EcdsaP256])],
};

/// ECDSA on P-521 with SHA-512. Ring implements the hash, but not the curve.
#[derive(Debug)]
struct EcdsaP521;

impl SignatureVerificationAlgorithm for EcdsaP521 {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        let key = VerifyingKey::from_sec1_bytes(public_key).map_err(|_| InvalidSignature)?;
        let signature = DerSignature::from_bytes(signature).map_err(|_| InvalidSignature)?;
        let hash = digest::digest(&digest::SHA512, message);
        key.verify_prehash(hash.as_ref(), &signature)
            .map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_P521
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_SHA512
    }
}

/// ECDSA on P-256 with SHA-256.
#[derive(Debug)]
struct EcdsaP256;

impl SignatureVerificationAlgorithm for EcdsaP256 {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, public_key)
            .verify(message, signature)
            .map_err(|_| InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_P256
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        alg_id::ECDSA_SHA256
    }
}

/// A private key on P-256, which is made for this process and never leaves it.
#[derive(Debug, Clone)]
pub(super) struct Key(Arc<EcdsaKeyPair>);

impl Key {
    pub(super) fn generate() -> Result<Self, Unspecified> {
        let (curve, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(curve, &random)?;
        let pair = EcdsaKeyPair::from_pkcs8(curve, key.as_ref(), &random)?;
        Ok(Self(Arc::new(pair)))
    }

    /// The public key, as a point of the curve.
    pub(super) fn public(&self) -> &[u8] {
        self.0.public_key().as_ref()
    }

    pub(super) fn signature(&self, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let signature = self.0.sign(&SystemRandom::new(), message)?;
        Ok(signature.as_ref().to_vec())
    }
}

/// Signs handshakes.
impl SigningKey for Key {
    fn choose_scheme(&self, offered: &[SignatureScheme]) -> Option<Box<dyn Signer>> {
        offered
            .contains(&self.scheme())
            .then(|| Box::new(self.clone()) as _)
    }

    fn algorithm(&self) -> SignatureAlgorithm {
        SignatureAlgorithm::ECDSA
    }
}

impl Signer for Key {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        self.signature(message)
            .map_err(|_| Error::General("ring cannot sign".to_owned()))
    }

    fn scheme(&self) -> SignatureScheme {
        SignatureScheme::ECDSA_NISTP256_SHA256
    }
}

/// The system's random number generator.
#[derive(Debug)]
struct System;

impl SecureRandom for System {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), GetRandomFailed> {
        SystemRandom::new().fill(bytes).map_err(|_| GetRandomFailed)
    }
}

impl KeyProvider for System {
    fn load_private_key(&self, _: PrivateKeyDer<'static>) -> Result<Arc<dyn SigningKey>, Error> {
        Err(Error::General(
            "keys are made for the connection, not loaded".to_owned(),
        ))
    }
}
