//! Menus: the resource `sink_menu`, whose schema is made when the provider starts, as bridges and generated providers do.

use std::sync::Arc;

use terrane::Moves;
use terrane::dynamic::DynPlanContext;
use terrane::dynamic::DynResource;
use terrane::dynamic::member;
use terrane::dynamic::{BoxFuture, Configured};
use terrane::history::History;
use terrane::prelude::*;
use terrane::schema::{Block, Validator, Violation};
use terrane_value::Object;

use crate::dish::Dish;

/// The courses of a menu. They could come from a file, or from another provider.
const COURSES: [&str; 3] = ["starter", "main_course", "dessert"];

/// The resource, with its schema.
pub(crate) struct Menu {
    block: Block,
}

impl Menu {
    pub(crate) fn new() -> Self {
        let courses = COURSES.map(|course| {
            member::<Option<String>>(course)
                .description(format!("What there is as {course}."))
                .validator(Validator::new("something to eat", |value| {
                    match value.as_str() {
                        Some("") => Err(Violation::new("expected something to eat, found nothing")),
                        _ => Ok(()),
                    }
                }))
        });
        let count = member::<Computed<i64>>("courses").description("The number of courses.");
        Self {
            block: Block::new(courses.into_iter().chain([count])).description("A menu."),
        }
    }

    /// Counts the courses.
    fn counted(mut plan: Object) -> Object {
        let courses = COURSES.iter().filter_map(|course| plan.get(course));
        let count = courses.filter(|course| course.is_known()).count();
        plan.set(
            "courses",
            Value::from(i64::try_from(count).unwrap_or(i64::MAX)),
        );
        plan
    }
}

/// The schema of the version before, which had another name for one course.
fn before() -> Block {
    Block::new([member::<Option<String>>("sweet")])
}

impl DynResource for Menu {
    fn name(&self) -> &str {
        "menu"
    }

    fn block(&self) -> Block {
        self.block.clone()
    }

    fn plans_while_deferred(&self) -> bool {
        true
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

    fn moves(&self) -> Moves<Object> {
        let block = self.block.clone();
        let mut moves = Moves::default();
        moves.from_with("example/sink", "sink_dish", move |dish: Dish, _| {
            let mut menu = Object::new(block.object_type());
            menu.set("dessert", Value::from(dish.name));
            Ok(Self::counted(menu))
        });
        moves
    }

    fn validate(&self, config: &Object, _: ValidateContext) -> Result<()> {
        let same = config.get("starter").and_then(|it| it.as_str());
        if same.is_some() && same == config.get("dessert").and_then(|it| it.as_str()) {
            return Err(Error::new("The dessert is the starter again", "")
                .at(terrane::Path::root().attribute("dessert")));
        }
        Ok(())
    }

    /// The number of courses is known as soon as the courses are known.
    fn plan(
        &self,
        mut change: DynPlanContext,
        _: Option<Configured>,
    ) -> BoxFuture<Result<DynPlanContext>> {
        change.planned = change.planned.map(|plan| {
            let known = |course: &str| plan.get(course).is_some_and(|it| !it.is_unknown());
            if COURSES.iter().all(|course| known(course)) {
                Self::counted(plan)
            } else {
                plan
            }
        });
        Box::pin(async { Ok(change) })
    }

    fn import_ids(&self) -> Vec<String> {
        vec!["STARTER/MAIN/DESSERT".to_owned()]
    }

    /// A menu is imported by its courses: `soup/fish/cake`.
    fn import(
        &self,
        id: String,
        _: Configured,
        _: ImportContext,
    ) -> BoxFuture<Result<Option<Object>>> {
        let mut menu = Object::new(self.block.object_type());
        for (course, what) in COURSES.iter().zip(id.split('/')) {
            menu.set(course, Value::from(what));
        }
        Box::pin(async { Ok(Some(Self::counted(menu))) })
    }

    /// A recorded object is in the state, even if a later step fails.
    fn create(
        &self,
        plan: &Object,
        _: Configured,
        mut cx: CreateContext,
    ) -> BoxFuture<Result<Object>> {
        let menu = Self::counted(plan.clone());
        Box::pin(async move {
            cx.checkpoint(menu.clone());
            Ok(menu)
        })
    }

    fn read(
        &self,
        state: Arc<Object>,
        _: Configured,
        _: ReadContext,
    ) -> BoxFuture<Result<Found<Object>>> {
        Box::pin(async { Ok(Found::Object(Arc::unwrap_or_clone(state))) })
    }

    fn update(
        &self,
        plan: &Object,
        _: Arc<Object>,
        _: Configured,
        _: UpdateContext,
    ) -> BoxFuture<Result<Object>> {
        let menu = Self::counted(plan.clone());
        Box::pin(async { Ok(menu) })
    }

    fn delete(&self, _: Arc<Object>, _: Configured, _: DeleteContext) -> BoxFuture<Result<()>> {
        Box::pin(async { Ok(()) })
    }
}
