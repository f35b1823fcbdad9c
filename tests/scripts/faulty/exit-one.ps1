# hookc: event=beforeReadFile
try {
    $payload = [Console]::In.ReadToEnd().TrimStart([char]0xFEFF) | ConvertFrom-Json
}
catch {
    [Console]::Error.WriteLine('The payload cannot be read.')
    exit 2
}

if ($payload.file_path -match '\.(pfx|snk)$') {
    [Console]::Error.WriteLine('Signing keys are private.')
    exit 1 # fault: exit-code
}

Write-Output '{"permission":"allow"}'
