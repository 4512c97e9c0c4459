// What the model of a trial says: claims too early, stops all the same, and claims again once it was sent back.
// It sees the tools and texts of each request, whatever the wire.

/** A request of the agent to its model, as far as a trial looks at it. */
export interface ModelRequest {
  readonly tools: readonly ModelTool[]
  /** All texts of the conversation, the newest last. */
  readonly texts: readonly string[]
}

export interface ModelTool {
  readonly name: string
  /** Where the wire keeps the tools of a server apart. */
  readonly namespace?: string
}

export type ModelOutput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly tool: ModelTool; readonly input: object }

export const TRIAL_PROMPT = 'Fullstop tries out its own installation. Do what the tools ask for, then stop.'

const CLAIM = { original_request_summary: 'Try out the installation.' }

/** `turn` counts the requests of the conversation from 0; side requests without tools are answered apart. */
export function nextSaid(turn: number, { tools }: ModelRequest): ModelOutput {
  const tool = claimTool(tools)
  if (!tool || turn > 3) return { kind: 'text', text: 'I stop here.' }
  switch (turn) {
    case 0:
      return call(tool, { status: 'partial', summary: 'Half of it.', remaining_work: 'The other half.', ...CLAIM })
    case 2:
      return call(tool, { status: 'success', summary: 'All of it.', ...CLAIM })
    default:
      return { kind: 'text', text: 'I stop here.' }
  }
}

export function claimTool(tools: readonly ModelTool[]): ModelTool | undefined {
  return tools.find(({ name }) => /(?:^|_|-)complete_task$/.test(name))
}

/** Our refusal, as the agent handed it on to its model. */
export function wasSentBack(texts: readonly string[]): boolean {
  return texts.some((text) => /FULLSTOP \(\d/.test(text))
}

function call(tool: ModelTool, input: object): ModelOutput {
  return { kind: 'call', tool, input }
}
