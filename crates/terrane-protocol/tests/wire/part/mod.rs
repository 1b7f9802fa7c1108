//! Checks that protocol 5 is a subset of protocol 6. The types of protocol 6 encode messages of protocol 5, but a peer of protocol 5 must only
//! receive fields that it knows.

mod described;

use std::collections::BTreeSet;

use bytes::{Buf, Bytes};
use http_body_util::{BodyExt, Full};
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};
use tonic::body::Body;
use tower_service::Service;

use self::described::{Described, Field};
use super::garbage::good_calls;
use super::provider::Expecting;
use super::{call_raw, server};
use crate::*;

/// Messages with a different name in protocol 5.
const RENAMED: [(&str, &str); 5] = [
    ("Configure", "ConfigureProvider"),
    ("PrepareProviderConfig", "ValidateProviderConfig"),
    ("Stop", "StopProvider"),
    ("ValidateDataSourceConfig", "ValidateDataResourceConfig"),
    ("ValidateResourceTypeConfig", "ValidateResourceConfig"),
];

/// The messages of protocol 5 that have a type of their own, because protocol 6 does not have them or they differ there.
const OWN: [&str; 13] = [
    "ActionSchema",
    "GetMetadata.Response",
    "GetProviderSchema.Response",
    "GetProvisionerSchema.Request",
    "GetProvisionerSchema.Response",
    "ProvisionResource.Request",
    "ProvisionResource.Response",
    "Schema",
    "Schema.Attribute",
    "Schema.Block",
    "Schema.NestedBlock",
    "ValidateProvisionerConfig.Request",
    "ValidateProvisionerConfig.Response",
];

/// The message of `OWN` that also has another name in protocol 6.
const PREPARED: &str = "PrepareProviderConfig.Response";

/// The fields of shared types that protocol 5 does not have, so that code must leave them out.
const MORE: [&str; 3] = [
    "ClientCapabilities.computed_blocks_allowed",
    "ClientCapabilities.store_planned_private",
    "PlanResourceChange.Request.planned_private",
];

/// Returns the messages of protocol 5 that have a type of their own, by the type's name in the generated code.
fn own_types() -> BTreeSet<String> {
    let mut around: Vec<&str> = Vec::new();
    let mut types = BTreeSet::new();
    for line in include_str!("../../../src/pb/v5/generated.rs").lines() {
        let item = line.trim_start();
        around.truncate((line.len() - item.len()) / 4);
        if let Some(module) = item.strip_prefix("pub mod ") {
            around.push(module.trim_end_matches(" {"));
        } else if let Some(name) = item.strip_prefix("pub struct ") {
            let name = name.split([' ', '{']).next().unwrap();
            types.insert(plain(&format!("{}{name}", around.concat())));
        }
    }
    types
}

/// Reduces a message's name to a form that is the same for modules and types.
fn plain(name: &str) -> String {
    name.replace(['_', '.'], "").to_lowercase()
}

/// Returns the shared messages whose fields do not match, and the additional fields of protocol 6 in the messages that match.
fn compare(
    five: &Described,
    six: &Described,
    own: &BTreeSet<String>,
) -> (Vec<String>, Vec<String>) {
    let is_own = |name: &str| own.contains(&plain(name));
    let (mut unfit, mut more) = (Vec::new(), Vec::new());
    for (name, fields) in &five.messages {
        if is_own(five.holder(name)) {
            continue;
        }
        let Some(theirs) = six.messages.get(&renamed(name)) else {
            unfit.push(name.clone());
            continue;
        };
        for field in fields {
            let same = Field {
                type_name: renamed(&field.type_name),
                ..field.clone()
            };
            let enums = [
                five.enums.get(&field.type_name),
                six.enums.get(&same.type_name),
            ];
            if !theirs.contains(&same) || is_own(&field.type_name) || enums[0] != enums[1] {
                unfit.push(format!("{name}.{}", field.name));
            }
        }
        let known: BTreeSet<_> = fields.iter().map(|field| field.number).collect();
        let unknown = theirs.iter().filter(|field| !known.contains(&field.number));
        more.extend(unknown.map(|field| format!("{name}.{}", field.name)));
    }
    more.sort();
    (unfit, more)
}

/// Returns the name in protocol 6 of a message of protocol 5.
fn renamed(name: &str) -> String {
    let (outer, rest) = name.split_at(name.find('.').unwrap_or(name.len()));
    let other = RENAMED.iter().find(|(five, _)| *five == outer);
    format!("{}{rest}", other.map_or(outer, |(_, six)| six))
}

/// The messages of protocol 6 that share a neutral type, and so the type of the first of them.
const SHARED: [&[&str]; 6] = [
    &[
        "StopProvider.Request",
        "GetFunctions.Request",
        "GetMetadata.Request",
        "GetProviderSchema.Request",
        "GetResourceIdentitySchemas.Request",
    ],
    &[
        "ConfigureProvider.Response",
        "CloseEphemeralResource.Response",
        "DeleteState.Response",
        "UnlockState.Response",
        "ValidateActionConfig.Response",
        "ValidateDataResourceConfig.Response",
        "ValidateEphemeralResourceConfig.Response",
        "ValidateListResourceConfig.Response",
        "ValidateResourceConfig.Response",
        "ValidateStateStore.Response",
        "WriteStateBytes.Response",
    ],
    &[
        "ValidateDataResourceConfig.Request",
        "ValidateActionConfig.Request",
        "ValidateEphemeralResourceConfig.Request",
        "ValidateStateStore.Request",
    ],
    &[
        "RenewEphemeralResource.Request",
        "CloseEphemeralResource.Request",
    ],
    &["PlanAction.Request", "InvokeAction.Request"],
    &["ReadStateBytes.Request", "DeleteState.Request"],
];

