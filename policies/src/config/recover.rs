//! A faulty `hookc.toml` is heeded without the entries that are at fault.

use std::ops::Range;

use serde::Deserialize as _;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::document::Document;

/// So many faulty entries are left out; with more, nothing of the file is heeded.
const MAX_FAULTS: usize = 16;

/// What a table says without its faulty entries, and what is wrong with each of them.
pub(super) fn heed(mut table: Spanned<DeTable<'_>>) -> (Document, Vec<toml::de::Error>) {
    let mut faults = Vec::new();
    loop {
        let error = match Document::deserialize(toml::de::Deserializer::from(table.clone())) {
            Ok(document) => return (document, faults),
            Err(error) => error,
        };
        let has_been_left_out = error.span().is_some_and(|at| leave_out(table.get_mut(), &at));
        faults.push(error);
        if !has_been_left_out || faults.len() == MAX_FAULTS {
            return (Document::default(), faults);
        }
    }
}

/// Takes out what cannot stand without what is at fault: one of several values, one level of the rules, or else a whole setting.
/// A policy without one of its conditions would be another policy.
fn leave_out(settings: &mut DeTable<'_>, at: &Range<usize>) -> bool {
    let Some((key, value)) = settings.iter_mut().find(|(key, value)| holds(key, value, at)) else {
        return false;
    };
    let is_of_rules = key.get_ref() == "rules";
    match value.get_mut() {
        DeValue::Array(values) if values.iter().any(|value| reaches(value, at)) => {
            let kept =
                std::mem::replace(values, DeArray::new()).into_iter().filter(|value| !reaches(value, at));
            *values = kept.collect::<DeArray<'_>>();
        }
        DeValue::Table(levels) if is_of_rules && levels.iter().any(|(key, value)| holds(key, value, at)) => {
            drop_holders(levels, at);
        }
        _ => drop_holders(settings, at),
    }
    true
}

fn drop_holders(table: &mut DeTable<'_>, at: &Range<usize>) {
    let kept = std::mem::take(table).into_iter().filter(|(key, value)| !holds(key, value, at));
    *table = kept.collect();
}

fn holds(key: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>, at: &Range<usize>) -> bool {
    covers(&key.span(), at) || reaches(value, at)
}

/// Whether a place lies in a value. What stands below the header of a table is not in its span, so that is looked at too.
fn reaches(value: &Spanned<DeValue<'_>>, at: &Range<usize>) -> bool {
    covers(&value.span(), at)
        || match value.get_ref() {
            DeValue::Array(values) => values.iter().any(|value| reaches(value, at)),
            DeValue::Table(table) => table.iter().any(|(key, value)| holds(key, value, at)),
            _ => false,
        }
}

fn covers(span: &Range<usize>, at: &Range<usize>) -> bool {
    span.start <= at.start && at.end <= span.end
}
