//! Providers whose types have other names than the provider's and the model's (rule G3).

use std::collections::BTreeMap;

use bytes::Bytes;
use futures_util::stream::{self, Stream};
use terrane::context::Context;
use terrane::{StateStore, prelude::*};
use terrane_protocol::schema::Schema;

use crate::setup::{client, errors, json, messages_of};

/// The provider `google-beta`, whose types are `google_*`, except for one.
#[derive(Default)]
struct Beta;

#[provider("registry.terraform.io/example/google-beta")]
impl Provider for Beta {
    const TYPE_PREFIX: Option<&'static str> = Some("google");

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Disk>()
            .list::<Disks>()
            .data_source::<Zone>()
            .ephemeral::<Zone>()
            .action::<Zone>()
            .state_store::<Zone>();
        registry
            .resource::<Project>()
            .list::<Projects>()
            .data_source::<Http>()
            .ephemeral::<Http>()
            .action::<Http>()
            .state_store::<Http>();
    }
}

/// A zone, with the provider's prefix.
#[derive(Model)]
struct Zone {
    /// Its name.
    name: String,
}

/// A request, with the name of the type alone.
#[derive(Model)]
#[tf(type_name = "http")]
struct Http {
    /// Its name.
    name: String,
}

/// A disk, with the provider's prefix.
#[derive(Model)]
struct Disk {
    /// Its name.
    #[tf(identity, replace)]
    name: String,
}

/// A project, with another prefix.
#[derive(Model)]
#[tf(type_name = "cloud_project")]
struct Project {
    /// Its name.
    #[tf(identity, replace)]
    name: String,
}

/// Finds disks.
#[derive(Model)]
struct Disks {}

/// Finds projects.
#[derive(Model)]
struct Projects {}

/// Implements all kinds but resources for a model.
macro_rules! kinds {
    ($($model:ident)*) => {$(
        impl DataSource for $model {
            type Provider = Beta;

            async fn read(config: Self, _: &Beta, _: &mut ReadDataContext) -> Result<Self> {
                match config.name.as_str() {
                    "lost" => panic!("lost"),
                    _ => Ok(config),
                }
            }
        }

        impl Ephemeral for $model {
            type Provider = Beta;

            async fn open(config: Self, _: &Beta, _: &mut OpenContext) -> Result<Self> {
                Ok(config)
            }
        }

        impl Action for $model {
            type Provider = Beta;

            async fn invoke(_: Self, _: &Beta, _: &mut InvokeContext) -> Result<()> {
                Ok(())
            }
        }

        impl StateStore for $model {
            type Provider = Beta;
            type Store = ();

            async fn configure(_: Self, _: &Beta, _: &mut Context) -> Result<()> {
                Ok(())
            }

            async fn read((): &(), _: &str, _: &mut Context) -> Result<Option<Bytes>> {
                Ok(None)
            }

            async fn write((): &(), _: &str, _: Bytes, _: &mut Context) -> Result<()> {
                Ok(())
            }

            async fn list((): &(), _: &mut Context) -> Result<Vec<String>> {
                Ok(Vec::new())
            }

            async fn delete((): &(), _: &str, _: &mut Context) -> Result<()> {
                Ok(())
            }
        }
    )*};
}

kinds!(Zone Http);

/// Implements a resource that is never called, and its list resource.
macro_rules! resources {
    ($($model:ident $list:ident)*) => {$(
        impl Resource for $model {
            type Provider = Beta;

            async fn create(plan: Self, _: &Beta, _: &mut CreateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn update(plan: Self, _: Prior<Self>, _: &Beta, _: &mut UpdateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(_: Prior<Self>, _: &Beta, _: &mut DeleteContext) -> Result<()> {
                Ok(())
            }
        }

        impl ListResource for $list {
            type Resource = $model;

            fn list(_: Self, _: &Beta, _: &mut ListContext) -> impl Stream<Item = Result<Listed<$model>>> + Send {
                stream::iter([])
            }
        }
    )*};
}

resources!(Disk Disks Project Projects);

fn names(schemas: &BTreeMap<String, Schema>) -> Vec<&str> {
    schemas.keys().map(String::as_str).collect()
}

#[tokio::test]
async fn g3_each_kind_has_the_prefix_of_the_provider_or_a_full_name_of_its_own() {
    let client = client::<Beta>().await;
    let schemas = client.schemas();
    let resources = ["cloud_project", "google_disk"];
    assert_eq!(names(&schemas.resource_schemas), resources);
    assert_eq!(names(&schemas.list_resource_schemas), resources);
    let others = ["google_zone", "http"];
    assert_eq!(names(&schemas.data_source_schemas), others);
    assert_eq!(names(&schemas.ephemeral_resource_schemas), others);
    assert_eq!(names(&schemas.action_schemas), others);
    assert_eq!(names(&schemas.state_store_schemas), others);
}

#[tokio::test]
async fn g3_calls_and_errors_have_the_full_name() {
    let client = client::<Beta>().await;
    for name in ["http", "google_zone"] {
        let read = client.read_data(name, json(r#"{"name":"a"}"#)).await;
        assert_eq!(read.unwrap().attribute("name"), Some(&"a".into()));
        let lost = client.read_data(name, json(r#"{"name":"lost"}"#)).await;
        let [error] = &errors(&lost)[..] else {
            panic!("{lost:?}");
        };
        assert!(error.contains(name), "{error}");
    }
}

/// Two models with one full name.
#[derive(Default)]
struct Twins;

#[provider("registry.terraform.io/example/twins")]
impl Provider for Twins {
    fn register(registry: &mut Registry<Self>) {
        registry.data_source::<Elder>().data_source::<Younger>();
    }
}

/// The first.
#[derive(Model)]
#[tf(name = "one")]
struct Elder {}

/// The second.
#[derive(Model)]
#[tf(type_name = "twins_one")]
struct Younger {}

impl DataSource for Elder {
    type Provider = Twins;

    async fn read(config: Self, _: &Twins, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

impl DataSource for Younger {
    type Provider = Twins;

    async fn read(config: Self, _: &Twins, _: &mut ReadDataContext) -> Result<Self> {
        Ok(config)
    }
}

#[tokio::test]
async fn g3_a_full_name_that_is_taken_is_an_error() {
    let provider = terrane::server::<Twins>();
    let answer = provider.get_provider_schema(Default::default()).await;
    let found = messages_of(&answer.unwrap().diagnostics);
    let [error] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(
        error.contains("two data sources called `twins_one`"),
        "{error}"
    );
    assert!(error.contains("type_name"), "{error}");
}
