// What readings leave to the next ones, in memory and as bytes, for the tests of this folder and of the one around it.
import { type Scratch } from '../../scratch.suite.ts'
import { readTree } from '../read-tree.ts'
import type { Tree } from '../tree.ts'
import { decodeLines, encodeLines } from './kept-lines.ts'
import type { IdKeeper } from './known-ids.ts'
import { decodeVisits, encodeVisits, type VisitsKeeper } from './visits.ts'

/** As if so much time had gone by since the files were written. */
const LATER_MS = 10_000

export interface InMemory extends IdKeeper {
  readonly visits: VisitsKeeper
  readonly visitsBytes: () => Buffer | undefined
}

export function keepInMemory(): InMemory {
  let ids: Uint8Array | undefined
  let lines: Buffer | undefined
  let visits: Buffer | undefined
  return {
    now: () => new Date(Date.now() + LATER_MS),
    load: () => ids,
    save: (content) => void (ids = content),
    lines: {
      load: (stamp) => lines && decodeLines(lines, stamp),
      save: (stamp, listed) => {
        lines = encodeLines(stamp, listed)
        return true
      },
    },
    visits: {
      load: (stamp) => visits && decodeVisits(visits, stamp),
      save: (found) => void (visits = encodeVisits(found)),
    },
    visitsBytes: () => visits,
  }
}

export async function readWith({ door, root }: Pick<Scratch, 'door' | 'root'>, keeper?: IdKeeper): Promise<Tree> {
  const found = await readTree(door, root, keeper)
  if (!found.ok) throw new Error(found.why)
  return found.tree
}
