use crate::data::Data;
use crate::path::{Path, Step};
use crate::value::Value;

impl Value {
    /// Returns the value at a path. A dynamic value adds no step: the path of its place leads to the value inside.
    pub fn at(&self, path: &Path) -> Option<&Self> {
        path.steps()
            .iter()
            .try_fold(self, |value, step| value.child(step))
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (step, self.known()?) {
            (step, Data::Dynamic(typed)) => typed.value.child(step),
            (Step::Attribute(name), Data::Object(object)) => object.get(name),
            (Step::Index(index), Data::List(elements) | Data::Tuple(elements)) => {
                elements.get(*index)
            }
            (Step::Key(key), Data::Map(elements)) => elements.get(key),
            (Step::Element(element), Data::Set(elements)) => elements.get(element),
            _ => None,
        }
    }

    /// Returns whether the value is not unknown and contains no unknown value.
    pub fn is_wholly_known(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Unknown(_) => false,
            Self::Known(data) => match data {
                Data::Bool(_) | Data::Number(_) | Data::String(_) => true,
                Data::List(elements) | Data::Tuple(elements) => {
                    elements.iter().all(Self::is_wholly_known)
                }
                Data::Set(elements) => elements.iter().all(Self::is_wholly_known),
                Data::Map(elements) => elements.values().all(Self::is_wholly_known),
                Data::Object(object) => object.is_wholly_known(),
                Data::Dynamic(typed) => typed.value.is_wholly_known(),
            },
        }
    }

    /// Returns the path of the first infinite number in the value. It ends at a set, because elements of a set have no address.
    ///
    /// ```
    /// # use terrane_value::{Number, Value};
    /// let ratios = Value::list([1.into(), Number::INFINITY]);
    /// assert_eq!(ratios.infinite().unwrap().to_string(), "[1]");
    /// ```
    pub fn infinite(&self) -> Option<Path> {
        let mut found: Option<Path> = None;
        self.walk(|path, value| {
            if let Self::Known(Data::Number(number)) = value
                && !number.is_finite()
            {
                let steps = path.steps().iter();
                let addressed = steps.take_while(|step| !matches!(step, Step::Element(_)));
                found.get_or_insert_with(|| addressed.cloned().collect());
            }
            found.is_none()
        });
        found
    }

    /// Visits the value and all values in it, outer values first. The visitor returns whether to visit the values inside.
    pub fn walk(&self, mut visit: impl FnMut(&Path, &Self) -> bool) {
        walk(self, &mut Path::root(), &mut visit);
    }

    /// Rebuilds the value from the inside out. The function receives each part after the parts inside it.
    ///
    /// # Errors
    ///
    /// Stops at the first failure of the function and returns it.
    pub fn transform<E>(
        self,
        mut function: impl FnMut(&Path, Self) -> Result<Self, E>,
    ) -> Result<Self, E> {
        transform(self, &mut Path::root(), &mut function)
    }
}

fn walk(value: &Value, path: &mut Path, visit: &mut dyn FnMut(&Path, &Value) -> bool) {
    if !visit(path, value) {
        return;
    }
    let Value::Known(data) = value else { return };
    let mut inside = |step: Step, value| {
        path.push(step);
        walk(value, path, visit);
        path.pop();
    };
    match data {
        Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
        Data::List(elements) | Data::Tuple(elements) => {
            elements
                .iter()
                .enumerate()
                .for_each(|(index, value)| inside(index.into(), value));
        }
        Data::Set(elements) => elements
            .iter()
            .for_each(|value| inside(Step::Element(Box::new(value.clone())), value)),
        Data::Map(elements) => elements
            .iter()
            .for_each(|(key, value)| inside(Step::Key(key.clone()), value)),
        Data::Object(object) => object
            .iter()
            .for_each(|(name, value)| inside(Step::Attribute(name.clone()), value)),
        Data::Dynamic(typed) => walk(&typed.value, path, visit),
    }
}

