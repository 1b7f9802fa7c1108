//! Signatures of `SHA256SUMS`, made by `gpg`.

mod gpg;
mod key;

use fs_err as fs;

use self::gpg::{Home, gpg, output};
use crate::Distribution;
use crate::error::{Error, ErrorKind};

pub use key::PublicKey;

/// Signs the checksums of releases with an OpenPGP key.
///
/// The key is RSA or DSA: Terraform's registry refuses keys of other algorithms, such as Ed25519. `gpg` must be installed.
#[derive(Debug)]
pub struct Signer {
    public: PublicKey,
    key: SecretKey,
}

enum SecretKey {
    /// The agent of the user keeps the key of this fingerprint or address.
    Agent(String),
    /// A folder that is removed afterwards contains the key.
    Own { home: Home, passphrase: String },
}

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Agent(user) => f.debug_tuple("Agent").field(user).finish(),
            Self::Own { home, .. } => f.debug_tuple("Own").field(home).finish(),
        }
    }
}

impl Signer {
    /// Reads an armored secret key, as `gpg --armor --export-secret-keys` writes it.
    ///
    /// It is imported into a folder of its own, which is removed with this value.
    ///
    /// # Errors
    ///
    /// Fails if the text is no secret key, if the key is of an algorithm that Terraform's registry refuses, if the passphrase is wrong, or if `gpg` is not
    /// installed.
    pub fn from_armor(armor: &str, passphrase: &str) -> Result<Self, Error> {
        let home = Home::with_key(armor)?;
        let list = ["--with-colons", "--list-secret-keys"];
        let secret = output(gpg(Some(&home)).args(list), b"")?;
        if !secret.starts_with(b"sec:") {
            let error = "the text is not an armored OpenPGP secret key";
            return Err(ErrorKind::Key(error.to_owned()).into());
        }
        let public = PublicKey::of(&home)?;
        if !public.can_sign() {
            return Err(ErrorKind::Key(format!(
                "the primary key {} of the OpenPGP key is not for signatures; export a key whose primary key signs",
                public.key_id()
            )).into());
        }
        let owned_passphrase = passphrase.to_owned();
        let key = SecretKey::Own {
            home,
            passphrase: owned_passphrase,
        };
        let this = Self { public, key };
        // A wrong passphrase is found before anything is built.
        match this.signature(b"") {
            Err(Error(ErrorKind::Program { .. })) => Err(ErrorKind::Key(
                "the passphrase does not open the OpenPGP key".to_owned(),
            )
            .into()),
            other => other.map(|_| this),
        }
    }

    /// Signs by `gpg`, whose agent keeps the secret key, with the key of this fingerprint or address.
    ///
    /// # Errors
    ///
    /// Fails if `gpg` has no such key or is not installed, or if the key is of an algorithm that Terraform's registry refuses.
    pub fn agent(user: &str) -> Result<Self, Error> {
        let export = ["--armor", "--export", "--", user];
        let armor = output(gpg(None).args(export), b"")?;
        if armor.is_empty() {
            return Err(ErrorKind::Key(format!("`gpg` has no key `{user}`")).into());
        }
        Ok(Self {
            public: PublicKey::from_armor(&String::from_utf8_lossy(&armor))?,
            key: SecretKey::Agent(user.to_owned()),
        })
    }

    /// Returns the public key, which registries need.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// Writes the detached signature of a distribution's checksums. A valid signature by this key is not replaced.
    ///
    /// # Errors
    ///
    /// Fails if the key cannot sign, if the public key does not verify the signature, or if another signature exists.
    pub fn sign(&self, distribution: &Distribution) -> Result<(), Error> {
        let sums = fs::read(distribution.checksums_path())?;
        let path = distribution.signature_path();
        if path.exists() {
            return match self.public.verify(&sums, &fs::read(&path)?) {
                Err(Error(ErrorKind::Verification(_))) => Err(ErrorKind::Released(path).into()),
                other => other,
            };
        }
        let signature = self.signature(&sums)?;
        self.public.verify(&sums, &signature)?;
        crate::file::write_once(&path, &signature)
    }

    /// Signs data by the primary key.
    fn signature(&self, data: &[u8]) -> Result<Vec<u8>, Error> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("data");
        fs::write(&file, data)?;
        let (home, user, passphrase) = match &self.key {
            SecretKey::Agent(user) => (None, user.clone(), None),
            // The exclamation mark excludes subkeys.
            SecretKey::Own { home, passphrase } => (
                Some(home),
                format!("{}!", self.public.key_id()),
                Some(passphrase),
            ),
        };
        let mut sign = gpg(home);
        if passphrase.is_some() {
            sign.args(["--pinentry-mode", "loopback", "--passphrase-fd", "0"]);
        }
        sign.args(["--local-user", &user, "--digest-algo", "SHA512"])
            .args(["--detach-sign", "--output", "-"])
            .arg(&file);
        let passphrase_bytes = passphrase.map(String::as_bytes).unwrap_or_default();
        output(&mut sign, passphrase_bytes)
    }
}
