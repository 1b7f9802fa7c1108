//! The schema: that of the model written out.

use terrane::Model;
use terrane::ObjectModel as _;
use terrane_protocol::EmptyRequest;

use crate::flatten::models::{Flat, Lab, Written};

#[test]
fn hosts_see_no_difference() {
    let (flat, written) = (Flat::block(), Written::block());
    assert_eq!(flat.to_protocol(0), written.to_protocol(0));
    assert_eq!(flat.object_type(), written.object_type());
}

#[test]
fn the_framework_sees_no_difference() {
    let (flat, written) = (Flat::block(), Written::block());
    assert_eq!(flat.members().len(), written.members().len());
    for (flat, written) in flat.members().iter().zip(written.members()) {
        let name = written.name();
        assert_eq!(flat.name(), name);
        // What is said of planning, with the positions of other attributes.
        assert_eq!(format!("{flat:?}"), format!("{written:?}"), "{name}");
    }
    let sorted = |block: &terrane::schema::Block| {
        let mut all: Vec<String> = block.relations().iter().map(ToString::to_string).collect();
        all.sort();
        all
    };
    assert_eq!(sorted(flat).len(), 2);
    assert_eq!(sorted(flat), sorted(written));
}

#[tokio::test]
async fn the_schema_has_no_errors() {
    let schemas = terrane::server::<Lab>()
        .get_provider_schema(EmptyRequest::default())
        .await
        .unwrap();
    assert_eq!(
        schemas.diagnostics,
        terrane_protocol::Diagnostics::default()
    );
    let of = |name| &schemas.resource_schemas[name];
    assert_eq!(of("lab_flat").block, of("lab_written").block);
}

/// What the compiler knows of a model: each pair of types is the same.
#[test]
fn the_compiler_sees_no_difference() {
    fn same<A, B>()
    where
        A: Model,
        B: Model<
                WriteOnly = A::WriteOnly,
                Sets = A::Sets,
                Computed = A::Computed,
                Names = A::Names,
            >,
    {
    }
    same::<Flat, Written>();
    assert_eq!(
        <Flat as terrane::Attr>::FACTS,
        <Written as terrane::Attr>::FACTS
    );
}

/// A model of nothing but another one.
#[derive(Model)]
struct Only {
    #[tf(flatten, computed, key)]
    flat: Flat,
}

/// A model that adds nothing to another one, and takes nothing away.
#[derive(Model)]
struct WithUnit {
    #[tf(flatten)]
    nothing: (),
    /// Its name.
    name: String,
}

#[test]
fn a_model_may_have_no_fields_of_its_own_and_a_flattened_one_none_at_all() {
    assert_eq!(
        Only::block().to_protocol(0).block.attributes,
        Flat::block().to_protocol(0).block.attributes
    );
    assert_eq!(WithUnit::block().members().len(), 1);
}
