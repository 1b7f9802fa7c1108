//! Decryption with RSA keys.

use rsa::pkcs1::DecodeRsaPrivateKey as _;
use rsa::pkcs8::DecodePrivateKey as _;
use rsa::{BoxedUint, Pkcs1v15Encrypt, PrivateKey};

use crate::functions::call::{Call, CallError};
use crate::functions::encoding::decode_base64;
use crate::functions::signature::{ArgumentType, Function, Returns, string};
use crate::value::Value;

pub(super) static FUNCTIONS: &[Function] = &[Function::new(
    "rsadecrypt",
    "Decrypts a text with a private RSA key.",
    &[string("ciphertext"), string("privatekey")],
    Returns::ArgumentType(ArgumentType::String),
    decrypt,
)];

fn decrypt(call: &Call<'_>) -> Result<Value, CallError> {
    let Some(encrypted) = decode_base64(call.text(0)) else {
        let ciphertext = call.text(0);
        return Err(CallError::argument(
            0,
            format!("failed to decode input \"{ciphertext}\": cipher text must be base64-encoded"),
        ));
    };
    // The time of decryption grows with the third power of the length of the key, which is less than that of its text.
    let words = u64::try_from(call.text(1).len() / 8).unwrap_or(u64::MAX);
    call.spend(words.saturating_mul(words).saturating_mul(words) / 20)?;
    let key = read_key(call.text(1))
        .map_err(|reason| CallError::argument(1, format!("invalid private key: {reason}")))?;
    let decrypted = key
        .decrypt(Pkcs1v15Encrypt, &encrypted)
        .map_err(|error| CallError::new(format!("failed to decrypt: {error}")))?;
    Ok(String::from_utf8_lossy(&decrypted).into_owned().into())
}

/// Reads a key in one of the forms of PKCS #1, PKCS #8 and OpenSSH.
fn read_key(text: &str) -> Result<PrivateKey, String> {
    let start = text
        .find("-----BEGIN ")
        .ok_or("there is no PEM block, which starts with \"-----BEGIN\"")?;
    let armored = &text[start..];
    let label = armored["-----BEGIN ".len()..]
        .split("-----")
        .next()
        .unwrap_or_default();
    match label {
        "RSA PRIVATE KEY" if armored.contains("Proc-Type: 4,ENCRYPTED") => {
            Err("this private key is passphrase protected".to_owned())
        }
        "RSA PRIVATE KEY" => {
            PrivateKey::from_pkcs1_pem(armored.trim_end()).map_err(|error| error.to_string())
        }
        "PRIVATE KEY" => {
            PrivateKey::from_pkcs8_pem(armored.trim_end()).map_err(|error| error.to_string())
        }
        "OPENSSH PRIVATE KEY" => read_openssh(armored).ok_or_else(|| {
            "this is not an OpenSSH key of the kind RSA without passphrase".to_owned()
        }),
        other => Err(format!("a key of the kind \"{other}\" is not supported")),
    }
}

/// Reads a key in OpenSSH's own form.
fn read_openssh(text: &str) -> Option<PrivateKey> {
    const MAGIC: &[u8] = b"openssh-key-v1\0";
    let mut lines = text.lines().skip(1).map(str::trim);
    let body: String = lines
        .by_ref()
        .take_while(|line| !line.starts_with("-----"))
        .collect();
    let bytes = decode_base64(&body)?;
    let mut outer = Reader(bytes.strip_prefix(MAGIC)?);
    let (cipher, derivation) = (outer.string()?, outer.string()?);
    if cipher != b"none" || derivation != b"none" {
        return None;
    }
    outer.string()?;
    if outer.number()? != 1 {
        return None;
    }
    outer.string()?;
    let mut inner = Reader(outer.string()?);
    if inner.number()? != inner.number()? || inner.string()? != b"ssh-rsa" {
        return None;
    }
    let (modulus, public, private) = (inner.integer()?, inner.integer()?, inner.integer()?);
    let _inverse = inner.integer()?;
    let primes = vec![inner.integer()?, inner.integer()?];
    PrivateKey::from_components(modulus, public, private, primes).ok()
}

/// Reads the fields of an OpenSSH key.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn number(&mut self) -> Option<u32> {
        let (bytes, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*bytes))
    }

    fn string(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (string, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(string)
    }

    fn integer(&mut self) -> Option<BoxedUint> {
        let bytes = self.string()?;
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let significant = bytes.get(zeros..)?;
        let bits = u32::try_from(significant.len().checked_mul(8)?).ok()?;
        BoxedUint::from_be_slice(significant, bits).ok()
    }
}
