//! List resources: queries for existing objects.

mod typed;

use futures_util::Stream;

use crate::async_fn::Async;
use crate::context::{ListContext, ReadContext, ValidateContext};
use crate::error::Result;
use crate::model::{Draft, Model, Ordered, Storable, Unfilled};
use crate::provider::Provider;
use crate::resource::{Found, Prior, Resource};
use crate::schema::Block;

/// A list resource: a query for existing objects of a [`Resource`].
///
/// It has the name of the resource, and its results are identified by the resource's identity. The resource must have fields marked `identity`. It must
/// be registered, unless another provider serves it: see [`Listable`].
///
/// # Examples
///
/// A paged API is read page by page, as long as the host requests more objects:
///
/// ```
/// use futures_util::stream::{self, Stream, TryStreamExt};
/// use terrane::prelude::*;
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(r: &mut Registry<Self>) { r.resource::<Pet>().list::<PetList>(); }
/// # }
/// # impl Zoo { async fn page(&self, _: &str, _: u32) -> Result<(Vec<Pet>, Option<u32>)> { Ok((Vec::new(), None)) } }
/// # /// A pet.
/// # #[derive(Model)]
/// # struct Pet {
/// #     /// Name.
/// #     name: String,
/// #     /// Identifier.
/// #     #[tf(identity)]
/// #     id: Computed<String>,
/// # }
/// # impl Resource for Pet {
/// #     type Provider = Zoo;
/// #     async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> { Ok(plan) }
/// #     async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> { Ok(plan) }
/// #     async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> { Ok(()) }
/// # }
///
/// /// Finds pets.
/// #[derive(Model)]
/// struct PetList {
///     /// The species of the pets.
///     species: String,
/// }
///
/// impl ListResource for PetList {
///     type Resource = Pet;
///
///     fn list(config: Self, zoo: &Zoo, _: &mut ListContext) -> impl Stream<Item = Result<Listed<Pet>>> + Send {
///         let pages = stream::try_unfold((config, Some(0)), async |(config, page)| {
///             let Some(page) = page else { return Ok::<_, Error>(None) };
///             let (pets, next) = zoo.page(&config.species, page).await?;
///             let pets = pets.into_iter().map(|pet| Ok(Listed::new(pet.name.clone(), pet)));
///             Ok(Some((stream::iter(pets), (config, next))))
///         });
///         pages.try_flatten()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list resource",
    label = "not a list resource",
    note = "implement `terrane::ListResource` for it"
)]
pub trait ListResource: Model<WriteOnly: Storable, Sets: Ordered, Computed: Unfilled> {
    /// The listed resource.
    type Resource: Listable;

    /// Validates the configuration beyond the validators of single attributes. Parts of the configuration may be unknown.
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid. Report several findings with `cx`.
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Lists the objects as a stream. The stream is polled only while the host wants more objects.
    ///
    /// The first error ends the list.
    fn list(
        config: Self,
        provider: &<Self::Resource as Listable>::Provider,
        cx: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Self::Resource>>> + Send;
}

/// A resource whose objects can be listed.
///
/// Every [`Resource`] is `Listable`. Implement this trait for the model of a resource that another provider serves, such as a provider with the older Go SDK behind the
/// same multiplexer. The model must have the name, the schema and the identity of that resource, because the host decodes the results by the other
/// provider's schema.
///
/// # Examples
///
/// ```
/// use futures_util::stream::{self, Stream};
/// use terrane::Listable;
/// use terrane::prelude::*;
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(r: &mut Registry<Self>) { r.list::<CageList>(); }
/// # }
///
/// /// A cage, which another provider serves.
/// #[derive(Model)]
/// struct Cage {
///     /// Its number.
///     #[tf(identity)]
///     number: i64,
/// }
///
/// impl Listable for Cage {
///     type Provider = Zoo;
/// }
///
/// /// Finds cages.
/// #[derive(Model)]
/// struct CageList {}
///
/// impl ListResource for CageList {
///     type Resource = Cage;
///
///     fn list(_: Self, _: &Zoo, _: &mut ListContext) -> impl Stream<Item = Result<Listed<Cage>>> + Send {
///         stream::iter([Ok(Listed::new("The first cage", Cage { number: 1 }))])
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the objects of `{Self}` cannot be listed",
    label = "not a resource",
    note = "implement `terrane::Resource` for it, or `terrane::Listable` if another provider serves the resource"
)]
pub trait Listable: Model {
    /// The provider that lists the objects.
    type Provider: Provider;

    /// Reads the object of a listed key, if the host requests whole objects.
    ///
    /// The default reads nothing, and returns [`Found::Unchanged`]. So the object is listed by its identity, with a warning.
    ///
    /// # Errors
    ///
    /// Fails if the object cannot be read.
    fn read_listed(
        key: Self::Key,
        provider: &Self::Provider,
        cx: &mut ReadContext,
    ) -> impl Async<Output = Result<Found<Self>>> + Send {
        let _ = (key, provider, cx);
        std::future::ready(Ok(Found::Unchanged))
    }

    /// Returns the schema, if another provider serves the resource.
    #[doc(hidden)]
    #[must_use]
    fn served_elsewhere() -> Option<Block> {
        Some(Self::block().clone())
    }
}

#[diagnostic::do_not_recommend]
impl<R: Resource> Listable for R {
    type Provider = R::Provider;

    fn read_listed(
        key: Self::Key,
        provider: &Self::Provider,
        cx: &mut ReadContext,
    ) -> impl Async<Output = Result<Found<Self>>> + Send {
        R::read(Prior::of_key(key), provider, cx)
    }

    fn served_elsewhere() -> Option<Block> {
        None
    }
}

/// A listed object.
#[derive(Debug)]
pub struct Listed<R: Model> {
    display_name: String,
    known: Known<R, R::Key>,
}

/// The known part of a listed object.
#[derive(Debug)]
enum Known<R, K> {
    Object(R),
    Key(K),
}

impl<R: Model> Listed<R> {
    /// Creates a result from an object and its name for the user.
    pub fn new(display_name: impl Into<String>, object: R) -> Self {
        Self {
            display_name: display_name.into(),
            known: Known::Object(object),
        }
    }

    /// Creates a result from the key alone.
    ///
    /// If the host requests whole objects, the framework reads this one, and omits it if it does not exist any more.
    pub fn key(display_name: impl Into<String>, key: R::Key) -> Self {
        Self {
            display_name: display_name.into(),
            known: Known::Key(key),
        }
    }
}
