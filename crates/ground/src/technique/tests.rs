//! The table by itself. What the engines make of it is tested where all engines are, in
//! `crates/oracle/tests/techniques.rs`.

use super::*;

#[test]
fn the_table_is_in_the_order_of_the_enum_and_names_are_unique() {
    for (i, row) in TABLE.iter().enumerate() {
        assert_eq!(row.technique as usize, i);
        assert_eq!(Technique::from_name(row.name), Some(row.technique));
    }
}

#[test]
fn whoever_reads_a_technique_reads_what_it_needs() {
    for row in TABLE {
        for need in row.needs {
            let other = match need {
                Need::On(other) => other.row(),
                Need::Off(_) => continue,
            };
            let searches = row.searches == Searches::None || row.searches == other.searches;
            assert!(searches, "{}", row.name);
            let engines = row.engines.iter();
            assert!(engines.into_iter().all(|it| other.engines.contains(it)), "{}", row.name);
        }
        let somebody = !row.engines.is_empty() || row.searches != Searches::None;
        assert!(somebody, "nobody reads {}", row.name);
    }
}

#[test]
fn auto_reads_what_its_members_read() {
    for row in TABLE {
        let read = portfolio_reads(row);
        assert_eq!(row.is_read_by(Engine::Auto, None), read, "{}", row.name);
    }
    assert!(!Technique::Conflicts.row().is_read_by(Engine::Auto, None));
    assert!(!Technique::DeadSquares.row().is_read_by(Engine::Auto, None));
}

fn portfolio_reads(row: &Row) -> bool {
    Engine::MEMBERS.iter().any(|&engine| row.is_read_by(engine, None))
}
