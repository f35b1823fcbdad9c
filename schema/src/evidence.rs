//! How sure we are of a fact about the host.

/// The strongest kind of evidence for a fact, as HOOKS.md tags it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Evidence {
    /// Stated in the vendor's documentation or in its published repositories.
    Doc,
    /// Observed by a third party: live probe, payload capture, log excerpt, bug report.
    Obs,
    /// Read by a third party in a shipped build.
    Bnd,
    /// Inferred; the reasoning stands beside the fact.
    Inf,
}

impl Evidence {
    /// The tag as it is written in reports: `DOC`, `OBS`, `BND` or `INF`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Doc => "DOC",
            Self::Obs => "OBS",
            Self::Bnd => "BND",
            Self::Inf => "INF",
        }
    }
}
