// The skill that `init` and the plugins give an agent: its duties at the end of a task, and the long checklist.
import { checklist } from './checklist.ts'

const MARK = '<!-- Written by fullstop. Changes here are lost when it is written again. -->'

const text = `---
name: fullstop
description: How to end a task in a session that Fullstop gates. Use it before you claim that work is done, when a stop was refused with a line that begins FULLSTOP, when you cannot continue, and when work may outlive this session.
---

${MARK}

# Ending a task under Fullstop

Fullstop decides whether a stop counts as the end of the work. It reads what you claim, runs the project's checks, and
sends you back with the reason if the claim does not hold.

## How every task ends

End every task with a call of \`complete_task\`. Never just stop.

| status | claim it when | say |
| --- | --- | --- |
| \`success\` | you re-read the whole request and checked each part of it | what you did, and how you know that it works |
| \`partial\` | a part is done and you cannot do the rest now | what is done, why not the rest, and in \`remaining_work\` what remains |
| \`blocked\` | you tried and cannot continue | what you tried, what went wrong, and in \`remaining_work\` what remains; \`needs\` if the user must give something |

A claim that does not hold comes back as an error with the reason: fix that, then claim again. If you change anything
after a claim, claim again. Without the tool, run \`fullstop claim success --summary "…"\`, or end your message with the
done line that you were given at the start of the session. Answers, questions and plans need no claim.

Is a failing check itself wrong? Never work around it: do everything else, then claim \`success\` with
\`disputed_checks\` (the name of the check, and why it is wrong), or run
\`fullstop claim success --summary "…" --dispute CHECK --why "…"\`. A person decides.

## Save your context

Call \`update_session_context\` after each significant piece of work, after an important decision, every 5 to 10 tool
calls, and always before you claim \`partial\`: the next session reads it and knows nothing else.

\`\`\`json
{
  "original_request": "Add rate limiting to the API, with tests",
  "summary": "Limiter written as middleware in src/limit.ts and wired into src/server.ts; unit tests pass.",
  "current_status": "Writing the integration test for the 429 answer.",
  "key_decisions": ["Token bucket per API key, kept in memory: the service runs as one process."],
  "files_modified": [{ "path": "src/limit.ts", "operation": "created" }],
  "remaining_work": "Integration test; a line in the docs."
}
\`\`\`

## The checklist

${checklist}`

export const skill = { text, known: /(?:^|\n)<!-- Written by fullstop\b/ } as const
