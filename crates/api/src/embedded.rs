//! Our own levels, embedded in every front end.

/// Name, what it holds, text.
pub const COLLECTIONS: [(&str, &str, &str); 4] = [
    (
        "starter-sokoban",
        "40 Sokoban levels, easy to hard",
        include_str!("../levels/starter-sokoban.sok"),
    ),
    (
        "starter-unblock",
        "40 Unblock boards, beginner to expert",
        include_str!("../levels/starter-unblock.txt"),
    ),
    (
        "gargioni",
        "Gargioni's board, reconstructed in two ways",
        include_str!("../levels/gargioni.sok"),
    ),
    ("kid-1", "the first Kids level, as SokoKids prints it", include_str!("../levels/kid-1.sok")),
];
