#!/usr/bin/env bash
# hookc: event=stop
status=$(jq -r '.status')
jq -n --arg s "$status" '{user_message: "The agent is done: \($s)"}' # fault: wrong-output-for-event
