//! A state-only resource, as the tests of its author call it.

use terrane::{Filled, prelude::*};

use crate::lab::lab;

lab!(|registry| registry.state_only::<Throw>());

/// A throw of a die.
#[derive(Debug, Model)]
#[tf(filled)]
struct Throw {
    /// How many sides the die has.
    sides: i64,
    /// What came up.
    #[tf(keep)]
    result: Computed<i64>,
}

impl StateOnly for Throw {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Filled<Self>> {
        let result = plan.sides;
        Ok(plan.filled(ThrowComputed { result }))
    }
}

fn throw(result: Computed<i64>) -> Throw {
    Throw { sides: 6, result }
}

#[tokio::test]
async fn a_test_calls_create_and_update_by_name_with_both_traits_in_scope() {
    let plan = throw(Computed::unknown());
    let created = Throw::create(plan, &Lab, &mut CreateContext::default()).await;
    assert_eq!(created.unwrap().result.known().unwrap(), &6);
    let prior = Prior::of(throw(6.into())).unwrap();
    let plan = Throw {
        sides: 8,
        result: 6.into(),
    };
    let updated = Throw::update(plan, prior, &Lab, &mut UpdateContext::default()).await;
    assert_eq!(updated.unwrap().sides, 8);
    let draft = ThrowDraft::default();
    Throw::validate(&draft, &mut ValidateContext::default()).unwrap();
}
