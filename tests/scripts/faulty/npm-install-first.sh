#!/usr/bin/env bash
# hookc: event=sessionStart
cat >/dev/null
cd "${CURSOR_PROJECT_DIR:-.}" || { echo '{}'; exit 0; }

if [ ! -d node_modules ]; then
  npm install # fault: stdout-polluted
fi

jq -n '{additional_context: "Dependencies are installed."}'
