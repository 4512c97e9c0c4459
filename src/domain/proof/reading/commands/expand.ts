// What a command calls, one hop deep: scripts of package.json and targets of make, before a change and after it.
import type { FileChange } from '../../../../contract/change.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import { readCommand } from './command.ts'
import { recipeOf } from './make-files.ts'
import { expander } from './package-scripts.ts'
import { renamedFiles, withNewNames } from './renamed-files.ts'

export interface Expander {
  readonly before: (command: string) => string
  readonly after: (command: string) => string
}

export function expanderOf(changes: readonly FileChange[]): Expander {
  const scripts = changes.find(({ path }) => path === 'package.json')
  // One may take the place of the other: a justfile for a Makefile.
  const makefiles = changes.filter(({ path }) => kindOfConfig(path) === 'makefile' && !path.includes('/'))
  const renamed = renamedFiles(changes)
  const before = both(
    expander(scripts?.before),
    targets(makefiles.find(({ before: text }) => text !== undefined)?.before),
  )
  return {
    before: (command) => withNewNames(before(command), renamed),
    after: both(expander(scripts?.after), targets(makefiles.find(({ after: text }) => text !== undefined)?.after)),
  }
}

function both(first: (command: string) => string, second: (command: string) => string): (command: string) => string {
  return (command) => second(first(command))
}

/** `make test` in the words of its recipe, where the line is nothing else. */
function targets(text: string | undefined): (command: string) => string {
  if (text === undefined) return (command) => command
  return (command) => {
    const parts = readCommand(command)
    const [call] = parts
    if (
      parts.length !== 1 ||
      !/^(?:make|just)$/.test(call?.tool ?? '') ||
      call === undefined ||
      call.files.length === 0
    )
      return command
    const recipes = call.files.map((name) => recipeOf(text, name))
    return recipes.every((recipe) => recipe !== undefined) ? recipes.join(' && ') : command
  }
}
