//! SHA-256 digests.

use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::base64;

/// A SHA-256 digest, written as 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(with = "String", extend("pattern" = "^[0-9a-f]{64}$")))]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

/// A text that is no [`Digest`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a SHA-256 digest: 64 lower-case hexadecimal digits")]
pub struct DigestError(String);

impl Digest {
    /// The digest of some bytes.
    ///
    /// ```
    /// use hookc_runtime::plan::Digest;
    ///
    /// assert!(Digest::of(b"abc").to_string().starts_with("ba7816bf"));
    /// ```
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The digest in base64, as content security policies write it after `sha256-`.
    ///
    /// ```
    /// use hookc_runtime::plan::Digest;
    ///
    /// assert_eq!(Digest::of(b"").to_base64(), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    /// ```
    pub fn to_base64(&self) -> String {
        base64::encode(&self.0)
    }

    /// The digest of everything that a reader gives.
    pub(crate) fn of_reader(mut reader: impl io::Read) -> io::Result<Self> {
        let mut hasher = Hasher(Sha256::new());
        io::copy(&mut reader, &mut hasher)?;
        Ok(Self(hasher.0.finalize().into()))
    }

    /// The digest of a value's compact JSON text.
    pub(crate) fn of_json(value: &impl Serialize) -> serde_json::Result<Self> {
        let mut hasher = Hasher(Sha256::new());
        serde_json::to_writer(&mut hasher, value)?;
        Ok(Self(hasher.0.finalize().into()))
    }
}

struct Hasher(Sha256);

impl io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::str::FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Self, DigestError> {
        let error = || DigestError(text.to_owned());
        let digits = text.as_bytes();
        if digits.len() != 64 || !digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(error());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| error())?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| error())?;
        }
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for Digest {
    type Error = DigestError;

    fn try_from(text: String) -> Result<Self, DigestError> {
        text.parse()
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_survives_its_text() {
        let digest = Digest::of(b"");
        assert_eq!(digest.to_string(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(digest.to_string().parse(), Ok(digest));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "e3b0", &"E".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
            assert!(text.parse::<Digest>().is_err(), "{text}");
        }
    }
}
