//! The variables that a hook sees beside those that it inherits (HOOKS.md 11).

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use hookc_schema::{Event, SourceKind};
use serde_json::Value;

use crate::json;
use crate::payload::Payload;
use crate::plan::{Root, Roots, Source};

/// The longest value that is passed on from a payload: platforms refuse to start a program with a longer one.
const MAX_VALUE: usize = 32 << 10;

const PLUGIN_ROOTS: [&str; 2] = ["CURSOR_PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"];

/// What is known of the session that an event belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Session {
    variables: BTreeMap<String, String>,
    is_remote: bool,
}

/// Why a text is no answer of `sessionStart`.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// It is not JSON.
    #[error("the session's answer is not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// It does not fit the event.
    #[error("the session's answer does not fit `sessionStart`: {0}")]
    Unfit(#[from] hookc_schema::event::AnswerError),
    /// A variable cannot be set.
    #[error("the session's answer has a variable that cannot be set: {0:?}")]
    Variable(String),
}

impl Session {
    /// The session that an answer of `sessionStart` has set up: every later hook sees the variables of its `env`.
    ///
    /// ```
    /// use hookc_runtime::environment::Session;
    ///
    /// assert!(Session::started(r#"{ "env": { "TEAM": "platform" } }"#).is_ok());
    /// let error = Session::started(r#"{ "env": { "A=B": "x" } }"#).unwrap_err();
    /// assert_eq!(error.to_string(), r#"the session's answer has a variable that cannot be set: "A=B""#);
    /// ```
    ///
    /// # Errors
    ///
    /// The text is no answer of `sessionStart`, or a name is empty or holds `=`, or a name or value holds a NUL.
    pub fn started(answer: &str) -> Result<Self, SessionError> {
        let mut fields = Event::SessionStart.read_answer(&json::parse(answer)?)?;
        let mut session = Self::default();
        let Some(Value::Object(env)) = fields.remove("env") else { return Ok(session) };
        for (name, value) in env {
            let Value::String(value) = value else { continue };
            if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
                return Err(SessionError::Variable(name));
            }
            session.variables.insert(name, value);
        }
        Ok(session)
    }

    /// The same session, in a workspace on another machine.
    #[must_use]
    pub const fn remote(mut self) -> Self {
        self.is_remote = true;
        self
    }
}

/// The changes to the environment of a source's hooks. What the host sets wins over what the session sets.
pub(crate) fn variables(
    payload: &Payload,
    session: &Session,
    roots: &Roots,
    source: &Source,
) -> Vec<(String, Option<OsString>)> {
    let from_payload = |field: &str| {
        let text = payload.str(field)?;
        (text.len() <= MAX_VALUE && !text.contains('\0')).then(|| OsString::from(text))
    };
    let mut variables: Vec<(String, Option<OsString>)> =
        session.variables.iter().map(|(name, value)| (name.clone(), Some(value.into()))).collect();
    let mut set = |name: &str, value: Option<OsString>| variables.push((name.to_owned(), value));
    let project = project_folder(payload, roots).map(Path::as_os_str).unwrap_or_default();
    for name in ["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"] {
        set(name, Some(project.to_owned()));
    }
    if let Some(version) = from_payload("cursor_version") {
        set("CURSOR_VERSION", Some(version));
    }
    set("CURSOR_USER_EMAIL", from_payload("user_email"));
    set("CURSOR_TRANSCRIPT_PATH", from_payload("transcript_path"));
    if session.is_remote {
        set("CURSOR_CODE_REMOTE", Some("true".into()));
    }
    let plugin = plugin_folder(roots, source).map(Path::as_os_str);
    for name in PLUGIN_ROOTS {
        set(name, plugin.map(OsString::from));
    }
    variables
}

/// The command line with the plugin's root put in where a plugin's hook names it, as the host does (HOOKS.md 3).
pub(crate) fn with_plugin_root(line: &str, roots: &Roots, source: &Source) -> String {
    let mut line = line.to_owned();
    if let Some(folder) = plugin_folder(roots, source) {
        for name in PLUGIN_ROOTS {
            line = line.replace(&format!("${{{name}}}"), &folder.to_string_lossy());
        }
    }
    line
}

