// Exit codes of every command, in one place. No schema library here: the hook path imports it.

export const exitCode = {
  yes: 0,
  no: 1,
  usage: 2,
  internal: 70,
} as const
