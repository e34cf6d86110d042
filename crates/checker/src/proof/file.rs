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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_the_published_one() {
        // Test vectors of FNV-1a, 64 bits, by its authors.
        assert_eq!(sum(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(sum(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(sum(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_number_names_boxes_by_its_bits_seven_to_a_byte() {
        let boxes: Vec<u16> = (100..120).collect();
        let named = |bytes: &[u8]| Codes(bytes).some_of(&boxes);
        assert_eq!(named(&[0b101]), Ok(vec![100, 102]));
        assert_eq!(named(&[0x80, 0b1, 0xff]), Ok(vec![107]));
        assert_eq!(named(&[0x81, 0x80, 0b10]), Ok(vec![100, 115]));
        assert_eq!(named(&[0x80, 0x80, 0b100_0000]), Err("there is no such box".to_owned()));
        assert_eq!(named(&[0x80]), Err("the file ends before the list does".to_owned()));
    }

    #[test]
    fn prices_change_by_numbers_whose_lowest_bit_is_the_sign() {
        let changed = |bytes: &[u8], mut prices: Vec<i64>| {
            let mut codes = Codes(bytes);
            codes.change(&mut prices).map(|()| (prices, codes.0.len()))
        };
        assert_eq!(changed(&[0, 1, 2, 3, 9], vec![0, 0, 0, 5]), Ok((vec![0, -1, 1, 3], 1)));
        // 300 is 0xac 0x02; doubled for the sign, 600 is 0xd8 0x04, and 599 stands for -300.
        assert_eq!(changed(&[0xd8, 0x04, 0xd7, 0x04], vec![7, 7]), Ok((vec![307, -293], 0)));
        // Five bytes are the most.
        let large = (1_i64 << 34) - 1;
        assert_eq!(changed(&[0xfe, 0xff, 0xff, 0xff, 0x7f], vec![0]), Ok((vec![large], 0)));
        let refused = Err("a price is too large".to_owned());
        assert_eq!(changed(&[0x80, 0x80, 0x80, 0x80, 0x80, 0], vec![0]), refused);
        assert_eq!(changed(&[2], vec![1 << 40]), refused);
        assert_eq!(changed(&[2], vec![(1 << 40) - 1]), Ok((vec![1 << 40], 0)));
        assert_eq!(changed(&[3], vec![1 - (1 << 40)]).unwrap_err(), "a price is too large");
    }

    #[test]
    fn the_head_says_exactly_what_is_claimed() {
        let open = |claim: &str, sum: &str| {
            let head = format!("banto proof 1\nclaim {claim}\npositions 3\ncodes 0\nsum {sum}\n");
            let bytes = [head.as_bytes(), b"level\n#####\n\n"].concat();
            File::open(&bytes).map(|file| file.claim).map_err(|it| it.0)
        };
        let empty = "cbf29ce484222325";
        assert_eq!(open("unsolvable", empty), Ok(Claim::Unsolvable));
        assert_eq!(open("at-least 12", empty), Ok(Claim::AtLeast(12)));
        for other in ["solvable", "unsolvable 1", "at-least", "at-least -1", ""] {
            let why = "line 2: expected claim at-least N or unsolvable";
            assert_eq!(open(other, empty), Err(why.to_owned()), "{other:?}");
        }
        for other in ["0cbf29ce484222325", "cbf29ce484222324", "+cbf29ce48422232", ""] {
            let why = "line 5: expected the sum of the codes";
            assert_eq!(open("unsolvable", other), Err(why.to_owned()), "{other:?}");
        }
    }
}
