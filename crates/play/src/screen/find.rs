//! Finding something in a list: `/`, then a part of its name or its number. Only what matches is shown.

use ratatui::crossterm::event::KeyCode;

/// Longest text that is looked for.
const LONGEST: usize = 40;

/// What is looked for; nothing when the text is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Find {
    text: String,
    typing: bool,
}

impl Find {
    /// Whether letters belong to the text.
    pub(crate) fn is_typing(&self) -> bool {
        self.typing
    }

    /// Whether the list is filtered, or is about to be.
    pub(crate) fn is_on(&self) -> bool {
        self.typing || !self.text.is_empty()
    }

    /// Letters belong to the text from now on.
    pub(crate) fn begin(&mut self) {
        self.typing = true;
    }

    /// Everything is shown again.
    pub(crate) fn clear(&mut self) {
        *self = Find::default();
    }

    /// Takes a key while the text is typed; says whether it was one of the text.
    pub(crate) fn key(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Char(letter) if self.text.chars().count() < LONGEST => self.text.push(letter),
            KeyCode::Char(_) => {}
            KeyCode::Backspace => drop(self.text.pop()),
            KeyCode::Enter => self.typing = false,
            KeyCode::Esc => self.clear(),
            _ => {
                self.typing = false;
                return false;
            }
        }
        true
    }

    /// Whether something with these words, or this number, is looked for.
    pub(crate) fn matches(&self, words: &[&str], number: Option<usize>) -> bool {
        let text = self.text.trim().to_lowercase();
        let is_number = || text.parse().is_ok_and(|wanted: usize| Some(wanted) == number);
        words.iter().any(|word| word.to_lowercase().contains(&text)) || is_number()
    }

    /// The text, with a sign for where the next letter goes.
    pub(crate) fn shown(&self) -> String {
        format!("{}{}", self.text, if self.typing { "_" } else { "" })
    }
}

/// The place in a list of what a key leads to.
pub(crate) fn moved(
    at: usize,
    code: KeyCode,
    count: usize,
    row: usize,
    page: usize,
) -> Option<usize> {
    let last = count.saturating_sub(1);
    let to = match code {
        KeyCode::Left if row > 1 => at.saturating_sub(1),
        KeyCode::Right if row > 1 => at + 1,
        KeyCode::Up => at.checked_sub(row).unwrap_or(at),
        KeyCode::Down => at + row,
        KeyCode::PageUp => at.saturating_sub(page),
        KeyCode::PageDown => at + page,
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => return None,
    };
    Some(to.min(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_word_or_the_whole_number() {
        let mut find = Find::default();
        assert!(find.matches(&["anything"], Some(1)) && !find.is_on());
        find.begin();
        "Or 1".chars().for_each(|letter| assert!(find.key(KeyCode::Char(letter))));
        assert!(find.matches(&["x", "Corridor 12"], None) && !find.matches(&["Room"], Some(1)));
        (0..3).for_each(|_| assert!(find.key(KeyCode::Backspace)));
        (0..2).for_each(|_| assert!(find.key(KeyCode::Backspace)));
        assert!(find.key(KeyCode::Char('1')) && find.key(KeyCode::Char('2')));
        assert!(find.matches(&[""], Some(12)) && !find.matches(&[""], Some(120)));
        assert!(!find.key(KeyCode::Down) && !find.is_typing() && find.is_on());
        find.clear();
        assert!(!find.is_on());
    }
}
