//! `hookc sample EVENT`.

use hookc_compiler::sample::Sample;

use crate::args::SampleArgs;
use crate::exit::Failure;

/// The payload as one line of JSON.
pub(crate) fn run(args: &SampleArgs) -> Result<String, Failure> {
    let mut sample = Sample::new(args.event);
    for setting in &args.settings {
        sample
            .set(&setting.path, setting.value.clone())
            .map_err(|error| Failure::new(format!("cannot set `{}`: {error}", setting.path)))?;
    }
    sample.check().map_err(|error| {
        Failure::new(format!("the host could not send this at `{}`: {error}", args.event))
            .help(format!("`hookc schema {}.input` says what it sends", args.event))
    })?;
    Ok(format!("{}\n", sample.finish()))
}
