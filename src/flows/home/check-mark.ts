// The mark in the environment of every process of a check; its value names the folder. Anybody can set it: what it is
// worth says `inside-check.ts`.

export const CHECK_MARK = 'FULLSTOP_CHECK'
