// What plain programs say: whether the code answers as it does in the tests when nothing looks like a test.
import { cannotTell, type CopyOutcome, type ExtraAnswer } from '../copy-outcome.ts'
import type { PlainPlan } from '../plans.ts'
import type { PlainStepName } from './driver.ts'
import { type ValueComparison, compareValues, parseValue } from './values.ts'

type Values = Readonly<Record<string, readonly string[]>>

interface StepEnd {
  readonly ended: number
  readonly values: Values
}

type Steps = ReadonlyMap<string, StepEnd>

/** Red: code answers differently without a test around it. Green: it answers the same. Never throws. */
export function judgePlain(outcome: CopyOutcome, plan: PlainPlan): ExtraAnswer {
  if (outcome.kind !== 'ran') return cannotTell(`the run without tests came to no result: ${outcome.why}`)
  const steps = stepsIn(outcome.output, plan.outer)
  const told = toldBy(steps, plan)
  const early = endsEarly(steps, plan)
  if (early !== undefined) return early
  const other = told.filter(({ how }) => how === 'other')
  if (told.every(({ how }) => how === 'unknown')) return cannotTell('no value could be compared without a test')
  const [first] = other
  if (!first) return { answer: 'green', why: 'without a test around it the code answers the same' }
  if (steps.get('control')?.ended !== 0) return cannotTell('the tests themselves did not pass in the copy')
  const { one, value, time } = first
  const why = `without a test around it the code answers ${inWords(value)} (${one.file}:${one.line} expects ${inWords(one.expected[time] ?? one.expected[0] ?? '')})`
  return { answer: 'red', why, at: `${one.file}:${one.line}` }
}

/** The program ends with success and without a word, before the last test, where under a runner all seems to pass. */
function endsEarly(steps: Steps, plan: PlainPlan): ExtraAnswer | undefined {
  const isEarly = (name: PlainStepName): boolean => {
    const { ended, values } = steps.get(name) ?? { ended: 1, values: {} }
    return ended === 0 && !values['!'] && (values['.']?.length ?? 0) < plan.programs
  }
  if (!isEarly('plain') || !isEarly('again') || steps.get('control')?.ended !== 0) return undefined
  const one = plan.assertions.find((_, index) => !valuesOf(steps, 'plain')[index])
  if (!one || differedAtStart(steps, one, plan)) return undefined
  const place = `${one.file}:${one.line}`
  return { answer: 'red', why: `the code ends the program, with success, before ${place} is reached`, at: place }
}

interface Told {
  readonly one: PlainPlan['assertions'][number]
  readonly how: 'same' | 'other' | 'unknown'
  readonly value: string
  /** Which of the times that it was reached. */
  readonly time: number
}

function toldBy(steps: Steps, plan: PlainPlan): Told[] {
  const [plain, again] = [valuesOf(steps, 'plain'), valuesOf(steps, 'again')]
  return plan.assertions.flatMap((one, index): Told[] => {
    const values = plain[index]
    if (!values) return []
    const how = compareAll(values, valuesOf(steps, 'expected')[index], one)
    const at = Math.max(0, how.indexOf('other'))
    const value = values[at] ?? ''
    if (how[at] !== 'other') return [{ one, how: how.includes('same') ? 'same' : 'unknown', value, time: at }]
    // What changes from one time to the next says nothing, and so does what was never different in a test.
    const isSteady =
      again[index]?.length === values.length && again[index].every((each, place) => each === values[place])
    const isTold = isSteady && !saysOurs(value, plan) && !differedAtStart(steps, one, plan)
    return [{ one, how: isTold ? 'other' : 'unknown', value, time: at }]
  })
}

/** One value for all times, or one for each. */
function compareAll(values: readonly string[], expected: readonly string[] = [], one: Told['one']): ValueComparison[] {
  const isTable = one.expected.length > 1
  return values.map((value, time) => {
    const actual = parseValue(value)
    const wanted = parseValue(expected[isTable ? time : 0])
    if (!actual || !wanted || (isTable && values.length !== expected.length)) return 'unknown'
    return compareValues(actual, wanted, one.isLoose, one.distance)
  })
}

/**
 * The tests of the start passed, and without them the same assertion would have failed: it needs its runner. Where there was no
 * time to look at the start, nobody knows.
 */
function differedAtStart(steps: Steps, one: Told['one'], { startsToo }: PlainPlan): boolean {
  if (one.then === undefined || !startsToo) return false
  if (!steps.has('start')) return true
  if (steps.get('start-control')?.ended !== 0) return false
  const values = valuesOf(steps, 'start')[one.then]
  return (
    values === undefined || compareAll(values, valuesOf(steps, 'expected')[one.then], one).some((how) => how !== 'same')
  )
}

/** Code that names its caller names our file then. */
function saysOurs(value: string, { own, tail }: PlainPlan): boolean {
  return value.includes(own) || value.includes(tail)
}

function valuesOf(steps: Steps, name: PlainStepName): Values {
  return steps.get(name)?.values ?? {}
}

function stepsIn(output: string, outer: string): Steps {
  const steps = new Map<string, StepEnd>()
  for (const line of output.split('\n')) {
    if (!line.startsWith(outer)) continue
    const step = parseStep(line.slice(outer.length))
    if (step) steps.set(step.name, step)
  }
  return steps
}

function parseStep(text: string): (StepEnd & { readonly name: string }) | undefined {
  try {
    const { step, ended, values } = JSON.parse(text) as { step: string; ended: number; values: Values }
    return { name: step, ended, values }
  } catch {
    // Cut off.
    return undefined
  }
}

const LONGEST = 60

function inWords(text: string): string {
  const value = parseValue(text)
  const said = value && value.length === 2 && !Array.isArray(value[1]) ? JSON.stringify(value[1]) : text
  return said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said
}
