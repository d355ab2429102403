//! The pictures of the README show the screens as they are.

#[path = "../../examples/pictures/scenes.rs"]
mod scenes;
#[path = "../../examples/pictures/svg.rs"]
mod svg;

use std::fs;
use std::path::Path;

#[test]
fn pictures_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    for (name, picture) in scenes::pictures() {
        let made = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(made == picture, "{name} is out of date: cargo run -p floe-tui --example pictures");
    }
}
