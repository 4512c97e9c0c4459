// `fullstop uninstall`: takes the gate out of every file that `init` ever touched, in every repository.
import { rootAbove } from '../../../flows/install/find-checks.ts'
import { type Command, jsonOption } from '../command.ts'
import { undo } from '../undo.ts'

export const command: Command = {
  name: 'uninstall',
  group: 'Configure',
  summary: 'Take the gate out of all agents, wherever init put it',
  args: [],
  options: {
    yes: { type: 'boolean', summary: 'do not ask' },
    diff: { type: 'boolean', summary: 'show every line that changes before asking' },
    'dry-run': { type: 'boolean', summary: 'show every line that would change, write nothing' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop uninstall', does: 'restores every file, asks first; then `npm uninstall -g fullstop`' },
    { line: 'fullstop uninstall --dry-run', does: 'shows what it would change' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    try {
      const places = {
        home: world.userHome,
        root: world.files.realPath(rootAbove(world, context.cwd)),
        env: context.env,
      }
      return await undo(world, context, { named: [], scope: undefined, places, everywhere: true })
    } finally {
      world.store.close()
    }
  },
}
