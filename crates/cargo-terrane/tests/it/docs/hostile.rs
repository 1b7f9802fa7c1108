//! The preview of descriptions that would run scripts or load from other servers.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use serde_json::{Map, json};

use crate::docs::browser::{browser, dump, serve};
use crate::docs::{succeed, write};

/// Descriptions. `JS` is a script, and `EVIL` the address of another server without its scheme.
const HOSTILE: [&str; 64] = [
    "<script>JS</script>",
    "<SCRIPT\n>JS</SCRIPT\n>",
    "<script src=//EVIL/s.js></script>",
    "</a></li></ul><script src=//EVIL/s.js></script>",
    "</article></main></div></body><script>JS</script>",
    "<img src=x onerror=\"JS\">",
    "<img src=x onerror='JS'/>",
    "<img\nsrc=x\nonerror=\"JS\"\n>",
    "<img/src=x/onerror=JS>",
    "<img src=\"http://EVIL/i.png\" alt=\"remote\">",
    "<img src=//EVIL/i.png>",
    "<img src=\"/\\EVIL/i.png\">",
    "<img src=\"\\\\EVIL/i.png\">",
    "<img src=\" //EVIL/i.png\">",
    "<img src=\"\t//EVIL/i.png\">",
    "<img src=\"&#104;ttp://EVIL/i.png\">",
    "<img src=\"ht\ttp://EVIL/i.png\">",
    "<img srcset=\"http://EVIL/i.png 1x\">",
    "<picture><source srcset=\"http://EVIL/i.png\"><img src=\"x.png\"></picture>",
    "![remote](http://EVIL/i.png)",
    "![remote](//EVIL/i.png)",
    "![ref]\n\n[ref]: http://EVIL/i.png",
    "![data](data:image/svg+xml;base64,PHN2Zy8+)",
    "![<script>JS</script>](x.png)",
    "![a](x.png \"\" onerror=JS x=\")",
    "[![x](http://EVIL/i.png)](http://EVIL/)",
    "[x](javascript:JS)",
    "[x](JaVaScRiPt:JS)",
    "[x](<java\tscript:JS>)",
    "[x](&#106;avascript:JS)",
    "[x](javascript&colon;JS)",
    "[x](data:text/html,<script>JS</script>)",
    "[x](vbscript:JS)",
    "<javascript:JS>",
    "[x]\n\n[x]: javascript:JS",
    "<a href=\"javascript:JS\">x</a>",
    "<a href=\" javascript:JS\">x</a>",
    "<a href=\"java&#10;script:JS\">x</a>",
    "<a href=\"&#x6a;avascript:JS\">x</a>",
    "<a href=javascript:JS>x</a>",
    "<a onclick=\"JS\" onmouseover=\"JS\" autofocus tabindex=1 onfocus=\"JS\">x</a>",
    "<iframe src=//EVIL/f.html></iframe>",
    "<iframe srcdoc=\"<script>parent.document.documentElement.dataset.ran='yes'</script>\"></iframe>",
    "<object data=\"http://EVIL/o.html\"></object><embed src=\"http://EVIL/e.html\">",
    "<svg onload=\"JS\"><script>JS</script></svg>",
    "<svg><image href=\"http://EVIL/i.png\"/></svg>",
    "<math><mtext><img src=x onerror=\"JS\"></mtext></math>",
    "<style>@import url(http://EVIL/s.css); body { background: url(http://EVIL/b.png) }</style>",
    "<div style=\"background: url(http://EVIL/b.png)\">x</div>",
    "<link rel=stylesheet href=http://EVIL/s.css>",
    "<meta http-equiv=refresh content=\"0; url=http://EVIL/m.html\">",
    "<base href=http://EVIL/>",
    "<video src=http://EVIL/v.mp4 autoplay></video><audio src=http://EVIL/a.mp3></audio>",
    "<body onload=\"JS\" background=\"http://EVIL/b.png\">",
    "<table background=\"http://EVIL/b.png\"><tr><td background=\"http://EVIL/b.png\">x</td></tr></table>",
    "<form action=\"http://EVIL/\"><input type=image src=\"http://EVIL/i.png\" autofocus onfocus=\"JS\"></form>",
    "<details open ontoggle=\"JS\"><summary>x</summary>y</details>",
    "<noscript><p title=\"</noscript><img src=x onerror='JS'>\">",
    "<!-- <img src=x onerror=\"JS\"> --><!--><img src=x onerror=\"JS\">-->",
    "<textarea><img title=\"</textarea><img src=x onerror='JS'>\">",
    "<p title=\"x\" onmouseover=\"JS\"><b id=\"\"><script>JS</script>\">",
    "<img name=body><a id=search><a id=results>x</a></a>",
    "```\"><script>JS</script>\ncode\n```",
    "`<script>JS</script>` <marquee onstart=\"JS\">x</marquee>",
];