fn transform<E>(
    value: Value,
    path: &mut Path,
    function: &mut dyn FnMut(&Path, Value) -> Result<Value, E>,
) -> Result<Value, E> {
    let value = value.try_map(|data| {
        let mut inside = |step: Step, value| {
            path.push(step);
            let value = transform(value, path, function)?;
            path.pop();
            Ok(value)
        };
        Ok(match data {
            Data::Bool(_) | Data::Number(_) | Data::String(_) => data,
            Data::List(elements) => Data::List(each(elements, &mut inside)?),
            Data::Tuple(elements) => Data::Tuple(each(elements, &mut inside)?),
            Data::Set(elements) => {
                let elements = elements
                    .into_iter()
                    .map(|value| inside(Step::Element(Box::new(value.clone())), value));
                Data::Set(elements.collect::<Result<_, E>>()?)
            }
            Data::Map(elements) => {
                let elements = elements.into_iter().map(|(key, value)| {
                    let value = inside(Step::Key(key.clone()), value)?;
                    Ok((key, value))
                });
                Data::Map(elements.collect::<Result<_, E>>()?)
            }
            Data::Object(object) => Data::Object(
                object.try_map(|name, value| inside(Step::Attribute(name.clone()), value))?,
            ),
            Data::Dynamic(mut typed) => {
                typed.value = transform(typed.value, path, function)?;
                Data::Dynamic(typed)
            }
        })
    })?;
    function(path, value)
}

fn each<E>(
    elements: Vec<Value>,
    inside: &mut impl FnMut(Step, Value) -> Result<Value, E>,
) -> Result<Vec<Value>, E> {
    elements
        .into_iter()
        .enumerate()
        .map(|(index, value)| inside(index.into(), value))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Typed;
    use crate::ty::Type;

    fn pet() -> Value {
        Value::object([
            ("name", Value::from("Rex")),
            ("tags", Value::mapping([("a", Value::unknown())])),
            ("toys", Value::set(["ball", "bone"])),
            ("legs", Value::list([1, 2])),
        ])
    }

    #[test]
    fn finds_the_value_at_a_path() {
        for (path, found) in [
            ("", Some(pet())),
            ("name", Some("Rex".into())),
            ("tags[\"a\"]", Some(Value::unknown())),
            ("toys[=\"bone\"]", Some("bone".into())),
            ("legs[1]", Some(2.into())),
            ("legs[2]", None),
            ("legs.a", None),
            ("name.a", None),
            ("tags[\"a\"].b", None),
            ("toys[=\"stick\"]", None),
        ] {
            assert_eq!(pet().at(&path.parse().unwrap()).cloned(), found, "{path}");
        }
        let typed = Typed {
            ty: Type::list(Type::Number),
            value: Value::list([7]),
        };
        assert_eq!(
            Value::from(typed).at(&Path::root().index(0)),
            Some(&7.into())
        );
    }

    #[test]
    fn visits_the_outer_before_the_inner_and_skips_on_request() {
        let mut visited = Vec::new();
        pet().walk(|path, _| {
            visited.push(path.to_string());
            path.to_string() != "tags"
        });
        assert_eq!(
            visited,
            [
                "",
                "legs",
                "legs[0]",
                "legs[1]",
                "name",
                "tags",
                "toys",
                "toys[=\"ball\"]",
                "toys[=\"bone\"]"
            ]
        );
    }

    #[test]
    fn rebuilds_from_the_inner_to_the_outer() {
        let mut order = Vec::new();
        let rebuilt = pet()
            .transform(|path, value| {
                order.push(path.to_string());
                Ok::<_, ()>(if value.as_str().is_some() || value.is_unknown() {
                    "x".into()
                } else {
                    value
                })
            })
            .unwrap();
        assert_eq!(
            rebuilt.at(&"tags[\"a\"]".parse().unwrap()),
            Some(&"x".into())
        );
        assert_eq!(
            rebuilt.as_object().unwrap().get("toys").unwrap(),
            &Value::set(["x"])
        );
        assert_eq!(order.first().unwrap(), "legs[0]");
        assert_eq!(order.last().unwrap(), "");
        assert_eq!(
            pet().transform(|path, value| if path.is_root() { Err(()) } else { Ok(value) }),
            Err(())
        );
    }
}
