//! The public key of a release.

use fs_err as fs;

use super::gpg::{Home, gpg, output, run};
use crate::error::{Error, ErrorKind};

/// The public key that verifies releases.
#[derive(Debug)]
pub struct PublicKey {
    id: String,
    armor: String,
    can_sign: bool,
}

impl PublicKey {
    /// Reads an armored public key.
    ///
    /// # Errors
    ///
    /// Fails if the text is no public key, if Terraform's registry refuses its algorithm, or if `gpg` is not installed.
    pub fn from_armor(armor: &str) -> Result<Self, Error> {
        Self::of(&Home::with_key(armor)?)
    }

    /// Reads the public part of the only key in a folder.
    pub(super) fn of(home: &Home) -> Result<Self, Error> {
        let list = output(gpg(Some(home)).args(["--with-colons", "--list-keys"]), b"")?;
        let listed = String::from_utf8_lossy(&list);
        let primary = listed.lines().find(|line| line.starts_with("pub:"));
        // The fields are listed in `doc/DETAILS` of GnuPG.
        let fields: Vec<&str> = primary.unwrap_or_default().split(':').collect();
        let [algorithm, id, usage] = [3, 4, 11].map(|at| fields.get(at).copied());
        let (Some(algorithm), Some(id), Some(usage)) = (algorithm, id, usage) else {
            return Err(ErrorKind::Key("`gpg` found no OpenPGP key".to_owned()).into());
        };
        // RSA, RSA for signatures, and DSA.
        if !matches!(algorithm, "1" | "3" | "17") {
            return Err(ErrorKind::Key(format!(
                "the OpenPGP key is of the algorithm {}, which Terraform's registry refuses; expected RSA or DSA",
                algorithm_name(algorithm)
            )).into());
        }
        let armor = output(gpg(Some(home)).args(["--armor", "--export", id]), b"")?;
        Ok(Self {
            id: id.to_owned(),
            armor: String::from_utf8_lossy(&armor).into_owned(),
            can_sign: usage.contains('s'),
        })
    }

    /// Whether the primary key is for signatures.
    pub(super) fn can_sign(&self) -> bool {
        self.can_sign
    }

    /// Returns the identifier that registries show: the last 16 digits of the fingerprint, in upper case.
    #[must_use]
    pub fn key_id(&self) -> String {
        self.id.clone()
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
    /// Fails if the signature is of other data or another key, or if `gpg` is not installed.
    pub fn verify(&self, data: &[u8], signature: &[u8]) -> Result<(), Error> {
        let home = Home::with_key(&self.armor)?;
        let path = home.path().join("signature");
        fs::write(&path, signature)?;
        let mut verify = gpg(Some(&home));
        let verified = run(verify.arg("--verify").arg(&path).arg("-"), data)?;
        if verified.status.success() {
            Ok(())
        } else {
            Err(ErrorKind::Verification(format!("key {}", self.id)).into())
        }
    }
}

/// The name of an algorithm, by its number in RFC 9580.
fn algorithm_name(number: &str) -> String {
    match number {
        "16" => "Elgamal".to_owned(),
        "18" => "ECDH".to_owned(),
        "19" => "ECDSA".to_owned(),
        "22" => "EdDSA".to_owned(),
        "25" => "X25519".to_owned(),
        "27" => "Ed25519".to_owned(),
        number => number.to_owned(),
    }
}
