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

/// A fact about the host, with what it rests on.
///
/// The fields are public because a fact is read in many places; build one with [`Fact::doc`], [`Fact::obs`],
/// [`Fact::bnd`] or [`Fact::inf`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact<T> {
    /// What is the case.
    pub value: T,
    /// The strongest kind of evidence for it.
    pub evidence: Evidence,
    /// The section of HOOKS.md that says more: `5.2`.
    pub section: &'static str,
}

impl<T: Copy> Fact<T> {
    /// A fact that the vendor states.
    pub const fn doc(value: T, section: &'static str) -> Self {
        Self { value, evidence: Evidence::Doc, section }
    }

    /// A fact that somebody saw.
    pub const fn obs(value: T, section: &'static str) -> Self {
        Self { value, evidence: Evidence::Obs, section }
    }

    /// A fact that somebody read in a shipped build.
    pub const fn bnd(value: T, section: &'static str) -> Self {
        Self { value, evidence: Evidence::Bnd, section }
    }

    /// A fact that follows from others.
    pub const fn inf(value: T, section: &'static str) -> Self {
        Self { value, evidence: Evidence::Inf, section }
    }
}
