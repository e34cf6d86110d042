//! A position with its mirror images, which count as one.

use ground::kernel::{Map, Packer, Position, Symmetries};
use sokoban::Square;

/// One form of the position at hand.
struct Form {
    packed: Vec<u64>,
    zone: Square,
}

/// The position at hand in all forms the symmetries of the board give it; its own is the first.
pub(super) struct Twins {
    symmetries: Symmetries,
    forms: Vec<Form>,
    boxes: Vec<Square>,
}

impl Twins {
    pub(super) fn new(map: &Map, packer: &Packer) -> Twins {
        let symmetries = Symmetries::of(map);
        let form = || Form { packed: vec![0; packer.words()], zone: map.wall() };
        let forms = (0..=symmetries.images().len()).map(|_| form()).collect();
        Twins { symmetries, forms, boxes: Vec::new() }
    }

    /// Takes a position with the squares the player reaches, the lowest first. Returns a hash that
    /// all its forms share.
    pub(super) fn load(
        &mut self,
        map: &Map,
        packer: &Packer,
        position: &Position,
        reached: &[Square],
    ) -> u64 {
        let own = &mut self.forms[0];
        packer.pack(position.boxes(), &mut own.packed);
        own.zone = reached[0];
        let mut hash = position.key() ^ map.player_key(own.zone);
        for (image, form) in self.symmetries.images().iter().zip(&mut self.forms[1..]) {
            let turned = |square: &Square| image[square.index()];
            self.boxes.clear();
            self.boxes.extend(position.boxes().iter().map(turned));
            packer.pack(&self.boxes, &mut form.packed);
            form.zone = reached.iter().map(turned).min().expect("the player is somewhere");
            let key = self.boxes.iter().fold(0, |key, &square| key ^ map.box_key(square));
            // A sum, because the least of several hashes would crowd one end of the table.
            hash = hash.wrapping_add(key ^ map.player_key(form.zone));
        }
        hash
    }

    /// Whether a packed position is one of the forms.
    pub(super) fn is(&self, packed: &[u64], zone: Square) -> bool {
        self.forms.iter().any(|form| form.zone == zone && form.packed == packed)
    }

    /// The position itself, not mirrored.
    pub(super) fn own(&self) -> (&[u64], Square) {
        (&self.forms[0].packed, self.forms[0].zone)
    }
}

#[cfg(test)]
mod tests {
    use ground::kernel::Regions;
    use oracle::board;

    use super::*;

    #[test]
    fn mirror_images_are_known_for_the_same_and_others_are_not() {
        let board = board(&["#######", "#@ $ .#", "#  $  #", "#    .#", "#######"]);
        let map = Map::new(&board);
        let packer = Packer::new(&map, map.squares());
        let mut twins = Twins::new(&map, &packer);
        assert_eq!(twins.symmetries.images().len(), 1, "top and bottom can change places");
        let image = twins.symmetries.images()[0].clone();
        let start = Position::start(&map, &board);
        let turned = |square: Square| image[square.index()];
        let boxes = start.boxes().iter().map(|&square| turned(square));
        let mirrored = Position::new(&map, boxes, turned(start.player));
        let mut regions = Regions::new(&map);
        let mut load = |twins: &mut Twins, position: &Position| {
            regions.find(&map, position.occupied());
            let reached = regions.squares(regions.of(position.player));
            twins.load(&map, &packer, position, reached)
        };
        let hash = load(&mut twins, &start);
        let (packed, zone) = twins.own();
        let packed = packed.to_vec();
        assert_eq!(load(&mut twins, &mirrored), hash);
        assert_ne!(twins.own().0, packed);
        assert!(twins.is(&packed, zone));
        let mut other = start.clone();
        other.push(&map, start.boxes()[0], sokoban::Dir::Right);
        assert_ne!(load(&mut twins, &other), hash);
        assert!(!twins.is(&packed, zone));
    }
}
