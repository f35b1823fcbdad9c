//! The beginning of a script for a hook: it reads the payload, and has no opinion.

use std::path::Path;

use hookc_schema::Event;

/// A script in the language that the ending of its name tells; `None` for an ending that tells none.
pub(crate) fn script(path: &Path, event: Event) -> Option<String> {
    let ending = path.extension().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
    let doc = event.facts().doc;
    Some(match ending {
        "" | "sh" => format!(
            "#!/bin/sh\n# {event}: {doc}\nset -eu\n\npayload=$(cat)\n: \"$payload\"\n\nprintf '%s\\n' '{{}}'\n"
        ),
        "bash" => format!(
            "#!/usr/bin/env bash\n# {event}: {doc}\nset -euo pipefail\n\npayload=$(cat)\n: \"$payload\"\n\nprintf '%s\\n' '{{}}'\n"
        ),
        "py" => format!(
            "#!/usr/bin/env python3\n\"\"\"{event}: {doc}\"\"\"\n\nimport json\nimport sys\n\npayload = json.load(sys.stdin)\nanswer = {{}}\njson.dump(answer, sys.stdout)\n"
        ),
        "js" | "mjs" | "cjs" | "ts" | "mts" => format!(
            "#!/usr/bin/env node\n// {event}: {doc}\n\nlet text = \"\";\nprocess.stdin.on(\"data\", (chunk) => (text += chunk));\nprocess.stdin.on(\"end\", () => {{\n  const payload = JSON.parse(text);\n  const answer = {{}};\n  void payload;\n  process.stdout.write(JSON.stringify(answer));\n}});\n"
        ),
        "ps1" => format!(
            "# {event}: {doc}\n$payload = [Console]::In.ReadToEnd() | ConvertFrom-Json\n$answer = @{{}}\n$answer | ConvertTo-Json -Compress\n"
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_the_name_tells_the_language() {
        let start = |name: &str| script(Path::new(name), Event::Stop).map(|text| text[..12].to_owned());
        assert_eq!(start("guard.sh").as_deref(), Some("#!/bin/sh\n# "));
        assert_eq!(start("guard").as_deref(), Some("#!/bin/sh\n# "));
        assert_eq!(start("guard.py").as_deref(), Some("#!/usr/bin/e"));
        assert_eq!(start("guard.exe"), None);
    }

    #[test]
    fn a_template_says_what_its_event_is_for() {
        for ending in ["sh", "bash", "py", "js", "ps1"] {
            let text = script(Path::new(&format!("x.{ending}")), Event::PreToolUse).unwrap();
            assert!(text.contains(Event::PreToolUse.facts().doc), "{text}");
        }
    }
}
