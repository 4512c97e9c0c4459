// What every client is told once about the server, in at most 500 characters.

export const instructions = `End every task with complete_task; never just stop. Claim success only after you re-read the whole request and checked each part: the project's checks are then run, and a claim that does not hold comes back with the reason. Cannot finish: claim partial (what is done, why not the rest, what remains) or blocked (what you tried, what went wrong, what remains). Save your context with update_session_context after each piece of work, and before you claim partial.`
