//! Commands that the server carries out. None of them starts a program.

use std::path::{Path, PathBuf};

use gen_lsp_types::{ExecuteCommandParams, LspAny, Uri};
use hookc_compiler::command::Resolution;

use crate::server::{Answer, Refusal};
use crate::session::{Session, path_of};

/// Sets the execute bits of a script that a hook runs.
pub(crate) const MAKE_EXECUTABLE: &str = "hookc.makeExecutable";

/// Every command.
pub(crate) const ALL: [&str; 1] = [MAKE_EXECUTABLE];

/// Does what is asked.
pub(crate) fn answer(session: &Session<'_>, params: &ExecuteCommandParams) -> Answer<Option<LspAny>> {
    if params.command != MAKE_EXECUTABLE {
        return Err(Refusal::new(format!("`{}` is no command of this server", params.command)));
    }
    let uri = params.arguments.iter().flatten().next().and_then(|uri| Uri::parse(uri.as_str()?).ok());
    let path = uri.as_ref().and_then(path_of);
    // A client can ask for anything, so only what the check has found itself is touched.
    let script = path.and_then(|path| script_at(session, &path));
    let Some(script) = script else {
        return Err(Refusal::new("no hook of the workspace runs this script"));
    };
    set_execute_bits(&script).map_err(|error| Refusal::new(format!("the mode cannot be set: {error}")))?;
    Ok(None)
}

/// The real place of a script in the workspace that some hook runs.
fn script_at(session: &Session<'_>, path: &Path) -> Option<PathBuf> {
    let configs = session.analysis().sources.iter().filter_map(|source| source.config.as_ref());
    let commands = configs.flat_map(|config| &config.hooks).filter_map(|hook| hook.command());
    let mut found =
        commands.flat_map(|command| &command.scripts).filter_map(|script| match &script.resolution {
            Resolution::Found(found) => Some(&found.path),
            _ => None,
        });
    found.find(|found| session.editor_path(found) == path && session.is_in_a_folder(path)).cloned()
}

#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "the mode that is to be changed is that of the disk")]
fn set_execute_bits(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(path)?.permissions().mode();
    // Who may read it may execute it.
    let executable = mode | (mode & 0o444) >> 2;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(executable))
}

#[cfg(not(unix))]
fn set_execute_bits(_: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
