//! Keys that are read from text.

use pgp::composed::{
    ArmorOptions, Deserializable as _, DetachedSignature, SignedPublicKey, SignedSecretKey,
};
use pgp::crypto::hash::HashAlgorithm;
use pgp::crypto::public_key::PublicKeyAlgorithm;
use pgp::ser::Serialize as _;
use pgp::types::{KeyDetails, Password};

use crate::Error;

/// A secret key with its passphrase.
pub(super) struct SecretKey {
    key: SignedSecretKey,
    passphrase: Password,
    public: PublicKey,
}

/// The public key that verifies releases.
#[derive(Clone, Debug)]
pub struct PublicKey {
    key: SignedPublicKey,
    armor: String,
}

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecretKey")
            .field("key_id", &self.public.key_id())
            .finish_non_exhaustive()
    }
}

impl SecretKey {
    pub(super) fn read(armor: &str, passphrase: &str) -> Result<Self, Error> {
        let (key, _) = SignedSecretKey::from_string(armor).map_err(|error| {
            Error::Key(format!(
                "the text is no armored OpenPGP secret key: {error}"
            ))
        })?;
        let public = PublicKey::new(key.to_public_key())?;
        let own = Self {
            key,
            passphrase: passphrase.into(),
            public,
        };
        // A wrong passphrase, or a key that cannot sign, is found before anything is built.
        let opened = own
            .key
            .primary_key
            .unlock(&own.passphrase, |_, _| Ok(()))
            .and_then(|opened| opened);
        opened.map_err(|error| {
            Error::Key(format!(
                "the passphrase does not open the OpenPGP key: {error}"
            ))
        })?;
        if !own.public.can_sign() {
            return Err(Error::Key(format!(
                "the primary key {} of the OpenPGP key is not for signatures; export a key whose primary key signs",
                own.public.key_id()
            )));
        }
        let trial = own.sign(b"")?;
        own.public.verify(b"", &trial)?;
        Ok(own)
    }

    pub(super) fn public_key(&self) -> &PublicKey {
        &self.public
    }

    pub(super) fn sign(&self, data: &[u8]) -> Result<Vec<u8>, Error> {
        let signature = DetachedSignature::sign_binary_data(
            rand::thread_rng(),
            &self.key.primary_key,
            &self.passphrase,
            HashAlgorithm::Sha512,
            data,
        )?;
        Ok(signature.to_bytes()?)
    }
}

impl PublicKey {
    /// Reads an armored public key.
    ///
    /// # Errors
    ///
    /// Fails if the text is no public key, or if Terraform's registry refuses its algorithm.
    pub fn from_armor(armor: &str) -> Result<Self, Error> {
        let (key, _) = SignedPublicKey::from_string(armor).map_err(|error| {
            Error::Key(format!(
                "the text is no armored OpenPGP public key: {error}"
            ))
        })?;
        Self::new(key)
    }

    fn new(key: SignedPublicKey) -> Result<Self, Error> {
        let algorithm = key.primary_key.algorithm();
        if !matches!(
            algorithm,
            PublicKeyAlgorithm::RSA | PublicKeyAlgorithm::RSASign | PublicKeyAlgorithm::DSA
        ) {
            return Err(Error::Key(format!(
                "the OpenPGP key is of the algorithm {algorithm:?}, which Terraform's registry refuses; expected RSA or DSA"
            )));
        }
        let armor = key.to_armored_string(ArmorOptions::default())?;
        Ok(Self { key, armor })
    }

    /// Whether the primary key is for signatures: neither its algorithm nor its flags exclude them.
    fn can_sign(&self) -> bool {
        let is_algorithm = self.key.primary_key.algorithm().can_sign();
        let details = &self.key.details;
        let users = details.users.iter().flat_map(|user| &user.signatures);
        let flags = users
            .chain(&details.direct_signatures)
            .map(|signature| signature.key_flags());
        // Flags that no signature sets exclude nothing.
        let flags: Vec<_> = flags
            .filter(|flags| flags.certify() || flags.sign() || flags.encrypt_comms())
            .collect();
        is_algorithm && (flags.is_empty() || flags.iter().any(|it| it.sign()))
    }

    /// Returns the identifier that registries show: the last 16 digits of the fingerprint, in upper case.
    #[must_use]
    pub fn key_id(&self) -> String {
        self.key
            .primary_key
            .legacy_key_id()
            .to_string()
            .to_uppercase()
    }

    /// Returns the key as text.
    #[must_use]
    pub fn armor(&self) -> &str {
        &self.armor
    }

    /// Verifies a detached signature by the key itself or one of its subkeys.
    ///
    /// # Errors
    ///
    /// Fails if the signature is of other data or another key.
    pub fn verify(&self, data: &[u8], signature: &[u8]) -> Result<(), Error> {
        let signature = DetachedSignature::from_bytes(signature)?;
        let primary = signature.verify(&self.key.primary_key, data);
        let by_subkey = || {
            self.key
                .public_subkeys
                .iter()
                .any(|subkey| signature.verify(&subkey.key, data).is_ok())
        };
        match primary {
            Err(_) if by_subkey() => Ok(()),
            other => Ok(other?),
        }
    }
}
