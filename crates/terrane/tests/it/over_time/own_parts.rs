//! Identities with names of their own, and with parts that are no attributes.

use futures_util::stream::{self, Stream, StreamExt as _};
use terrane::Moves;
use terrane::prelude::*;
use terrane_protocol::{
    ListResourceRequest, MoveResourceStateRequest, Opaque, RawState, UpgradeRequest,
};

use super::host::Host;
use super::{assert_fine, assert_says};
use crate::lab::lab;

lab!(|registry| { registry.resource::<Bucket>().list::<Buckets>() });

/// A bucket of an account: hosts know the account, and no attribute has it.
#[derive(Debug, Model)]
struct Bucket {
    /// Its name.
    #[tf(identity(name = "bucket"), replace)]
    name: String,
    /// The account that has it.
    #[tf(identity(only), name = "account_id")]
    account: Computed<String>,
    /// How often it moved.
    #[tf(identity(only, optional, mutable, name = "name"))]
    a_moves: Computed<i64>,
    /// Its tags.
    tags: Option<Vec<String>>,
}

impl Resource for Bucket {
    type Provider = Lab;

    fn moves(moves: &mut Moves<Self>) {
        moves.from_with("example/old", "old_bucket", |old: OldBucket, cx| {
            let identity = cx.source().identity::<OldIdentity>()?;
            assert_eq!(cx.source().identity_version(), 4);
            assert!(identity.is_none() || !cx.source().identity_bytes().is_empty());
            let account = identity.map(|identity| identity.owner);
            Ok(Bucket {
                name: old.label,
                account: account.map_or(Computed::unknown(), Into::into),
                a_moves: 1.into(),
                tags: None,
            })
        });
    }

    async fn plan(change: &mut PlanContext<Self>, _: Option<&Lab>) -> Result<()> {
        if let Some(planned) = change.planned()?
            && change.prior()?.is_none()
        {
            assert!(planned.account.is_unknown(), "{planned:?}");
        }
        Ok(())
    }

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        assert!(plan.account.known().is_none() && plan.a_moves.known().is_none());
        Ok(plan.with_computed(BucketComputed {
            account: "acme".to_owned(),
            a_moves: 0,
        }))
    }

    async fn settle(created: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
        match created.name.as_str() {
            "late" => Err(Error::new("Too late", "It exists all the same.")),
            _ => Ok(created),
        }
    }

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        let account = key.account.unwrap_or_else(|| "found".to_owned());
        if account == "gone" {
            return Ok(Found::Gone);
        }
        let tags = prior.and_then(|prior| prior.tags);
        Ok(Found::Object(Bucket {
            account: match tags.as_deref() {
                Some([tag]) if tag == "another account" => "evil".to_owned().into(),
                _ => account.into(),
            },
            name: key.name,
            a_moves: key.a_moves.unwrap_or_default().into(),
            tags,
        }))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        _: &Lab,
        _: &mut UpdateContext,
    ) -> Result<Self> {
        assert_eq!(prior.key().account.as_ref(), plan.account.known());
        assert!(
            plan.a_moves.known().is_none(),
            "a mutable part is computed anew"
        );
        let a_moves = prior.key().a_moves.unwrap_or_default() + 1;
        Ok(plan.with_computed(BucketComputed {
            account: "late".to_owned(),
            a_moves,
        }))
    }

    async fn delete(prior: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        assert_eq!(prior.key().account.as_deref(), Some("acme"));
        Ok(())
    }
}

/// The buckets of an account.
#[derive(Model)]
#[tf(name = "bucket")]
struct Buckets {}

impl ListResource for Buckets {
    type Resource = Bucket;

