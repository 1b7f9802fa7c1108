//! Protobuf messages and gRPC frames, over a real connection to a served provider.

use std::sync::Mutex;
use std::time::Duration;

use bytes::{BufMut, Bytes, BytesMut};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use terrane_plugin::{Address, Running};
use terrane_protocol::{DynamicValue, Server, Version};
use terrane_value::{Type, json};
use tokio::net::UnixStream;

use super::lab::{Lab, SETTINGS, TANK};
use super::setup::RUNTIME;

/// The RPCs of each protocol version: those that differ by name, and the rest.
const RPCS: [(&str, &str); 20] = [
    ("GetSchema", "GetProviderSchema"),
    ("PrepareProviderConfig", "ValidateProviderConfig"),
    ("Configure", "ConfigureProvider"),
    ("ValidateResourceTypeConfig", "ValidateResourceConfig"),
    ("ValidateDataSourceConfig", "ValidateDataResourceConfig"),
    ("UpgradeResourceState", "UpgradeResourceState"),
    ("ReadResource", "ReadResource"),
    ("PlanResourceChange", "PlanResourceChange"),
    ("ApplyResourceChange", "ApplyResourceChange"),
    ("ImportResourceState", "ImportResourceState"),
    ("ReadDataSource", "ReadDataSource"),
    ("CallFunction", "CallFunction"),
    ("MoveResourceState", "MoveResourceState"),
    ("UpgradeResourceIdentity", "UpgradeResourceIdentity"),
    ("GetResourceIdentitySchemas", "GetResourceIdentitySchemas"),
    ("GetFunctions", "GetFunctions"),
    ("GetMetadata", "GetMetadata"),
    ("OpenEphemeralResource", "OpenEphemeralResource"),
    ("ListResource", "ListResource"),
    ("PlanAction", "PlanAction"),
];

/// The bit of the first byte that asks for protocol 5.
const FIVE: u8 = 0x40;

/// The bit of the first byte that sends the message without a frame of gRPC around it.
const BARE: u8 = 0x80;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

type Sender = http2::SendRequest<Full<Bytes>>;

/// The plugin and a connection to it: made at the first use, and again where a connection ended.
struct Peer {
    running: Option<Running>,
    sender: Option<Sender>,
}

/// One peer for each protocol version.
static PEERS: [Mutex<Peer>; 2] = [const {
    Mutex::new(Peer {
        running: None,
        sender: None,
    })
}; 2];

