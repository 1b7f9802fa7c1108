//! Resources: one function for each, with every attribute.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::time::Duration;

use terrane::dynamic::member;
use terrane::schema::{
    Block, BlockNesting, Equality, Member, Relation, Shape, Validator, Violation,
};
use terrane::validate::{len, on, one_of};
use terrane::{Computed, Data, Number, Sensitive, Set, Type, Value};
use terrane_types::{
    Cidr, GoDuration, Ip, Ipv4, Ipv4Cidr, Ipv6, Ipv6Cidr, Json, JsonExact, Mac, Rfc3339,
};

use super::members::{blocks, filled, flag, text, whole};

/// The length of a text on a label.
const LENGTH: RangeInclusive<usize> = 1..=20;

pub(super) fn dish() -> Block {
    let lock = Block::new([text("code")
        .description("The code that opens it.")
        .set_required()
        .sensitive()
        .write_only()])
    .description("A lock, whose code is not stored.");
    let timeouts = [
        ("create", Some(Duration::from_secs(60))),
        ("read", None),
        ("update", Some(Duration::from_secs(30))),
        ("delete", None),
    ];
    Block::new([
        text("name")
            .description("The kind.")
            .set_required()
            .identity()
            .replace(),
        text("leftovers")
            .description("The food on the dish.")
            .default(|| Value::from("nothing"))
            .not_null(),
        text("soap")
            .description("The water that washes the dish, which is stored. Older hosts support only this attribute.")
            .sensitive(),
        text("water")
            .description("The water that washes the dish, which is not stored.")
            .sensitive()
            .write_only(),
        filled(whole("waters"))
            .description("Counts the changes of the water.")
            .counts("water"),
        filled(whole("seen")).description("The number of reads since the creation."),
        blocks("lock", BlockNesting::Single, lock).description("The lock of the dish."),
        blocks("timeouts", BlockNesting::Single, Block::new([])).timeouts(Vec::from(timeouts)),
    ])
    .description("A dish in the sink: a file.")
    .relation(Relation::prefer_write_only("soap", "water"))
}

/// How hot something is.
pub(super) fn heat(name: &str) -> Member {
    text(name).validator(on::<String, _>(one_of(["mild", "on_fire"])))
}

pub(super) fn spice() -> Block {
    let pairings = Type::list(Type::set(Type::String));
    let hot = on::<String, _>(one_of(["mild", "on_fire"]));
    Block::new(
        [
            text("name").description("Required.").set_required(),
            text("latin").description("Optional."),
            heat("heat")
                .description("Optional, and never null for the provider.")
                .default(|| Value::from("mild"))
                .not_null(),
            filled(text("shelf")).description("Set by the provider."),
            text("substitute")
                .description("Set by the provider, or left null.")
                .set_computed(false),
            text("origin")
                .description("Set by the configuration, or else by the provider.")
                .set_computed(true),
            text("taste")
                .description("A null, unknown or known value.")
                .accept_unknown(),
            text("for").description("Under another name, which is a word of the language."),
            text("mixture").description("Not shown.").sensitive(),
            whole("pungency")
                .description("Not to be used any more.")
                .deprecated("Use `heat`.")
                .since("0.3"),
            flag("organic").description("True or false."),
            Member::new("anything", Shape::Type(Type::Dynamic))
                .description("Of a type that the configuration decides."),
            member::<Option<Vec<String>>>("dishes").description("In order."),
            member::<Option<Vec<Option<i64>>>>("gaps").description("In order, with gaps."),
            member::<Option<Set<String>>>("cuisines").description("In no order."),
            member::<Option<BTreeMap<String, f64>>>("grams").description("By name."),
            member::<Option<BTreeMap<String, Vec<String>>>>("blends")
                .description("Lists in a map."),
            Member::new("pairings", Shape::Type(pairings))
                .description("Sets in a list.")
                .validator(hot.of_elements().of_elements()),
            member::<Option<Set<BTreeMap<String, bool>>>>("aliases").description("Maps in a set."),
            member::<Option<(String, i64, Option<bool>)>>("origin_and_year")
                .description("A few things of different types, each at its place."),
            member::<Option<Sensitive<Vec<String>>>>("secrets").description("Secrets in a list."),
            member::<Computed<Vec<String>>>("letters")
                .description("Set by the provider, in order."),
        ]
        .into_iter()
        .chain(numbers()),
    )
    .description("A spice.")
}

/// A whole number of some bits.
fn integer(name: &str, from: impl Into<i128>, to: impl Into<i128>) -> Member {
    let (from, to) = (from.into(), to.into());
    Member::new(name, Shape::Type(Type::Number))
        .whole_number(from..=to)
        .description(format!("From {from} to {to}."))
}