const SCRIPT: &str = "document.documentElement.dataset.ran='yes'";

/// HTML and Markdown that registries show, and what the preview shows.
const SHOWN: [(&str, &str); 18] = [
    (
        "<b>bold</b> and <sub>low</sub>",
        "<b>bold</b> and <sub>low</sub>",
    ),
    ("<br> <br/>", "<br> <br>"),
    (
        "<details><summary>More</summary>\n\n*text*\n\n</details>",
        "<summary>More</summary>",
    ),
    ("<a id=\"anchor\"></a>", "<a id=\"anchor\"></a>"),
    (
        "<a href=\"https://example.com/?a=1&amp;b=2\">x</a>",
        "<a href=\"https://example.com/?a=1&amp;b=2\">x</a>",
    ),
    (
        "[x](https://example.com/a)",
        "<a href=\"https://example.com/a\">x</a>",
    ),
    (
        "[x](mailto:a@example.com)",
        "<a href=\"mailto:a@example.com\">x</a>",
    ),
    ("![pet](pet.png)", "<img src=\"pet.png\" alt=\"pet\" />"),
    (
        "![pet](https://example.com/pet.png)",
        "<a href=\"https://example.com/pet.png\">pet</a>",
    ),
    ("a <foo> & b < c", "a &lt;foo&gt; &amp; b &lt; c"),
    ("<i>open", "<i>open</i>"),
    ("close</i>", "close&lt;/i&gt;"),
    ("x<br/>y<i/>z", "x<br>y<i></i>z"),
    ("a <!-- hidden --> b", "<p>a  b</p>"),
    (
        "<img src=\"https://example.com/cat.png\" alt=\"cat\">",
        "<a href=\"https://example.com/cat.png\">cat</a>",
    ),
    // A link contains images of the site, and the texts of others.
    (
        "[![in](in.png) ![out](https://example.com/out.png)](https://example.com/around)",
        "<a href=\"https://example.com/around\"><img src=\"in.png\" alt=\"in\" /> out</a>",
    ),
    (
        "<a href=https://example.com/b title='t'>x</a>",
        "<a href=\"https://example.com/b\" title=\"t\">x</a>",
    ),
    (
        "<a href=\"https://example.com/1\" href=\"https://example.com/2\" title=\"u\">x</a>",
        "<a href=\"https://example.com/1\" title=\"u\">x</a>",
    ),
];

/// Writes the preview of a provider whose descriptions are hostile, each at every place.
fn site(folder: &Path, evil: &str) -> PathBuf {
    let texts = HOSTILE
        .iter()
        .copied()
        .chain(SHOWN.iter().map(|(text, _)| *text));
    let items = texts.enumerate().map(|(index, text)| {
        let text = text.replace("JS", SCRIPT).replace("EVIL", evil);
        let attribute = json!({"type": "string", "optional": true, "description": text});
        let block = json!({"description": text, "deprecated": true, "deprecation_message": text, "attributes": {"a": attribute},
            "block_types": {"b": {"nesting_mode": "list", "block": {"description": text}}}});
        (format!("zoo_x{index}"), json!({"version": 0, "block": block}))
    });
    let items: Map<String, serde_json::Value> = items.collect();
    let schema = json!({"format_version": "1.0", "provider_schemas": {"registry.terraform.io/evil/zoo": {"resource_schemas": items}}});
    write(folder, "schema.json", &schema.to_string());
    let schema = folder.join("schema.json").display().to_string();
    let site = folder.join("site");
    let shown = site.display().to_string();
    succeed(
        folder,
        &["--from", &schema, "--no-validate", "--preview", &shown],
    );
    site
}

/// Returns the tags in the contents of a page.
fn tags(html: &str) -> Vec<&str> {
    let article = html.split("<article>").nth(1).unwrap();
    let article = article.split("</article>").next().unwrap();
    let tags = article.split('<').skip(1);
    tags.map(|tag| tag.split('>').next().unwrap()).collect()
}

