//! The command of another program, with places to fill in.

use std::path::Path;

use puzzle::Request;

/// A command as it was written, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template(Vec<String>);

/// The places that are filled in.
const PLACES: [&str; 5] = ["{level}", "{solution}", "{folder}", "{seconds}", "{mebibytes}"];

/// How a command may name the level: as a file, by its folder, or as it is called there.
const LEVEL: [&str; 4] = ["{level}", "{folder}", "level.xsb", "level.txt"];

impl Template {
    /// Reads a command. Words are separated by blanks; quotes hold a word together, single or double.
    ///
    /// # Errors
    /// A quote that is not closed, a place that there is not, or no word by which the program could find the level.
    pub(crate) fn read(line: &str) -> Result<Template, String> {
        let words = words(line)?;
        if words.is_empty() {
            return Err("the command is empty".to_owned());
        }
        for word in &words {
            let mut rest = word.clone();
            PLACES.iter().for_each(|place| rest = rest.replace(place, ""));
            if let Some((_, after)) = rest.split_once('{')
                && let Some((name, _)) = after.split_once('}')
                && name.chars().all(|letter| letter.is_ascii_lowercase())
            {
                return Err(format!("there is no {{{name}}}, only {}", PLACES.join(", ")));
            }
        }
        let named = |word: &String| LEVEL.iter().any(|place| word.contains(place));
        match words.iter().any(named) {
            true => Ok(Template(words)),
            false => {
                Err("the command has no {level}, the file to be solved (nor {folder}, where it is \
                          started and that file is called level.xsb or level.txt)"
                    .to_owned())
            }
        }
    }

    /// The words with everything filled in.
    pub(super) fn filled(
        &self,
        level: &Path,
        solution: &Path,
        folder: &Path,
        request: &Request,
    ) -> Vec<String> {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let limits = request.limits;
        let time = limits.time.into_iter().chain(request.cpu).min();
        // Programs that count whole seconds are not to be cut short by rounding.
        let seconds = time.map_or(86_400, |time| time.as_secs_f64().ceil() as u64);
        let mebibytes = limits.memory.map_or(4096, |bytes| bytes >> 20);
        let values =
            [path(level), path(solution), path(folder), seconds.to_string(), mebibytes.to_string()];
        let fill = |word: &String| {
            let places = PLACES.iter().zip(&values);
            places.fold(word.clone(), |word, (place, value)| word.replace(place, value))
        };
        self.0.iter().map(fill).collect()
    }
}

/// Words for a program that is started in another folder: what names a file from here names it from there, too.
pub(crate) fn from_here(words: Vec<String>) -> Vec<String> {
    let absolute = |word: String| {
        let path = Path::new(&word);
        let named = path.is_relative() && path.components().count() > 1 || path.is_file();
        match std::path::absolute(path) {
            Ok(full) if named && path.exists() => full.to_string_lossy().into_owned(),
            _ => word,
        }
    };
    words.into_iter().map(absolute).collect()
}

fn words(line: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (quote, letter) {
            (Some(open), letter) if open == letter => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    match quote {
        Some(quote) => Err(format!("the quote {quote} is not closed")),
        None => {
            words.extend(word);
            Ok(words)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words() {
        let read = |line| Template::read(line).map(|it| it.0);
        let words = read("sh -c 'a b' \"{level}\" x\"y z\"").unwrap();
        assert_eq!(words, ["sh", "-c", "a b", "{level}", "xy z"]);
        assert_eq!(read("a '{level}").unwrap_err(), "the quote ' is not closed");
        assert!(read("a {levle}").unwrap_err().starts_with("there is no {levle}, only {level}, "));
        assert!(read("a").unwrap_err().contains("no {level}"));
        assert!(read("awk {print} {level}").is_err());
        assert!(read("a ${HOME} {level}").is_ok(), "capitals are not ours");
        assert!(read("sh -c 'cd {folder}; peer *'").is_ok() && read("peer level.xsb").is_ok());
    }
}
