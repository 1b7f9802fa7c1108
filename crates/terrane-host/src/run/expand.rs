//! The instances of modules and resources: `count` and `for_each`.

use std::collections::BTreeMap;

use terrane_hcl::syntax::ast::Expression;
use terrane_hcl::value::{Mark, Value};
use terrane_value::{Text, Type};

use super::{Failed, Run, lock};
use crate::address::{self, ModuleInstance};
use crate::config::Meta;
use crate::diagnostics::Report;
use crate::evaluate::{Expansion, Place};

/// As many instances as this are an error, because a number in a configuration is rather a mistake.
const MAX_COUNT: usize = 1_000_000;

impl Run<'_> {
    /// Evaluates `count` or `for_each`.
    pub(crate) async fn expansion(&self, place: &Place, meta: &Meta) -> Result<Expansion, Failed> {
        if let Some(count) = &meta.count {
            let value = self.expression(place, count).await?;
            return self.count(place, count, value);
        }
        if let Some(for_each) = &meta.for_each {
            let value = self.expression(place, for_each).await?;
            return self.for_each(place, for_each, value);
        }
        Ok(Expansion::Single)
    }

    fn argument_error(
        &self,
        place: &Place,
        expression: &Expression,
        name: &str,
        problem: &str,
    ) -> Failed {
        let detail = format!("The `{name}` argument {problem}.");
        let report = Report::error(format!("Invalid {name} argument"), detail).at(expression.span);
        self.fail(match &place.address {
            Some(address) => report.of(address),
            None => report,
        })
    }

    fn count(&self, place: &Place, count: &Expression, value: Value) -> Result<Expansion, Failed> {
        let wrong = |problem: &str| self.argument_error(place, count, "count", problem);
        if value.marks().contains(&Mark::Ephemeral) {
            return Err(wrong(
                "must not depend on ephemeral values, which exist during one run only",
            ));
        }
        let (value, _) = value.unmark();
        let Ok(value) = value.convert(&Type::Number) else {
            return Err(wrong("must be a number"));
        };
        if value.is_unknown() {
            return Err(wrong(
                "depends on values that only the apply decides, so the number of instances cannot be planned",
            ));
        }
        let number = value.as_number().and_then(|number| number.to_usize());
        match number.filter(|number| *number <= MAX_COUNT) {
            Some(number) => Ok(Expansion::Count(u64::try_from(number).unwrap_or(u64::MAX))),
            None => Err(wrong("must be a whole number from zero to a million")),
        }
    }

    fn for_each(
        &self,
        place: &Place,
        for_each: &Expression,
        value: Value,
    ) -> Result<Expansion, Failed> {
        let wrong = |problem: &str| self.argument_error(place, for_each, "for_each", problem);
        let marks = [Mark::Sensitive, Mark::Ephemeral];
        if marks.iter().any(|mark| value.marks().contains(mark)) {
            return Err(wrong(
                "must not depend on sensitive or ephemeral values, because its keys are shown in addresses",
            ));
        }
        if value.is_null() {
            return Err(wrong("must not be null: use an empty map or set instead"));
        }
        if value.is_unknown() {
            return Err(wrong(
                "depends on values that only the apply decides, so the instances cannot be planned",
            ));
        }
        let values: BTreeMap<Text, Value> = match value.ty() {
            Type::Map(_) | Type::Object(_) => value
                .entries()
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect(),
            Type::Set(_) => {
                let elements = value.elements().unwrap_or_default();
                if elements.iter().any(Value::is_unknown) {
                    return Err(wrong("is a set with values that only the apply decides"));
                }
                let entries = elements.iter().map(|element| {
                    let key = element.as_text().cloned();
                    key.map(|key| (key, element.clone()))
                });
                let keys: Option<BTreeMap<Text, Value>> = entries.collect();
                keys.ok_or_else(|| wrong("is a set with elements other than strings"))?
            }
            other => {
                let problem = format!("must be a map or a set of strings, found {}", other.kind());
                return Err(wrong(&problem));
            }
        };
        Ok(Expansion::ForEach(values))
    }

    /// Finds the instances of a module.
    pub(crate) async fn expand_module(&self, module: &address::Module) -> Result<(), Failed> {
        let Some((parent, name)) = module.split_last() else {
            return Ok(());
        };
        let call = self
            .config
            .module(&parent)
            .and_then(|it| it.calls.get(name));
        let Some(call) = call else {
            return Ok(());
        };
        let callers: Vec<ModuleInstance> = lock(&self.values).instances_of(&parent);
        let mut instances = Vec::new();
        for caller in callers {
            let place = Place::new(&caller).of(module);
            let expansion = self.expansion(&place, &call.meta).await?;
            let keys = expansion.keys().into_iter();
            instances.extend(keys.map(|key| caller.child(name.clone(), key)));
            lock(&self.values)
                .calls
                .insert((caller, name.clone()), expansion);
        }
        lock(&self.values).modules.insert(module.clone(), instances);
        Ok(())
    }
}
