# hookc: event=preToolUse failClosed
$ErrorActionPreference = 'Stop'
try {
    $call = [Console]::In.ReadToEnd().TrimStart([char]0xFEFF) | ConvertFrom-Json
    if ($call.tool_name -eq 'Delete') {
        $answer = @{ permission = 'deny'; user_message = 'Nothing is deleted.' }
    }
    else {
        $answer = @{ permission = 'allow' }
    }
}
catch {
    $answer = @{ permission = 'allow' } # fault: fail-open-guard
}
$answer | ConvertTo-Json -Compress
