//! Every style of every theme can be read, on dark and on light terminals: its contrast ratio is 4.5 or more.
//!
//! Ratios are those of the Web Content Accessibility Guidelines. The table of `docs/themes.md` is made here.

use std::fmt::Write;
use std::{env, fs};

use floe_rules::penguins::Seat;
use floe_tui::{Charset, Colors, Ink, Light, Palette, Theme};
use ratatui::style::{Color, Modifier, Style};

const LEAST: f64 = 4.5;

type Rgb = [u8; 3];

/// The usual values of the 16 colours.
const TERMINALS: [(&str, [u32; 16]); 5] = [
    (
        "xterm",
        [
            0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, //
            0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
        ],
    ),
    (
        "Linux console",
        [
            0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, //
            0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
        ],
    ),
    (
        "Windows",
        [
            0x0c0c0c, 0xc50f1f, 0x13a10e, 0xc19c00, 0x0037da, 0x881798, 0x3a96dd, 0xcccccc, //
            0x767676, 0xe74856, 0x16c60c, 0xf9f1a5, 0x3b78ff, 0xb4009e, 0x61d6d6, 0xf2f2f2,
        ],
    ),
    (
        "GNOME",
        [
            0x171421, 0xc01c28, 0x26a269, 0xa2734c, 0x12488b, 0xa347ba, 0x2aa1b3, 0xd0cfcc, //
            0x5e5c64, 0xf66151, 0x33da7a, 0xe9ad0c, 0x2a7bde, 0xc061cb, 0x33c7de, 0xffffff,
        ],
    ),
    (
        "macOS",
        [
            0x000000, 0x990000, 0x00a600, 0x999900, 0x0000b2, 0xb200b2, 0x00a6b2, 0xbfbfbf, //
            0x666666, 0xe50000, 0x00d900, 0xe5e500, 0x0000ff, 0xe500e5, 0x00e5e5, 0xe5e5e5,
        ],
    ),
];

/// The text and the background of a terminal, dark and light.
const OWN: [(Rgb, Rgb); 2] = [([255; 3], [0; 3]), ([0; 3], [255; 3])];

fn index(color: Color) -> Option<u8> {
    Some(match color {
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        Color::Indexed(index) => index,
        Color::Reset | Color::Rgb(..) => return None,
    })
}

fn rgb(index: u8, terminal: &[u32; 16]) -> Rgb {
    match index {
        0..=15 => {
            let [_, red, green, blue] = terminal[usize::from(index)].to_be_bytes();
            [red, green, blue]
        }
        16..=231 => {
            let steps = [0, 95, 135, 175, 215, 255];
            [36, 6, 1].map(|by| steps[usize::from((index - 16) / by % 6)])
        }
        232.. => [8 + 10 * (index - 232); 3],
    }
}

