//! The commit that holds the sources of a package.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Package;

/// Returns the commit of the package's repository, or the reason why the commit does not hold the sources.
///
/// A build script can read any file next to the sources. So the commit counts only if the repository has no changed, untracked or ignored files, except in
/// the folders of build results, and if all packages of the build that come from no registry lie in it.
pub(crate) fn commit(package: &Package, results: &[&Path]) -> Result<String, String> {
    let git = |arguments: &[&str]| git(&package.folder, arguments);
    let repository = PathBuf::from(git(&["rev-parse", "--show-toplevel"])?.trim_end());
    let result_folders: Vec<PathBuf> = [package.target_folder()]
        .iter()
        .chain(results)
        .filter_map(|folder| folder.canonicalize().ok())
        .collect();
    let is_result = |path: &str| {
        let path = repository.join(path.trim_end_matches('/'));
        result_folders.iter().any(|folder| path.starts_with(folder))
    };
    let status = git(&[
        "status",
        "--porcelain",
        "-z",
        "--no-renames",
        "--untracked-files=normal",
        "--ignored=matching",
        "--ignore-submodules=none",
    ])?;
    for entry in status.split_terminator('\0') {
        let (state, path) = entry.split_at_checked(3).unwrap_or(("", entry));
        let is_tracked = !matches!(state, "?? " | "!! ");
        if is_tracked || !is_result(path) {
            let reason = match state {
                "?? " => "is not tracked",
                "!! " => "is ignored",
                _ => "has uncommitted changes",
            };
            return Err(format!("{path} {reason}"));
        }
    }
    // Git reports no changes of files with these marks.
    let marked = git(&["ls-files", "-z", "-v", "--full-name", ":/"])?;
    let marked_path = marked.split_terminator('\0').find_map(|entry| {
        let (mark, path) = entry.split_once(' ')?;
        let is_marked = mark == "S" || mark.starts_with(|it: char| it.is_ascii_lowercase());
        is_marked.then(|| path.to_owned())
    });
    if let Some(path) = marked_path {
        return Err(format!("git ignores changes of {path}"));
    }
    for manifest in package.local_manifests() {
        let inside = manifest.canonicalize();
        if !inside.is_ok_and(|manifest| manifest.starts_with(&repository)) {
            let manifest = manifest.display();
            return Err(format!("{manifest} is not in the repository"));
        }
    }
    let commit = git(&["rev-parse", "HEAD"])?;
    Ok(commit.trim_end().to_owned())
}

/// Returns the output of git in a folder.
fn git(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let mut command = Command::new("git");
    command.args(arguments).current_dir(folder);
    // With these variables, git would report on another repository or index.
    for name in [
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_COMMON_DIR",
    ] {
        command.env_remove(name);
    }
    let failed = |cause: &str| {
        let shown_command = arguments.join(" ");
        format!("`git {shown_command}` fails: {}", cause.trim_end())
    };
    let output = command
        .output()
        .map_err(|error| failed(&error.to_string()))?;
    if !output.status.success() {
        return Err(failed(&String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
