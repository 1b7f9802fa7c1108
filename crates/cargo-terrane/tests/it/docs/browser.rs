//! The preview in a headless browser.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use crate::docs::contents::SCHEMA;
use crate::docs::{succeed, write};

/// The names of browsers that print a page after its scripts have run.
const BROWSERS: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "chrome-headless-shell",
];

/// Finds a browser: the program that `TERRANE_BROWSER` names, or one on the PATH.
pub(crate) fn browser() -> Option<PathBuf> {
    if let Some(browser) = std::env::var_os("TERRANE_BROWSER") {
        return Some(browser.into());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let candidates = BROWSERS
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)));
    candidates.into_iter().find(|program| program.is_file())
}

/// Writes the preview of a provider with examples.
fn site(folder: &Path) -> PathBuf {
    write(folder, "schema.json", SCHEMA);
    write(
        folder,
        "examples/resources/zoo_pet/resource.tf",
        "resource \"zoo_pet\" \"rex\" {\n  name = \"Rex\" # a dog\n}\n",
    );
    write(
        folder,
        "docs/guides/start.md",
        "---\npage_title: Getting started\n---\n\n# Start\n\nSee [pets](../resources/pet.md).\n",
    );
    let schema = folder.join("schema.json").display().to_string();
    let site = folder.join("site");
    succeed(
        folder,
        &[
            "--from",
            &schema,
            "--no-validate",
            "--preview",
            &site.display().to_string(),
        ],
    );
    site
}

#[test]
fn a_preview_loads_nothing_from_other_servers() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let guide = fs::read_to_string(site.join("guides/start.html")).unwrap();
    assert!(guide.contains("<title>Getting started</title>"), "{guide}");
    assert!(
        guide.contains("<a href=\"../resources/pet.html\">pets</a>"),
        "{guide}"
    );
    let page = fs::read_to_string(site.join("resources/pet.html")).unwrap();
    for attribute in ["src=\"", "<link rel=\"stylesheet\" href=\""] {
        for rest in page.split(attribute).skip(1) {
            let address = rest.split('"').next().unwrap();
            assert!(address.starts_with("../assets/"), "{address}");
        }
    }
    for part in [
        "<div class=\"alert warning\"><p><strong>Deprecated</strong>",
        "<span class=\"comment\"># a dog</span>",
        "<a id=\"nestedatt--diet\"></a>",
        "&quot;example&#x2f;zoo&quot;</span>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn a_browser_can_navigate_search_copy_and_switch_the_theme() {
    let Some(browser) = browser() else {
        println!("skipped: there is no Chromium on the PATH");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    fs::write(site.join("harness.html"), include_str!("harness.html")).unwrap();
    let address = serve(&site);
    let page = format!("http://{address}/harness.html");
    let text = dump(&browser, folder.path(), &page);
    assert!(text.contains("<pre id=\"report\">passed</pre>"), "{text}");
}

/// Serves a folder, and returns the address.
pub(crate) fn serve(site: &Path) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let site = site.to_owned();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let site = site.clone();
            thread::spawn(move || answer(&stream.unwrap(), &site));
        }
    });
    address
}

/// Opens a page in a browser without a window, and returns its HTML after its scripts have run.
pub(crate) fn dump(browser: &Path, folder: &Path, page: &str) -> String {
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ])
        .args([
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--no-proxy-server",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .args(["--virtual-time-budget=20000", "--dump-dom"])
        .arg(page)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Answers a request with a file of the site.
fn answer(mut stream: &TcpStream, site: &Path) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let Some(request) = lines.next() else {
        return;
    };
    // The headers end with an empty line.
    let _ = lines.find(String::is_empty);
    let path = request
        .split(' ')
        .nth(1)
        .unwrap_or("/")
        .trim_start_matches('/');
    let kind = match path.rsplit('.').next() {
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        _ => "text/html; charset=utf-8",
    };
    let (status, body) = match fs::read(site.join(path)) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    // The browser may have closed the connection.
    let _ = stream.write_all(&[head.into_bytes(), body].concat());
}
