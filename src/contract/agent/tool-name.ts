// Our tools by their names, whatever a host puts before them. No schema library here: the hook path imports it. Plain
// comparisons: a hook asks at every tool call of the transcript, and compiling a pattern would take longer.

const CLAIM_TOOLS = ['complete_task', 'attempt_completion']
const SAVE_TOOLS = ['update_session_context']
const OTHER_TOOLS = ['get_session_context', 'clear_session_context', 'start_subtask', 'list_subtasks']

export function isClaimTool(name: string): boolean {
  return CLAIM_TOOLS.some((tool) => isNamed(name, tool))
}

export function isSaveTool(name: string): boolean {
  return SAVE_TOOLS.some((tool) => isNamed(name, tool))
}

export function isOurTool(name: string): boolean {
  return isClaimTool(name) || isSaveTool(name) || OTHER_TOOLS.some((tool) => isNamed(name, tool))
}

/** Alone, or after a sign that a host puts between its own words and the name. */
function isNamed(name: string, tool: string): boolean {
  if (!name.endsWith(tool)) return false
  const before = name.charAt(name.length - tool.length - 1)
  return before === '' || before === '_' || before === '-'
}
