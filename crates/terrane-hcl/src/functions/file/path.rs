//! Paths as texts with slashes.

/// Returns the shortest path that means the same: without `.`, without `..` after a name, and without repeated slashes.
pub(super) fn clean(path: &str) -> String {
    let is_absolute = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => _ = parts.pop(),
            ".." if is_absolute => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    match (is_absolute, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => ".".to_owned(),
        (false, false) => joined,
    }
}

/// Returns a path relative to a base directory. An absolute path stays.
pub(super) fn join(base: &str, path: &str) -> String {
    if path.starts_with('/') {
        clean(path)
    } else {
        clean(&format!("{base}/{path}"))
    }
}

/// Returns the last name of a path.
pub(super) fn base(path: &str) -> &str {
    if path.is_empty() {
        return ".";
    }
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        "/"
    } else {
        trimmed.rsplit('/').next().unwrap_or(trimmed)
    }
}

/// Returns a path without its last name.
pub(super) fn directory(path: &str) -> String {
    let end = path.rfind('/').map_or(0, |at| at + 1);
    clean(&path[..end])
}

/// Replaces a `~` at the start of a path by the home directory.
pub(super) fn expand(path: &str, home: Option<&str>) -> Result<String, String> {
    let Some(rest) = path.strip_prefix('~') else {
        return Ok(path.to_owned());
    };
    if !rest.is_empty() && !rest.starts_with(['/', '\\']) {
        return Err("cannot expand user-specific home dir".to_owned());
    }
    match home {
        Some(home) => Ok(clean(&format!("{home}/{rest}"))),
        None => Err("the home directory is not known".to_owned()),
    }
}

/// Returns a path relative to another one. Both are clean, and both are absolute or both relative.
pub(super) fn relative(base: &str, path: &str) -> String {
    let parts = |path: &str| -> Vec<String> {
        let parts = path.split('/').filter(|part| !matches!(*part, "" | "."));
        parts.map(str::to_owned).collect()
    };
    let (base_parts, path_parts) = (parts(base), parts(path));
    let common = base_parts
        .iter()
        .zip(&path_parts)
        .take_while(|(a, b)| a == b)
        .count();
    let up = vec!["..".to_owned(); base_parts.len() - common];
    let all = [up.as_slice(), &path_parts[common..]].concat();
    if all.is_empty() {
        ".".to_owned()
    } else {
        all.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_cleaned_and_split() {
        for (path, cleaned, base_name, parent) in [
            ("", ".", ".", "."),
            ("/", "/", "/", "/"),
            ("/a/b/", "/a/b", "b", "/a/b"),
            ("a/../..//b/./c", "../b/c", "c", "../b"),
            ("/../a", "/a", "a", "/"),
            ("a", "a", "a", "."),
        ] {
            assert_eq!(clean(path), cleaned, "{path}");
            assert_eq!(base(path), base_name, "{path}");
            assert_eq!(directory(path), parent, "{path}");
        }
        assert_eq!(relative("/a/b", "/a/c/d"), "../c/d");
        assert_eq!(relative(".", "x/y"), "x/y");
    }
}