fn numbers() -> impl Iterator<Item = Member> {
    [
        member::<Option<Number>>("price").description("A number of any size, exactly."),
        member::<Option<f64>>("density").description("A number that may be rounded."),
        member::<Option<f32>>("acidity").description("A number that is rounded to 32 bits."),
        integer("tiny", i8::MIN, i8::MAX),
        integer("small", i16::MIN, i16::MAX),
        integer("medium", i32::MIN, i32::MAX),
        integer("large", i64::MIN, i64::MAX),
        integer("tiny_positive", u8::MIN, u8::MAX),
        integer("small_positive", u16::MIN, u16::MAX),
        integer("medium_positive", u32::MIN, u32::MAX),
        integer("large_positive", u64::MIN, u64::MAX),
    ]
    .into_iter()
}

/// Whether two words differ in case alone.
fn same_word(new: &Data, prior: &Data) -> bool {
    match (new, prior) {
        (Data::String(new), Data::String(prior)) => new.eq_ignore_ascii_case(prior),
        _ => false,
    }
}

fn socket_address(text: &str) -> Result<(), String> {
    match text.parse::<SocketAddr>() {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{error}, found {text:?}")),
    }
}

/// Compares addresses in any notation.
fn same_address(one: &Data, other: &Data) -> bool {
    let parsed = |data: &Data| match data {
        Data::String(text) => text.as_str().parse::<SocketAddr>().ok(),
        _ => None,
    };
    parsed(one) == parsed(other)
}

fn minutes(minutes: &u64) -> Result<(), &'static str> {
    let seconds = minutes.checked_mul(60);
    seconds.map(drop).ok_or("expected fewer minutes")
}

pub(super) fn label() -> Block {
    let case = || Equality::compared(same_word, None);
    let short = || on::<String, _>(len(LENGTH));
    Block::new([
        text("word")
            .description("A word of a custom type.")
            .set_required()
            .validator(short())
            .equal_by(case()),
        member::<Option<Vec<String>>>("words")
            .description("Words of a custom type.")
            .validator(short().of_elements())
            .equal_by(case().of_elements()),
        text("phone")
            .description("An address of a type that is parsed from text.")
            .validator(on::<String, _>(socket_address))
            .equal_by(Equality::compared(same_address, None)),
        Member::new("boil", Shape::Type(Type::Number))
            .description("The boiling time, of a type with an adapter module.")
            .validator(on::<u64, _>(minutes))
            .default(|| Value::from(3))
            .equal_by(Equality::compared(|one, other| one == other, None))
            .not_null(),
        member::<Option<GoDuration>>("keeps").description("The shelf life."),
        member::<Option<Rfc3339>>("made").description("The time of production."),
        member::<Option<Json>>("contents").description("The ingredients, as JSON."),
        member::<Option<JsonExact>>("exact_contents")
            .description("The ingredients, as JSON that is compared by characters."),
        member::<Option<Mac>>("printer").description("The label's printer."),
        member::<Option<Ip>>("ip").description("An address."),
        member::<Option<Ipv4>>("ipv4").description("An address of version 4."),
        member::<Option<Ipv6>>("ipv6").description("An address of version 6."),
        member::<Option<Cidr>>("network").description("A network."),
        member::<Option<Ipv4Cidr>>("network_v4").description("A network of version 4."),
        member::<Option<Ipv6Cidr>>("network_v6").description("A network of version 6."),
        filled(whole("prints")).description("The number of prints."),
    ])
    .description("A label.")
}

pub(super) fn jar() -> Block {
    Block::new([
        text("label")
            .description("The contents.")
            .set_required()
            .identity()
            .replace(),
        text("place")
            .description("The location, which is optional in an import.")
            .identity_optional()
            .replace()
            .default(|| Value::from("cellar"))
            .not_null(),
        whole("grams")
            .description("The amount.")
            .default(|| Value::from(500))
            .not_null(),
    ])
    .description("A jar.")
}

pub(super) fn towel() -> Block {
    Block::new([
        filled(text("id"))
            .description("The embroidered text. An update keeps it, like every computed part of an identity.")
            .identity()
            .identity_name("mark"),
        text("owner")
            .description("Who has it; it may be given away.")
            .set_required()
            .identity()
            .identity_mutable(),
        filled(text("laundry"))
            .description("The place where the towel is washed, which is a part of the identity alone.")
            .identity_optional()
            .identity_only(),
        filled(whole("washed"))
            .description("The number of washes, which the label counts.")
            .key_optional()
            .identity_mutable(),
        text("colour").description("Its colour; some say what happens next."),
    ])
    .description("A towel in the kitchen: a file.")
}

pub(super) fn sponge() -> Block {
    Block::new([
        whole("size")
            .description("The size.")
            .set_required()
            .validator(Validator::new("", |value| match value.as_number() {
                Some(size) if size.to_i64().is_none() => Err(Violation::new(format!(
                    "expected a whole number, found {size}"
                ))),
                _ => Ok(()),
            })),
        member::<Option<Vec<i64>>>("holes")
            .description("Where it has holes; none at all is the same as no holes.")
            .empty_is_null(),
    ])
    .description("A sponge.")
    .deprecated("Sponges are out of use. Set `soap` of a `sink_dish`.")
    .since("0.2.1")
}
