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

/** What a hook said, as the host hands it on: ours, or that of another hook. */
const OF_HOOKS = ['Stop hook feedback:', 'Stop hook blocking error']
const OURS = 'FULLSTOP ('

export function authorOf(prompt: string): 'person' | 'host' | 'us' {
  const start = prompt.trimStart().slice(0, 100)
  if (start.startsWith(OURS)) return 'us'
  if (OF_HOOKS.some((words) => start.startsWith(words))) return prompt.includes(OURS) ? 'us' : 'host'
  if (start.startsWith('This session is being continued from a previous conversation')) return 'host'
  if (!start.startsWith('<')) return 'person'
  return HOST_TAGS.some((tag) => start.startsWith(`<${tag}>`) || start.startsWith(`<${tag} `)) ? 'host' : 'person'
}
