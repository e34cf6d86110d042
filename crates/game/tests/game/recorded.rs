//! The rules against conversations recorded with the course's own server (Python 3.11, websockets
//! 10.4, 10 frames a second) on levels of our own: frame by frame the same.

use game::Rules;
use serde_json::{Value, json};

use crate::common::levels;

/// Plays what the client said and compares what the server said; how many frames were compared.
fn replay(recorded: &str, first: u32, timeout: u64) -> usize {
    let mut rules = Rules::new(levels().into(), first, 10, timeout, "banto").unwrap();
    let mut ours: std::collections::VecDeque<Value> = [json!(rules.info())].into();
    let mut compared = 0;
    for line in recorded.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if let Some(key) = line["client"]["key"].as_str() {
            rules.press(key);
        }
        let Some(theirs) = line.get("server") else { continue };
        if theirs.get("score").is_some() && theirs.get("map").is_some() {
            assert!(!rules.is_running(), "{line}");
            let points = rules.score().points();
            let end = json!({
                "score": rules.score(), "highscores": [["banto", points]], "player": "banto",
            });
            let mut whole = json!(rules.info());
            whole.as_object_mut().unwrap().extend(end.as_object().unwrap().clone());
            ours.push_back(whole);
        } else if ours.is_empty() {
            let begins = rules.frame();
            ours.extend(begins.then(|| json!(rules.info())));
            ours.push_back(json!(rules.state()));
        }
        assert_eq!(ours.pop_front().as_ref(), Some(theirs), "frame {compared}");
        compared += 1;
    }
    assert!(!rules.is_running() && ours.is_empty());
    compared
}

#[test]
fn a_whole_game_with_blocked_wrong_and_doubled_keys() {
    assert_eq!(replay(include_str!("recorded/whole.jsonl"), 1, 3000), 46);
}

#[test]
fn a_level_that_uses_up_its_steps() {
    assert_eq!(replay(include_str!("recorded/late.jsonl"), 2, 6), 8);
}
