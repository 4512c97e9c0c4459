// `fullstop stats`: what refusals were worth, which claims held, what it took, and how tasks ended.
import { exitCode } from '../../../contract/exit-code.ts'
import { isOfFolder } from '../../../flows/home/tasks/here.ts'
import { lookBack } from '../../../flows/home/tasks/look-back.ts'
import { loadPolicy } from '../../../flows/project/load-policy.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { paperFor } from '../screen/paper.ts'
import { showStats } from '../screen/show-stats.ts'
import { usage } from '../usage.ts'

const DAYS = 30
const MOST_DAYS = 3650

export const command: Command = {
  name: 'stats',
  group: 'Look',
  summary: 'Count refusals, true and false claims, and how tasks ended',
  args: [],
  options: {
    days: { type: 'string', value: 'N', summary: `tasks opened in the last N days (${DAYS})` },
    here: { type: 'boolean', summary: 'only those of this folder and its repository' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop stats', does: `the last ${DAYS} days, in all folders` },
    { line: 'fullstop stats --days 7 --here', does: 'the last week in this repository' },
    { line: 'fullstop stats --json | jq .watched', does: 'what watch mode would have refused' },
  ],
  run: async (context) => {
    const days = daysIn(context)
    const isHere = context.options['here'] === true
    const world = context.openWorld()
    try {
      const stats = await lookBack(world, { days, isMeant: isHere ? isOfFolder(world, context.cwd) : undefined })
      if (context.options['json'] === true) context.print(`${JSON.stringify(stats, null, 2)}\n`)
      else {
        const { policy } = await loadPolicy(world, { cwd: context.cwd, attended: true })
        const shown = { where: isHere ? ' in this repository' : '', isWatchingNow: policy.mode === 'watch' }
        context.print(`${showStats(stats, shown, paperFor(context)).join('\n').trimEnd()}\n`)
      }
      return exitCode.yes
    } finally {
      world.store.close()
    }
  },
}

function daysIn({ options }: Context): number {
  const text = options['days']
  if (text === undefined) return DAYS
  const days = /^\d{1,4}$/.test(String(text)) ? Number(text) : 0
  if (days < 1 || days > MOST_DAYS) throw usage(command, `--days must be a number from 1 to ${MOST_DAYS}`)
  return days
}
