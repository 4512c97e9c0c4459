// What the agent does now, in words: hosts name tools of MCP servers by codes.

const OURS: Readonly<Record<string, string>> = {
  complete_task: 'says how the task stands',
  attempt_completion: 'says that the task is done',
  update_session_context: 'saves its context',
  get_session_context: 'reads its context',
  clear_session_context: 'clears its context',
}

/** `mcp__github__search` becomes `search (github)`. */
export function toolText(text: string): string {
  return text.replace(/^mcp__((?:[A-Za-z0-9-]|_(?!_)){1,100})__(\w{1,100})/, (_, server: string, tool: string) => {
    const isOurs = /(?:^|_)fullstop$/.test(server)
    return isOurs ? (OURS[tool] ?? tool.replaceAll('_', ' ')) : `${tool} (${server})`
  })
}
