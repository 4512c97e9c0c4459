// Expected values that hold the namespace of the test file itself: it changes where the file moves.
import type { SourceText } from '../../source/source.ts'
import type { ChangedValue } from './judged-test.ts'

/** PHP, C#, Java, Kotlin, Scala, Elixir. */
const OWN = /^\s{0,9}(?:namespace|package|defmodule)\s{1,9}([\w.\\]{3,200})/m

/** Counts of letters, as PHP writes them into what it serializes, change with the name. */
export function isOfMovedNames({ was, is }: ChangedValue, before: SourceText, after: SourceText): boolean {
  const [old, now] = [OWN.exec(before.code)?.[1], OWN.exec(after.code)?.[1]]
  if (old === undefined || now === undefined || old === now || !was.includes(old)) return false
  return withoutNumbers(was.replaceAll(old, () => now)) === withoutNumbers(is)
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\b\d{1,4}\b/g, '0')
}
