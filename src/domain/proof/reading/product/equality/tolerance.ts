// Comparisons of numbers that allow so much of a difference that nothing differs.
import type { ComparedPair } from './compared.ts'

/** Relative ones, and distances. */
const RELATIVE = /\brel(?:_tol|ative\w{0,10}|Tol\w{0,10})?\s?[=:]\s?([\w.+-]{1,60})/g
const DISTANCE =
  /\b(?:f?abs|Math\.abs|Math\.Abs|math\.Abs|math\.fabs)\([^\n]{1,100}?\)\s?<=?\s?([\w.+-]{1,60})|\.abs\(\)\s?<=?\s?([\w.+-]{1,60})|\babs_tol\s?=\s?([\w.+-]{1,60})/g

export function allowsAnything({ body, text, others }: ComparedPair): boolean {
  const around = [text.source.bare, ...others]
  const isWide = (given: string, most: number): boolean => valuesOf(given, around).some((value) => value >= most)
  return (
    [...body.matchAll(RELATIVE)].some(([, given = '']) => isWide(given, MOST_RELATIVE)) ||
    [...body.matchAll(DISTANCE)].some(([, ...given]) => isWide(given.find((one) => one !== undefined) ?? '', FURTHEST))
  )
}

const MOST_RELATIVE = 0.2
const FURTHEST = 100

/** The number itself, or the numbers that something of this name is given anywhere. */
function valuesOf(given: string, around: readonly string[]): number[] {
  if (/\b(?:inf(?:inity)?|MAX\w*|maxsize|max)\b/i.test(given)) return [Infinity]
  if (/^[\d.+-]/.test(given)) return [Number(given)]
  const name = given.split('.').at(-1) ?? ''
  if (name.length < 2) return []
  const named = new RegExp(`(?<![a-z])${name}["']?\\s?(?::[^=\\n]{1,30})?[=:](?!=)\\s?([^\\n]{1,300})`, 'gi')
  return around.flatMap((text) => [...text.matchAll(named)].slice(0, 10).flatMap(([, value = '']) => numbersIn(value)))
}

function numbersIn(value: string): number[] {
  if (/\binf(?:inity)?\b|\bMAX_\w+/i.test(value)) return [Infinity]
  return Array.from(value.matchAll(/(?<![\w."'])\d[\d_.]*(?:e[+-]?\d+)?/gi), ([number]) =>
    Number(number.replaceAll('_', '')),
  )
}
