// A function that compares two values, and what stands around it.
import type { ProductText } from '../product-file.ts'

/** A function that compares, with all texts of the change for what stands elsewhere. */
export interface ComparedPair {
  readonly text: ProductText
  readonly head: string
  readonly body: string
  /** The class around it, or the file. */
  readonly owner: string
  readonly others: readonly string[]
}
