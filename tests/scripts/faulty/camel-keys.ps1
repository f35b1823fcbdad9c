# hookc: event=beforeShellExecution failClosed
$event = [Console]::In.ReadToEnd().TrimStart([char]0xFEFF) | ConvertFrom-Json

if ($event.command -match 'Remove-Item\s+-Recurse') {
    @{ permission = 'deny'; userMessage = 'No recursive deletes.' } | ConvertTo-Json -Compress # fault: wrong-output-key
}
else {
    @{ permission = 'allow' } | ConvertTo-Json -Compress
}
