//! Entry points of the fuzz targets to private parsers. They are not part of the public API.

use std::ffi::OsString;
use std::sync::LazyLock;

use rustls::pki_types::CertificateDer;

use crate::Error;
use crate::server::outcome_of_environment;
use crate::tls::{Identity, certificate_from_pem};

static OWN: LazyLock<Result<Identity, Error>> = LazyLock::new(Identity::generate);

/// Makes a certificate, and returns it in PEM and in DER form.
#[must_use]
pub fn own_certificate() -> (Vec<u8>, Vec<u8>) {
    match &*OWN {
        Ok(own) => (
            own.certificate_pem().into_bytes(),
            own.certificate().to_vec(),
        ),
        Err(_) => Default::default(),
    }
}

/// Reads a peer's certificate, in PEM or in DER form, as plugin and as host, and returns the name of the outcome.
#[must_use]
pub fn certificate(bytes: &[u8]) -> String {
    let Ok(own) = &*OWN else {
        return String::new();
    };
    let der = CertificateDer::from(bytes.to_vec());
    let peers = [
        Ok(der),
        certificate_from_pem(&String::from_utf8_lossy(bytes)),
    ];
    let outcomes = peers.map(|peer| match peer {
        Ok(peer) => format!(
            "{:?} {:?}",
            own.facing_host(&peer).err(),
            own.facing_plugin(&peer).err()
        ),
        Err(error) => error.to_string(),
    });
    outcomes.join("; ")
}

/// Reads the environment variables that a host sets, and returns the name of the outcome.
#[must_use]
pub fn environment(variables: &[(&str, &str)]) -> String {
    outcome_of_environment(|name| {
        let found = variables.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| OsString::from(value))
    })
}
