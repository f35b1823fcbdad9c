use super::super::render::render;
use super::super::{Language, read};

fn shown(text: &str) -> String {
    render(text, &read(Language::PowerShell, text))
}

#[test]
fn the_console_reader_has_the_systems_encoding() {
    insta::assert_snapshot!(shown(r"$p = [Console]::In.ReadToEnd() | ConvertFrom-Json
$p.tool_name"), @r"
    stdin: whole `[Console]::In.ReadToEnd()`, parsed `ConvertFrom-Json`
    read: tool_name `$p.tool_name`
    answer 0: unknown from `$p.tool_name`
    way: 0 then 0
    ");
}

#[test]
fn the_encoding_of_the_console_is_named() {
    insta::assert_snapshot!(shown(r"[Console]::InputEncoding = [System.Text.Encoding]::UTF8
$p = [Console]::In.ReadToEnd() | ConvertFrom-Json
"), @r"
    stdin: whole `[Console]::In.ReadToEnd()`, parsed `ConvertFrom-Json`, names encoding
    way: nothing then 0
    ");
}

#[test]
fn a_stream_reader_decodes_utf_8() {
    insta::assert_snapshot!(shown(r"$reader = New-Object System.IO.StreamReader([Console]::OpenStandardInput(), [Text.Encoding]::UTF8)
$p = $reader.ReadToEnd() | ConvertFrom-Json"), @r"
    stdin: whole `$reader.ReadToEnd()`, parsed `ConvertFrom-Json`, strips BOM, names encoding
    way: nothing then 0
    ");
}

#[test]
fn the_input_of_the_script_is_the_payload() {
    insta::assert_snapshot!(shown(r"$p = $input | Out-String | ConvertFrom-Json
$p.command"), @r"
    stdin: whole `$input`, parsed `ConvertFrom-Json`
    read: command `$p.command`
    answer 0: unknown from `$p.command`
    way: 0 then 0
    ");
}

#[test]
fn a_constant_text_is_answered() {
    insta::assert_snapshot!(shown(r#"Write-Output '{"permission":"allow"}'"#), @r#"
    answer 0: json {permission: "allow"} from `Write-Output '{"permission":"allow"}'`
    way: 0 then 0
    "#);
}

#[test]
fn a_bare_text_is_answered() {
    insta::assert_snapshot!(shown(r#"'{"continue":true}'"#), @r#"
    answer 0: json {continue: true} from `'{"continue":true}'`
    way: 0 then 0
    "#);
}

#[test]
fn a_hash_table_is_answered() {
    insta::assert_snapshot!(shown(r#"@{ permission = 'deny'; 'user_message' = "no"; ok = $true; n = 1; inner = @{ a = $null } } | ConvertTo-Json -Compress"#), @r#"
    answer 0: json {permission: "deny", user_message: "no", ok: true@`$true`, n: number `1`, inner: {a: null@`$null`}} from `@{ permission = 'deny'; 'user_message' = "no"; ok = $true; n = 1; inner …`
    way: 0 then 0
    "#);
}

#[test]
fn an_ordered_table_is_built_up() {
    insta::assert_snapshot!(shown(r#"$o = [ordered]@{ permission = "allow" }
if ($x) { $o.user_message = "hi" }
$o | ConvertTo-Json"#), @r#"
    answer 0: json {permission: "allow", user_message?: "hi"} from `$o | ConvertTo-Json`
    way: 0 then 0
    "#);
}

#[test]
fn a_text_on_the_host_is_no_answer() {
    insta::assert_snapshot!(shown(r#"Write-Host "checking"
[Console]::Out.Write('{}')"#), @r#"
    answer 0: text Logged from `Write-Host "checking"`
    answer 1: json {} from `[Console]::Out.Write('{}')`
    way: 0, 1 then 0
    "#);
}

#[test]
fn standard_error_is_a_complaint() {
    insta::assert_snapshot!(shown(r#"[Console]::Error.WriteLine("no")
exit 2"#), @r"way: nothing then 2 `exit 2`, complains");
}

#[test]
fn a_text_with_variables_is_json_by_hand() {
    insta::assert_snapshot!(shown(r#"$m = Get-Date
"{`"permission`":`"deny`",`"user_message`":`"$m`"}""#), @r#"
    answer 0: by hand {permission: "deny", user_message: text `$m`} unescaped `$m` from `"{`"permission`":`"deny`",`"user_message`":`"$m`"}"`
    way: 0 then 0
    "#);
}

#[test]
fn a_here_string_is_json_by_hand() {
    let lines = [
        "$p = [Console]::In.ReadToEnd() | ConvertFrom-Json",
        "@\"",
        r#"{"permission": "deny", "user_message": "$($p.command)"}"#,
        "\"@",
    ];
    insta::assert_snapshot!(shown(&lines.join("\n")), @r#"
    stdin: whole `[Console]::In.ReadToEnd()`, parsed `ConvertFrom-Json`
    read: command `$p.command`
    answer 0: by hand {permission: "deny", user_message: text `$($p.command)`} unescaped `$($p.command)` from `@"⏎{"permission": "deny", "user_message": "$($p.command)"}⏎"@`
    way: 0 then 0
    "#);
}

#[test]
fn a_function_answers_where_it_is_called() {
    insta::assert_snapshot!(shown(r#"function Deny($message) {
  @{ permission = "deny"; user_message = $message } | ConvertTo-Json
  exit 0
}
$p = [Console]::In.ReadToEnd() | ConvertFrom-Json
if ($p.command -match "rm") { Deny "no" }
'{"permission":"allow"}'"#), @r#"
    stdin: whole `[Console]::In.ReadToEnd()`, parsed `ConvertFrom-Json`
    read: command `$p.command`
    answer 0: json {permission: "deny", user_message: "no"} from `Deny "no"`
    answer 1: json {permission: "allow"} from `'{"permission":"allow"}'`
    way: 0 then 0 `exit 0`
    way: 1 then 0
    "#);
}

#[test]
fn what_a_function_puts_out_is_taken() {
    insta::assert_snapshot!(shown(r#"function Answer { return @{ permission = "allow" } }
$a = Answer
$a | ConvertTo-Json"#), @r#"
    answer 0: json {permission: "allow"} from `$a | ConvertTo-Json`
    way: 0 then 0
    "#);
}

#[test]
fn events_narrow_what_stands_under_them() {
    insta::assert_snapshot!(shown(r"$p = [Console]::In.ReadToEnd() | ConvertFrom-Json
switch ($p.hook_event_name) {
  'stop' { '{}' }
  default { exit 2 }
}"), @r#"
    stdin: whole `[Console]::In.ReadToEnd()`, parsed `ConvertFrom-Json`
    read: hook_event_name `$p.hook_event_name`
    compare: hook_event_name with "stop"
    host check: `'stop'`
    answer 0: json {} from `'{}'` [only stop]
    way: nothing then 2 `exit 2` [except stop]
    way: 0 then 0 [only stop]
    "#);
}

#[test]
fn comparisons_are_told() {
    insta::assert_snapshot!(shown(r"$p = [Console]::In.ReadToEnd() | ConvertFrom-Json
if ($p.tool_name -eq 'Shell') { $p.command }
elseif ($p.tool_name -in @('Edit', 'Write')) { exit 2 }
if (@('a','b') -contains $p.status) { exit 0 }"), @r#"
    stdin: whole `[Console]::In.ReadToEnd()`, parsed `ConvertFrom-Json`
    read: tool_name `$p.tool_name`
    read: command `$p.command`
    read: tool_name `$p.tool_name`
    read: status `$p.status`
    compare: tool_name with "Shell"
    compare: tool_name with "Edit"
    compare: tool_name with "Write"
    compare: status with "a"
    compare: status with "b"
    answer 0: unknown from `$p.command`
    way: nothing then 2 `exit 2`
    way: 0 then 0 `exit 0`
    way: nothing then 0 `exit 0`
    way: 0 then 0
    way: nothing then 0
    "#);
}

#[test]
fn an_error_is_handled() {
    insta::assert_snapshot!(shown(r"try {
  $p = [Console]::In.ReadToEnd() | ConvertFrom-Json
} catch {
  exit 2
}
'{}'"), @r"
    stdin: whole `[Console]::In.ReadToEnd()`, parsed `ConvertFrom-Json`
    answer 0: json {} from `'{}'`
    way: nothing then 2 `exit 2` handler `catch {⏎  exit 2⏎}`
    way: 0 then 0
    ");
}

#[test]
fn a_throw_ends_with_an_error() {
    insta::assert_snapshot!(shown(r#"throw "bad""#), @r#"way: nothing then error `throw "bad"`"#);
}

#[test]
fn the_environment_makes_what_follows_conditional() {
    insta::assert_snapshot!(shown(r"if ($env:CURSOR_VERSION) { '{}' } else { exit 1 }"), @r"
    host check: `$env:CURSOR_VERSION`
    answer 0: json {} from `'{}'` [conditional]
    way: nothing then 1 `exit 1` [conditional]
    way: 0 then 0 [conditional]
    ");
}

#[test]
fn a_program_that_shows_its_output_is_unknown() {
    insta::assert_snapshot!(shown(r"& git status
$state = git status
git fetch | Out-Null
'{}'"), @r"
    unknown: OtherProgram `& git status`
    answer 0: json {} from `'{}'`
    program: git `git`
    program: git `git`
    program: git `git`
    way: 0 then 0, unsure
    ");
}

#[test]
fn a_value_that_is_evaluated_is_a_sink() {
    insta::assert_snapshot!(shown(r#"$p = [Console]::In.ReadToEnd() | ConvertFrom-Json
Invoke-Expression "git $($p.command)""#), @r#"
    unknown: DynamicCode `Invoke-Expression "git $($p.command)"`
    stdin: whole `[Console]::In.ReadToEnd()`, parsed `ConvertFrom-Json`
    read: command `$p.command`
    answer 0: unknown from `Invoke-Expression "git $($p.command)"`
    sink: Eval of command `"git $($p.command)"`
    way: 0 then 0, unsure
    "#);
}

#[test]
fn a_value_in_a_file_is_told() {
    insta::assert_snapshot!(shown(r"$p = [Console]::In.ReadToEnd() | ConvertFrom-Json
Add-Content -Path hooks.log -Value $p.prompt"), @r"
    stdin: whole `[Console]::In.ReadToEnd()`, parsed `ConvertFrom-Json`
    read: prompt `$p.prompt`
    file: prompt to hooks.log `hooks.log`
    way: nothing then 0
    ");
}

#[test]
fn another_script_is_another_file() {
    insta::assert_snapshot!(shown(r". ./lib.ps1"), @r"
    unknown: OtherFile `. ./lib.ps1`
    way: nothing then 0, unsure
    ");
}

#[test]
fn what_does_not_parse_is_unknown() {
    insta::assert_snapshot!(shown(r"if ($a { }"), @r"
    unknown: Syntax `if ($a { }`
    way: nothing then 0, unsure
    ");
}

#[test]
fn nothing_panics_or_takes_long_on_hostile_texts() {
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(3_000), close.repeat(3_000));
    let texts = [
        deep("(", ")"),
        deep("@{ a = ", "}"),
        deep("$(", ")"),
        "1+".repeat(5_000) + "1",
        "if ($a) { 1 } else { 2 }\n".repeat(3_000),
        "function f { f; f; 'x' }\nf\n".repeat(200),
    ];
    for text in texts {
        let facts = read(Language::PowerShell, &text);
        assert!(facts.answers.len() < 10_000);
    }
}

#[test]
fn a_script_that_is_cut_off_anywhere_is_read() {
    let text = "$é = [Console]::In.ReadToEnd() | ConvertFrom-Json\n@{ 'é' = \"é $($é.é) `é\" } | ConvertTo-Json\n\
        @\"\né $é\n\"@\nswitch ($é.é) { 'é' { exit 2 } }\nfunction é($é = 'é') { é -é é | é }\né";
    for (end, _) in text.char_indices() {
        read(Language::PowerShell, &text[..end]);
        read(Language::PowerShell, &text[end..]);
    }
}
