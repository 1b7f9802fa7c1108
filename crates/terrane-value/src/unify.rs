use crate::ty::Type;

/// Finds the type to which values of all these types convert.
pub fn unify<'a>(types: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
    let mut types = types.into_iter();
    let first = types.next()?;
    types.all(|ty| ty == first).then(|| first.clone())
}
