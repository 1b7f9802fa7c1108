//! Reads an object once after a change that left values unknown.
//!
//! Many APIs answer a change with an incomplete object. So `read` fills the values that `create`, `settle` or `update` left unknown, and
//! changes nothing else. The object is in the state, even if the read fails or finds another object.

use std::mem;
use std::sync::Arc;

use terrane_value::{Data, Object, Value};

use super::applying::Applying;
use super::identity;
use crate::context::ReadContext;
use crate::dynamic::Found;
use crate::error::{Error, Result};
use crate::messages::calls::not_found_after;
use crate::schema::Block;

impl Applying {
    /// Fills unknown values by a read of the object. `done` names the operation on the object.
    pub(crate) async fn reread(
        &self,
        object: Object,
        done: &str,
    ) -> (Option<Object>, Option<Error>) {
        let block = self.resource.block();
        if !block.facts().left
            || object.is_wholly_known()
            || object.has_failure()
            || !has_key(block, &object)
        {
            return (Some(object), None);
        }
        let doing = format!("Cannot read {} after it was {done}", self.type_name);
        let mut object = Arc::new(object);
        self.cx.record_object(Arc::clone(&object));
        let private = self.cx.journal(|journal| journal.private.clone());
        let read = self.call.run(&doing, || {
            let (provider, cx) = (self.provider.clone(), ReadContext::new(self.cx.clone()));
            self.resource.read(Arc::clone(&object), provider, cx)
        });
        let error = match read.await {
            Ok(Found::Unchanged) => None,
            Ok(Found::Object(mut found)) => match self.same(&object, &mut found, &doing) {
                Ok(()) => {
                    fill_object(Arc::make_mut(&mut object), found);
                    None
                }
                Err(error) => {
                    self.cx.journal(|journal| journal.private = private);
                    Some(error)
                }
            },
            Ok(Found::Gone) => Some(not_found_after(&doing, done)),
            Err(error) => Some(error.or_summary(&doing)),
        };
        (Some(Arc::unwrap_or_clone(object)), error)
    }

    /// Returns an error if the read has found another object.
    fn same(&self, object: &Object, found: &mut Object, doing: &str) -> Result<()> {
        self.keep_key(object, found, doing)?;
        identity::check_same(&self.resource, &self.type_name, None, object, found)
            .map_err(Error::from_diagnostic)
    }
}

/// Whether the key of the object is known.
fn has_key(block: &Block, object: &Object) -> bool {
    let mut members = block.members().iter().zip(object.values());
    members.all(|(member, value)| !member.is_key() || value.is_wholly_known())
}

fn fill_object(object: &mut Object, found: Object) {
    if object.names() != found.names() {
        return;
    }
    for (at, found) in found.into_values().into_iter().enumerate() {
        fill(object.at_mut(at), found);
    }
}

/// Fills unknown parts of a value. Elements of sets have no address, so a set is replaced as a whole.
fn fill(value: &mut Value, found: Value) {
    if value.is_wholly_known() {
        return;
    }
    match (value, found) {
        (Value::Known(Data::Object(object)), Value::Known(Data::Object(found))) => {
            fill_object(object, found);
        }
        (Value::Known(Data::List(elements)), Value::Known(Data::List(found))) => {
            if elements.len() == found.len() {
                for (element, found) in elements.iter_mut().zip(found) {
                    fill(element, found);
                }
            }
        }
        (Value::Known(Data::Map(elements)), Value::Known(Data::Map(mut found))) => {
            for (key, element) in elements.iter_mut() {
                if let Some(found) = found.get_mut(key) {
                    fill(element, mem::take(found));
                }
            }
        }
        (value @ (Value::Unknown(_) | Value::Known(Data::Set(_) | Data::Dynamic(_))), found) => {
            *value = found;
        }
        (Value::Known(_) | Value::Null, _) => {}
    }
}
