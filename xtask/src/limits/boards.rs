//! The boards: two from collections, three drawn here.

use std::path::Path;

/// Writes the boards that are drawn here and returns all of them: what to write on the command
/// line, and a short name.
pub(super) fn write(folder: &Path) -> Result<Vec<(String, &'static str)>, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let drawn =
        [("boxes-300", boxes(100, 300)), ("open-256", boxes(256, 12)), ("snake-256", snake())];
    let mut boards = Vec::new();
    if let Some(levels) = std::env::var_os("BANTO_LEVELS") {
        let levels = Path::new(&levels).join("sokoban");
        let level = |file: &str| levels.join(file).display().to_string();
        boards.push((level("sasquatch02.xsb:17"), "sasquatch-2-17"));
        boards.push((level("xsokoban90.xsb:29"), "xsokoban-29"));
    }
    for (name, grid) in drawn {
        let path = folder.join(format!("{name}.xsb"));
        std::fs::write(&path, text(&grid))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        boards.push((path.display().to_string(), name));
    }
    Ok(boards)
}

type Grid = Vec<Vec<u8>>;

fn text(grid: &Grid) -> Vec<u8> {
    grid.join(&b'\n')
}

/// An empty room with walls around it.
fn room(size: usize) -> Grid {
    let mut grid = vec![vec![b' '; size]; size];
    for at in 0..size {
        for (row, column) in [(0, at), (size - 1, at), (at, 0), (at, size - 1)] {
            grid[row][column] = b'#';
        }
    }
    grid
}

/// An open room with boxes and goals strewn about, none beside a wall.
fn boxes(size: usize, count: usize) -> Grid {
    let mut grid = room(size);
    grid[1][1] = b'@';
    let mut random = 2024u64;
    let mut next = || {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        2 + (random >> 33) as usize % (size - 4)
    };
    for piece in [b'$', b'.'] {
        let mut left = count;
        while left > 0 {
            let (row, column) = (next(), next());
            if grid[row][column] == b' ' {
                grid[row][column] = piece;
                left -= 1;
            }
        }
    }
    grid
}

/// One corridor, two squares wide, that winds through the whole board; the player has to walk all of
/// it to the boxes at its end.
fn snake() -> Grid {
    let size = 256;
    let mut grid = room(size);
    for (turn, row) in (3..size - 1).step_by(3).enumerate() {
        grid[row].fill(b'#');
        let gap = if turn % 2 == 0 { size - 3 } else { 1 };
        grid[row][gap..gap + 2].fill(b' ');
    }
    grid[1][1] = b'@';
    let last = size - 3;
    for at in 0..4 {
        grid[last][20 + 10 * at] = b'$';
        grid[last][25 + 10 * at] = b'.';
    }
    grid
}
