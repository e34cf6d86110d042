//! Amounts as people write them on a command line: `10s`, `2GiB`, `1M`, `1,3-7`; and as they read
//! them: `1 push`, `2 pushes`.

use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::time::Duration;

/// A share such as `30%`, `30 %` or `0.3`, as a number from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let share = scaled(text, &[(" %", 0.01), ("%", 0.01), ("", 1.0)]);
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or("expected a share such as 30%".to_owned())
}

/// A time such as `500ms`, `10s`, `1.5m`, `5min` or `2h`; a bare number is seconds.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let units = [
        ("ms", 0.001),
        ("sec", 1.0),
        ("s", 1.0),
        ("min", 60.0),
        ("m", 60.0),
        ("h", 3600.0),
        ("", 1.0),
    ];
    let seconds = scaled(&text.to_ascii_lowercase(), &units)
        .ok_or("expected a time such as 500ms, 10s or 2m")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "that time is out of range".to_owned())
}

/// A size such as `256MiB`, `2GiB`, `4G` or `2GB`; a bare number is bytes. `K`, `M`, `G` are binary
/// like `KiB`, `MiB`, `GiB`; `KB`, `MB`, `GB` are powers of a thousand.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const KIB: f64 = 1024.0;
    let units = [
        ("kib", KIB),
        ("mib", KIB * KIB),
        ("gib", KIB * KIB * KIB),
        ("kb", 1e3),
        ("mb", 1e6),
        ("gb", 1e9),
        ("k", KIB),
        ("m", KIB * KIB),
        ("g", KIB * KIB * KIB),
        ("b", 1.0),
        ("", 1.0),
    ];
    scaled(&text.to_ascii_lowercase(), &units)
        .map(|bytes| bytes as u64)
        .ok_or_else(|| "expected a size such as 256MiB or 2GiB".to_owned())
}

/// A count such as `5000`, `200k`, `1M`, `1_000_000`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let plain = text.replace(['_', ','], "").to_ascii_lowercase();
    scaled(&plain, &[("k", 1e3), ("m", 1e6), ("g", 1e9), ("", 1.0)])
        .map(|count| count as u64)
        .ok_or_else(|| "expected a number such as 5000 or 1M".to_owned())
}

/// A part such as `2%` or `0.5%`, in hundredths of a percent.
pub(crate) fn gap(text: &str) -> Result<u16, String> {
    puzzle::request::gap(text).ok_or_else(|| "expected a percentage such as 2% or 0.5%".to_owned())
}

/// A number or a range such as `5`, `3-7` or `12-`, from 1.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |part: &str| part.trim().parse::<usize>().ok().filter(|&n| n > 0);
    let range = match text.split_once('-') {
        None => number(text).map(|n| n..=n),
        Some((from, "")) => number(from).map(|n| n..=usize::MAX),
        Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| from..=to),
    };
    range
        .filter(|range| !range.is_empty())
        .ok_or_else(|| "expected a number or a range such as 5, 3-7 or 12-, from 1".to_owned())
}

/// Levels picked by their numbers, which count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Selection(Vec<RangeInclusive<usize>>);

impl Selection {
    /// The parts it was written as.
    pub(crate) fn parts(&self) -> &[RangeInclusive<usize>] {
        &self.0
    }

    /// Whether a level is among them.
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.0.iter().any(|part| part.contains(&index))
    }

    /// The first requested level that a file of this many levels does not have, unless others of
    /// the same range exist.
    pub(crate) fn beyond(&self, count: usize) -> Option<usize> {
        self.0.iter().map(|part| *part.start()).find(|&first| first > count)
    }
}

/// Levels such as `5`, `3-7`, `12-` or `1,3,5-8`, counted from 1.
pub(crate) fn levels(text: &str) -> Result<Selection, String> {
    let parts: Result<Vec<_>, String> = text.split(',').map(range).collect();
    let expected = |_| "expected levels such as 5, 3-7, 12- or 1,3,5 (counted from 1)".to_owned();
    parts.map(Selection).map_err(expected)
}

/// One level, counted from 1.
pub(crate) fn level(text: &str) -> Result<Selection, String> {
    let number = text.parse::<usize>().ok().filter(|&number| number > 0);
    let number = number.ok_or("expected the number of a level, counted from 1")?;
    levels(&number.to_string())
}

