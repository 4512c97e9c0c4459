// `assert(expected, actual)`: the first value is asked whether it is there, the second is only what is said if it is not.
import { argumentsIn, closeOf } from '../matchers/arguments.ts'

const LITERAL = /^(?:"[^"]*"|-?\d[\d._]*|:\w+|%[wiWI][[({<].*|\[.*\]|\{.*\})$/
const NAME = /^@?[a-z]\w*$/
/** It calls something, or reads a member, and does not sound like words about a failure. */
const CALL = /^[@\w.:&?!]*[\w?!](?:\.\w+[?!]?|\(.*\)|\[.*\])+(?:\{.*\})?$/
const WORDS =
  /message|msg|error|inspect|output|\bout\b|stderr|stdout|\bbody\b|\blog|reason|describe|explain|diff\b|hint|label|to_s\b|format|sprintf|join\b|backtrace|\bproc\b|lambda|->/i

/** Of the arguments as they stand in a key, with or without brackets. */
export function isExpectedAsMessage(written: string): boolean {
  const isBracketed = written.startsWith('(') && closeOf(written, 0) === written.length - 1
  const [first = '', second, third] = argumentsIn(isBracketed ? written.slice(1, -1) : written)
  if (second === undefined || third !== undefined || WORDS.test(second)) return false
  if (LITERAL.test(first)) return CALL.test(second) || NAME.test(second)
  return NAME.test(first) && CALL.test(second)
}
