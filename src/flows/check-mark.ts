// The mark in the environment of every process of a check; its value is the workspace.

export const CHECK_MARK = 'FULLSTOP_CHECK'
