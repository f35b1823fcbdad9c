#!/bin/sh
# Rings the bell of the terminal that the agent runs in.
printf '\a' >&2
echo '{}'
