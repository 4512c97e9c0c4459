// A line may hold a list of messages: JSON-RPC calls it a batch. The protocol has none, but some clients take one apart, so
// each message in it is judged as if it had come alone.
import type { Passed } from './gate-state.ts'

/** `judge` gets one message at a time. What is left of a batch passes in lines of its own. */
export function oneByOne(text: string, judge: (text: string) => Passed): Passed {
  if (!text.startsWith('[') || !isJson(text)) return judge(text)
  const each = elementsOf(text).map((alone) => ({ alone, passed: judge(alone) }))
  if (each.every(({ passed }) => passed === 'as-it-came')) return 'as-it-came'
  const left = each.flatMap(({ alone, passed }) => {
    if (passed === 'held') return []
    return [passed === 'as-it-came' ? alone : passed.instead]
  })
  return left.length === 0 ? 'held' : { instead: left.join('\n') }
}

/** The elements of a list as they are written: to write them again would take very long where they are nested deep. */
function elementsOf(list: string): string[] {
  const elements: string[] = []
  let depth = 0
  let begin = 1
  for (let at = 0; at < list.length; at++) {
    const char = list[at]
    if (char === '"') at = closingQuote(list, at + 1)
    if (char === '[' || char === '{') depth += 1
    if (char === ']' || char === '}') depth -= 1
    const isEnd = (depth === 0 && char === ']') || (depth === 1 && char === ',')
    if (!isEnd) continue
    elements.push(list.slice(begin, at).trim())
    begin = at + 1
  }
  return elements.filter((element) => element !== '')
}

function closingQuote(list: string, begin: number): number {
  let at = begin
  while (list[at] !== '"') at += list[at] === '\\' ? 2 : 1
  return at
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // No client can read it either.
    return false
  }
}
