# hookc: event=beforeShellExecution failClosed
$payload = [Console]::In.ReadToEnd().TrimStart([char]0xFEFF) | ConvertFrom-Json
$command = $payload.command
if ($command -match '\bsc\.exe delete\b') {
    Write-Output "{`"permission`":`"deny`",`"user_message`":`"Refused: $command`"}" # fault: json-by-hand
}
else {
    Write-Output '{"permission":"allow"}'
}
