//! Whether a resource has a settle step.

use crate::context::Create;

/// The type of the context of [`settle`](crate::Resource::settle): [`Create`], or [`ModelIsNotMarkedSettle`].
///
/// A creation with a settle step records the values that `create` returned, and decodes the model from them again, because the step may be cut off. A
/// creation without the step does neither. So the model declares the step, and a step that is not declared does not compile.
pub trait SettleContext: Send {
    /// Returns the context of the step, if the model declares the step.
    fn of(create: &mut Create) -> Option<&mut Self>;
}

impl SettleContext for Create {
    fn of(create: &mut Create) -> Option<&mut Self> {
        Some(create)
    }
}

/// The context of a settle step whose model does not have `#[tf(settle)]`.
///
/// The compiler's error shows this name if such a step takes [`Create`].
///
/// ```compile_fail,E0053
/// # use terrane::prelude::*;
/// # #[derive(Debug)]
/// # struct Zoo;
/// # impl Provider for Zoo {
/// #     const ADDRESS: &'static str = "example.com/acme/zoo";
/// #     const VERSION: &'static str = "0.1.0";
/// #     type Config = ();
/// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Zoo) }
/// #     fn register(_: &mut Registry<Self>) {}
/// # }
/// /// An animal.
/// #[derive(Schema)]
/// struct Pet {
///     /// The name.
///     name: String,
/// }
///
/// impl Resource for Pet {
/// #   type Provider = Zoo;
/// #   async fn create(plan: Self, _: &Zoo, _: &mut Create) -> Result<Self> { Ok(plan) }
///     async fn settle(created: Self, _: &Zoo, _: &mut Create) -> Result<Self> {
///         Ok(created)
///     }
/// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut Update) -> Result<Self> { Ok(plan) }
/// #   async fn delete(_: Key<Self>, _: Option<Self>, _: &Zoo, _: &mut Delete) -> Result<()> { Ok(()) }
/// }
/// ```
#[derive(Debug)]
pub struct ModelIsNotMarkedSettle;

impl SettleContext for ModelIsNotMarkedSettle {
    fn of(_: &mut Create) -> Option<&mut Self> {
        None
    }
}
