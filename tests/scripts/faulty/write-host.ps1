# hookc: event=beforeShellExecution failClosed
param()
$ErrorActionPreference = 'Stop'

$raw = [Console]::In.ReadToEnd().TrimStart([char]0xFEFF)
$payload = $raw | ConvertFrom-Json
Write-Host "Checking $($payload.command)" # fault: stdout-polluted

$permission = if ($payload.command -like '*Format-Volume*') { 'deny' } else { 'allow' }
[Console]::Out.Write((@{ permission = $permission } | ConvertTo-Json -Compress))
