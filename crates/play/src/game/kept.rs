//! A game as the store keeps it, in the page's format, so that page and terminal can continue each
//! other's games.

use puzzle::plain::UnblockMove;
use serde_json::{Map, Value, json};

use super::{Game, Moves};

impl Game {
    /// Restores a stored game, up to the first move that cannot be made; returns whether there was
    /// one.
    pub(crate) fn restore(&mut self, state: &str) -> bool {
        let Ok(Value::Object(state)) = serde_json::from_str::<Value>(state) else { return false };
        if !self.restore_moves(state.get("moves").unwrap_or(&Value::Null)) {
            return false;
        }
        let count = |name: &str| state.get(name).and_then(Value::as_u64);
        let cursor = count("cursor").map_or(self.len(), |it| it as usize);
        self.jump(cursor.min(self.len()));
        self.hints = count("hints").and_then(|it| u32::try_from(it).ok()).unwrap_or(0);
        self.watched = state.get("watched").and_then(Value::as_bool).unwrap_or(false);
        self.rest = state;
        true
    }

    /// Moves are letters in Sokoban; in Unblock slides, or text in games of earlier versions.
    fn restore_moves(&mut self, moves: &Value) -> bool {
        match (&mut self.moves, moves) {
            (Moves::Sokoban(game), Value::String(text)) => game.load(text),
            (Moves::Unblock(game), Value::String(text)) => game.load(text),
            (Moves::Unblock(game), list @ Value::Array(_)) => {
                let slides: Vec<(u8, i8)> =
                    serde_json::from_value(list.clone()).unwrap_or_default();
                let moves = slides.into_iter().map(|(piece, delta)| UnblockMove { piece, delta });
                game.load_moves(&moves.collect::<Vec<_>>());
            }
            _ => return false,
        }
        true
    }

    /// The game for the store, as the version with this name, which follows the last one.
    pub(crate) fn kept(&self, revision: &str) -> Map<String, Value> {
        let moves = match &self.moves {
            Moves::Sokoban(game) => json!(game.text(game.len())),
            Moves::Unblock(game) => json!(game.slides()),
        };
        let mut state = self.rest.clone();
        let base = state.remove("revision").unwrap_or_default();
        let fields = [
            ("moves", moves),
            ("cursor", json!(self.cursor())),
            ("hints", json!(self.hints)),
            ("watched", json!(self.watched)),
            ("revision", json!(revision)),
            ("base", base),
        ];
        state.extend(fields.map(|(name, value)| (name.to_owned(), value)));
        state.entry("snapshots").or_insert_with(|| json!([]));
        state
    }

    /// Makes this game the successor of another version, without that version's moves.
    pub(crate) fn follow(&mut self, other: &Game) {
        self.rest.clone_from(&other.rest);
    }

    /// Notes that a version has been kept, which the next one follows.
    pub(crate) fn was_kept(&mut self, state: Map<String, Value>) {
        self.rest = state;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::game;

    #[test]
    fn a_game_of_the_page_goes_on_here_and_back() {
        let mut one = game("######\n#@ $.#\n######\n");
        let page = r#"{"moves":"rR","cursor":1,"hints":2,"watched":false,"revision":"x-3",
            "base":"x-2","snapshots":[{"name":"here","moves":"r","cursor":1}]}"#;
        assert!(one.restore(page));
        assert_eq!((one.cursor(), one.len(), one.hints), (1, 2, 2));
        one.redo();
        let kept = one.kept("t-1");
        assert_eq!((&kept["moves"], &kept["cursor"]), (&json!("rR"), &json!(2)));
        assert_eq!((&kept["base"], &kept["revision"]), (&json!("x-3"), &json!("t-1")));
        assert_eq!(kept["snapshots"][0]["name"], "here");
        one.was_kept(kept);
        assert_eq!(one.kept("t-2")["base"], "t-1");
    }

    #[test]
    fn unblock_is_kept_as_slides_and_read_as_either() {
        let text = "AA..\nB...\nB...\n....\n";
        for moves in [r#"[[1,1],[0,2]]"#, r#""B+1 A+2""#] {
            let mut one = game(text);
            assert!(one.restore(&format!(r#"{{"moves":{moves}}}"#)));
            assert!(one.is_solved(), "{moves}");
            assert_eq!(one.kept("t-1")["moves"], json!([[1, 1], [0, 2]]));
        }
    }

    #[test]
    fn what_is_no_game_is_left_alone() {
        for state in ["", "[]", "{}", r#"{"moves":7}"#, r#"{"moves":null}"#, "{\"moves\":[1]}"] {
            let mut one = game("######\n#@ $.#\n######\n");
            assert!(!one.restore(state), "{state}");
        }
        let mut one = game("AA..\n....\n....\n....\n");
        assert!(one.restore(r#"{"moves":[[9,1],[0,1]],"cursor":99}"#));
        assert_eq!(one.cursor(), 0);
    }
}
