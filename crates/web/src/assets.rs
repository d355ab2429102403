//! The page and everything it loads: compressed once, and named by the hash of its content.
//!
//! A browser keeps what has a hash in its name forever, and asks for the page itself each time.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::GzEncoder;
use floe_arena::report::shared;
use floe_locale::{Lang, page_messages};
use sha2::{Digest, Sha256};

const SHELL: &str = include_str!("../page/shell.html");
const ICON: &str = include_str!("../page/icon.svg");

/// The script, in dependency order. What the report of a tournament has too comes first.
const SCRIPTS: &[&str] = &[
    shared::DOM,
    shared::REPLAY,
    shared::TILES,
    shared::BOARD,
    include_str!("../page/store.js"),
    include_str!("../page/language.js"),
    include_str!("../page/api.js"),
    include_str!("../page/connection.js"),
    include_str!("../page/model.js"),
    include_str!("../page/words.js"),
    include_str!("../page/playboard.js"),
    include_str!("../page/dialogs.js"),
    include_str!("../page/help.js"),
    include_str!("../page/links.js"),
    include_str!("../page/players.js"),
    include_str!("../page/moves.js"),
    include_str!("../page/tools.js"),
    include_str!("../page/play.js"),
    include_str!("../page/analysis.js"),
    include_str!("../page/status.js"),
    include_str!("../page/room.js"),
    include_str!("../page/kinds.js"),
    include_str!("../page/newgame.js"),
    include_str!("../page/home.js"),
    include_str!("../page/editor.js"),
    include_str!("../page/route.js"),
];

const STYLES: &[&str] =
    &[shared::BASE_STYLE, include_str!("../page/page.css"), include_str!("../page/room.css")];

/// Text that the server sends, in both forms.
#[derive(Debug)]
pub(crate) struct Asset {
    kind: &'static str,
    plain: Bytes,
    packed: Bytes,
    /// The hash of the content, as a tag in quotation marks.
    tag: HeaderValue,
    hash: String,
}

impl Asset {
    pub(crate) fn new(kind: &'static str, text: String) -> Asset {
        let plain = Bytes::from(text);
        let hash = URL_SAFE_NO_PAD.encode(&Sha256::digest(&plain)[..9]);
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        let packed = packer.write_all(&plain).and_then(|()| packer.finish()).expect("memory can be written");
        let tag = HeaderValue::from_str(&format!("\"{hash}\"")).expect("base64 is printable");
        Asset { kind, plain, packed: packed.into(), tag, hash }
    }

    /// Returns the answer to a request. `forever` is for addresses that have the hash in them.
    pub(crate) fn answer(&self, headers: &HeaderMap, forever: bool) -> Response {
        let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
        let mut response = if headers.get(IF_NONE_MATCH) == Some(&self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if accepts_gzip(headers) {
            ([(CONTENT_ENCODING, HeaderValue::from_static("gzip"))], self.packed.clone()).into_response()
        } else {
            self.plain.clone().into_response()
        };
        let answer = response.headers_mut();
        answer.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        answer.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
        answer.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        answer.insert(ETAG, self.tag.clone());
        response
    }
}

/// Returns whether a client takes answers that are compressed with gzip.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let named = |coding: &str| {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let refused = parts.any(|part| {
            part.strip_prefix("q=")
                .and_then(|weight| weight.parse::<f32>().ok())
                .is_some_and(|weight| weight == 0.0)
        });
        (name.eq_ignore_ascii_case("gzip") || name == "*") && !refused
    };
    let lists = headers.get_all(ACCEPT_ENCODING).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| named(coding.trim()))
}

/// The page and its assets.
#[derive(Debug)]
pub(crate) struct Assets {
    /// By the name after `/assets/`.
    named: BTreeMap<String, Asset>,
    /// The page for each default language.
    shells: BTreeMap<&'static str, Asset>,
}

/// Returns the assets, which are made at the first use.
pub(crate) fn assets() -> &'static Assets {
    static ASSETS: LazyLock<Assets> = LazyLock::new(Assets::new);
    &ASSETS
}

