// How much one side may ask for: a bucket that empties with each request and fills with time.

export interface Bucket {
  /** False: too much was asked for. */
  readonly take: (name: string) => boolean
}

export interface BucketSize {
  readonly most: number
  readonly perSecond: number
}

/** Names that nobody asks by any more are forgotten. */
const MOST_NAMES = 1000

/** `elapsed`: milliseconds on a clock that nobody sets. */
export function newBucket({ most, perSecond }: BucketSize, elapsed: () => number): Bucket {
  const levels = new Map<string, { readonly left: number; readonly at: number }>()
  return {
    take: (name) => {
      const now = elapsed()
      const before = levels.get(name) ?? { left: most, at: now }
      const left = Math.min(most, before.left + ((now - before.at) / 1000) * perSecond)
      if (levels.size >= MOST_NAMES && !levels.has(name)) levels.clear()
      levels.set(name, { left: left < 1 ? left : left - 1, at: now })
      return left >= 1
    },
  }
}
