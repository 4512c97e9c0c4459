// Who wrote a text that entered a Claude Code session as a prompt: a person, the host itself, or we.

/** The host wraps what it injects into prompts in these tags; a person's words never begin with them. */
const HOST_TAGS = [
  'task-notification',
  'system-reminder',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'bash-stdout',
  'bash-stderr',
  'user-memory-input',
  'new-diagnostics',
  'ide_opened_file',
  'ide_selection',
  // Built-in commands such as /compact; a person's own command begins with <command-message>.
  'command-name',
]

/** How our own text comes back: as the host hands it on, or as it was given. */
const OURS = ['Stop hook feedback:', 'Stop hook blocking error', 'FULLSTOP (']

export function authorOf(prompt: string): 'person' | 'host' | 'us' {
  const start = prompt.trimStart().slice(0, 100)
  if (OURS.some((words) => start.startsWith(words))) return 'us'
  if (start.startsWith('This session is being continued from a previous conversation')) return 'host'
  if (!start.startsWith('<')) return 'person'
  return HOST_TAGS.some((tag) => start.startsWith(`<${tag}>`) || start.startsWith(`<${tag} `)) ? 'host' : 'person'
}