impl Assets {
    fn new() -> Assets {
        let mut named = BTreeMap::new();
        let mut add = |name: &str, ending: &str, asset: Asset| {
            let file = format!("{name}-{}.{ending}", asset.hash);
            let address = format!("/assets/{file}");
            named.insert(file, asset);
            address
        };
        let script = bundled_script();
        let messages: BTreeMap<&str, String> = Lang::ALL
            .into_iter()
            .map(|lang| {
                let text = page_messages(lang, &script);
                (lang.code(), add(lang.code(), "json", Asset::new("application/json", text)))
            })
            .collect();
        let style = Asset::new("text/css; charset=utf-8", STYLES.concat());
        let script = Asset::new("text/javascript; charset=utf-8", script);
        let addresses = [
            ("{{style}}", add("floe", "css", style)),
            ("{{script}}", add("floe", "js", script)),
            ("{{icon}}", add("icon", "svg", Asset::new("image/svg+xml", ICON.to_owned()))),
            ("{{messages}}", attribute(&serde_json::to_string(&messages).expect("names can be serialised"))),
        ];
        let shell =
            addresses.iter().fold(SHELL.to_owned(), |shell, (name, value)| shell.replace(name, value));
        let shells = Lang::ALL.into_iter().map(|lang| {
            let page = shell.replace("{{lang}}", lang.code());
            (lang.code(), Asset::new("text/html; charset=utf-8", page))
        });
        Assets { shells: shells.collect(), named }
    }

    /// Returns an asset by its name.
    pub(crate) fn get(&self, name: &str) -> Option<&Asset> {
        self.named.get(name)
    }

    /// Returns the page, for a default language.
    pub(crate) fn shell(&self, lang: Lang) -> &Asset {
        &self.shells[lang.code()]
    }
}

/// Returns the scripts in one piece, which leaves no names behind.
fn bundled_script() -> String {
    format!("(() => {{\n{}}})();\n", SCRIPTS.concat())
}

/// Escapes text for an attribute in quotation marks.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_visit_is_small_and_asks_nobody_else() {
        let assets = assets();
        // A visitor loads one language.
        let languages: Vec<String> =
            Lang::ALL.iter().skip(1).map(|lang| format!("{}-", lang.code())).collect();
        let loaded =
            assets.named.iter().filter(|(name, _)| !languages.iter().any(|lang| name.starts_with(lang)));
        let bytes: usize = loaded.map(|(_, asset)| asset.packed.len()).sum();
        let all = bytes + assets.shell(Lang::English).packed.len();
        assert!(all < 200_000, "{all} bytes");
        for asset in assets.named.values().chain(assets.shells.values()) {
            let text = String::from_utf8_lossy(&asset.plain);
            let hosts: Vec<_> =
                text.match_indices("://").map(|(at, _)| &text[at.saturating_sub(8)..]).collect();
            let is_known = |text: &&str| text.contains("http://www.w3.org/") || text.contains("${");
            assert!(hosts.iter().all(|text| is_known(&&text[..text.len().min(40)])), "{hosts:?}");
        }
    }

    #[test]
    fn addresses_in_the_page_exist() {
        let shell = String::from_utf8(assets().shell(Lang::Polish).plain.to_vec()).unwrap();
        assert!(shell.contains("lang=\"pl\"") && !shell.contains("{{"), "{shell}");
        let found: Vec<&str> =
            shell.split("/assets/").skip(1).map(|rest| rest.split(['"', '&']).next().unwrap()).collect();
        assert_eq!(found.len(), 6);
        for name in found {
            assert!(assets().get(name).is_some(), "{name}");
        }
    }

    #[test]
    fn gzip_is_used_where_it_is_accepted() {
        for (accepted, wanted) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, gzip;q=0.5", true),
            ("gzip;q=0", false),
            ("*", true),
            ("br", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            assert_eq!(accepts_gzip(&headers), wanted, "{accepted}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
