#!/usr/bin/env bash
# The baseline: a plain stop hook as people write it. One jq call, a look into the transcript, a counter in a file.
set -u
input=$(cat)
IFS=$'\t' read -r session transcript active < <(
  jq -r '[.session_id, .transcript_path, (.stop_hook_active | tostring)] | @tsv' <<<"$input"
)
token="TASKMASTER_DONE::$session"
if grep -qF "$token" <<<"$input" || { [ -f "$transcript" ] && grep -F '"type":"assistant"' "$transcript" | grep -qF "$token"; }; then
  exit 0
fi
state="${BASELINE_HOME:-/tmp}/$session.count"
count=$(cat "$state" 2>/dev/null || echo 0)
count=$((count + 1))
echo "$count" >"$state"
if [ "$count" -gt 1000000 ]; then
  exit 0
fi
printf '{"decision":"block","reason":"Not done (%s). Finish the work, then print %s on its own line."}\n' "$count" "$token"
