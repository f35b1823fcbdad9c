#!/bin/sh
# hookc: event=beforeShellExecution failClosed
exec jq '
  if (.command | test("(^|[;&|] *)(nc|ncat|socat) ")) then
    {permission: "deny", user_message: "Raw sockets are not allowed."}
  elif (.command | startswith("ssh ")) then
    {permission: "ask", user_message: "Open a remote shell?"}
  else
    {permission: "allow"}
  end
'
