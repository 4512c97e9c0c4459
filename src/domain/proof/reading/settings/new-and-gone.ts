// Paths and patterns of a config against the files of the change: left out here and new there is no loss.
import type { FileChange } from '../../../../contract/change.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import type { Grouped } from './grouped.ts'
import { literalPrefix } from './narrowed-lists.ts'

const MOST_FILES = 2000

export function newAndGone(
  changes: readonly FileChange[],
): Pick<Grouped, 'isNew' | 'isGone' | 'wasSaid' | 'isSaidNow'> {
  const known = changes.slice(0, MOST_FILES)
  return {
    isNew: (pattern) => {
      const start = literalPrefix(pattern.replace(/^\w+="(.*)"$/, '$1').replace(/^(?:\*\*\/|\.?\/)/, ''))
      if (start.length < 3) return false
      const hit = known.filter(({ path }) => path.startsWith(start) || path.includes(`/${start}`))
      return hit.length > 0 && hit.every(({ how }) => how === 'added')
    },
    wasSaid: (word) =>
      known.some(
        ({ path, before, after }) =>
          before?.includes(word) === true && after?.includes(word) !== true && kindOfConfig(path) !== undefined,
      ),
    isSaidNow: (word) =>
      known.some(
        ({ path, before, after }) =>
          after?.includes(word) === true && before?.includes(word) !== true && kindOfConfig(path) === 'lint',
      ),
    isGone: (path) => {
      const plain = path.replace(/^(?:\.{1,2}\/)+/, '')
      if (plain.length < 3) return false
      const below = known.filter((change) => change.path.startsWith(`${plain.replace(/\/$/, '')}/`))
      if (below.length > 1 && below.every(({ how }) => how === 'deleted')) return true
      return known.some((change) => change.how === 'deleted' && change.path.endsWith(plain))
    },
  }
}
