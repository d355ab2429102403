//! The arguments of `penguins`.
//!
//! They are `key=value` pairs in any order, with the two files among them. If `id` or `name` appears anywhere, the
//! program prints the player's id and ignores all other arguments. A file whose name looks like a pair or an option
//! can be given with a path, such as `./a=b.txt`.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use floe_engine::Level;
use floe_locale::UnknownLang;
use floe_rules::contest::{BadArgument, CallArguments};
use floe_rules::penguins::Id;

use super::{BUILT_IN_ID, GuardMode, TurnSettings};

/// What the arguments of `penguins` ask for.
#[derive(Debug)]
pub enum ContestRequest {
    /// Print the player's id.
    Id,
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Make a turn.
    Turn(Box<TurnArguments>),
}

/// The arguments of a turn.
#[derive(Debug)]
pub struct TurnArguments {
    /// How to play.
    pub settings: TurnSettings,
    /// The file with the state.
    pub input: PathBuf,
    /// The file for the new state.
    pub output: PathBuf,
    /// The file of the guard's journal.
    pub journal: Option<PathBuf>,
    /// The time limit of the whole process, in milliseconds.
    pub time: u64,
}

/// What is wrong with the arguments.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the variants and their fields are")]
pub enum ArgumentError {
    #[error("no arguments: give phase=placement or phase=movement, and two files")]
    Nothing,
    #[error(transparent)]
    Call(#[from] BadArgument),
    #[error("two files are needed, one to read and one to write; {found} given")]
    Files { found: usize },
    #[error("unexpected argument '{0}': two files are already given")]
    ThirdFile(String),
    #[error("unknown argument '{argument}'{hint}")]
    Unknown { argument: String, hint: String },
    #[error(transparent)]
    Language(#[from] UnknownLang),
    #[error("{0}= is given twice")]
    Twice(&'static str),
}

macro_rules! keys {
    ($($key:ident),*) => {
        /// The values of all keys, as given.
        #[derive(Default)]
        struct Values { $($key: Option<OsString>),* }

        const KEYS: &[&str] = &[$(stringify!($key)),*];

        impl Values {
            fn slot(&mut self, key: &str) -> Option<(&'static str, &mut Option<OsString>)> {
                match key {
                    $(stringify!($key) => Some((stringify!($key), &mut self.$key)),)*
                    _ => None,
                }
            }
        }
    };
}

keys!(phase, penguins, rules, layout, name, players, time, nodes, level, seed, threads, guard, journal);

/// Parses the arguments.
pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<ContestRequest, ArgumentError> {
    let arguments: Vec<OsString> = arguments.collect();
    let any = |wanted: &[&str]| arguments.iter().any(|argument| wanted.iter().any(|word| argument == word));
    if any(&["id", "name"]) {
        return Ok(ContestRequest::Id);
    }
    if any(&["--help", "-h"]) {
        return Ok(ContestRequest::Help);
    }
    if any(&["--version", "-V"]) {
        return Ok(ContestRequest::Version);
    }
    if arguments.is_empty() {
        return Err(ArgumentError::Nothing);
    }

    let mut values = Values::default();
    let mut files: Vec<PathBuf> = Vec::new();
    for argument in arguments {
        match split(&argument) {
            Argument::Pair(key, value) => match values.slot(&key) {
                Some((key, slot)) => {
                    if slot.replace(value).is_some() {
                        return Err(ArgumentError::Twice(key));
                    }
                }
                None => return Err(unknown(&argument, &key)),
            },
            Argument::Option => {
                let key = argument.to_string_lossy().trim_start_matches('-').to_owned();
                let key = key.split('=').next().unwrap_or_default().to_owned();
                return Err(unknown(&argument, &key));
            }
            Argument::File if files.len() == 2 => {
                return Err(ArgumentError::ThirdFile(argument.to_string_lossy().into_owned()));
            }
            Argument::File => files.push(argument.into()),
        }
    }
    assemble(values, files)
}

enum Argument {
    Pair(String, OsString),
    Option,
    File,
}

fn split(argument: &OsStr) -> Argument {
    let text = argument.to_string_lossy();
    if text.starts_with('-') && text.len() > 1 {
        return Argument::Option;
    }
    let Some((key, _)) = text.split_once('=') else {
        return Argument::File;
    };
    // Only a plain word is a key: `./a=b.txt` is a file.
    if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    {
        return Argument::File;
    }
    Argument::Pair(key.to_owned(), after(argument, key.len() + 1))
}

/// Returns the argument without its first bytes, which are known to be ASCII.
fn after(argument: &OsStr, skip: usize) -> OsString {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::{OsStrExt, OsStringExt};
        OsString::from_vec(argument.as_bytes()[skip..].to_vec())
    }
    #[cfg(windows)]
    {
        use std::os::windows::ffi::{OsStrExt, OsStringExt};
        OsString::from_wide(&argument.encode_wide().skip(skip).collect::<Vec<u16>>())
    }
    #[cfg(not(any(unix, windows)))]
    {
        argument.to_string_lossy()[skip..].into()
    }
}

fn unknown(argument: &OsStr, key: &str) -> ArgumentError {
    let likeness = |known: &str| strsim::jaro_winkler(&key.to_ascii_lowercase(), known);
    let likely = KEYS
        .iter()
        .map(|&known| (likeness(known), known))
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .filter(|&(likeness, _)| likeness > 0.75);
    let hint = match likely {
        Some((_, known)) => format!(": did you mean {known}=?"),
        None => "; see penguins --help (if it is a file, write ./NAME)".to_owned(),
    };
    ArgumentError::Unknown { argument: argument.to_string_lossy().into_owned(), hint }
}

fn bad(key: &'static str, value: &OsStr, wanted: &'static str) -> ArgumentError {
    BadArgument::Value { key, value: value.to_string_lossy().into_owned(), wanted }.into()
}

/// Parses a whole number without a sign.
fn number<T: FromStr>(
    key: &'static str,
    value: Option<OsString>,
    wanted: &'static str,
) -> Result<Option<T>, ArgumentError> {
    let Some(value) = value else {
        return Ok(None);
    };
    value
        .to_str()
        .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|text| text.parse().ok())
        .map(Some)
        .ok_or_else(|| bad(key, &value, wanted))
}

fn assemble(values: Values, files: Vec<PathBuf>) -> Result<ContestRequest, ArgumentError> {
    let text = |value: &Option<OsString>| value.as_ref().map(|value| value.to_string_lossy().into_owned());
    let (phase, penguins) = (text(&values.phase), text(&values.penguins));
    let (rules, layout, players) = (text(&values.rules), text(&values.layout), text(&values.players));
    let call = CallArguments {
        phase: phase.as_deref(),
        penguins: penguins.as_deref(),
        rules: rules.as_deref(),
        layout: layout.as_deref(),
        name: values.name.as_ref().map(|name| name.as_encoded_bytes()),
        players: players.as_deref(),
    };
    let own_id = Id::new(BUILT_IN_ID.as_bytes()).expect("the built-in id is an id");
    let call = call.parse(&own_id)?;

    let level = number::<u8>("level", values.level.clone(), "1 to 10")?.unwrap_or(Level::FULL.get());
    let level = Level::new(level);
    let level = level.ok_or_else(|| bad("level", &values.level.unwrap_or_default(), "1 to 10"))?;
    let threads = number("threads", values.threads, "a whole number from 1 up")?.unwrap_or(NonZeroUsize::MIN);
    let guard = match values.guard {
        None => GuardMode::Warn,
        Some(mode) => match mode.to_str() {
            Some("off") => GuardMode::Off,
            Some("warn") => GuardMode::Warn,
            Some("strict") => GuardMode::Strict,
            _ => return Err(bad("guard", &mode, "off, warn or strict")),
        },
    };
    let journal = values.journal;
    if let Some(empty) = journal.as_ref().filter(|path| path.is_empty()) {
        return Err(bad("journal", empty, "the name of a file"));
    }
    let settings = TurnSettings {
        call,
        guard,
        nodes: number("nodes", values.nodes, "a whole number")?,
        level,
        threads,
        seed: number("seed", values.seed, "a whole number")?.unwrap_or(0),
    };
    let time =
        number("time", values.time, "a whole number of milliseconds")?.unwrap_or(super::DEFAULT_TIME_MS);

    let found = files.len();
    let Ok([input, output]) = <[PathBuf; 2]>::try_from(files) else {
        return Err(ArgumentError::Files { found });
    };
    let journal = journal.map(PathBuf::from);
    Ok(ContestRequest::Turn(Box::new(TurnArguments { settings, input, output, journal, time })))
}

#[cfg(test)]
mod tests {
    use floe_rules::contest::Calling;
    use floe_rules::grid::Layout;
    use floe_rules::penguins::RuleSet;

