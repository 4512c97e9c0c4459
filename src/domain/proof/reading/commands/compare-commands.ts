// Files that hold commands: package scripts, Makefiles, shell scripts, tox and nox. What moved between them is no loss.
import type { FileChange } from '../../../../contract/change.ts'
import { toLexemes } from '../../../shell/lexemes.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import type { TamperFinding } from '../finding.ts'
import { finding } from '../finding.ts'
import { type CheckLine, compareLines } from './check-lines.ts'
import { expanderOf } from './expand.ts'
import { compareTargets } from './make-targets.ts'
import { newAndGone } from '../settings/new-and-gone.ts'
import { newLinesOf } from './new-lines.ts'
import { compareScripts } from './package-scripts.ts'
import { renamedFiles, withNewNames } from './renamed-files.ts'
import { compareNox, compareShell, compareTox, deletedShell, noxLines, toxLines } from './shell-scripts.ts'

export type CommandKind = 'package' | 'makefile' | 'shell' | 'tox' | 'nox'

export function compareCommands(
  kind: CommandKind,
  change: FileChange,
  changes: readonly FileChange[],
): TamperFinding[] {
  const { path, before = '', after = '' } = change
  switch (kind) {
    case 'package':
      return compareScripts(path, before, after, { rename: renamer(path, changes) })
    case 'makefile':
      return compareTargets(path, withNewNames(before, renamedFiles(changes)), after, {
        elsewhere: elsewhere(change, changes),
      })
    case 'shell':
      return compareShell(path, before, after, {
        elsewhere: elsewhere(change, changes),
        expand: expanderOf(changes),
      }).map((one) => ({ ...one, of: nameOf(path) }))
    case 'tox': {
      const renamed = renamedFiles(changes)
      return compareTox(path, before, after, (command) => withNewNames(command, renamed))
    }
    case 'nox':
      return compareNox(path, before, after)
  }
}

/** What a script of before would be called now, with new names of files and without folders that are gone. */
export function renamer(path: string, changes: readonly FileChange[]): (command: string) => string {
  const renamed = renamedFiles(changes)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const { isGone } = newAndGone(changes)
  return (command) => withoutGone(withNewNames(command, renamed, folder), isGone)
}

/** A command need not name a folder that is gone; what its files held is looked at as such. */
function withoutGone(command: string, isGone: (path: string) => boolean): string {
  const pieces = toLexemes(command, { open: 'mark' })
  const isWord = (index: number): boolean =>
    pieces[index - 1]?.kind === 'blank' && (pieces[index + 1] === undefined || pieces[index + 1]?.kind === 'blank')
  return pieces
    .filter(({ raw }, index) => !isWord(index) || !/^[\w./][\w./-]{2,199}$/.test(raw) || !isGone(raw))
    .map(({ raw }) => raw)
    .join('')
}

export function deletedCommands(
  kind: Exclude<CommandKind, 'package'>,
  change: FileChange,
  changes: readonly FileChange[],
): TamperFinding[] {
  const { path, before = '' } = change
  if (kind === 'makefile') return compareTargets(path, before, '', { elsewhere: elsewhere(change, changes) })
  if (kind === 'shell')
    return deletedShell(path, before, {
      elsewhere: elsewhere(change, changes),
      expand: expanderOf(changes),
      isRenamed: renamedFiles(changes).has(path),
      isOfDeletedCi: changes.some(
        (other) =>
          other.how === 'deleted' && kindOfConfig(other.path) === 'ci' && other.before?.includes(path) === true,
      ),
    }).map((one) => ({ ...one, of: nameOf(path) }))
  const lines = kind === 'tox' ? toxLines(before) : noxLines(before)
  const isSaid = lines.length > 0 && isSaidElsewhere(change, lines, changes)
  return isSaid || isToxMoved(kind, changes) ? [] : [finding('deleted', path, 1, 'check script deleted')]
}

/** Scripts are called by the names of their files. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** What tox or nox called is called by others now. */
function isSaidElsewhere(change: FileChange, before: readonly CheckLine[], changes: readonly FileChange[]): boolean {
  const lost = compareLines({
    file: change.path,
    before,
    after: [],
    elsewhere: elsewhere(change, changes),
    kind: 'command',
    expand: expanderOf(changes),
  })
  return lost.length === 0
}

function elsewhere(change: FileChange, changes: readonly FileChange[]): ReturnType<typeof newLinesOf> {
  return newLinesOf(changes.filter(({ path }) => path !== change.path))
}

/** tox reads pyproject.toml and its own TOML file too. */
function isToxMoved(kind: CommandKind, changes: readonly FileChange[]): boolean {
  const isTox = (text: string | undefined): boolean => text !== undefined && /^\[tool\.tox\b|^env_list\b/m.test(text)
  const isOwnFile = ({ path, how }: FileChange): boolean => how === 'added' && /(?:^|\/)tox\.toml$/.test(path)
  return kind === 'tox' && changes.some((one) => isOwnFile(one) || (isTox(one.after) && !isTox(one.before)))
}
