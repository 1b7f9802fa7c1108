//! Properties of everything that a host reads from a plugin's side.

use proptest::prelude::*;
use terrane_plugin::{Address, Handshake, Reattach};
use terrane_plugin_client::{read_handshake, read_reattach};

fn address() -> impl Strategy<Value = Address> {
    prop_oneof![
        "(/[a-z0-9 .é]{1,9}){1,4}[a-z]".prop_map(|path| Address::Unix(path.into())),
        any::<std::net::SocketAddrV4>().prop_map(|address| Address::Tcp(address.into())),
    ]
}

fn certificate() -> impl Strategy<Value = Option<Vec<u8>>> {
    // A shorter one would be taken for what old plugins left in its place.
    prop::option::of(prop::collection::vec(any::<u8>(), 40..900))
}

proptest! {
    #[test]
    fn any_line_is_survived(line in "\\PC*") {
        let _ = read_handshake(&line);
    }

    #[test]
    fn any_fields_are_survived(fields in prop::collection::vec("1|6|unix|tcp|/s|127.0.0.1:1|grpc|netrpc|true|[A-Za-z0-9+/=]{0,90}|\\PC{0,9}", 0..9)) {
        if let Ok(handshake) = read_handshake(&fields.join("|")) {
            prop_assert_eq!(read_handshake(&handshake.to_string()), Ok(handshake));
        }
    }

    #[test]
    fn every_handshake_survives_a_round_trip(
        version in any::<u32>(), address in address(), certificate in certificate(), multiplex in any::<Option<bool>>(),
    ) {
        let handshake = Handshake { version, address, certificate, multiplex };
        prop_assert_eq!(read_handshake(&handshake.to_string()), Ok(handshake));
    }

    #[test]
    fn cut_handshake_is_refused_or_means_less(cut in 0usize..200, certificate in certificate()) {
        let whole = Handshake { version: 6, address: Address::Unix("/s".into()), certificate, multiplex: Some(true) };
        let line: String = whole.to_string().chars().take(cut).collect();
        if let Ok(part) = read_handshake(&line) {
            prop_assert_eq!(part.version, 6);
            prop_assert_eq!(part.address, whole.address);
        }
    }

    #[test]
    fn any_reattach_text_is_survived(text in "\\PC*") {
        let _ = read_reattach(&text);
    }

    #[test]
    fn every_reattach_survives_a_round_trip(
        version in any::<u32>(), address in address(), pid in any::<u32>(), test in any::<bool>(), key in "\\PC*",
    ) {
        let reattach = Reattach { version, address, pid, test };
        let read = read_reattach(&reattach.to_json(&key)).unwrap();
        prop_assert_eq!(&read[&key], &reattach);
    }
}
