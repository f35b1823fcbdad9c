# hookc: event=beforeShellExecution failClosed
$payload = [Console]::In.ReadToEnd().TrimStart([char]0xFEFF) | ConvertFrom-Json
$answer = @{ permission = 'allow' }
if ($payload.command -match 'Clear-Disk') {
    $answer = @{ continue = $true; permission = 'deny'; user_message = 'Disks stay.' } # fault: contradictory-output
}
$answer | ConvertTo-Json -Compress
