#!/bin/sh
# Lets no command through that the matcher finds, and leaves a trace on the disk that it ran.
cat > /dev/null
echo ran >> guard-ran.txt
echo '{ "permission": "deny", "user_message": "Not while I am here." }'
