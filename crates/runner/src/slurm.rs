//! Slurm: a script for an array of jobs, one for each shard. The nodes must see the folder; every shard
//! writes rows of its own, and what is missing afterwards is made by submitting the script again.

use std::path::Path;

/// What a script needs to know.
pub struct Script<'a> {
    /// This program.
    pub program: &'a Path,
    /// The folder of the run.
    pub folder: &'a Path,
    /// How many shards.
    pub shards: usize,
    /// Runs at a time in each.
    pub at_a_time: usize,
    /// Bytes for each run.
    pub memory: Option<u64>,
    /// The partition, if it is said.
    pub partition: Option<&'a str>,
}

/// What the program needs besides the tables of a search, in mebibytes.
const BESIDES: u64 = 256;

impl Script<'_> {
    /// The text of the script.
    pub fn text(&self) -> String {
        let quoted = |path: &Path| format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"));
        let mut text = String::from("#!/bin/sh\n");
        let mut option = |line: String| text += &format!("#SBATCH {line}\n");
        option("--job-name=banto-bench".to_owned());
        option(format!("--array=1-{}", self.shards));
        option(format!("--cpus-per-task={}", self.at_a_time));
        if let Some(bytes) = self.memory {
            let mebibytes = (bytes >> 20) * 17 / 16 + BESIDES;
            option(format!("--mem={}M", mebibytes * self.at_a_time as u64));
        }
        if let Some(partition) = self.partition {
            option(format!("--partition={partition}"));
        }
        option("--requeue".to_owned());
        let (program, folder) = (quoted(self.program), quoted(self.folder));
        text += "# Any other queue can do the same: the number of the shard is the only thing it must give.\n";
        text += &format!(
            "exec {program} --quiet bench resume {folder} --jobs {} --shard \"${{SLURM_ARRAY_TASK_ID:-$1}}/{}\"\n",
            self.at_a_time, self.shards
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_names_everything() {
        let script = Script {
            program: Path::new("/opt/banto"),
            folder: Path::new("/data/a run's"),
            shards: 8,
            at_a_time: 2,
            memory: Some(1 << 30),
            partition: Some("cpu"),
        };
        let text = script.text();
        for line in ["#SBATCH --array=1-8", "#SBATCH --mem=2688M", "#SBATCH --partition=cpu"] {
            assert!(text.lines().any(|it| it == line), "{text}");
        }
        let call = "exec '/opt/banto' --quiet bench resume '/data/a run'\\''s' --jobs 2 --shard ";
        assert!(text.contains(call) && text.ends_with("/8\"\n"), "{text}");
    }
}