#[test]
fn hostile_descriptions_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path(), "evil.example");
    let mut count = 0;
    for index in 0..HOSTILE.len() + SHOWN.len() {
        let page = fs::read_to_string(site.join(format!("resources/x{index}.html"))).unwrap();
        assert!(page.contains(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        ));
        assert_eq!(page.matches("</article>").count(), 1, "{index}");
        for tag in tags(&page) {
            count += 1;
            let name = tag
                .trim_start_matches('/')
                .split([' ', '/'])
                .next()
                .unwrap();
            let is_known = "a b blockquote br button code details div em h1 h2 h3 i img li p pre span strong sub summary table td th tr ul"
                .split(' ')
                .any(|it| it == name);
            assert!(is_known, "{index}: <{tag}>");
            // The names of attributes follow a space, and values are quoted.
            let mut quoted = tag.split('"');
            let names: String = quoted.by_ref().step_by(2).collect();
            for attribute in names.split(' ').skip(1) {
                let attribute = attribute.trim_end_matches('=');
                assert!(
                    !attribute.starts_with("on") && attribute != "style",
                    "{index}: <{tag}>"
                );
            }
            for (start, is_image) in [("src=\"", true), ("href=\"", false)] {
                let Some((_, address)) = tag.split_once(start) else {
                    continue;
                };
                // Browsers remove white space around addresses.
                let address = address.split('"').next().unwrap().trim();
                let is_web = ["http:", "https:", "mailto:", "//"]
                    .iter()
                    .any(|it| address.starts_with(it));
                let is_local = !address
                    .split(['/', '#', '?'])
                    .next()
                    .unwrap()
                    .contains([':', '&']);
                assert!(is_local || (is_web && !is_image), "{index}: {address}");
                assert!(
                    !(is_image && address.starts_with(['/', '\\'])),
                    "{index}: {address}"
                );
            }
        }
    }
    assert!(count > 1000, "{count}");
    for (index, (text, expected)) in SHOWN.iter().enumerate() {
        let index = index + HOSTILE.len();
        let page = fs::read_to_string(site.join(format!("resources/x{index}.html"))).unwrap();
        assert!(page.contains(expected), "{text}: {page}");
    }
}

#[test]
fn a_browser_runs_no_script_of_a_description_and_loads_nothing() {
    let Some(browser) = browser() else {
        println!("skipped: there is no Chromium on the PATH");
        return;
    };
    // The other server, which records that it was called.
    let evil = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = evil.local_addr().unwrap().to_string();
    let (calls, called) = mpsc::channel();
    thread::spawn(move || {
        for _ in evil.incoming() {
            // The test may have ended.
            let _ = calls.send(());
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path(), &address);
    // All pages in frames, once as they are, and once as plain HTML without a policy.
    let frames = (0..HOSTILE.len())
        .map(|index| format!("<iframe src=\"/resources/x{index}.html\"></iframe>"));
    let frames: String = frames.collect();
    let check = "<pre id=report></pre><script>onload = () => {\
        const all = [...document.querySelectorAll('iframe')].map((it) => it.contentDocument);\
        const ran = all.filter((it) => it.documentElement.dataset.ran).length;\
        const loaded = all.filter((it) => it.querySelector('article, body')).length;\
        document.getElementById('report').textContent = `ran ${ran} of ${loaded}`;\
    };</script>";
    write(
        &site,
        "all.html",
        &format!("<!DOCTYPE html>{frames}{check}"),
    );
    for (index, text) in HOSTILE.iter().enumerate() {
        let text = text.replace("JS", SCRIPT).replace("EVIL", &address);
        write(
            &site,
            &format!("raw/x{index}.html"),
            &format!("<!DOCTYPE html><body>{text}"),
        );
    }
    let raw = frames.replace("/resources/", "/raw/");
    write(&site, "raw.html", &format!("<!DOCTYPE html>{raw}{check}"));
    let server = serve(&site);
    let report = dump(
        &browser,
        folder.path(),
        &format!("http://{server}/all.html"),
    );
    let expected = format!("<pre id=\"report\">ran 0 of {}</pre>", HOSTILE.len());
    assert!(report.contains(&expected), "{report}");
    assert!(
        called.try_recv().is_err(),
        "the preview loads from another server"
    );
    // The same texts run and load without the preview.
    dump(
        &browser,
        folder.path(),
        &format!("http://{server}/raw.html"),
    );
    assert!(called.try_recv().is_ok(), "the texts load nothing");
    // Local files show pages with their style and scripts, too.
    let local = format!("file://{}", site.join("resources/x0.html").display());
    let page = dump(&browser, folder.path(), &local);
    assert!(page.contains("class=\"current\""), "{page}");
}
