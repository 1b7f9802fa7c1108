//! What all resources share: nothing exists but the state, so an update only copies the plan, and a deletion does nothing.

/// Writes the operations of a resource that exists in the state alone, beside its `create`.
macro_rules! only_in_state {
    () => {
        type Provider = crate::provider::Random;

        async fn update(plan: Self, _: Prior<Self>, _: &Random, _: &mut Update) -> Result<Self> {
            Ok(plan)
        }

        async fn delete((): Key<Self>, _: Option<Self>, _: &Random, _: &mut Delete) -> Result<()> {
            Ok(())
        }
    };
}
pub(crate) use only_in_state;
