//! The dishes in the sink: the list resource of `sink_dish`.

use fs_err::tokio as fs;
use futures_util::stream::{self, Stream, TryStreamExt};
use terrane::prelude::*;

use crate::dish::{Dish, DishKey};
use crate::provider::Sink;

/// Finds dishes.
#[derive(Model)]
pub(crate) struct Dishes {
    /// The prefix of the names.
    #[tf(default = "")]
    prefix: String,
}

impl ListResource for Dishes {
    type Resource = Dish;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        if config.prefix.known().is_some_and(|it| it.contains('/')) {
            cx.error(path!(Dishes, prefix), "No dish has a slash in its name");
        }
        Ok(())
    }

    fn list(
        config: Self,
        sink: &Sink,
        cx: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Dish>>> + Send {
        let (limit, whole) = (cx.limit(), cx.wants_objects());
        let names = async move {
            let mut names = Vec::new();
            let mut files = fs::read_dir(&sink.folder).await?;
            while let Some(file) = files.next_entry().await? {
                let file = file.file_name().to_string_lossy().into_owned();
                names.extend(
                    file.strip_suffix(".dish")
                        .filter(|name| name.starts_with(&config.prefix))
                        .map(str::to_owned),
                );
            }
            names.sort();
            names.truncate(limit);
            Ok::<_, Error>(stream::iter(names.into_iter().map(Ok)))
        };
        let found = stream::once(names).try_flatten();
        found.try_filter_map(move |name| async move {
            let called = format!("The {name}");
            if !whole {
                return Ok(Some(Listed::key(called, DishKey { name })));
            }
            let dish = Dish::find(&name, sink).await?;
            Ok(dish.map(|dish| Listed::new(called, dish)))
        })
    }
}
