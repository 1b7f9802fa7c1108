//! The `local_file` and `local_sensitive_file` resources.

use terrane::prelude::*;

use crate::combination::{exactly_one_of, is_set};
use crate::file::{Source, Target, is_unchanged, remove};
use crate::hashes::{Hashes, HashesComputed, sha1};
use crate::mode::mode;
use crate::provider::Local;

/// Declares a resource. The two resources differ in their secret attributes.
macro_rules! file {
    (
        $(#[$doc:meta])*
        $name:ident, $computed:ident, called $called:literal, mode $mode:literal, content $content:ty;
        $($(#[$more_doc:meta])* $more:ident: $more_type:ty)?
    ) => {
        $(#[$doc])*
        #[derive(Model)]
        pub(crate) struct $name {
            /// Path of the file to create. Missing directories are created.
            #[tf(replace, key(optional))]
            filename: String,
            /// The content as UTF-8 text.
            #[tf(replace)]
            content: Option<$content>,
            $($(#[$more_doc])* $more: Option<$more_type>,)?
            /// The content in base64, for bytes that are not text.
            #[tf(replace)]
            content_base64: Option<$content>,
            /// Path of the file to copy.
            #[tf(replace)]
            source: Option<String>,
            /// Permissions of the file, in octal, before the umask.
            #[tf(replace, default = $mode, validate(mode))]
            file_permission: String,
            /// Permissions of directories that are created, in octal, before the umask.
            #[tf(replace, default = $mode, validate(mode))]
            directory_permission: String,
            /// SHA-1 of the content, in hexadecimal.
            #[tf(key(optional))]
            id: Computed<String>,
            #[tf(flatten, computed)]
            hashes: Hashes,
        }

        impl Resource for $name {
            type Provider = Local;

            fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
                let sources = [
                    ("content", is_set(&config.content)),
                    $((stringify!($more), is_set(&config.$more)),)?
                    ("content_base64", is_set(&config.content_base64)),
                    ("source", is_set(&config.source)),
                ];
                exactly_one_of(&sources, cx);
                Ok(())
            }

            async fn create(plan: Self, _: &Local, _: &mut CreateContext) -> Result<Self> {
                let source = Source::of(plan.content.clone(), plan.content_base64.clone(), plan.source.as_deref());
                $(let source = plan.$more.clone().map_or(source, Source::Text);)?
                let target = Target {
                    filename: &plan.filename,
                    file_permission: &plan.file_permission,
                    directory_permission: &plan.directory_permission,
                };
                let bytes = target.write(source).await
                    .map_err(|detail| Error::new(concat!("Create ", $called, " error"), detail))?;
                let (id, hashes) = (sha1(&bytes), HashesComputed::of(&bytes));
                Ok(plan.with_computed($computed { id, hashes }))
            }

            async fn read(prior: Prior<Self>, _: &Local, _: &mut ReadContext) -> Result<Found<Self>> {
                let (Some(filename), Some(id)) = (&prior.key().filename, &prior.key().id) else {
                    return Ok(Found::Gone);
                };
                let unchanged = is_unchanged(filename, id).await
                    .map_err(|detail| Error::new(concat!("Read ", $called, " error"), detail))?;
                Ok(if unchanged { Found::Unchanged } else { Found::Gone })
            }

            async fn update(plan: Self, _: Prior<Self>, _: &Local, _: &mut UpdateContext) -> Result<Self> {
                Ok(plan)
            }

            async fn delete(prior: Prior<Self>, _: &Local, _: &mut DeleteContext) -> Result<()> {
                if let Some(filename) = &prior.key().filename {
                    remove(filename).await;
                }
                Ok(())
            }
        }
    };
}

file! {
    /// A file on this machine.
    File, FileComputed, called "local file", mode "0777", content String;
    /// The content as a secret.
    #[tf(replace, deprecated = "Use the `local_sensitive_file` resource instead")]
    sensitive_content: Sensitive<String>
}

file! {
    /// A file on this machine with secret content.
    SensitiveFile, SensitiveFileComputed, called "local sensitive file", mode "0700", content Sensitive<String>;
}
