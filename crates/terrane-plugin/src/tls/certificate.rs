//! The certificate of this process, as go-plugin makes it: self-signed, for `localhost`, and marked as a certificate authority.

use ring::error::Unspecified;
use ring::rand::{SecureRandom as _, SystemRandom};
use rustls::pki_types::{AlgorithmIdentifier, CertificateDer, alg_id};

use super::crypto::Key;

// Tags of DER.
const BOOLEAN: u8 = 0x01;
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const OBJECT_IDENTIFIER: u8 = 0x06;
const UTF8_STRING: u8 = 0x0c;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
/// The version of a certificate.
const VERSION: u8 = 0xa0;
/// The extensions of a certificate.
const EXTENSIONS: u8 = 0xa3;
/// The name of a server in a list of alternative names.
const DNS_NAME: u8 = 0x82;

// Object identifiers.
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
const KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x0f];
const ALTERNATIVE_NAMES: &[u8] = &[0x55, 0x1d, 0x11];
const BASIC_CONSTRAINTS: &[u8] = &[0x55, 0x1d, 0x13];
const EXTENDED_KEY_USAGE: &[u8] = &[0x55, 0x1d, 0x25];
const SERVER_AUTH: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01];
const CLIENT_AUTH: &[u8] = &[0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x02];

/// Digital signature, key encipherment, key agreement, signing of certificates. The first byte is the number of unused bits.
const KEY_USAGES: &[u8] = &[2, 0b1010_1100];

/// The length of the serial number, which is random.
const SERIAL: usize = 16;

/// Makes the certificate of a server for a key on P-256. It never expires, because it lives as long as the process.
pub(super) fn self_signed(key: &Key, server: &str) -> Result<CertificateDer<'static>, Unspecified> {
    let mut serial = [0; SERIAL];
    SystemRandom::new().fill(&mut serial)?;
    // Positive, and without a leading zero.
    serial[0] = serial[0] & 0x7f | 0x40;
    let name = name(server);
    let signed = sequence(&[
        element(VERSION, &element(INTEGER, &[2])),
        element(INTEGER, &serial),
        algorithm(&alg_id::ECDSA_SHA256),
        name.clone(),
        sequence(&[
            element(UTC_TIME, b"750101000000Z"),
            element(GENERALIZED_TIME, b"40960101000000Z"),
        ]),
        name,
        sequence(&[algorithm(&alg_id::ECDSA_P256), bits(key.public())]),
        element(EXTENSIONS, &extensions(server)),
    ]);
    let signature = key.signature(&signed)?;
    let certificate = sequence(&[signed, algorithm(&alg_id::ECDSA_SHA256), bits(&signature)]);
    Ok(certificate.into())
}

/// A name with one part, the common name.
fn name(common: &str) -> Vec<u8> {
    let part = [
        element(OBJECT_IDENTIFIER, COMMON_NAME),
        element(UTF8_STRING, common.as_bytes()),
    ];
    sequence(&[element(SET, &sequence(&part))])
}

fn extensions(server: &str) -> Vec<u8> {
    let purposes = [CLIENT_AUTH, SERVER_AUTH].map(|it| element(OBJECT_IDENTIFIER, it));
    let names = sequence(&[element(DNS_NAME, server.as_bytes())]);
    sequence(&[
        extension(ALTERNATIVE_NAMES, false, &names),
        extension(KEY_USAGE, true, &element(BIT_STRING, KEY_USAGES)),
        extension(EXTENDED_KEY_USAGE, false, &sequence(&purposes)),
        extension(
            BASIC_CONSTRAINTS,
            true,
            &sequence(&[element(BOOLEAN, &[0xff])]),
        ),
    ])
}

fn extension(identifier: &[u8], critical: bool, value: &[u8]) -> Vec<u8> {
    let identifier = element(OBJECT_IDENTIFIER, identifier);
    let value = element(OCTET_STRING, value);
    if critical {
        sequence(&[identifier, element(BOOLEAN, &[0xff]), value])
    } else {
        sequence(&[identifier, value])
    }
}

/// An algorithm, of which `pki-types` has the contents of the sequence.
fn algorithm(identifier: &AlgorithmIdentifier) -> Vec<u8> {
    element(SEQUENCE, identifier)
}

/// Whole bytes as a string of bits.
fn bits(bytes: &[u8]) -> Vec<u8> {
    element(BIT_STRING, &[&[0], bytes].concat())
}

fn sequence(elements: &[Vec<u8>]) -> Vec<u8> {
    element(SEQUENCE, &elements.concat())
}

/// Encodes an element of DER: tag, length and content.
fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len().to_be_bytes();
    let significant = length.iter().position(|byte| *byte != 0);
    let length = &length[significant.unwrap_or(length.len() - 1)..];
    let mut encoded = vec![tag];
    match *length {
        [short @ ..=0x7f] => encoded.push(short),
        _ => {
            encoded.push(0x80 | u8::try_from(length.len()).unwrap_or_default());
            encoded.extend_from_slice(length);
        }
    }
    encoded.extend_from_slice(content);
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_the_shortest_form() {
        for (length, header) in [
            (0, &[4, 0][..]),
            (127, &[4, 127]),
            (128, &[4, 0x81, 128]),
            (256, &[4, 0x82, 1, 0]),
        ] {
            let encoded = element(OCTET_STRING, &vec![7; length]);
            assert_eq!(&encoded[..header.len()], header);
            assert_eq!(encoded.len(), header.len() + length);
        }
    }
}