/// A day such as `2026-11-15`.
pub(crate) fn date(text: &str) -> Result<(i32, u32, u32), String> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return Err("expected YYYY-MM-DD".to_owned()) };
    let date = (year.parse().ok(), month.parse().ok(), day.parse().ok());
    match date {
        (Some(y @ 1..=9999), Some(m @ 1..=12), Some(d @ 1..=31)) => Ok((y, m, d)),
        _ => Err("expected a date such as 2026-11-15".to_owned()),
    }
}

/// The word for `n` of something.
pub(crate) fn plural<'a>(n: u64, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}

/// A number followed by one of the units; the first unit that fits counts.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, scale) =
        units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
    let number: f64 = number.trim().parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number * scale)
}

/// A token for the server: `random`, or at least 16 letters and digits.
pub(crate) fn token(text: &str) -> Result<String, String> {
    if text == "random" {
        return Ok(web::random_token());
    }
    web::check_token(text).map_err(|why| format!("{why}; `random` makes one"))?;
    Ok(text.to_owned())
}

/// An address to listen on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// The address.
    pub(crate) ip: IpAddr,
    /// The port, if one is named with it.
    pub(crate) port: Option<u16>,
}

/// An address with or without a port: `127.0.0.1`, `0.0.0.0:80`, `::1`, `[::1]:80`, `localhost:80`.
pub(crate) fn address(text: &str) -> Result<Address, String> {
    let text = text.replacen("localhost", "127.0.0.1", 1);
    let bare = text.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(&text);
    if let Ok(ip) = bare.parse() {
        return Ok(Address { ip, port: None });
    }
    let both: Result<SocketAddr, _> = text.parse();
    both.map(|it| Address { ip: it.ip(), port: Some(it.port()) })
        .map_err(|_| "expected an address such as 127.0.0.1, 0.0.0.0:80 or [::1]:80".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_port_or_none() {
        let read = |text| address(text).map(|it| (it.ip.to_string(), it.port));
        assert_eq!(read("127.0.0.1"), Ok(("127.0.0.1".into(), None)));
        assert_eq!(read("0.0.0.0:80"), Ok(("0.0.0.0".into(), Some(80))));
        assert_eq!(read("::1"), Ok(("::1".into(), None)));
        assert_eq!(read("[::1]"), Ok(("::1".into(), None)));
        assert_eq!(read("[::1]:80"), Ok(("::1".into(), Some(80))));
        assert_eq!(read("localhost:0"), Ok(("127.0.0.1".into(), Some(0))));
        for wrong in ["", "80", ":80", "127.0.0.1:", "127.0.0.1:70000", "example.org:80"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn amounts_are_read_as_people_write_them() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("7"), Ok(Duration::from_secs(7)));
        assert_eq!(time("5min"), Ok(Duration::from_secs(300)));
        assert_eq!(time("30 sec"), Ok(Duration::from_secs(30)));
        assert_eq!(bytes("256MiB"), Ok(256 << 20));
        assert_eq!(bytes("2g"), Ok(2 << 30));
        assert_eq!(bytes("2GB"), Ok(2_000_000_000));
        assert_eq!(bytes("500 kB"), Ok(500_000));
        assert_eq!(count("1M"), Ok(1_000_000));
        assert_eq!(count("1_500"), Ok(1500));
        assert_eq!(range("3-7"), Ok(3..=7));
        assert_eq!(levels("12-"), Ok(Selection(vec![12..=usize::MAX])));
        assert_eq!(levels("1,3,5-8"), Ok(Selection(vec![1..=1, 3..=3, 5..=8])));
    }

    #[test]
    fn levels_are_picked_by_number() {
        let some = levels("1, 3,5-8,12-").unwrap();
        let picked: Vec<usize> = (1..=14).filter(|&index| some.contains(index)).collect();
        assert_eq!(picked, [1, 3, 5, 6, 7, 8, 12, 13, 14]);
        assert_eq!((some.beyond(12), some.beyond(11), some.beyond(4)), (None, Some(12), Some(5)));
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!([0, 1, 2].map(|n| plural(n, "push", "pushes")), ["pushes", "push", "pushes"]);
    }

    #[test]
    fn dates_are_read() {
        assert_eq!(date("2026-11-15"), Ok((2026, 11, 15)));
        for text in ["2026-13-01", "2026-1", "today", "0-1-1", "2026-01-00"] {
            assert!(date(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "s", "-1s", "tens", "1e400s", "nan"] {
            assert!(time(text).is_err(), "{text}");
        }
        for text in ["0", "7-3", "x", "-", "1-2-3", "", "1,", "1,,3"] {
            assert!(levels(text).is_err(), "{text}");
        }
        assert!(bytes("1TiB!").is_err() && count("many").is_err());
    }
}
