// How a program ended that told nothing more: from the end of its process and the last words on its standard error.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import { errorWords } from './error-words.ts'
import type { Exit } from '../agent.ts'

const MOST_WORDS = 500

/** Without a word of its own a program that ends in mid-work has crashed, whatever its exit code. */
export function exitOf({ how, errors }: Exit): AgentEnd {
  const words = errorWords(withoutColours(errors)).slice(-MOST_WORDS)
  switch (how.kind) {
    case 'not-started':
      return { kind: 'not-started', detail: how.why }
    case 'interrupted':
      return { kind: 'interrupted' }
    case 'timed-out':
      return { kind: 'hung' }
    case 'killed':
      return { kind: 'crashed', detail: `ended by ${how.signal}${words && `: ${words}`}` }
    case 'exited':
      return {
        kind: 'crashed',
        detail: words || `it ended with exit code ${how.code} before its turn had`,
        exitCode: how.code,
      }
  }
}

/** Programs colour what they write on a terminal, and some elsewhere too: the code before a word is glued to it. */
export function withoutColours(words: string): string {
  return words.replaceAll(/\u001b\[[\d;:?]*[ -/]*[@-~]/g, '')
}