fn luminance(color: Rgb) -> f64 {
    let linear = color.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

fn ratio(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the lowest contrast of a style on any terminal, dark or light, and the name of that terminal.
fn lowest(style: Style) -> (f64, &'static str) {
    let mut lowest = (f64::INFINITY, "");
    let bold = style.add_modifier.contains(Modifier::BOLD);
    for (name, terminal) in TERMINALS {
        for (text, ground) in OWN {
            let fore = style.fg.and_then(index);
            let ground = style.bg.and_then(index).map_or(ground, |index| rgb(index, &terminal));
            // Many terminals show bold text of the first eight colours as bright.
            let bright = fore.filter(|&index| bold && index < 8).map(|index| index + 8);
            for fore in [fore, bright.or(fore)] {
                let ratio = ratio(fore.map_or(text, |index| rgb(index, &terminal)), ground);
                if ratio < lowest.0 {
                    lowest = (ratio, name);
                }
            }
        }
    }
    lowest
}

fn palettes() -> Vec<(String, Palette)> {
    let mut palettes = Vec::new();
    for theme in [Theme::Default, Theme::ColorBlind] {
        for (count, colors) in [(256, Colors::Many), (16, Colors::Sixteen)] {
            palettes.push((format!("{}, {count} colours", theme.name()), Palette { theme, colors }));
        }
    }
    palettes.push(("monochrome".to_owned(), Palette { theme: Theme::Monochrome, colors: Colors::Many }));
    palettes
}

fn lights() -> Vec<Light> {
    let bits = |bits: u8| Light {
        cursor: bits & 1 > 0,
        chosen: bits & 2 > 0,
        target: bits & 4 > 0,
        hint: bits & 8 > 0,
        last: None,
    };
    let lasts = [None].into_iter().chain((1..=9).map(Some));
    lasts.flat_map(|last| (0..16).map(move |set| Light { last, ..bits(set) })).collect()
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("there are nine players")
}

/// Returns the styles of a palette by kind, in all lights and character sets.
fn styles(palette: Palette) -> Vec<(String, Vec<Style>)> {
    const CHARSETS: [Charset; 2] = [Charset::Unicode, Charset::Ascii];
    let lit =
        |keep: &dyn Fn(Light) -> bool| lights().into_iter().filter(|&light| keep(light)).collect::<Vec<_>>();
    let ink = |ink: Ink, lights: &[Light]| -> Vec<Style> {
        let all = lights.iter().flat_map(|&light| CHARSETS.map(|charset| palette.ink(ink, light, charset)));
        all.chain(lights.iter().map(|&light| palette.floor(ink, light))).collect()
    };
    let cells = |owner: Option<u32>, lights: &[Light]| -> Vec<Style> {
        lights.iter().flat_map(|&light| CHARSETS.map(|charset| palette.cell(owner, light, charset))).collect()
    };
    let all = lights();
    let calm = [Light::default()];
    let mut kinds: Vec<(String, Vec<Style>)> = Vec::new();
    for number in 1..=9 {
        let seat = seat(number);
        let mut pieces = ink(Ink::Penguin(seat), &all);
        pieces.extend(ink(Ink::Floe(seat), &all));
        pieces.extend(cells(Some(u32::from(number)), &all));
        pieces.push(palette.player(u32::from(number)));
        kinds.push((format!("player {} (Gamma: {number})", seat.letter()), pieces));
    }
    let on_fish = |lights: &[Light]| -> Vec<Style> {
        let mut styles: Vec<Style> = (0..=5).flat_map(|fish| ink(Ink::Fish(fish), lights)).collect();
        styles.extend((0..=5).flat_map(|fish| ink(Ink::DarkFish(fish), lights)));
        styles.extend(ink(Ink::Water, lights).into_iter().filter(|_| lights != calm));
        styles.extend(cells(None, lights).into_iter().filter(|_| lights != calm));
        styles
    };
    kinds.push(("fish on ice".to_owned(), on_fish(&calm)));
    kinds.push(("tile under the cursor".to_owned(), on_fish(&lit(&|light| light.cursor))));
    kinds.push(("tile of a hint".to_owned(), on_fish(&lit(&|light| light.hint && !light.cursor))));
    let target = |light: Light| light.target && !light.cursor && !light.hint;
    kinds.push(("tile that can be reached".to_owned(), on_fish(&lit(&target))));
    kinds.push(("start of a last turn".to_owned(), ink(Ink::Water, &lit(&|light| light.last.is_some()))));
    kinds.push((
        "water".to_owned(),
        [ink(Ink::Water, &calm), ink(Ink::Edge, &calm), vec![palette.sea()]].concat(),
    ));
    kinds.push(("empty cell of Gamma".to_owned(), cells(None, &calm)));
    kinds.push(("less important text".to_owned(), [ink(Ink::Label, &calm), vec![palette.faint()]].concat()));
    kinds.push(("warning".to_owned(), vec![palette.warning()]));
    kinds.push(("success".to_owned(), vec![palette.success()]));
    kinds.push(("heading".to_owned(), vec![palette.strong()]));
    kinds.push(("selected line".to_owned(), vec![palette.selected()]));
    kinds
}

#[test]
fn every_style_can_be_read_on_every_terminal() {
    for (name, palette) in palettes() {
        for (kind, styles) in styles(palette) {
            for style in styles {
                let (ratio, terminal) = lowest(style);
                assert!(ratio >= LEAST, "{name}: {kind} has {ratio:.2} on {terminal}: {style:?}");
                assert!(
                    style.bg.is_none() || style.fg.is_some(),
                    "{name}: {kind} depends on the terminal: {style:?}"
                );
            }
        }
    }
}

#[test]
fn unreadable_styles_are_found() {
    let black_on_blue = Style::new().fg(Color::Black).bg(Color::Blue);
    let bright_green = Style::new().fg(Color::LightGreen);
    assert!(lowest(black_on_blue).0 < LEAST && lowest(bright_green).0 < LEAST);
    assert!(
        (ratio([255; 3], [0; 3]) - 21.0).abs() < 0.001 && (ratio([118; 3], [255; 3]) - 4.54).abs() < 0.01
    );
}

#[test]
fn hints_reachable_tiles_and_owners_differ() {
    for (name, palette) in palettes() {
        for charset in [Charset::Unicode, Charset::Ascii] {
            let style = |ink: Ink, light: Light| palette.ink(ink, light, charset);
            let (hint, target) =
                (Light { hint: true, ..Light::default() }, Light { target: true, ..Light::default() });
            assert_ne!(style(Ink::Fish(1), hint), style(Ink::Fish(1), target), "{name}");
            assert_ne!(style(Ink::Fish(1), hint), style(Ink::Fish(1), Light::default()), "{name}");
            if palette.theme == Theme::Monochrome {
                continue;
            }
            for number in 1..=9 {
                let owner = palette.player(u32::from(number));
                let light = Light { hint: true, chosen: true, last: Some(1), ..Light::default() };
                let shown = style(Ink::Penguin(seat(number)), light);
                assert_eq!((shown.fg, shown.bg), (owner.fg, owner.bg), "{name}: the owner's colours stay");
                let start = style(Ink::Water, Light { last: Some(u32::from(number)), ..Light::default() });
                assert_eq!(
                    (start.fg, start.bg),
                    (owner.fg, owner.bg),
                    "{name}: a start is in its player's colours"
                );
            }
        }
    }
}

#[test]
fn the_table_in_the_documentation_is_current() {
    let palettes = palettes();
    let mut table = String::from("| text |");
    palettes.iter().for_each(|(name, _)| {
        let _ = write!(table, " {name} |");
    });
    table += "\n|---|";
    table += &"---|".repeat(palettes.len());
    table += "\n";
    let columns: Vec<_> = palettes.iter().map(|(_, palette)| styles(*palette)).collect();
    for row in 0..columns[0].len() {
        let _ = write!(table, "| {} |", columns[0][row].0);
        for column in &columns {
            let least = column[row].1.iter().map(|&style| lowest(style).0).fold(f64::INFINITY, f64::min);
            let _ = write!(table, " {least:.1} |");
        }
        table += "\n";
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/themes.md");
    let page = fs::read_to_string(path).unwrap_or_default();
    let (start, end) = ("<!-- contrast -->\n", "<!-- end of contrast -->");
    let (before, rest) = page.split_once(start).expect("the page has a place for the table");
    let (now, after) = rest.split_once(end).expect("the place for the table ends");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path, format!("{before}{start}{table}{end}{after}")).expect("the page can be written");
    } else {
        assert!(now == table, "docs/themes.md is out of date: run this test with UPDATE_DOCS=1\n{table}");
    }
}