/// The messages of provisioners that have the type of a message of providers.
const PROVISIONERS: [[&str; 2]; 2] = [
    ["GetProvisionerSchema.Request", "StopProvider.Request"],
    [
        "ValidateProvisionerConfig.Response",
        "ConfigureProvider.Response",
    ],
];

#[test]
fn messages_that_share_a_neutral_type_have_the_same_fields() {
    let (five, six) = (
        Described::new(Version::V5.descriptors()),
        Described::new(Version::V6.descriptors()),
    );
    for shared in SHARED {
        for name in shared {
            assert_eq!(six.messages[*name], six.messages[shared[0]], "{name}");
        }
    }
    for [provisioner, provider] in PROVISIONERS {
        assert_eq!(five.messages[provisioner], six.messages[provider]);
    }
}

#[test]
fn messages_of_protocol_5_are_subsets_of_the_neutral_types() {
    let (five, six) = (
        Described::new(Version::V5.descriptors()),
        Described::new(Version::V6.descriptors()),
    );
    let own = own_types();
    let (unfit, more) = compare(&five, &six, &own);
    assert_eq!(unfit, [""; 0]);
    assert_eq!(more, MORE);
    // `OWN` lists all exceptions, and each is needed. The messages that contain them have no fields.
    let messages = five.messages.iter();
    let named: BTreeSet<_> = messages
        .filter(|(name, fields)| {
            own.contains(&plain(name)) && (name.contains('.') || !fields.is_empty())
        })
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(named, OWN.into_iter().chain([PREPARED]).collect());
    for name in named {
        let mut fewer = own.clone();
        fewer.remove(&plain(name));
        let (unfit, _) = compare(&five, &six, &fewer);
        assert!(!unfit.is_empty(), "{name} needs no type of its own");
    }
}

/// Checks that the comparison detects a changed field.
#[test]
fn a_field_that_is_changed_would_be_found() {
    let (five, six) = (
        Described::new(Version::V5.descriptors()),
        Described::new(Version::V6.descriptors()),
    );
    let own = own_types();
    let changes: [fn(&mut Field); 5] = [
        |field| field.number += 1000,
        |field| field.name.push('s'),
        |field| field.kind += 1,
        |field| field.label += 1,
        |field| field.oneof = Some("other".to_owned()),
    ];
    let mut other = five.clone();
    let mut changed = 0;
    for (name, fields) in &five.messages {
        if own.contains(&plain(five.holder(name))) {
            continue;
        }
        for (at, field) in fields.iter().enumerate() {
            for change in changes {
                change(&mut other.messages.get_mut(name).unwrap()[at]);
                let (unfit, _) = compare(&other, &six, &own);
                assert_eq!(unfit.len(), 1, "{name}: {field:?}");
                other.messages.get_mut(name).unwrap()[at] = field.clone();
                changed += 1;
            }
        }
    }
    assert!(changed > 700, "only {changed}");
}

/// Splits a body into the messages of its frames.
fn messages(mut body: Bytes) -> Vec<Bytes> {
    let mut messages = Vec::new();
    while body.has_remaining() {
        assert_eq!(body.get_u8(), 0, "compressed");
        let length = body.get_u32();
        messages.push(body.split_to(usize::try_from(length).unwrap()));
    }
    messages
}

/// Counts the fields of an encoded message, and checks that the message's definition has each of them.
fn only_known(described: &Described, name: &str, mut bytes: Bytes) -> usize {
    let mut count = 0;
    while bytes.has_remaining() {
        let (number, wire) = decode_key(&mut bytes).unwrap();
        let field = described.messages[name].iter();
        let field = field
            .clone()
            .find(|field| field.number.cast_unsigned() == number);
        let field = field.unwrap_or_else(|| panic!("{name} has no field {number}"));
        count += 1;
        if wire == WireType::LengthDelimited && described.messages.contains_key(&field.type_name) {
            let length = usize::try_from(decode_varint(&mut bytes).unwrap()).unwrap();
            count += only_known(described, &field.type_name, bytes.split_to(length));
        } else {
            skip_field(wire, number, &mut bytes, DecodeContext::default()).unwrap();
        }
    }
    count
}

#[tokio::test]
async fn peers_of_protocol_5_are_sent_nothing_that_it_does_not_have() {
    let five = Described::new(Version::V5.descriptors());
    let mut server = server(Version::V5, Expecting::anything(Version::V5));
    let (mut asked, mut answered) = (0, 0);
    for (path, request) in good_calls(Version::V5).await {
        let (input, output) = &five.methods[&path];
        for message in messages(request.clone()) {
            asked += only_known(&five, input, message);
        }
        let http = http::Request::post(path)
            .header("content-type", "application/grpc")
            .body(Body::new(Full::new(request)));
        let answer = server.call(http.unwrap()).await.unwrap().into_body();
        for message in messages(answer.collect().await.unwrap().to_bytes()) {
            answered += only_known(&five, output, message);
        }
    }
    assert!(asked > 100 && answered > 500, "{asked} and {answered} only");
}

#[tokio::test]
async fn fields_missing_in_protocol_5_are_ignored() {
    let provider = Expecting::samples(Version::V5);
    let mut server = server(Version::V5, provider.clone());
    let paths = good_calls(Version::V5).await;
    // The calls of both versions are in the same order, and those that protocol 5 does not have come last.
    for ((path, _), (_, request)) in paths.into_iter().zip(good_calls(Version::V6).await) {
        let (code, message) = call_raw(&mut server, &path, request).await;
        assert_eq!(code, 0, "{path}: {message}");
    }
    assert_eq!(provider.calls().len(), 28);
}