fn project_folder<'a>(payload: &'a Payload, roots: &'a Roots) -> Option<&'a Path> {
    roots.get(&Root::Project).or_else(|| payload.first_workspace_folder())
}

fn plugin_folder<'a>(roots: &'a Roots, source: &Source) -> Option<&'a Path> {
    let name = source.name.as_ref().filter(|_| source.kind == SourceKind::Plugin)?;
    roots.get(&Root::Plugin(name.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payload::Strictness;
    use crate::testing::{project, source};

    fn payload(text: &str) -> Payload {
        Payload::parse(Event::Stop, text.as_bytes(), Strictness::Lenient).unwrap()
    }

    fn variables_of(text: &str, session: &Session, source: &Source) -> BTreeMap<String, Option<OsString>> {
        let roots = Roots::default()
            .bind(Root::Project, "/srv/app")
            .bind(Root::Plugin("lint".to_owned()), "/opt/lint plugin");
        variables(&payload(text), session, &roots, source).into_iter().collect()
    }

    #[test]
    fn a_hook_is_told_where_and_for_whom_it_runs() {
        let payload =
            r#"{ "cursor_version": "3.9", "user_email": "u@example.com", "transcript_path": "/t" }"#;
        let variables = variables_of(payload, &Session::default(), &project());
        for (name, value) in [
            ("CURSOR_PROJECT_DIR", "/srv/app"),
            ("CLAUDE_PROJECT_DIR", "/srv/app"),
            ("CURSOR_VERSION", "3.9"),
            ("CURSOR_USER_EMAIL", "u@example.com"),
            ("CURSOR_TRANSCRIPT_PATH", "/t"),
        ] {
            assert_eq!(variables[name], Some(value.into()), "{name}");
        }
        assert!(!variables.contains_key("CURSOR_CODE_REMOTE"));
    }

    #[test]
    fn what_the_payload_does_not_say_is_not_inherited_either() {
        let variables = variables_of(r#"{ "user_email": null }"#, &Session::default(), &project());
        for name in ["CURSOR_USER_EMAIL", "CURSOR_TRANSCRIPT_PATH", "CURSOR_PLUGIN_ROOT"] {
            assert_eq!(variables[name], None, "{name}");
        }
    }

    #[test]
    fn a_value_that_no_variable_can_hold_is_left_out() {
        let long = format!(r#"{{ "user_email": "{}", "transcript_path": "a\u0000b" }}"#, "x".repeat(40_000));
        let variables = variables_of(&long, &Session::default(), &project());
        assert_eq!((&variables["CURSOR_USER_EMAIL"], &variables["CURSOR_TRANSCRIPT_PATH"]), (&None, &None));
    }

    #[test]
    fn the_session_adds_variables_but_does_not_replace_the_hosts() {
        let session =
            Session::started(r#"{ "env": { "TEAM": "x", "CURSOR_PROJECT_DIR": "/evil" } }"#).unwrap();
        let variables = variables_of("{}", &session.remote(), &project());
        assert_eq!(variables["TEAM"], Some("x".into()));
        assert_eq!(variables["CURSOR_PROJECT_DIR"], Some("/srv/app".into()));
        assert_eq!(variables["CURSOR_CODE_REMOTE"], Some("true".into()));
    }

    #[test]
    fn only_a_plugins_hook_is_told_its_root() {
        let plugin = source(SourceKind::Plugin, "lint");
        let variables = variables_of("{}", &Session::default(), &plugin);
        assert_eq!(variables["CLAUDE_PLUGIN_ROOT"], Some("/opt/lint plugin".into()));
        let line = "\"${CURSOR_PLUGIN_ROOT}/a.sh\" $CURSOR_PLUGIN_ROOT";
        let roots = Roots::default().bind(Root::Plugin("lint".to_owned()), "/opt/lint plugin");
        assert_eq!(with_plugin_root(line, &roots, &plugin), "\"/opt/lint plugin/a.sh\" $CURSOR_PLUGIN_ROOT");
        assert_eq!(with_plugin_root(line, &roots, &source(SourceKind::Project, "lint")), line);
    }

    #[test]
    fn a_session_without_variables_is_fine() {
        assert_eq!(Session::started("{}").unwrap(), Session::default());
        assert!(Session::started("").is_err());
        assert!(Session::started(r#"{ "env": { "A": 1 } }"#).is_err());
    }
}
