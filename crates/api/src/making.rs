//! New boards: the puzzles of the day, and boards of Unblock by category.

use std::time::Duration;

use puzzle::generate::{Category, Generator, Grade, SokobanWanted, UnblockWanted};
use puzzle::grade::{Band, noted};
use puzzle::search::Stop;
use puzzle::to_order::{Style, ToOrder};
use puzzle::{Budget, Game, NoAnswer, Puzzle};
use serde_json::{Value, json};

use crate::engines::game_named;
use crate::{Answer, Refusal};

/// Time for making a new board.
pub const MAKING: Duration = Duration::from_secs(20);
/// Memory for making a new board.
pub const MEMORY: u64 = 512 << 20;

/// The puzzle of a day in one of the games; the same everywhere. Mondays are easiest, Sundays hardest.
#[derive(Clone, Debug)]
pub struct Day {
    /// Names it: the game and the date.
    pub name: String,
    game: Game,
    date: String,
    seed: u64,
    weekday: usize,
}

impl Day {
    /// The puzzle of a date such as `2026-11-15`; of Unblock when no game is named.
    pub fn new(game: Option<&str>, date: &str) -> Answer<Day> {
        let game = game.map_or(Ok(Game::Unblock), game_named)?;
        let wrong = || Refusal::bad("a date looks like 2026-11-15");
        let numbers: Option<Vec<u32>> = date.split('-').map(|part| part.parse().ok()).collect();
        let &[year, month, day] = numbers.as_deref().unwrap_or_default() else {
            return Err(wrong());
        };
        if !(2000..=2999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day)
        {
            return Err(wrong());
        }
        Ok(Day {
            name: format!("{} {date}", game.name()),
            game,
            date: date.to_owned(),
            seed: Generator::seed_of_day(year as i32, month, day),
            weekday: weekday(year, month, day),
        })
    }

    /// Makes it.
    pub fn make(&self, budget: &mut Budget) -> Answer<Value> {
        match self.game {
            Game::Unblock => self.board(budget),
            Game::Sokoban => self.level(budget),
        }
    }

    /// Makes it, if it is a board of Unblock.
    pub(crate) fn board(&self, budget: &mut Budget) -> Answer<Value> {
        self.of(Game::Unblock)?;
        make(UNBLOCK_WEEK[self.weekday], self.seed, self.date.clone(), budget)
    }

    /// Makes it, if it is a level of Sokoban. It needs grades, which the browser keeps in a module of its own.
    pub(crate) fn level(&self, budget: &mut Budget) -> Answer<Value> {
        self.of(Game::Sokoban)?;
        let (band, share, boxes, width, height, style) = SOKOBAN_WEEK[self.weekday];
        let wanted =
            SokobanWanted { width, height, boxes, style, tries: TRIES, ..SokobanWanted::default() };
        let mut maker = ToOrder::new(wanted, self.seed, share).map_err(Refusal::internal)?;
        for _ in 0..ROOMS {
            let made = maker.next_level(budget)?;
            let is_right = noted(&made.puzzle).is_some_and(|grade| grade.band == band);
            let Puzzle::Sokoban(puzzle) = &made.puzzle else { continue };
            if !is_right {
                continue;
            }
            // The solution would be a hint.
            let mut level = puzzle.level().clone();
            level.solutions.clear();
            let mut puzzle = Puzzle::sokoban(level).map_err(Refusal::internal)?;
            puzzle.set_title(self.date.clone());
            let text = puzzle::write::write_level(&puzzle, "sok").map_err(Refusal::internal)?;
            return Ok(json!({ "category": band.name(), "text": text }));
        }
        Err(NoAnswer::Nothing(format!("no level was found that is {}", band.name())).into())
    }

    fn of(&self, game: Game) -> Answer<()> {
        let other = || Refusal::not_found("another module makes the puzzle of this game");
        (self.game == game).then_some(()).ok_or_else(other)
    }
}

/// A room of Sokoban: its grade, its boxes, its width and its height.
type Room = (Grade, usize, usize, usize);

