#!/bin/sh
# hookc: event=beforeReadFile failClosed
set -eu
path=$(jq -r .file_path)
case $path in
  *.pem) echo '{"permission":"deny","user_message":"keys stay here"}' ;;
  *) echo {"permission":"allow"} ;; # fault: stdout-not-json
esac