    use super::*;

    fn request(line: &str) -> Result<ContestRequest, ArgumentError> {
        parse(line.split_whitespace().map(OsString::from))
    }

    fn turn(line: &str) -> TurnArguments {
        match request(line) {
            Ok(ContestRequest::Turn(request)) => *request,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn keys_and_files_come_in_any_order() {
        let request =
            turn("in.txt seed=7 phase=placement out.txt penguins=3 rules=hex layout=even-r time=20");
        assert_eq!(request.settings.call.calling, Some(Calling::Placement { penguins: 3 }));
        assert_eq!(request.settings.call.rules, RuleSet::HEX.with_layout(Layout::EvenR).unwrap());
        assert_eq!((request.settings.seed, request.time), (7, 20));
        assert_eq!((request.input, request.output), ("in.txt".into(), "out.txt".into()));
    }

    #[test]
    fn a_path_may_hold_an_equals_sign() {
        let request = turn("phase=movement ./a=b.txt ../c=d");
        assert_eq!((request.input, request.output), ("./a=b.txt".into(), "../c=d".into()));
    }

    #[test]
    fn movement_ignores_any_number_of_penguins() {
        for penguins in ["penguins=3", "penguins=0", "penguins=x", "penguins="] {
            assert_eq!(
                turn(&format!("phase=movement a b {penguins}")).settings.call.calling,
                Some(Calling::Movement)
            );
        }
    }

    #[test]
    fn id_is_recognised_in_any_position() {
        for line in ["id", "name", "phase=nonsense id --bad a b c", "a b name=x name"] {
            assert!(matches!(request(line), Ok(ContestRequest::Id)), "{line}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let message = |line: &str| request(line).unwrap_err().to_string();
        assert_eq!(message("pengiuns=3 a b"), "unknown argument 'pengiuns=3': did you mean penguins=?");
        assert_eq!(message("--time=5 a b"), "unknown argument '--time=5': did you mean time=?");
        assert_eq!(message("phase=movement seed=1 seed=2 a b"), "seed= is given twice");
        assert_eq!(message("phase=placement a b"), "missing penguins=N, the number of penguins per player");
        assert_eq!(
            message("phase=placement penguins=-1 a b"),
            "'-1' is not valid for penguins=: use a whole number from 1 up"
        );
        assert_eq!(
            message("phase=movement a"),
            "two files are needed, one to read and one to write; 1 given"
        );
        assert_eq!(message("phase=movement a b c"), "unexpected argument 'c': two files are already given");
    }
}
