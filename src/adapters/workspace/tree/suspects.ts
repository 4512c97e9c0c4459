// The names at which the disk may differ from the index: what git lists, put in order. Nothing is read here.
import type { Name } from './index-lines.ts'

export interface Suspect {
  readonly name: Name
  /** `announced`: in the index by its name only (`git add -N`). */
  readonly is: 'changed' | 'untracked' | 'announced' | 'deleted'
}

interface Listed {
  /** In order, without folders. */
  readonly untracked: readonly Name[]
  readonly differing: Buffer
  /** Git did not look at them, or could not see. */
  readonly hidden: readonly Name[]
  readonly submodules: readonly Name[]
}

/** Sorted by name, one for each. */
export function toSuspects({ untracked, differing, hidden, submodules }: Listed): Suspect[] {
  const suspects = new Map<Name, Suspect>()
  for (const name of hidden) suspects.set(name, { name, is: 'changed' })
  const fields = differing.toString('latin1').split('\0')
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const name = fields[at + 1] ?? ''
    const status = fields[at]?.at(-1)
    // An unmerged name comes twice, first as such.
    if (status !== 'A' && suspects.has(name)) continue
    const is = status === 'A' ? 'announced' : status === 'D' ? 'deleted' : 'changed'
    suspects.set(name, { name, is })
  }
  for (const name of submodules) suspects.delete(name)
  return withUntracked(
    [...suspects.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    untracked,
  )
}

/** As `diff-files --raw -z` prints them. */
export function differingNames(printed: Buffer): readonly Name[] {
  return printed
    .toString('latin1')
    .split('\0')
    .filter((_, at) => at % 2 === 1)
}

export function inOrder(names: readonly Name[]): readonly Name[] {
  return isSorted(names) ? names : [...names].sort()
}

/** As git lists them: to look takes less time than to sort thousands of names once more. */
function isSorted(names: readonly Name[]): boolean {
  let last = ''
  for (const name of names) {
    if (name < last) return false
    last = name
  }
  return true
}

function withUntracked(suspects: readonly Suspect[], untracked: readonly Name[]): Suspect[] {
  const all: Suspect[] = []
  let at = 0
  for (const name of untracked) {
    for (let next = suspects[at]; next && next.name <= name; next = suspects[++at]) if (next.name < name) all.push(next)
    all.push({ name, is: 'untracked' })
  }
  return [...all, ...suspects.slice(at)]
}

export function isFolder(name: Name): boolean {
  return name.endsWith('/')
}

/**
 * A file that git cannot look at, as in a folder without permission, it passes over with a word, as if unchanged. So we
 * look at all of them.
 */
export function complains(stderr: string): boolean {
  return stderr.split('\n').some((line) => line !== '' && !/^(?:warning|hint):/.test(line))
}
