//! `banto bench run` and `resume`: makes the runs that are missing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lab::runs::report;
use puzzle::Status;
use puzzle::request::Inject;
use runner::ray::RayError;
use runner::{Control, Execution, Folder, Plan, PlannedLevel, RunLimits, Setup, execute};

use super::live::Live;
use super::{failure, places, report as reports};
use crate::args::{BenchHow, BenchResume, BenchRun, PlaceArg};
use crate::commands::print;
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure};
use crate::interrupt;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::quantity::plural;
use crate::terminal::Terminal;

/// Time for each run when nothing is said about it.
const TIME: Duration = Duration::from_secs(60);

/// Runs configurations on levels, as far as that was not done before.
pub(super) fn run(args: &BenchRun, library: &Library, terminal: Terminal) -> CommandResult {
    let setups = setups(args)?;
    let (collections, code) = loaded::load(&args.input, library, terminal)?;
    let collections = suitable(args, &setups, collections)?;
    let named = |it: &Loaded| (it.source.name.clone(), it.collection.game);
    let all = collections.iter().flat_map(|it| it.selected().map(move |entry| (named(it), entry)));
    let some = args.sample.of(all);
    let levels = some.map(|((name, game), entry)| PlannedLevel::new(&name, game, entry)).collect();
    let time = args.time.or((args.cpu.is_none() && args.nodes.is_none()).then_some(TIME));
    let limits = RunLimits::new(time, args.cpu, Some(args.memory), args.nodes);
    let plan = Plan::new(levels, setups, limits);
    let folder = Folder::new(args.output.clone().unwrap_or_else(|| place(&collections)));
    let plan = match folder.plan().map_err(failure)? {
        None => {
            not_in_the_way(&folder, args.force)?;
            plan
        }
        Some(old) => agreed(&folder, &old, plan, args.force)?,
    };
    folder.write_plan(&plan).map_err(failure)?;
    let made = go(&folder, &plan, &args.how, terminal)?;
    Ok(if made == 0 { code } else { made })
}

/// The report of a run, in its folder.
const REPORT: &str = "report.html";

/// Refused if a folder in which nothing was run yet has a file that would be overwritten: it is the user's.
fn not_in_the_way(folder: &Folder, force: bool) -> Result<(), Failure> {
    let report = folder.path().join(REPORT);
    if force || !report.exists() {
        return Ok(());
    }
    let why = "is not of a run; choose another folder with --output, or --force overwrites it";
    Err(Failure::usage(format!("{}: {why}", report.display())))
}

/// Resumes a run.
pub(super) fn resume(args: &BenchResume, terminal: Terminal) -> CommandResult {
    let folder = Folder::new(&args.folder);
    let plan = folder.needed_plan().map_err(failure)?;
    let own = Plan::new(plan.levels.clone(), plan.header.setups.clone(), plan.header.limits);
    let plan = agreed(&folder, &plan, own, args.force)?;
    go(&folder, &plan, &args.how, terminal)
}

/// The configurations and other programs that were asked for.
fn setups(args: &BenchRun) -> Result<Vec<Setup>, Failure> {
    let configs = args.configs.iter().map(String::as_str).filter(|it| !it.trim().is_empty());
    let mut setups = Vec::new();
    for text in configs {
        let setup = Setup::read(text).map_err(Failure::usage)?;
        setups.extend(setup.with_seeds(args.seeds));
    }
    if setups.is_empty() && args.externals.is_empty() {
        setups = Setup::read("auto").map_err(Failure::internal)?.with_seeds(args.seeds);
    }
    for text in &args.externals {
        setups.push(Setup::read_external(text).map_err(Failure::usage)?);
    }
    for (at, setup) in setups.iter().enumerate() {
        if setups[..at].iter().any(|other| other.label == setup.label) {
            let label = &setup.label;
            return Err(Failure::usage(format!(
                "{label:?} is there twice; name one: NAME={label}"
            )));
        }
    }
    let inject = args.inject.map(|(fault, level)| (Inject::from(fault), level));
    Ok(setups.into_iter().map(|setup| Setup { inject, ..setup }).collect())
}

/// The collections that every configuration can be run on: all that were named, or it is refused before
/// anything is run. Of the starter collections, those of a game that all can play.
fn suitable(
    args: &BenchRun,
    setups: &[Setup],
    mut collections: Vec<Loaded>,
) -> Result<Vec<Loaded>, Failure> {
    if args.input.files.is_empty() {
        let suits =
            |it: &Loaded| setups.iter().all(|setup| setup.suits(it.collection.game).is_ok());
        if collections.iter().any(suits) {
            collections.retain(suits);
        }
    }
    for loaded in &collections {
        for setup in setups {
            let refused = |error| Failure::usage(format!("{}: {error}", loaded.name()));
            setup.suits(loaded.collection.game).map_err(refused)?;
        }
    }
    Ok(collections)
}

/// Where a run goes when nothing is said about it.
fn place(collections: &[Loaded]) -> PathBuf {
    let name = collections.first().map_or("levels", |loaded| loaded.source.name.as_str());
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    Path::new("runs").join(stem.filter(|stem| *stem != "-").unwrap_or("levels"))
}

