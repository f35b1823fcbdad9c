#!/usr/bin/env bash
# Asked before the agent acts. It answers `{}` when it has nothing against that, else what is denied and why.
# The lists hold extended regular expressions: make them yours.

denied_commands=(
  'git +push( .*)? (-f|--force)([[:space:];&|]|$)'
  'rm +-[A-Za-z]*[rR][A-Za-z]* +(.* )?["'\'']?(/|~|\$HOME)/?["'\'']?([[:space:];&|]|$)'
)
secret_files=(
  '(^|[/\])\.env(\.(local|production))?$'
  '(^|[/\])id_(rsa|ecdsa|ed25519)$'
  '\.(pem|p12|pfx)$'
)
# Only people change these: the guard itself is one of them.
protected_files=(
  '(^|[/\])\.cursor[/\]hooks(\.json$|[/\])'
)
secret_texts=(
  '-----BEGIN [A-Z ]*PRIVATE KEY-----'
)

set -u
export LC_ALL=C

# The host wants one JSON document, whatever happens. The reason must not hold a quote or a backslash.
deny() {
  if [[ $event == beforeSubmitPrompt ]]; then
    printf '{"continue":false,"user_message":"%s"}\n' "$1"
  else
    printf '{"permission":"deny","user_message":"%s","agent_message":"%s"}\n' "$1" "$1"
  fi
  exit 0
}

# The texts under a key, one a line and still with the escapes of JSON. A quote inside of a text has a backslash before it.
texts() {
  printf '%s' "$payload" |
    grep -oE "\"$1\"[[:space:]]*:[[:space:]]*\"([^\"\\\\]|\\\\.)*\"" |
    sed -E 's/^"[^"]*"[[:space:]]*:[[:space:]]*"//; s/"$//'
}

# deny_texts KEY REASON PATTERN...
deny_texts() {
  local key=$1 reason=$2 text pattern
  shift 2
  while IFS= read -r text; do
    text=$(printf '%b' "${text//\\\"/\"}")
    for pattern in "$@"; do
      if [[ $text =~ $pattern ]]; then deny "$reason"; fi
    done
  done < <(texts "$key")
}

payload=$(cat)
event=
# On Windows the payload begins with a byte order mark.
if [[ ${payload:0:3} == $'\xef\xbb\xbf' ]]; then payload=${payload:3}; fi
if [[ ${payload:0:1} != '{' ]]; then deny 'The hook did not understand what it was asked.'; fi
# A tool may be handed a key of this name too; then there are two lines, and no event has that name.
event=$(texts hook_event_name | sort -u)
if [[ -z $event ]]; then deny 'The hook did not understand what it was asked.'; fi

deny_texts command 'This command is denied here.' "${denied_commands[@]}"
deny_texts file_path 'This file holds secrets.' "${secret_files[@]}"
if [[ $event != beforeReadFile && $event != beforeTabFileRead && $(texts tool_name) != Read ]]; then
  deny_texts file_path 'This file is not for agents to change.' "${protected_files[@]}"
fi
for key in prompt task tool_input; do
  deny_texts "$key" 'This text holds a private key.' "${secret_texts[@]}"
done
printf '{}\n'
