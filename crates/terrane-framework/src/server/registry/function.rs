//! A function in the registry.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::dynamic::{DynFunction, Signature};

/// A registered function. Its signature is created on first use.
pub(crate) struct RegisteredFunction {
    function: Arc<dyn DynFunction>,
    signature: OnceLock<Signature>,
}

impl RegisteredFunction {
    pub(crate) fn new(function: Arc<dyn DynFunction>) -> Self {
        Self {
            function,
            signature: OnceLock::new(),
        }
    }

    pub(crate) fn signature(&self) -> &Signature {
        self.signature.get_or_init(|| self.function.signature())
    }
}

impl Deref for RegisteredFunction {
    type Target = dyn DynFunction;

    fn deref(&self) -> &Self::Target {
        &*self.function
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use terrane_protocol::schema::Description;
    use terrane_value::{Type, Value};

    use super::*;
    use crate::dynamic::{BoxFuture, Configured};
    use crate::error::Result;

    #[derive(Default)]
    struct Counting(AtomicUsize);

    impl DynFunction for Counting {
        fn name(&self) -> &str {
            "counting"
        }

        fn signature(&self) -> Signature {
            self.0.fetch_add(1, SeqCst);
            Signature {
                parameters: Vec::new(),
                variadic: None,
                returns: Type::Bool,
                summary: String::new(),
                description: Description::default(),
                deprecation: None,
            }
        }

        fn call(&self, _: Vec<Value>, _: Option<Configured>) -> BoxFuture<Result<Value>> {
            Box::pin(async { Ok(Value::from(true)) })
        }
    }

    #[test]
    fn signature_is_made_once() {
        let counting = Arc::new(Counting::default());
        let registered = RegisteredFunction::new(counting.clone());
        assert_eq!(registered.name(), "counting");
        for _ in 0..2 {
            assert_eq!(registered.signature().returns, Type::Bool);
        }
        assert_eq!(counting.0.load(SeqCst), 1);
    }
}
