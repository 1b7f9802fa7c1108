//! The codecs and sets of `terrane-value`, with the benchmark's items.

use divan::{Bencher, black_box};
use terrane_bench::workload::{Items, Types, state_of_items};
use terrane_value::{Data, Set, Type, Value, json, msgpack};

const COUNTS: [usize; 3] = [100, 1000, 10_000];

fn main() {
    divan::main();
}

/// The state of a resource with a number of items, and its type.
fn state(kind: Items, count: usize) -> (Value, Type) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let types = runtime.block_on(Types::read()).expect("the schema");
    let ty = types.resource(kind.type_name()).expect("the resource");
    (state_of_items(kind, count), ty.clone())
}

#[divan::bench(args = COUNTS)]
fn msgpack_decode_list(bencher: Bencher, count: usize) {
    let (state, ty) = state(Items::List, count);
    let bytes = msgpack::encode(&state, &ty).expect("the state");
    bencher.bench(|| msgpack::decode(black_box(&bytes), &ty));
}

#[divan::bench(args = COUNTS)]
fn msgpack_decode_set(bencher: Bencher, count: usize) {
    let (state, ty) = state(Items::Set, count);
    let bytes = msgpack::encode(&state, &ty).expect("the state");
    bencher.bench(|| msgpack::decode(black_box(&bytes), &ty));
}

#[divan::bench(args = COUNTS)]
fn msgpack_encode_list(bencher: Bencher, count: usize) {
    let (state, ty) = state(Items::List, count);
    bencher.bench(|| msgpack::encode(black_box(&state), &ty));
}

#[divan::bench(args = COUNTS)]
fn msgpack_encode_set(bencher: Bencher, count: usize) {
    let (state, ty) = state(Items::Set, count);
    bencher.bench(|| msgpack::encode(black_box(&state), &ty));
}

#[divan::bench(args = COUNTS)]
fn json_decode_list(bencher: Bencher, count: usize) {
    let (state, ty) = state(Items::List, count);
    let bytes = json::encode(&state, &ty).expect("the state");
    bencher.bench(|| json::decode(black_box(&bytes), &ty));
}

#[divan::bench(args = COUNTS)]
fn set_insert(bencher: Bencher, count: usize) {
    let elements = elements(count);
    bencher
        .with_inputs(|| elements.clone())
        .bench_values(|elements| elements.into_iter().collect::<Set>());
}

#[divan::bench(args = COUNTS)]
fn set_compare(bencher: Bencher, count: usize) {
    let elements = elements(count);
    let one: Set = elements.iter().cloned().collect();
    let other: Set = elements.into_iter().rev().collect();
    bencher.bench(|| black_box(&one) == black_box(&other));
}

/// The items, one by one.
fn elements(count: usize) -> Vec<Value> {
    match state(Items::List, count) {
        (Value::Known(Data::Object(mut state)), _) => match state.take("items") {
            Some(Value::Known(Data::List(items))) => items,
            _ => panic!("the state has no items"),
        },
        _ => panic!("the state is no object"),
    }
}
