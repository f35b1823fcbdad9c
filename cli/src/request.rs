//! From the places that were named, and those of this machine, to what the compiler is to look at.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::Request;
use hookc_compiler::system::System;
use hookc_schema::SourceKind;

use crate::args::Places;
use crate::exit::Failure;

/// Where the managed hooks of a team are put, from the home folder (INF, HOOKS.md 6.4).
const TEAM_FOLDER: &str = ".cursor/managed/active-team-hooks";

/// What was asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) paths: &'a [PathBuf],
    pub(crate) places: &'a Places,
    /// Every source of this machine.
    pub(crate) all_sources: bool,
    /// Only these kinds, those of this machine too.
    pub(crate) sources: Option<&'a [SourceKind]>,
}

impl Wanted<'_> {
    /// What to look at, with the home folder of whoever runs this.
    pub(crate) fn request(&self, home: Option<&Path>) -> Result<Request, Failure> {
        let places = self.places;
        let mut request = Request {
            paths: self.paths.to_vec(),
            workspaces: places.workspaces.clone(),
            home: places.home.clone(),
            system_root: places.system_root.clone(),
            team: places.team.clone(),
            plugins: places.plugins.clone(),
            sources: self.sources.map(<[_]>::to_vec),
        };
        let machine =
            |kind: SourceKind| self.all_sources || self.sources.is_some_and(|kinds| kinds.contains(&kind));
        if [SourceKind::User, SourceKind::ClaudeUser].into_iter().any(machine) && request.home.is_none() {
            request.home = Some(home.map(Path::to_owned).ok_or_else(no_home)?);
        }
        if machine(SourceKind::Enterprise) && request.system_root.is_none() {
            request.system_root = Some(PathBuf::from("/"));
        }
        if machine(SourceKind::Team) && request.team.is_none() {
            let home = places.home.as_deref().or(home).ok_or_else(no_home)?;
            request.team = Some(home.join(TEAM_FOLDER));
        }
        // Places that were filled in here are not places that the user named, so the current folder still counts.
        if !places.name_a_place() && request.paths.is_empty() && request.workspaces.is_empty() {
            request.workspaces.push(PathBuf::from("."));
        }
        Ok(request)
    }
}

/// The request without places that nobody named and that this machine does not have.
pub(crate) fn without_absent(mut request: Request, named: &Places, system: &dyn System) -> Request {
    let is_absent = |place: &Option<PathBuf>| {
        let error = place.as_deref().and_then(|place| system.metadata(place).err());
        error.is_some_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
    };
    if named.team.is_none() && is_absent(&request.team) {
        request.team = None;
    }
    if named.home.is_none() && is_absent(&request.home) {
        request.home = None;
    }
    request
}

fn no_home() -> Failure {
    Failure::new("the home folder is not known").help("name it with --home DIR")
}
