// A signal named so that the naming is none: a program that prints our words back must not claim by that.
import type { WaysToClaim } from '../../contract/facts.ts'

export function spelledSignal({ isEchoed, doneToken, promiseTag, phrase }: WaysToClaim): string | undefined {
  if (!isEchoed) return undefined
  const parting = doneToken?.lastIndexOf('::') ?? -1
  const [prefix, id] = parting < 0 ? [] : [doneToken?.slice(0, parting), doneToken?.slice(parting + 2)]
  if (prefix && id) return `one line of nothing but the word "${prefix}", two colons, and "${id}", without spaces`
  if (promiseTag)
    return 'the word COMPLETE between an opening and a closing promise tag (in angle brackets), without spaces'
  return phrase ? `the plain statement "${phrase}"` : undefined
}
