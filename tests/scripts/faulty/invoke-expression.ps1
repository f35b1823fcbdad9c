# hookc: event=afterFileEdit
$payload = [Console]::In.ReadToEnd() | ConvertFrom-Json
if ($payload.file_path -like '*.cs') {
    Invoke-Expression "dotnet format --include $($payload.file_path)" | Out-Null # fault: payload-injection
}
Write-Output '{}'
