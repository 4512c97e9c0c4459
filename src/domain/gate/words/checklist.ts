// The long checklist, for people and agents who ask for it. Refusals stay short because this exists.

export const checklist = `Before you claim that a task is done:

1. Every message of the user: re-read each one in their own words. Is every part of it done, including what was added later?
2. Todo list: is every item done, or cancelled with a reason?
3. Plan: does what you built match what you said you would build?
4. Errors: did the last command fail? Is there a warning or a failing test that you passed over?
5. Loose ends: debug output, commented-out code, placeholders, files you meant to come back to?
6. Blockers: if something stops you, did you try another way, and can you name what is missing?
7. Honesty: would the user, looking over your shoulder now, agree that it is done?

Done           claim it: call complete_task, run \`fullstop claim success --summary "…"\`, or end with the done line \
that you were given at the start of the session.
Not done       keep working.
Stuck          claim blocked in the same way: what you tried, what went wrong, what remains. Without tool and command: \
say so, and end with a question to the user.
`
