//! A day. Which one is today is for the caller to say.

use std::fmt;

use serde::Deserialize;

/// A day of the Gregorian calendar, written `2027-01-31`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "toml::value::Datetime")]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The day so many days after 1970-01-01.
    pub fn from_days_since_1970(days: u32) -> Self {
        // The days of 400 years, counted from a first of March so that a leap day ends its year.
        let shifted = u64::from(days) + 719_468;
        let (era, of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let march_month = (5 * of_year + 2) / 153;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        let day = of_year - (153 * march_month + 2) / 5 + 1;
        Self { year: year.min(9999) as u16, month: month as u8, day: day as u8 }
    }
}

impl TryFrom<toml::value::Datetime> for Date {
    type Error = &'static str;

    fn try_from(value: toml::value::Datetime) -> Result<Self, Self::Error> {
        match value {
            toml::value::Datetime { date: Some(date), time: None, offset: None } => {
                Ok(Self { year: date.year, month: date.month, day: date.day })
            }
            _ => Err("a day is wanted here, without a time: 2027-01-31"),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(feature = "generate")]
impl schemars::JsonSchema for Date {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "date" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_across_leap_years() {
        let day = |days| Date::from_days_since_1970(days).to_string();
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(59), "1970-03-01");
        assert_eq!(day(11_016), "2000-02-29");
        assert_eq!(day(20_454), "2026-01-01");
        assert_eq!(day(u32::MAX).len(), 10);
    }

    #[test]
    fn days_have_an_order() {
        assert!(Date::from_days_since_1970(364) < Date::from_days_since_1970(365));
    }
}
