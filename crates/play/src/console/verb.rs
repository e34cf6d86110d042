//! The words of the console. Both languages are always understood; help is given in one.

use crate::lang::Lang;

/// What a first word asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Help,
    Collections,
    Open,
    Board,
    Next,
    Previous,
    Show,
    Human,
    Pc,
    Hint,
    Why,
    Undo,
    Redo,
    Restart,
    Box,
    Searches,
    Solve,
    Step,
    Back,
    All,
    Solution,
    Quit,
}

/// A verb, its words in English and in Portuguese, the usual one first.
const VERBS: [(Verb, &[&str], &[&str]); 22] = [
    (Verb::Help, &["help", "?"], &["ajuda"]),
    (Verb::Collections, &["collections", "list"], &["coleções", "colecoes", "lista"]),
    (Verb::Open, &["open"], &["abrir"]),
    (Verb::Board, &["board", "level"], &["tabuleiro", "nível", "nivel"]),
    (Verb::Next, &["next"], &["seguinte", "próximo", "proximo"]),
    (Verb::Previous, &["previous", "prev"], &["anterior"]),
    (Verb::Show, &["show"], &["mostrar"]),
    (Verb::Human, &["human"], &["humano"]),
    (Verb::Pc, &["pc"], &["computador"]),
    (Verb::Hint, &["hint"], &["pista", "dica"]),
    (Verb::Why, &["why"], &["porquê", "porque"]),
    (Verb::Undo, &["undo"], &["desfazer"]),
    (Verb::Redo, &["redo"], &["refazer"]),
    (Verb::Restart, &["restart"], &["recomeçar", "recomecar"]),
    (Verb::Box, &["box", "piece"], &["caixa", "peça", "peca"]),
    (Verb::Searches, &["searches"], &["pesquisas"]),
    (Verb::Solve, &["solve"], &["resolver"]),
    (Verb::Step, &["step"], &["passo"]),
    (Verb::Back, &["back"], &["atrás", "atras"]),
    (Verb::All, &["all"], &["tudo"]),
    (Verb::Solution, &["solution"], &["solução", "solucao"]),
    (Verb::Quit, &["quit", "exit"], &["sair"]),
];

impl Verb {
    /// The verb of a word in either language.
    pub(super) fn from_word(word: &str) -> Option<Verb> {
        let word = word.to_lowercase();
        let means = |(_, en, pt): &&(Verb, &[&str], &[&str])| {
            en.contains(&word.as_str()) || pt.contains(&word.as_str())
        };
        VERBS.iter().find(means).map(|row| row.0)
    }

    /// The usual words of a language.
    pub(super) fn words(lang: Lang) -> impl Iterator<Item = &'static str> {
        VERBS.iter().map(move |(_, en, pt)| if lang == Lang::Pt { pt[0] } else { en[0] })
    }
}

/// The commands and what they do.
pub(super) fn help(lang: Lang) -> Vec<(String, &'static str)> {
    let word = |verb: Verb| {
        let row = VERBS.iter().position(|row| row.0 == verb);
        Verb::words(lang).nth(row.unwrap_or(0)).unwrap_or_default()
    };
    let rows = [
        (Verb::Collections, "", lang.word("list the collections")),
        (Verb::Open, " NAME [N]", lang.word("open a collection, at its board N")),
        (Verb::Board, " N", lang.word("choose a board")),
        (Verb::Next, "", lang.word("the next board")),
        (Verb::Previous, "", lang.word("the previous board")),
        (Verb::Show, "", lang.word("show the board")),
        (Verb::Human, "", lang.word("you play: name a piece or a box and where it goes")),
        (Verb::Pc, "", lang.word("the program plays: name a search and step through its solution")),
        (Verb::Hint, "", lang.word("one good move")),
        (Verb::Why, "", lang.word("why the position is lost")),
        (Verb::Undo, " [N]", lang.word("take moves back")),
        (Verb::Redo, " [N]", lang.word("make them again")),
        (Verb::Restart, "", lang.word("from the start")),
        (Verb::Searches, "", lang.word("list the searches")),
        (Verb::Solve, " [SEARCH] [OPTIONS]", lang.word("solve the board from the start")),
        (Verb::Step, " [N]", lang.word("the next moves of the solution")),
        (Verb::Back, " [N]", lang.word("back in the solution")),
        (Verb::All, "", lang.word("to the end of the solution")),
        (Verb::Solution, "", lang.word("the moves so far, as text")),
        (Verb::Quit, "", lang.word("leave")),
    ];
    let own = [
        ("3 right 2", lang.word("piece or box 3 goes two to the right")),
        ("left 4, or rrULd", lang.word("the player walks (Sokoban)")),
    ];
    let own = own.map(|(example, meaning)| (lang.word(example).to_owned(), meaning));
    let rows =
        rows.map(|(verb, rest, meaning)| (format!("{}{}", word(verb), lang.word(rest)), meaning));
    rows.into_iter().chain(own).collect()
}
