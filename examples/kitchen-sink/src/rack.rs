//! The contents of racks in both forms: nested attributes for protocol 6, and blocks for protocol 5.

use terrane::plan::FieldChange;
use terrane::prelude::*;

/// A hook of a rack.
#[derive(Debug, Clone, Model)]
pub(crate) struct Hook {
    /// The key of the hook.
    pub(crate) name: String,
    /// The material.
    #[tf(default = "steel")]
    pub(crate) material: String,
    /// The maximum load, in kilograms.
    #[tf(validate(range(1..=9)), plan = strong)]
    pub(crate) holds: Option<i64>,
    /// The fixing. A change of the fixing replaces the rack.
    #[tf(replace)]
    pub(crate) mount: Option<String>,
    /// The number, which stays the same at every position.
    #[tf(keep)]
    pub(crate) id: Computed<String>,
}

/// A bin of a rack.
#[derive(Debug, Clone, Model)]
#[tf(at_most_one_of(glass, paper))]
pub(crate) struct Bin {
    /// The size.
    pub(crate) litres: i64,
    /// The colour.
    #[tf(default = "grey")]
    pub(crate) colour: String,
    /// The fixing. A change of the fixing replaces the rack.
    #[tf(replace)]
    pub(crate) mount: Option<String>,
    /// Whether the bin is for glass.
    pub(crate) glass: Option<bool>,
    /// Whether the bin is for paper.
    pub(crate) paper: Option<bool>,
}

/// The material of a rack.
#[derive(Debug, Clone, Model)]
pub(crate) struct Frame {
    /// The name of the material.
    #[tf(default = "wood")]
    pub(crate) material: String,
    /// The height.
    pub(crate) height: Option<i64>,
}

/// Warns if a hook of paper holds anything.
fn strong(holds: &mut FieldChange<'_, i64, Hook>) -> Result<()> {
    let hook = holds.planned_object()?;
    if let Some((name, material)) = known!(hook; name, material)
        && material == "paper"
        && holds.planned()?.is_known()
    {
        let detail = format!(
            "`{}` of the hook {name}: paper holds nothing.",
            holds.path()
        );
        holds.warn("A weak hook", detail);
    }
    Ok(())
}

/// Numbers the hooks that have no number yet.
pub(crate) fn number<'a>(hooks: impl IntoIterator<Item = &'a mut Hook>) {
    for hook in hooks {
        let id = format!("hook-{}", hook.name);
        hook.id.fill(id);
    }
}

/// Warns of a hook at its place.
pub(crate) fn check(hook: &HookDraft, place: impl Into<terrane::Path>, cx: &mut ValidateContext) {
    if hook.name.known().is_some_and(|name| name == "loose") {
        cx.warn_at(place, "A loose hook", "Tighten it.");
    }
}

/// Makes a resource of a `Rack`, whichever form it has: both have the same fields.
macro_rules! rack_resource {
    () => {
        impl Resource for Rack {
            type Provider = Sink;

            fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
                if let Value::Known(corner) = &config.corner {
                    check(corner, path!(Rack, corner.name), cx);
                }
                let hooks = config.hooks.known().into_iter().flatten();
                for (at, hook) in hooks.enumerate() {
                    if let Value::Known(hook) = hook {
                        check(hook, path!(Rack, hooks[at].name), cx);
                    }
                }
                for (name, row) in config.rows.known().into_iter().flatten() {
                    let hooks = row.known().and_then(|row| row.hooks.known());
                    for (at, hook) in hooks.into_iter().flatten().enumerate() {
                        if let Value::Known(hook) = hook {
                            let place = path!(Rack, rows[name.as_str()].hooks[at].name);
                            check(hook, place, cx);
                        }
                    }
                }
                // The elements of a set have no address, so the path ends at the set.
                if config.bins.known().is_some_and(|bins| bins.len() > 3) {
                    cx.error(path!(Rack, bins), "Too many bins");
                }
                Ok(())
            }

            // If the corner is called `careless`, unknown hooks are planned as null. Hosts refuse such a plan.
            async fn plan(change: &mut PlanContext<Self>, _: Option<&Sink>) -> Result<()> {
                let Some(mut planned) = change.planned()? else {
                    return Ok(());
                };
                let corner = planned.corner.known();
                let careless = corner
                    .is_some_and(|corner| corner.name.known().is_some_and(|it| it == "careless"));
                if careless && planned.hooks.is_unknown() {
                    planned.hooks = Value::Null;
                    change.set_planned(planned)?;
                }
                Ok(())
            }

            async fn create(plan: Self, _: &Sink, _: &mut CreateContext) -> Result<Self> {
                Ok(plan.built())
            }

            async fn update(
                plan: Self,
                _: Prior<Self>,
                _: &Sink,
                _: &mut UpdateContext,
            ) -> Result<Self> {
                Ok(plan.built())
            }

            async fn delete(_: Prior<Self>, _: &Sink, _: &mut DeleteContext) -> Result<()> {
                Ok(())
            }
        }
    };
}
pub(crate) use rack_resource;
