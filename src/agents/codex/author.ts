// Who wrote a text that entered a Codex session as a prompt: a person, the host itself, or we.

/** The host wraps what it injects in these tags; a person's words never begin with them. */
const HOST_TAGS = [
  'environment_context',
  'user_instructions',
  'user_action',
  'turn_aborted',
  'subagent_notification',
  'skill',
  'skills_instructions',
  'permissions',
  'collaboration_mode',
  'goal_context',
]

export function authorOf(prompt: string): 'person' | 'host' | 'us' {
  const start = prompt.trimStart().slice(0, 100)
  if (start.startsWith('FULLSTOP (')) return 'us'
  // Whose hook it was stands inside; another's refusal is the host's word to us.
  if (start.startsWith('<hook_prompt')) return prompt.includes('FULLSTOP (') ? 'us' : 'host'
  return HOST_TAGS.some((tag) => new RegExp(`^<${tag}[\\s>]`).test(start)) ? 'host' : 'person'
}
