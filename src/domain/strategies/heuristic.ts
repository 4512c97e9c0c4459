// heuristic: exit code 0 and one of a few completion phrases as a plain statement near the end of the text.
import type { Policy } from '../../contract/config/policy.ts'
import { lazily } from '../../contract/lazily.ts'
import type { Finding, Reading } from './detector.ts'
import type { Grammar } from './grammar.ts'
import type { Said } from './strategy.ts'

export const defaultPhrases = lazily((): readonly string[] => [
  'all acceptance criteria met',
  'all tasks complete',
  'implementation complete',
  'all checks pass',
])

const TAIL = 500

export function heuristic(reading: Reading, grammar: Grammar): Finding {
  const { text } = reading
  if (!text.includes('\r\n')) return find(reading, grammar)
  const finding = find({ ...reading, text: text.replaceAll('\r\n', '\n') }, grammar)
  if (!finding.found) return finding
  const at = placeIn(text, finding.at)
  return { ...finding, at, text: text.slice(at, placeIn(text, finding.at + finding.text.length)) }
}

/** Where a place of the text with plain line breaks lies in the text as it was given. */
function placeIn(text: string, plain: number): number {
  let at = plain
  for (let crlf = text.indexOf('\r\n'); crlf >= 0 && crlf < at; crlf = text.indexOf('\r\n', crlf + 2)) at++
  return at
}

function find(reading: Reading, { occurrences, readDocument, whyNotPlain }: Grammar): Finding {
  if (reading.explicitChannel) return miss(['ignored: an explicit channel is available'])
  const end = reading.text.trimEnd().length
  const from = Math.max(0, end - TAIL)
  const tail = reading.text.slice(from, end)
  const places = [...defaultPhrases(), ...(reading.phrases ?? [])].flatMap((phrase) => occurrences(tail, phrase))
  if (places.length === 0) return miss([])
  if (reading.exitCode !== 0) return miss([`the exit code is ${reading.exitCode ?? 'not known'}, not 0`])

  const document = readDocument(reading.text)
  const because = new Set<string>()
  for (const place of places.toSorted((one, other) => other.at - one.at)) {
    const at = from + place.at
    const stop = from + place.end
    const why = whyNotPlain(document, at, stop)
    if (why === null) return { found: true, strategy: 'heuristic', text: reading.text.slice(at, stop), at }
    because.add(why)
  }
  return miss([...because].slice(0, 5))
}

function miss(because: readonly string[]): Finding {
  return { found: false, strategy: 'heuristic', because }
}

export function sayPhrase({ phrases: [phrase] }: Policy): Said | undefined {
  if (!phrase) return undefined
  return { kind: 'words', say: `the plain statement: ${phrase}`, described: `the plain statement "${phrase}"` }
}
