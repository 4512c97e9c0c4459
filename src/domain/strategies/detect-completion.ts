// Reads a completion claim from what a program printed, plainly or through a PTY.
import { given } from '../../contract/given.ts'
import type { Reading } from './detector.ts'
import { byWords, type Strategy } from './index.ts'
import { plainText } from './plain-text.ts'
import { detectInOutput } from './standing.ts'

export interface CompletionInput {
  stdout: string
  exitCode?: number
  sessionId?: string
  donePrefix?: string
  phrases?: readonly string[]
}

export interface CompletionResult {
  completed: boolean
  matchedStrategy: Strategy | null
  matchedText: string | null
  /** Why near misses did not count. */
  reasons: string[]
}

const DEFAULT = byWords.filter((row) => row.onByDefault && !row.needsSessionId).map(({ name }) => name)

/** Never throws. The caller has chosen the strategies, so the heuristic is not held back by the others. */
export function detectCompletion(
  result: CompletionInput,
  strategies: readonly Strategy[] = DEFAULT as Strategy[],
): CompletionResult {
  const { match, reasons } = detectInOutput(toReading(result), strategies)
  return {
    completed: match !== null,
    matchedStrategy: (match?.strategy as Strategy | undefined) ?? null,
    matchedText: match?.text ?? null,
    reasons: [...reasons],
  }
}

function toReading({ stdout, exitCode, sessionId, donePrefix, phrases }: CompletionInput): Reading {
  return {
    // A caller without types may leave it out.
    text: plainText(stdout ?? ''),
    ...given({ exitCode, sessionId, prefix: donePrefix, phrases }),
  }
}
