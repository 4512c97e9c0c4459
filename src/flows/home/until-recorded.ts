// The one retry loop: gather, decide and write again while other processes change the same state or file.

const MOST_TRIES = 5

/** `attempt` is told its number, from 1. Undefined: other processes kept changing the state. */
export async function untilRecorded<T>(attempt: (nth: number) => Promise<T | 'conflict'>): Promise<T | undefined> {
  for (let nth = 1; nth <= MOST_TRIES; nth++) {
    const result = await attempt(nth)
    if (result !== 'conflict') return result
  }
  return undefined
}
