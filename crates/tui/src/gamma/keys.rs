//! The keys of the interactive mode of `gamma`, read from bytes.

use floe_rules::gamma::Turns;

/// How much of an arrow key's escape sequence has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Escape {
    #[default]
    None,
    /// ESC.
    Begun,
    /// ESC and a bracket.
    Bracket,
}

const ESCAPE: u8 = 0x1b;
const CONTROL_D: u8 = 0x04;

/// A key of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GammaKey {
    /// Moves the cursor up.
    Up,
    /// Moves the cursor down.
    Down,
    /// Moves the cursor to the right.
    Right,
    /// Moves the cursor to the left.
    Left,
    /// Takes the cell at the cursor.
    Take,
    /// Takes it with the golden move.
    Golden,
    /// Passes.
    Pass,
    /// Ends the game.
    End,
}

impl GammaKey {
    /// Returns the key that sends a single byte, if it has a meaning.
    pub(super) fn of_byte(byte: u8) -> Option<GammaKey> {
        match byte {
            b' ' => Some(GammaKey::Take),
            b'g' | b'G' => Some(GammaKey::Golden),
            b'c' | b'C' => Some(GammaKey::Pass),
            CONTROL_D => Some(GammaKey::End),
            _ => None,
        }
    }
}

/// A game with a cursor, played by keys.
#[derive(Debug)]
pub struct Keyboard {
    turns: Turns,
    x: u32,
    y: u32,
    escape: Escape,
    stopped: bool,
}

impl Keyboard {
    /// Starts with the cursor at the bottom left.
    pub fn new(turns: Turns) -> Keyboard {
        Keyboard { turns, x: 0, y: 0, escape: Escape::None, stopped: false }
    }

    /// Returns the game.
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// Returns where the cursor is.
    pub fn cursor(&self) -> (u32, u32) {
        (self.x, self.y)
    }

    /// Tells whether Ctrl-D was pressed or the game is over.
    pub fn is_over(&self) -> bool {
        self.stopped || self.turns.to_move().is_none()
    }

    /// Takes a byte of a pipe: a key, or a part of an arrow key. A byte that breaks off an arrow key is a key itself.
    pub fn press(&mut self, byte: u8) {
        let key = match (std::mem::take(&mut self.escape), byte) {
            (Escape::Begun, b'[') => {
                self.escape = Escape::Bracket;
                None
            }
            (Escape::Bracket, b'A') => Some(GammaKey::Up),
            (Escape::Bracket, b'B') => Some(GammaKey::Down),
            (Escape::Bracket, b'C') => Some(GammaKey::Right),
            (Escape::Bracket, b'D') => Some(GammaKey::Left),
            (_, ESCAPE) => {
                self.escape = Escape::Begun;
                None
            }
            _ => GammaKey::of_byte(byte),
        };
        if let Some(key) = key {
            self.play(key);
        }
    }

    /// Does what a key stands for.
    pub fn play(&mut self, key: GammaKey) {
        match key {
            GammaKey::Up => self.y = (self.y + 1).min(self.turns.game().height() - 1),
            GammaKey::Down => self.y = self.y.saturating_sub(1),
            GammaKey::Right => self.x = (self.x + 1).min(self.turns.game().width() - 1),
            GammaKey::Left => self.x = self.x.saturating_sub(1),
            GammaKey::Take => _ = self.turns.take(self.x, self.y),
            GammaKey::Golden => _ = self.turns.take_golden(self.x, self.y),
            GammaKey::Pass => self.turns.pass(),
            GammaKey::End => self.stopped = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use floe_rules::gamma::Gamma;

    fn after(keys: &[u8]) -> Keyboard {
        let mut keyboard = Keyboard::new(Turns::new(Gamma::new(3, 2, 2, 2).unwrap()));
        keys.iter().for_each(|&key| keyboard.press(key));
        keyboard
    }

    #[test]
    fn arrows_move_and_stop_at_the_edges() {
        assert_eq!(after(b"\x1b[A\x1b[C").cursor(), (1, 1));
        assert_eq!(after(b"\x1b[A\x1b[A\x1b[A\x1b[C\x1b[C\x1b[C\x1b[C").cursor(), (2, 1));
        assert_eq!(after(b"\x1b[B\x1b[D").cursor(), (0, 0));
    }

    #[test]
    fn a_broken_arrow_is_a_key_of_its_own() {
        assert_eq!(after(b"\x1b ").turns().game().owner(0, 0), Some(1));
        assert_eq!(after(b"\x1b[ ").turns().game().owner(0, 0), Some(1));
        assert_eq!(after(b"\x1b\x1b[C").cursor(), (1, 0));
        assert_eq!(after(b"\x1b[\x1b[C").cursor(), (1, 0));
        assert_eq!(after(b"\x1b[c").turns().to_move(), Some(2));
        assert_eq!(after(b"[C").turns().to_move(), Some(2), "without ESC it is a bracket and a C");
        assert!(after(b"\x1b[\x04").is_over());
    }

    #[test]
    fn keys_play_and_others_do_nothing() {
        let keyboard = after(b"x\0\xff\r\n \x1b[C ");
        assert_eq!(keyboard.turns().game().owner(0, 0), Some(1));
        assert_eq!(keyboard.turns().game().owner(1, 0), Some(2));
        assert_eq!(after(b" G").turns().game().owner(0, 0), Some(2));
        assert_eq!(after(b" C").turns().to_move(), Some(1));
    }
}
