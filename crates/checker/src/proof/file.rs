//! The file of a proof: its head as text, and the numbers behind it.

use super::{Claim, Refused};

/// A proof that can be read.
pub(super) struct File<'a> {
    pub(super) claim: Claim,
    pub(super) positions: usize,
    pub(super) level: String,
    pub(super) codes: &'a [u8],
}

impl File<'_> {
    pub(super) fn open(bytes: &[u8]) -> Result<File<'_>, Refused> {
        let refused = |why: &str| Refused(why.to_owned());
        let end = bytes.windows(2).position(|pair| pair == b"\n\n");
        let (head, codes) = bytes.split_at(end.ok_or_else(|| refused("not a proof: no codes"))?);
        let codes = &codes[2..];
        let head = std::str::from_utf8(head).map_err(|_| refused("the head is not text"))?;
        let mut lines = head.lines();
        if lines.next() != Some("banto proof 1") {
            return Err(refused("not a proof of a version known here"));
        }
        let mut field = |number: u8, name: &str, expected: &str| {
            let value = lines.next().and_then(|line| line.strip_prefix(name));
            value.ok_or_else(|| Refused(format!("line {number}: expected {expected}")))
        };
        let claim = field(2, "claim ", "claim at-least N or unsolvable")?;
        let positions = field(3, "positions ", "the number of positions")?;
        let length = field(4, "codes ", "the number of bytes of the codes")?;
        let total = field(5, "sum ", "the sum of the codes")?;
        field(6, "level", "the level")?;
        let claim = match claim.split_once(' ') {
            None if claim == "unsolvable" => Some(Claim::Unsolvable),
            Some(("at-least", pushes)) => pushes.parse().ok().map(Claim::AtLeast),
            _ => None,
        };
        let length = length.parse().unwrap_or(usize::MAX);
        if length != codes.len() {
            return Err(Refused(format!("the codes are {} bytes, not {length}", codes.len())));
        }
        if total.len() != 16 || u64::from_str_radix(total, 16) != Ok(sum(codes)) {
            return Err(refused("line 5: expected the sum of the codes"));
        }
        Ok(File {
            claim: claim
                .ok_or_else(|| refused("line 2: expected claim at-least N or unsolvable"))?,
            positions: positions
                .parse()
                .map_err(|_| refused("line 3: expected the number of positions"))?,
            level: lines.collect::<Vec<_>>().join("\n"),
            codes,
        })
    }
}

/// The checksum that detects a damaged file: FNV-1a (Fowler, Noll, Vo 1991).
pub(super) fn sum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// What is left of the codes.
pub(super) struct Codes<'a>(pub(super) &'a [u8]);

impl Codes<'_> {
    pub(super) fn byte(&mut self) -> Result<u8, String> {
        let (&first, rest) = self.0.split_first().ok_or("the file ends before the list does")?;
        self.0 = rest;
        Ok(first)
    }

    /// The boxes that a number names by its bits.
    pub(super) fn some_of(&mut self, boxes: &[u16]) -> Result<Vec<u16>, String> {
        let mut some = Vec::new();
        let mut place = 0;
        loop {
            let byte = self.byte()?;
            for bit in (0..7).filter(|bit| byte >> bit & 1 == 1) {
                some.push(*boxes.get(place + bit).ok_or("there is no such box")?);
            }
            place += 7;
            if byte < 0x80 {
                return Ok(some);
            }
        }
    }

    /// Changes every price by the differences that follow.
    pub(super) fn change(&mut self, prices: &mut [i64]) -> Result<(), String> {
        for price in prices {
            let (mut number, mut shift) = (0_i64, 0);
            loop {
                let byte = self.byte()?;
                number |= i64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
                if shift > 28 {
                    return Err("a price is too large".to_owned());
                }
            }
            *price += if number & 1 == 1 { -(number >> 1) - 1 } else { number >> 1 };
            if price.unsigned_abs() > 1 << 40 {
                return Err("a price is too large".to_owned());
            }
        }
        Ok(())
    }
}
