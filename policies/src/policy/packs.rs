//! The packs that come with hookc: levels and policies in the form of `hookc.toml`.

/// A pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pack {
    /// Its name, for `packs` and `--pack`.
    pub name: &'static str,
    /// What it is for, in one line.
    pub summary: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// Every pack, the mildest first.
pub const PACKS: [Pack; 4] = [
    Pack {
        name: "baseline",
        summary: "what everyone wants: files that load, gates that judge, no code from the network",
        text: include_str!("../../packs/baseline.toml"),
    },
    Pack {
        name: "cloud",
        summary: "hooks that do their work in cloud agents, too",
        text: include_str!("../../packs/cloud.toml"),
    },
    Pack {
        name: "enterprise",
        summary: "for the files of an organisation: every action that matters passes a fail-closed gate",
        text: include_str!("../../packs/enterprise.toml"),
    },
    Pack {
        name: "strict",
        summary: "all of the baseline, every gate fail-closed, no model on a gate, no doubts left",
        text: include_str!("../../packs/strict.toml"),
    },
];

impl Pack {
    /// The pack of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PACKS.iter().find(|pack| pack.name == name)
    }

    /// How it is called where a file would be.
    pub fn shown(&self) -> String {
        format!("<pack {}>", self.name)
    }
}
