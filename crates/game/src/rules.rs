//! The rules of the game, frame by frame, without any clock or connection.
//!
//! A step is counted on every frame, key or not. Only the last key since the last frame counts. The
//! game ends when a level has used up its steps, or when there is no next level.

use std::sync::Arc;

use crate::protocol::{Info, Score, State, direction};
use crate::yard::{Level, Yard, map};

/// A game under way.
#[derive(Clone, Debug)]
pub struct Rules {
    levels: Arc<[Level]>,
    player: String,
    fps: u32,
    timeout: u64,
    level: u32,
    yard: Yard,
    key: Option<char>,
    puzzles: u64,
    moves: u64,
    pushes: u64,
    step: u64,
    /// Steps of the levels that are over.
    before: u64,
    running: bool,
}

impl Rules {
    /// A game that begins with the level of a number; `None` when there is no such level.
    pub fn new(
        levels: Arc<[Level]>,
        first: u32,
        fps: u32,
        timeout: u64,
        player: &str,
    ) -> Option<Rules> {
        let level = levels.iter().find(|it| it.number == first)?;
        let yard = Yard::new(level.puzzle.clone());
        Some(Rules {
            levels,
            player: player.to_owned(),
            fps,
            timeout,
            level: first,
            yard,
            key: None,
            puzzles: 1,
            moves: 0,
            pushes: 0,
            step: 0,
            before: 0,
            running: true,
        })
    }

    /// Takes a key; one that comes later in the same frame replaces it.
    pub fn press(&mut self, key: &str) {
        self.key = key.chars().next();
    }

    /// The next frame; whether a new level begins with it.
    pub fn frame(&mut self) -> bool {
        if !self.running {
            return false;
        }
        self.step += 1;
        self.running = self.step < self.timeout;
        let Some(key) = self.key.take() else { return false };
        if let Some(push) = direction(key).and_then(|dir| self.yard.step(dir)) {
            self.moves += 1;
            self.pushes += u64::from(push);
        }
        let complete = self.yard.is_complete();
        if complete {
            self.next_level();
        }
        complete
    }

    fn next_level(&mut self) {
        self.puzzles += 1;
        self.before += self.step;
        self.step = 0;
        self.level += 1;
        match self.levels.iter().find(|it| it.number == self.level) {
            Some(level) => self.yard = Yard::new(level.puzzle.clone()),
            None => self.running = false,
        }
    }

    /// Whether the game goes on.
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// The frame sent when a level begins.
    pub fn info(&self) -> Info {
        Info {
            fps: self.fps,
            timeout: self.timeout,
            map: map(self.level),
            score: None,
            highscores: None,
            player: None,
        }
    }

    /// The frame sent at every step.
    pub fn state(&self) -> State {
        State {
            player: self.player.clone(),
            level: self.level,
            step: self.step,
            score: self.score(),
            at: self.yard.player(),
            boxes: self.yard.boxes(),
        }
    }

    /// The score so far.
    pub fn score(&self) -> Score {
        let steps = self.before + self.step;
        Score(self.puzzles, self.moves, self.pushes, steps, self.yard.on_goal())
    }

    /// The rows of the board with the position in it.
    pub fn rows(&self) -> Vec<String> {
        self.yard.rows()
    }
}
