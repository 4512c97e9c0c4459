// Who answered, in words.
import type { Answerer } from '../../contract/view/comment.ts'
import { oneLine } from '../text/printable.ts'

const WHERE: Readonly<Record<Answerer['by'], string>> = {
  terminal: 'at a terminal',
  browser: 'in a browser',
  script: 'by script',
  prompt: 'by prompt',
  'agent-screen': "in the agent's screen",
}

/** `ana (at a terminal)`. */
export function answererText({ name, by }: Answerer): string {
  return name === undefined ? `somebody ${WHERE[by]}` : `${oneLine(name, 60)} (${WHERE[by]})`
}