    fn list(
        _: Self,
        _: &Lab,
        _: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Bucket>>> + Send {
        let bucket = Bucket {
            name: "one".to_owned(),
            account: "acme".to_owned().into(),
            a_moves: 2.into(),
            tags: None,
        };
        stream::iter([Ok(Listed::new("one", bucket))])
    }
}

/// A bucket of another provider.
#[derive(Model)]
struct OldBucket {
    /// Its name.
    label: String,
}

/// The identity of a bucket of another provider.
#[derive(Model)]
struct OldIdentity {
    /// The owner.
    owner: String,
}

const ACME: &str = r#"{"account_id":"acme","bucket":"a","name":0}"#;

async fn host(stores_identities: bool) -> Host {
    let host = Host::new::<Lab>("lab_bucket").await;
    if stores_identities {
        host
    } else {
        host.without_identities()
    }
}

#[tokio::test]
async fn z4_a_part_of_an_identity_has_a_name_of_its_own_and_need_not_be_an_attribute() {
    let host = host(true).await;
    let schemas = host
        .provider
        .get_provider_schema(Default::default())
        .await
        .unwrap();
    assert_fine(&schemas.diagnostics);
    let block = &schemas.resource_schemas["lab_bucket"].block;
    let attributes: Vec<_> = block.attributes.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(attributes, ["name", "tags"]);
    let identities = host
        .provider
        .get_resource_identity_schemas(Default::default())
        .await
        .unwrap()
        .identity_schemas;
    let mut parts: Vec<_> = identities["lab_bucket"]
        .attributes
        .iter()
        .map(|it| {
            (
                it.name.as_str(),
                it.required_for_import,
                it.description.as_str(),
            )
        })
        .collect();
    parts.sort_unstable();
    assert_eq!(
        parts,
        [
            ("account_id", true, "The account that has it."),
            ("bucket", true, "Its name."),
            ("name", false, "How often it moved."),
        ]
    );
}

#[tokio::test]
async fn a9_an_identity_part_without_an_attribute_is_kept_even_if_hosts_store_no_identity() {
    for stores_identities in [true, false] {
        let mut host = host(stores_identities).await;
        let known = |identity: &str| stores_identities.then(|| identity.to_owned());
        let planned = host.plan(Some(r#"{"name":"a"}"#)).await;
        assert_eq!(planned.planned_identity, None, "the account is not known");
        let made = host.apply(Some(r#"{"name":"a"}"#)).await;
        assert_fine(&made.diagnostics);
        assert_eq!(host.state(), r#"{"name":"a","tags":null}"#);
        assert_eq!(host.identity(), known(ACME));
        assert_fine(&host.read().await.diagnostics);
        assert_eq!(host.identity(), known(ACME));

        let planned = host.plan(Some(r#"{"name":"a"}"#)).await;
        assert_eq!(
            host.shown_identity(planned.planned_identity.as_ref())
                .as_deref(),
            Some(ACME)
        );
        let changed = host.apply(Some(r#"{"name":"a","tags":[]}"#)).await;
        assert_fine(&changed.diagnostics);
        assert_eq!(
            host.shown_identity(changed.new_identity.as_ref())
                .as_deref(),
            Some(r#"{"account_id":"acme","bucket":"a","name":1}"#)
        );
        let replaced = host.plan(Some(r#"{"name":"b"}"#)).await;
        assert_fine(&replaced.diagnostics);
        assert_eq!(replaced.requires_replace.len(), 1);
        assert_fine(&host.apply(None).await.diagnostics);
        assert_eq!(host.stored.state, None);
    }
}

#[tokio::test]
async fn r4_another_account_is_another_object() {
    for stores_identities in [true, false] {
        let mut host = host(stores_identities).await;
        let config = r#"{"name":"a","tags":["another account"]}"#;
        assert_fine(&host.apply(Some(config)).await.diagnostics);
        let answer = host.read().await;
        assert_says(
            &answer.diagnostics,
            &[
                "Unexpected Identity Change",
                "`account_id`",
                "\"evil\"",
                "\"acme\"",
            ],
        );
    }
}

#[tokio::test]
async fn r4_a_read_fills_an_identity_part_missing_in_an_older_state() {
    let mut host = host(true).await;
    host.store(r#"{"name":"a","tags":null}"#, None);
    assert_fine(&host.read().await.diagnostics);
    assert_eq!(
        host.identity().as_deref(),
        Some(r#"{"account_id":"found","bucket":"a","name":0}"#)
    );
    host.store(
        r#"{"name":"a","tags":null}"#,
        Some(r#"{"account_id":null,"bucket":"a","name":3}"#),
    );
    assert_fine(&host.read().await.diagnostics);
    assert_eq!(
        host.identity().as_deref(),
        Some(r#"{"account_id":"found","bucket":"a","name":3}"#)
    );
}

#[tokio::test]
async fn a13_a_failed_creation_keeps_the_parts_that_are_known() {
    let mut host = host(true).await;
    let made = host.apply(Some(r#"{"name":"late"}"#)).await;
    assert_says(&made.diagnostics, &["Too late"]);
    let identity = Some(r#"{"account_id":"acme","bucket":"late","name":0}"#);
    assert_eq!(host.identity().as_deref(), identity);
    host.stored.identity = None;
    assert_fine(&host.read().await.diagnostics);
    assert_eq!(
        host.identity().as_deref(),
        identity,
        "the private state has them, too"
    );
}

#[tokio::test]
async fn i3_an_import_by_identity_gives_the_parts_to_the_read() {
    for stores_identities in [true, false] {
        let mut host = host(stores_identities).await;
        let given = r#"{"account_id":"acme","bucket":"a","name":null}"#;
        let imported = host.import(given).await;
        assert_fine(&imported.diagnostics);
        let identity = imported.imported_resources[0].identity.as_ref();
        assert_eq!(host.shown_identity(identity).as_deref(), Some(given));
        let read = host.read().await;
        assert_fine(&read.diagnostics);
        assert_eq!(
            host.shown_identity(read.new_identity.as_ref()).as_deref(),
            Some(ACME)
        );
        assert_fine(&host.apply(None).await.diagnostics);
    }
    let mut host = host(true).await;
    let incomplete = host
        .import(r#"{"account_id":null,"bucket":"a","name":null}"#)
        .await;
    assert_says(
        &incomplete.diagnostics,
        &["Incomplete import identity", "`account_id`"],
    );
}

#[tokio::test]
async fn m4_a_move_reads_the_source_s_identity() {
    let host = host(true).await;
    for (identity, expected) in [
        (
            Some(r#"{"owner":"acme","gone":1}"#),
            r#"{"account_id":"acme","bucket":"a","name":1}"#,
        ),
        (Some("null"), r#"{"account_id":null,"bucket":"a","name":1}"#),
        (None, r#"{"account_id":null,"bucket":"a","name":1}"#),
    ] {
        let request = MoveResourceStateRequest {
            source_provider_address: "registry.opentofu.org/example/old".to_owned(),
            source_type_name: "old_bucket".to_owned(),
            source_state: RawState::from_json(r#"{"label":"a"}"#.as_bytes().into()),
            source_identity: RawState {
                json: identity.map(|json| json.as_bytes().into()),
                ..Default::default()
            },
            source_identity_schema_version: 4,
            target_type_name: "lab_bucket".to_owned(),
            ..Default::default()
        };
        let moved = host
            .provider
            .move_resource_state(request.clone())
            .await
            .unwrap();
        assert_fine(&moved.diagnostics);
        assert_eq!(
            host.shown_identity(moved.target_identity.as_ref())
                .as_deref(),
            Some(expected)
        );
        assert_ne!(moved.target_private, Opaque::default());
        let misfit = MoveResourceStateRequest {
            source_identity: RawState::from_json(r#"{"owner":[]}"#.as_bytes().into()),
            ..request
        };
        let refused = host.provider.move_resource_state(misfit).await.unwrap();
        assert_says(
            &refused.diagnostics,
            &[
                "Cannot read the identity",
                "old_bucket",
                "version 4",
                "owner",
            ],
        );
    }
}

#[tokio::test]
async fn u2_a_state_is_read_without_the_parts_that_are_no_attributes() {
    let host = host(true).await;
    let request = UpgradeRequest {
        type_name: "lab_bucket".to_owned(),
        version: 0,
        raw_state: RawState::from_json(r#"{"name":"a","tags":["x"]}"#.as_bytes().into()),
    };
    let upgraded = host.provider.upgrade_resource_state(request).await.unwrap();
    assert_fine(&upgraded.diagnostics);
    let ty = terrane_value::Type::object([
        ("name", terrane_value::Type::String),
        (
            "tags",
            terrane_value::Type::list(terrane_value::Type::String),
        ),
    ]);
    assert_eq!(
        super::shown(&ty, &upgraded.upgraded_state),
        r#"{"name":"a","tags":["x"]}"#
    );
}

#[tokio::test]
async fn lr2_a_listed_object_has_the_parts_that_are_no_attributes() {
    let host = host(true).await;
    let request = ListResourceRequest {
        type_name: "lab_bucket".to_owned(),
        config: crate::setup::of_type(&terrane_value::Type::object::<&str>([]), "{}"),
        include_resource_object: true,
        limit: 10,
    };
    let events: Vec<_> = host
        .provider
        .list_resource(request)
        .await
        .unwrap()
        .collect()
        .await;
    let [Ok(event)] = events.as_slice() else {
        panic!("{} events", events.len());
    };
    assert_fine(&event.diagnostics);
    assert_eq!(
        host.shown_identity(event.identity.as_ref()).as_deref(),
        Some(r#"{"account_id":"acme","bucket":"one","name":2}"#)
    );
}