/// A level of Sokoban; the seed alone decides which.
fn sokoban(room: Room, seed: u64, title: String, budget: &mut Budget) -> Answer<Value> {
    let (grade, boxes, width, height) = room;
    let wanted =
        SokobanWanted { width, height, boxes, grade: Some(grade), ..SokobanWanted::default() };
    for room in 0..ROOMS {
        let seed = seed.wrapping_add(room.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let maker = Generator::sokoban(wanted.clone(), seed);
        let made = maker.map_err(Refusal::internal)?.next_level(budget)?;
        if !made.missed.is_empty() {
            continue;
        }
        let mut made = made.puzzle;
        made.set_title(title);
        let text = puzzle::write::write_level(&made, "xsb").map_err(Refusal::internal)?;
        return Ok(json!({ "category": grade.name(), "text": text }));
    }
    Err(NoAnswer::Nothing("no room of this grade was found".to_owned()).into())
}

/// From Monday to Sunday.
const UNBLOCK_WEEK: [Category; 7] = [
    Category::Easy,
    Category::Beginner,
    Category::Beginner,
    Category::Intermediate,
    Category::Intermediate,
    Category::Advanced,
    Category::Expert,
];

/// A level of Sokoban for a weekday: its band, the share of plays that is asked for, boxes, columns, rows, style.
type Weekday = (Band, f64, usize, usize, usize, Option<Style>);

/// The same for Sokoban, by how hard levels are for people.
const SOKOBAN_WEEK: [Weekday; 7] = [
    (Band::First, 0.87, 2, 8, 7, None),
    (Band::Easy, 0.78, 3, 9, 7, Some(Style::Rooms)),
    (Band::Easy, 0.76, 3, 9, 8, None),
    (Band::Medium, 0.67, 3, 9, 8, Some(Style::Rooms)),
    (Band::Medium, 0.64, 4, 9, 8, None),
    (Band::Hard, 0.56, 4, 8, 8, None),
    (Band::Hard, 0.52, 4, 9, 8, None),
];

/// Climbs for one level.
const TRIES: u32 = 8;

/// Levels that are tried for one wish, one after the other; the first that meets all wishes is taken, so
/// that the seed alone decides.
const ROOMS: u64 = 20;

/// Days since Monday, by Sakamoto's method (Gregorian).
fn weekday(year: u32, month: u32, day: u32) -> usize {
    const SHIFT: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = if month < 3 { year - 1 } else { year };
    let since_sunday =
        (year + year / 4 - year / 100 + year / 400 + SHIFT[month as usize - 1] + day) % 7;
    ((since_sunday + 6) % 7) as usize
}

/// A category by its name.
pub fn category(name: &str) -> Answer<Category> {
    let unknown = || Refusal::not_found(format!("there is no category {name:?}"));
    Category::from_name(name).ok_or_else(unknown)
}

/// What a new board is to be like.
#[derive(Clone, Copy, Debug)]
pub enum Wanted {
    /// A board of Unblock of a category.
    Unblock(Category),
    /// A level of Sokoban of a grade.
    Sokoban(Grade),
}

impl Wanted {
    /// By its name; of Unblock when no game is named.
    pub fn new(game: Option<&str>, name: &str) -> Answer<Wanted> {
        match game.map_or(Ok(Game::Unblock), game_named)? {
            Game::Unblock => category(name).map(Wanted::Unblock),
            Game::Sokoban => {
                let found = NEW_SOKOBAN.iter().find(|room| room.0.name() == name);
                let unknown = || Refusal::not_found(format!("there is no grade {name:?}"));
                found.map(|room| Wanted::Sokoban(room.0)).ok_or_else(unknown)
            }
        }
    }

    /// Makes it, under the name of what was wanted.
    pub fn make(self, seed: u64, budget: &mut Budget) -> Answer<Value> {
        match self {
            Wanted::Unblock(category) => make(category, seed, category.name().to_owned(), budget),
            Wanted::Sokoban(grade) => {
                let room = NEW_SOKOBAN.iter().find(|room| room.0 == grade);
                let room = *room.ok_or_else(|| Refusal::not_found("there is no such grade"))?;
                sokoban(room, seed, grade.name().to_owned(), budget)
            }
        }
    }
}

/// The rooms of new levels of Sokoban, one for each grade that is made in seconds.
const NEW_SOKOBAN: [Room; 3] =
    [(Grade::Easy, 2, 8, 7), (Grade::Medium, 3, 9, 8), (Grade::Hard, 4, 10, 9)];

fn make(category: Category, seed: u64, title: String, budget: &mut Budget) -> Answer<Value> {
    let wanted = UnblockWanted::of(category);
    let generator = Generator::unblock(wanted, seed).map_err(Refusal::internal)?;
    let mut generator = generator.sparing();
    let made = generator.next_level(budget)?;
    // Another category than the one asked for is worse than no board.
    if !made.missed.is_empty() {
        return Err(NoAnswer::Stopped(Stop::Time).into());
    }
    let mut made = made.puzzle;
    made.set_title(title);
    let text = puzzle::write::write_level(&made, "table").map_err(Refusal::internal)?;
    Ok(json!({ "category": category.name(), "text": text }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_begin_on_monday() {
        for (date, day) in
            [((2026, 11, 15), 6), ((2026, 11, 16), 0), ((2024, 2, 29), 3), ((2000, 1, 1), 5)]
        {
            assert_eq!(weekday(date.0, date.1, date.2), day, "{date:?}");
        }
    }

    #[test]
    fn new_levels_follow_game_grade_and_seed() {
        let text = |seed| {
            let wanted = Wanted::new(Some("sokoban"), "easy").unwrap();
            let made = wanted.make(seed, &mut Budget::unlimited()).unwrap();
            made["text"].as_str().unwrap().to_owned()
        };
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
        assert!(puzzle::read(text(1).as_bytes()).unwrap().entries[0].puzzle.is_ok());
        assert_eq!(Wanted::new(Some("sokoban"), "beginner").unwrap_err().status, 404);
        assert_eq!(Wanted::new(Some("chess"), "easy").unwrap_err().status, 400);
        assert!(Wanted::new(None, "beginner").is_ok());
    }

    /// The level of a day and of every other weekday.
    #[test]
    fn every_weekday_has_its_grade() {
        let day = |date| Day::new(Some("sokoban"), date).unwrap();
        let made = |date| day(date).make(&mut Budget::unlimited()).unwrap();
        let week = ["2026-11-16", "2026-11-17", "2026-11-19", "2026-11-21"];
        for (date, band) in
            week.into_iter().zip([Band::First, Band::Easy, Band::Medium, Band::Hard])
        {
            let made = made(date);
            assert_eq!(made["category"], band.name(), "{date}");
            let level = puzzle::read(made["text"].as_str().unwrap().as_bytes()).unwrap();
            let level = level.entries[0].puzzle.as_ref().unwrap();
            let grade = puzzle::rate(level, &mut Budget::unlimited()).unwrap().grade.unwrap();
            assert_eq!(grade.band, band, "{date}: {:?}", grade.expected);
            let Puzzle::Sokoban(level) = level else { panic!("a level of Sokoban") };
            assert_eq!(level.level().solutions, [], "the solution is not given away");
        }
        assert_eq!(made("2026-11-16"), made("2026-11-16"));
        assert_ne!(made("2026-11-16")["text"], made("2026-11-23")["text"]);
    }

    #[test]
    fn each_module_makes_the_puzzle_of_its_game() {
        let day = |game| Day::new(Some(game), "2026-11-16").unwrap();
        let budget = &mut Budget::unlimited();
        assert_eq!(day("sokoban").board(budget).unwrap_err().status, 404);
        assert_eq!(day("unblock").level(budget).unwrap_err().status, 404);
        assert!(day("unblock").board(budget).is_ok());
    }

    #[test]
    fn dates_are_dates() {
        for wrong in ["", "2026-11", "2026-13-01", "1999-01-01", "2026-00-10", "2026-1-x"] {
            assert_eq!(Day::new(None, wrong).unwrap_err().status, 400, "{wrong}");
        }
        assert_eq!(Day::new(Some("chess"), "2026-11-15").unwrap_err().status, 400);
        assert_eq!(Day::new(Some("sokoban"), "2026-11-15").unwrap().name, "sokoban 2026-11-15");
    }
}
