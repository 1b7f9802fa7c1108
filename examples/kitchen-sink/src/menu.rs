//! Menus: the resource `sink_menu`, whose schema is made when the provider starts, as bridges and generated providers do.

use terrane::DynResource;
use terrane::context::Context;
use terrane::history::History;
use terrane::prelude::*;
use terrane::resource::{BoxFuture, Configured};
use terrane::schema::{Block, Member, Validator, Violation};
use terrane_value::Object;

/// The courses of a menu. They could come from a file, or from another provider.
const COURSES: [&str; 3] = ["starter", "main_course", "dessert"];

/// The resource, with its schema.
pub(crate) struct Menu {
    block: Block,
}

impl Menu {
    pub(crate) fn new() -> Self {
        let courses = COURSES.map(|course| {
            Member::of::<Option<String>>(course)
                .description(format!("What there is as {course}."))
                .validator(Validator::new("something to eat", |value| {
                    match value.as_str() {
                        Some("") => Err(Violation::new("expected something to eat, found nothing")),
                        _ => Ok(()),
                    }
                }))
        });
        let count = Member::of::<Computed<i64>>("count").description("How many courses there are.");
        Self {
            block: Block::new(courses.into_iter().chain([count])).description("A menu."),
        }
    }

    /// Counts the courses.
    fn counted(mut plan: Object) -> Object {
        let courses = COURSES.iter().filter_map(|course| plan.get(course));
        let count = courses.filter(|course| course.is_known()).count();
        plan.set(
            "count",
            Value::from(i64::try_from(count).unwrap_or(i64::MAX)),
        );
        plan
    }
}

/// The schema of the version before, which had another name for one course.
fn before() -> Block {
    Block::new([Member::of::<Option<String>>("sweet")])
}

impl DynResource for Menu {
    fn name(&self) -> &str {
        "menu"
    }

    fn block(&self) -> &Block {
        &self.block
    }

    fn version(&self) -> i64 {
        1
    }

    fn history(&self) -> History<Object> {
        let block = self.block.clone();
        History::default().version(0, before(), move |old| {
            let mut menu = Object::new(block.object_type());
            for (name, value) in old.iter() {
                menu.set(
                    if name == "sweet" { "dessert" } else { name },
                    value.clone(),
                );
            }
            Ok(Self::counted(menu))
        })
    }

    fn validate(&self, config: Object, _: Context) -> Result<()> {
        let same = config.get("starter").and_then(|it| it.as_str());
        if same.is_some() && same == config.get("dessert").and_then(|it| it.as_str()) {
            return Err(Error::new("The dessert is the starter again", "")
                .at(Path::root().attribute("dessert")));
        }
        Ok(())
    }

    fn create(&self, plan: Object, _: Configured, _: Context) -> BoxFuture<Result<Object>> {
        Box::pin(async { Ok(Self::counted(plan)) })
    }

    fn read(&self, state: Object, _: Configured, _: Context) -> BoxFuture<Result<Option<Object>>> {
        Box::pin(async { Ok(Some(state)) })
    }

    fn update(
        &self,
        plan: Object,
        _: Object,
        _: Configured,
        _: Context,
    ) -> BoxFuture<Result<Object>> {
        Box::pin(async { Ok(Self::counted(plan)) })
    }

    fn delete(&self, _: Object, _: Configured, _: Context) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}
