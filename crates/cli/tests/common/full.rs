//! Full disks, for tests of files that are written bit by bit.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A run that may write no file longer than this many blocks of 512 bytes.
pub(crate) fn with_short_files(run: &Command, folder: &Path, blocks: u64) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut limited = Command::new("sh");
    limited.arg("-c").arg(script).arg(run.get_program()).args(run.get_args());
    limited.current_dir(folder).env("HOME", folder).env("XDG_DATA_HOME", folder);
    limited.stdin(Stdio::null()).output().expect("a shell")
}

/// A disk of its own with a few pages of 4 KiB, gone when dropped.
pub(crate) struct SmallDisk(pub(crate) PathBuf);

impl SmallDisk {
    /// Mounts one, where this process has the right to.
    pub(crate) fn mount(at: PathBuf, pages: u64) -> Option<SmallDisk> {
        std::fs::create_dir_all(&at).expect("a folder");
        let size = format!("size={}k", 4 * pages);
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&at).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then_some(SmallDisk(at))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(&self.0).status();
        if !unmounted.is_ok_and(|status| status.success()) && !std::thread::panicking() {
            panic!("{} stays mounted", self.0.display());
        }
    }
}
