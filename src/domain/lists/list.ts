// A list of tasks as a value, whatever file or tracker it was read from, and the words for what is wrong with one.

export interface ListCriterion {
  readonly id: string
  readonly text: string
}

export interface ListItem {
  /** Written in the list, or derived from the text: an edit elsewhere does not change it. */
  readonly id: string
  readonly text: string
  readonly description?: string
  readonly criteria: readonly ListCriterion[]
  /** Names of configured checks or commands, as written. Commands of a list are data until the user trusts them. */
  readonly checks: readonly string[]
  /** Ids of the items that must be done first; before `orderList` also texts, as written. */
  readonly after: readonly string[]
  readonly agent?: string
  /** The id of the item that this one belongs to. The parent comes after all of its children. */
  readonly parent?: string
  readonly isDone: boolean
  /** The lowest comes first, items without one come last. */
  readonly priority?: number
  /** Where it stands; trackers have no lines. */
  readonly line?: number
  /** Keys of a story that mean nothing to us. */
  readonly extra?: Readonly<Record<string, unknown>>
}

export type ListKind = 'checklist' | 'stories' | 'tracker'

export interface TaskList {
  readonly kind: ListKind
  readonly items: readonly ListItem[]
}

export type ListProblemCode =
  | 'not-valid'
  | 'empty'
  | 'all-done'
  | 'no-text'
  | 'bad-id'
  | 'duplicate-id'
  | 'unknown-dependency'
  | 'cycle'

export interface ListProblem {
  readonly code: ListProblemCode
  /** What is wrong, as a sentence without a full stop. */
  readonly what: string
  readonly line?: number
  /** What to do about it. */
  readonly next: string
}

export type ListRead =
  | { readonly ok: true; readonly list: TaskList }
  | { readonly ok: false; readonly problems: readonly ListProblem[] }

/** One line for people. */
export function sayProblem(file: string, { what, line, next }: ListProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${what}; ${next}`
}

/** Texts that differ only in blanks and capitals are the same. */
export function plainText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

const LONGEST_SLUG = 40

/** Letters, digits and hyphens; with a hash wherever the text holds more than the id shows. */
export function idFromText(text: string): string {
  const plain = plainText(text)
  if (plain === '') return ''
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  const isWhole = slug.length <= LONGEST_SLUG && slug !== '' && !/[^\u0000-\u007f]/.test(plain)
  if (isWhole) return slug
  return [slug.slice(0, LONGEST_SLUG).replace(/-$/, ''), hashOf(plain)].filter(Boolean).join('-')
}

/** FNV-1a with 32 bits: no secret depends on it, and two items with the same id are reported. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}

const LONGEST_ID = 100

/** An id is handed to programs and shown in lines, so it is one printable word that no program reads as an option. */
export function isUsableId(id: string): boolean {
  return (
    id.length <= LONGEST_ID &&
    /^[^\s\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069-][^\s\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/.test(
      id,
    )
  )
}
