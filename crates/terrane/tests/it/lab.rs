//! A provider for the tests that need any.

/// A provider without settings, `Lab`, of what is registered.
macro_rules! lab {
    (|$registry:ident| $register:expr) => {
        pub(crate) struct Lab;

        impl terrane::Provider for Lab {
            const ADDRESS: &'static str = "registry.terraform.io/example/lab";
            const VERSION: &'static str = "0.1.0";
            type Config = ();

            async fn configure(
                (): (),
                _: &mut terrane::prelude::Configure,
            ) -> terrane::Result<Self> {
                Ok(Lab)
            }

            fn register($registry: &mut terrane::prelude::Registry<Self>) {
                $register;
            }
        }
    };
}

pub(crate) use lab;
