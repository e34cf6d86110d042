//! The options of the textbook engines, from one table.

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use puzzle::request::Settings;

/// Settings of the laboratory's engines, as options of the command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct LabArgs(pub(crate) Settings);

/// Name, value and help of each setting.
const OPTIONS: [(&str, &str, &str); 5] = [
    ("space", "NAME", "What is searched and what it costs; `--space help` lists them"),
    ("heuristic", "NAME", "Heuristic; `--heuristic help` lists them with what they claim"),
    ("weight", "N", "Weight of the estimate in wastar and wida, in per cent"),
    ("threshold", "N", "Boards below this width × height × goals count as small (aveiro)"),
    ("depth", "N-M", "First and last depth limit of iddfs, such as 10-100"),
];

impl Args for LabArgs {
    fn augment_args(command: Command) -> Command {
        let arg = |(name, value, help)| {
            let arg = Arg::new(name).long(name).value_name(value).help(help);
            arg.help_heading("Laboratory")
        };
        command.args(OPTIONS.map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        LabArgs::augment_args(command)
    }
}

impl FromArgMatches for LabArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LabArgs, Error> {
        let mut args = LabArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for (name, ..) in OPTIONS {
            if let Some(value) = matches.get_one::<String>(name) {
                let refuse = |error| Error::raw(ErrorKind::ValueValidation, format!("{error}\n"));
                self.0.set(name, value).map_err(refuse)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str]) -> Result<Settings, Error> {
        let command = LabArgs::augment_args(Command::new("solve"));
        let matches = command.try_get_matches_from([&["solve"], args].concat())?;
        LabArgs::from_arg_matches(&matches).map(|args| args.0)
    }

    #[test]
    fn every_option_is_a_setting() {
        let all = ["--space", "moves", "--heuristic", "hn1", "--weight", "150"];
        let all = [&all[..], &["--threshold", "600", "--depth", "10-100"]].concat();
        let expected = Settings {
            space: Some("moves".to_owned()),
            heuristic: Some("hn1".to_owned()),
            weight: Some(150),
            threshold: Some(600),
            depth: Some((10, 100)),
        };
        assert_eq!(read(&all).unwrap(), expected);
        assert_eq!(read(&[]).unwrap(), Settings::default());
    }

    #[test]
    fn values_that_mean_nothing_are_refused() {
        assert_eq!(read(&["--depth", "9-3"]).unwrap_err().kind(), ErrorKind::ValueValidation);
        assert_eq!(read(&["--weight", "0"]).unwrap_err().kind(), ErrorKind::ValueValidation);
    }
}
