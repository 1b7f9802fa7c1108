//! A provider for the tests that need any.

/// A provider without settings, `Lab`, of what is registered.
macro_rules! lab {
    (|$registry:ident| $register:expr) => {
        #[derive(Default)]
        pub(crate) struct Lab;

        #[terrane::provider("registry.terraform.io/example/lab")]
        impl terrane::Provider for Lab {
            fn register($registry: &mut terrane::prelude::Registry<Self>) {
                $register;
            }
        }
    };
}

pub(crate) use lab;
