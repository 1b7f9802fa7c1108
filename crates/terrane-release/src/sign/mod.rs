//! Signatures of `SHA256SUMS`.

mod agent;
mod key;

use fs_err as fs;

use crate::build::find;
use crate::{Distribution, Error};

pub use key::PublicKey;

/// Signs the checksums of releases with an OpenPGP key.
///
/// The key is RSA or DSA: Terraform's registry refuses keys of other algorithms, such as Ed25519.
#[derive(Debug)]
pub struct Signer(Source);

#[derive(Debug)]
enum Source {
    Key(Box<key::SecretKey>),
    Agent(Box<agent::Agent>),
}

impl Signer {
    /// Reads an armored secret key, as `gpg --armor --export-secret-keys` writes it.
    ///
    /// # Errors
    ///
    /// Fails if the text is no secret key, if the key is of an algorithm that Terraform's registry refuses, or if the passphrase is wrong.
    pub fn from_armor(armor: &str, passphrase: &str) -> Result<Self, Error> {
        let key = key::SecretKey::read(armor, passphrase)?;
        Ok(Self(Source::Key(Box::new(key))))
    }

    /// Signs by `gpg`, whose agent keeps the secret key, with the key of this fingerprint or address.
    ///
    /// # Errors
    ///
    /// Fails if `gpg` has no such key, or if the key is of an algorithm that Terraform's registry refuses.
    pub fn agent(user: &str) -> Result<Self, Error> {
        Ok(Self(Source::Agent(Box::new(agent::Agent::new(user)?))))
    }

    /// Returns the public key, which registries need.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        match &self.0 {
            Source::Key(key) => key.public_key(),
            Source::Agent(agent) => agent.public_key(),
        }
    }

    /// Writes the detached signature of a distribution's checksums. A valid signature by this key is not replaced.
    ///
    /// If `gpg` is installed, it verifies the signature too, because users verify releases with it.
    ///
    /// # Errors
    ///
    /// Fails if the key cannot sign, if `gpg` refuses the signature, or if another signature exists.
    pub fn sign(&self, distribution: &Distribution) -> Result<(), Error> {
        let sums = fs::read(distribution.checksums_path())?;
        let path = distribution.signature_path();
        if path.exists() {
            return match self.public_key().verify(&sums, &fs::read(&path)?) {
                Ok(()) => Ok(()),
                Err(_) => Err(Error::Released(path)),
            };
        }
        let signature = match &self.0 {
            Source::Key(key) => key.sign(&sums)?,
            Source::Agent(agent) => agent.sign(&sums)?,
        };
        self.public_key().verify(&sums, &signature)?;
        if find("gpg").is_some() {
            agent::verify(self.public_key(), &sums, &signature)?;
        }
        crate::file::write_once(&path, &signature)
    }
}
