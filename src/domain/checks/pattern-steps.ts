// A pattern as a small program whose states are followed all at once, so no pattern can make it slow. Patterns for lines
// and for paths both compile to it.

export type PatternStep =
  | { readonly op: 'take'; readonly has: (char: string) => boolean }
  /** Takes no character, but must hold where it stands. */
  | { readonly op: 'hold'; readonly at: (chars: readonly string[], at: number) => boolean }
  /** Continues at each of these steps. */
  | { readonly op: 'fork'; readonly to: readonly number[] }

export function take(has: (char: string) => boolean): PatternStep {
  return { op: 'take', has }
}

/** What `add` appends may be left out. */
export function addOptional(steps: PatternStep[], add: () => void): void {
  const fork = reserve(steps)
  add()
  steps[fork] = { op: 'fork', to: [fork + 1, steps.length] }
}

/** What `add` appends may come any number of times, none included. */
export function addLoop(steps: PatternStep[], add: () => void): void {
  const fork = reserve(steps)
  add()
  steps.push({ op: 'fork', to: [fork] })
  steps[fork] = { op: 'fork', to: [fork + 1, steps.length] }
}

/** One of what these append. */
export function addChoice(steps: PatternStep[], choices: ReadonlyArray<() => void>): void {
  const fork = reserve(steps)
  const starts: number[] = []
  const ends: number[] = []
  for (const add of choices) {
    starts.push(steps.length)
    add()
    ends.push(reserve(steps))
  }
  steps[fork] = { op: 'fork', to: starts }
  for (const end of ends) steps[end] = { op: 'fork', to: [steps.length] }
}

function reserve(steps: PatternStep[]): number {
  return steps.push({ op: 'fork', to: [] }) - 1
}

export function matchesWhole(steps: readonly PatternStep[], chars: readonly string[]): boolean {
  let states = follow(steps, [0], chars, 0)
  for (const [at, char] of chars.entries()) {
    states = follow(steps, after(steps, states, char), chars, at + 1)
    if (states.size === 0) return false
  }
  return states.has(steps.length)
}

/** A match may start and end anywhere. */
export function matchesSomewhere(steps: readonly PatternStep[], chars: readonly string[]): boolean {
  let states: ReadonlySet<number> = new Set()
  for (let at = 0; at <= chars.length; at++) {
    const char = chars[at - 1]
    states = follow(steps, [0, ...(char === undefined ? [] : after(steps, states, char))], chars, at)
    if (states.has(steps.length)) return true
  }
  return false
}

function after(steps: readonly PatternStep[], states: ReadonlySet<number>, char: string): readonly number[] {
  return [...states].flatMap((state) => {
    const step = steps[state]
    return step?.op === 'take' && step.has(char) ? [state + 1] : []
  })
}

function follow(
  steps: readonly PatternStep[],
  from: readonly number[],
  chars: readonly string[],
  at: number,
): ReadonlySet<number> {
  const seen = new Set<number>()
  const open = [...from]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (seen.has(state)) continue
    seen.add(state)
    const step = steps[state]
    if (step?.op === 'fork') open.push(...step.to)
    else if (step?.op === 'hold' && step.at(chars, at)) open.push(state + 1)
  }
  return seen
}