/// The plan to resume in a folder that has one: the same, or what `--force` makes of it.
fn agreed(folder: &Folder, old: &Plan, new: Plan, force: bool) -> Result<Plan, Failure> {
    let Some(why) = old.differs(&new) else { return Ok(old.clone()) };
    if !force {
        let path = folder.path().display();
        return Err(Failure::usage(format!(
            "{path}: this run cannot be resumed: {why}; choose another folder with --output, or --force"
        )));
    }
    // Rows that answer what is asked now stay: they count for the version the run was begun with.
    let mut plan = new;
    plan.header.version.clone_from(&old.header.version);
    plan.header.revision.clone_from(&old.header.revision);
    Ok(plan)
}

/// Makes what is missing and shows what there is then.
fn go(folder: &Folder, plan: &Plan, how: &BenchHow, terminal: Terminal) -> CommandResult {
    let path = folder.path().display().to_string();
    if how.on == PlaceArg::Slurm {
        return places::slurm(folder, plan, how, terminal);
    }
    let mut writer = folder.open(plan, how.shard).map_err(failure)?;
    if writer.damaged > 0 {
        terminal.say(format!("{path}: damaged lines left out and run again: {}", writer.damaged));
    }
    let all = plan.jobs_of(how.shard);
    let total = all.len();
    let jobs = plan.arranged(writer.missing(plan, all), how.order.into());
    let kept = total - jobs.len();
    let control = Control::default();
    interrupt::watch_twice(&control.drain, &control.stop)?;
    if how.jsonl {
        interrupt::watch_reader(&control.stop);
    }
    let rows = how.jsonl.then(|| control.stop.clone());
    let live = Live::new(plan, jobs.len(), rows, terminal);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let program = std::env::current_exe().map_err(Failure::internal)?;
    if how.on == PlaceArg::Local && !jobs.is_empty() {
        try_others(plan, &program, terminal);
    }
    let execution = Execution {
        plan,
        jobs: &jobs,
        at_a_time: how.jobs.map_or(cores, usize::from),
        program: &program,
        control: &control,
        listener: &live,
    };
    let made = match &how.on {
        PlaceArg::Ray(address) => places::ray(&execution, address.as_deref(), &mut writer),
        _ => execute(&execution, &mut writer).map_err(RayError::Journal),
    };
    let refused = live.finish();
    let told = |error: RayError| Failure {
        code: 4,
        message: format!("{error}; nothing is lost: `banto bench resume {path}`"),
    };
    let made = made.map_err(told)?;
    writer.close().map_err(RayError::Journal).map_err(told)?;
    let runs = plural(made as u64, "run", "runs");
    terminal.note(format!("{made} {runs} made, {kept} were there before; rows in {path}"));
    show(folder, how, terminal)?;
    blame_commands(folder, plan, terminal);
    if kept + made < total {
        terminal.note(format!("{} are missing: `banto bench resume {path}`", total - kept - made));
        return Ok(Status::Interrupted.exit_code());
    }
    Ok(u8::from(refused > 0))
}

/// Tries every other program on the smallest of levels: a command with a mistake in it is told before it has failed on
/// all of them.
fn try_others(plan: &Plan, program: &Path, terminal: Terminal) {
    let Some(level) = plan.levels.first() else { return };
    for setup in plan.header.setups.iter().filter(|setup| setup.external) {
        let limits = &plan.header.limits;
        if let Some(why) = runner::external::trial(program, setup, level.game(), limits) {
            let Setup { label, line, .. } = setup;
            terminal.say(format!(
                "{label}: does not solve the smallest of levels ({why}); is the command right? {line}"
            ));
        }
    }
}

/// Says of which other programs nothing was solved, and what they said last.
fn blame_commands(folder: &Folder, plan: &Plan, terminal: Terminal) {
    let Ok((rows, _)) = folder.rows() else { return };
    for setup in plan.header.setups.iter().filter(|setup| setup.external) {
        let own = || rows.iter().map(|(_, row)| row).filter(|row| row["label"] == setup.label);
        let solved = own().any(|row| row["status"] == "solved");
        let Some(row) = own().next().filter(|_| !solved) else { continue };
        let why = row["error"].as_str().or(row["status"].as_str()).unwrap_or_default();
        terminal.say(format!(
            "{}: solved nothing in {} runs; the first: {why}",
            setup.label,
            own().count()
        ));
    }
}

/// Prints the table, and writes the report beside the rows.
fn show(folder: &Folder, how: &BenchHow, terminal: Terminal) -> Result<(), Failure> {
    // Of a part there is not much to say, and others may be writing.
    if how.shard.is_some() {
        return Ok(());
    }
    let Ok(results) = reports::read(std::slice::from_ref(folder), false) else { return Ok(()) };
    let title = reports::title(&[folder.path()]);
    let page = report::html(&results, &title);
    write_whole(&folder.path().join(REPORT), page.as_bytes())?;
    if !how.jsonl {
        print(reports::summary(&results, terminal.columns()).as_bytes())?;
    }
    Ok(())
}