impl Peer {
    async fn sender(&mut self, version: Version) -> Sender {
        if let Some(sender) = self.sender.as_ref().filter(|sender| !sender.is_closed()) {
            return sender.clone();
        }
        if self.running.is_none() {
            let server = Server::new(terrane::server::<Lab>()).versions([version]);
            self.running = Some(server.start().await.expect("a socket"));
        }
        let running = self.running.as_ref().expect("it has been started");
        let Address::Unix(path) = &running.reattach().address else {
            panic!("a plugin under test listens on a Unix socket");
        };
        let stream = UnixStream::connect(path).await.expect("a connection");
        let (sender, connection) = http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
            .await
            .expect("HTTP/2");
        tokio::spawn(connection);
        self.sender = Some(sender.clone());
        sender
    }
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let part = |number: u8, bytes: &[u8]| {
        let mut out = vec![number << 3 | 2];
        let mut length = bytes.len();
        while length >= 0x80 {
            out.push(u8::try_from(length & 0x7f).unwrap() | 0x80);
            length >>= 7;
        }
        out.push(u8::try_from(length).unwrap());
        out.extend_from_slice(bytes);
        out
    };
    let value = |number: u8, text: &str, ty: &str| {
        let ty = Type::from_json(ty.as_bytes()).expect("a type");
        let value = json::decode(text.as_bytes(), &ty).expect("a value");
        let encoded = DynamicValue::encode(&value, &ty).expect("of its type");
        part(number, &part(1, &encoded.msgpack))
    };
    const OF_SETTINGS: &str =
        r#"["object",{"lights":["list",["object",{"lumen":"number"}]],"place":"string"}]"#;
    const OF_TANK: &str = r#"["object",{"anything":"dynamic","fish":["list",["object",{"kind":"string","parts":["map","number"]}]],"leaks":"bool","name":"string","number":"number","rooms":["list",["object",{"lumen":"number"}]],"secret":"string","tags":["set","string"],"timeouts":["object",{"create":"string","delete":"string","update":"string"}],"volume":"number"}]"#;
    let name = part(1, b"lab_tank");
    let tank = |number| value(number, TANK, OF_TANK);
    let messages: Vec<(u8, Vec<u8>)> = vec![
        (0, Vec::new()),
        (1, value(1, SETTINGS, OF_SETTINGS)),
        (
            2,
            [part(1, b"1.12.0"), value(2, SETTINGS, OF_SETTINGS)].concat(),
        ),
        (3, [name.clone(), tank(2)].concat()),
        (4, [name.clone(), tank(2)].concat()),
        (
            5,
            [
                name.clone(),
                vec![0x10, 0x01],
                part(3, &part(1, TANK.as_bytes())),
            ]
            .concat(),
        ),
        (
            5,
            [
                name.clone(),
                part(3, &part(2, &[part(1, b"name"), part(2, b"a")].concat())),
            ]
            .concat(),
        ),
        (
            6,
            [name.clone(), tank(2), part(3, br#"{"count":"MQ=="}"#)].concat(),
        ),
        (7, [name.clone(), tank(2), tank(3), tank(4)].concat()),
        (8, [name.clone(), tank(2), tank(3), tank(4)].concat()),
        (9, [name.clone(), part(2, b"a")].concat()),
        (10, [name.clone(), tank(2)].concat()),
        (
            11,
            [part(1, b"total"), value(2, "[1,2]", r#"["list","number"]"#)].concat(),
        ),
        (
            12,
            [part(1, b"x"), part(2, b"y"), part(5, b"lab_tank")].concat(),
        ),
        (
            13,
            [name.clone(), part(3, &part(1, br#"{"name":"a"}"#))].concat(),
        ),
        (14, Vec::new()),
        (15, Vec::new()),
        (16, Vec::new()),
        (17, name.clone()),
        (18, name.clone()),
        (19, name),
    ];
    let five = messages.iter().map(|(rpc, message)| (rpc | FIVE, message));
    let six = messages.iter().map(|(rpc, message)| (*rpc, message));
    let framed = five.chain(six);
    framed
        .map(|(rpc, message)| [&[rpc][..], message].concat())
        .chain([
            vec![BARE],
            vec![BARE | 6, 0, 0, 0, 0, 0],
            vec![BARE | 6, 1, 0, 0, 0, 1, 0],
            vec![BARE | 7, 0, 0xff, 0xff, 0xff, 0xff],
            vec![BARE | 7, 0, 0, 0, 0, 2, 0x0a],
        ])
        .collect()
}

pub(super) fn run(input: &[u8]) -> String {
    let Some((head, message)) = input.split_first() else {
        return "nothing".to_owned();
    };
    let (five, six) = RPCS[usize::from(head & !(FIVE | BARE)) % RPCS.len()];
    let (version, path, peer) = match head & FIVE {
        0 => (Version::V6, format!("/tfplugin6.Provider/{six}"), &PEERS[0]),
        _ => (
            Version::V5,
            format!("/tfplugin5.Provider/{five}"),
            &PEERS[1],
        ),
    };
    let mut peer = peer
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut body = BytesMut::new();
    if head & BARE == 0 {
        body.put_u8(0);
        body.put_u32(u32::try_from(message.len()).unwrap());
    }
    body.put_slice(message);
    let request = http::Request::post(format!("http://localhost{path}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(Full::new(body.freeze()))
        .expect("a request");
    let answered = RUNTIME.block_on(async {
        let mut sender = peer.sender(version).await;
        tokio::time::timeout(PATIENCE, async {
            let response = sender.send_request(request).await.expect("an answer");
            assert_eq!(response.status(), 200, "{path}");
            let at_once = response.headers().get("grpc-status").cloned();
            let body = response.into_body().collect().await.expect("a body");
            let trailers = body.trailers().and_then(|them| them.get("grpc-status"));
            trailers.cloned().or(at_once).expect("a status of gRPC")
        })
        .await
    });
    let status = answered.unwrap_or_else(|_| panic!("{path} is not answered in {PATIENCE:?}"));
    format!("{path} {status:?}")
}
