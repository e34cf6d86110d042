//! The plain data of both games, for front ends that draw levels or put them together themselves.

pub use crate::key::{is_key, key, rows_key};
pub use crate::level_data::{BoardData, LevelData, PieceData};
pub use sokoban::{
    Board as SokobanBoard, Dir, Level as SokobanLevel, Move as SokobanMove, Push as SokobanPush,
    SavedGame, Square, State as SokobanState, Tile, Walker,
};
pub use unblock::{
    Axis, Board as UnblockBoard, Layout, Move as UnblockMove, Name, Piece, Side,
    State as UnblockState,
};
