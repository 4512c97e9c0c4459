// A run of checks while it goes on: a line that moves at a terminal, a line for each check that ended everywhere.
import type { CheckRun } from '../../../contract/evidence.ts'
import type { World } from '../../../flows/world.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import type { Context } from '../command.ts'
import { duration } from '../../../domain/view/amount.ts'

const ERASE = '\r\u001b[2K'
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const DRAW_MS = 100

export interface Followed {
  readonly workspace: string
  readonly run: string
  readonly names: readonly string[]
}

export interface Follower {
  readonly look: () => Promise<void>
  readonly end: () => Promise<void>
}

export function followRun(
  world: World,
  { workspace, run, names }: Followed,
  { terminal, print, env }: Pick<Context, 'terminal' | 'print' | 'env'>,
  { isQuiet, show }: { isQuiet: boolean; show: (check: CheckRun) => readonly string[] },
): Follower {
  const isLive = terminal.output && env['TERM'] !== 'dumb' && !isQuiet
  const told = new Map<string, string>()
  let drawnAt = 0
  let frame = 0

  const look = async (): Promise<void> => {
    if (isQuiet) return
    const { state } = await world.store.loadWorkspace(workspace)
    const results = (state?.results ?? []).filter((result) => result.run === run)
    for (const result of results.toReversed()) {
      // A check that must run again, since the tree moved, is told again.
      if (told.get(result.name) === result.startedAt + result.result) continue
      told.set(result.name, result.startedAt + result.result)
      print(`${isLive ? ERASE : ''}${show(result).join('\n')}\n`)
    }
    const now = world.now().getTime()
    if (!isLive || now - drawnAt < DRAW_MS) return
    drawnAt = now
    const current = state?.run?.id === run ? state.run.current : undefined
    const before = state?.results.find((result) => result.name === current?.name && result.run !== run)
    const spinner = FRAMES[(frame += 1) % FRAMES.length]
    const lasted = before ? `, last time ${duration(before.durationMs)}` : ''
    const text = current
      ? `${spinner} ${oneLine(current.name, 40)}  ${duration(now - Date.parse(current.since))}${lasted}  [${told.size + 1}/${names.length}]`
      : `${spinner} waiting for this folder's other checks to end`
    print(`${ERASE}${text}`)
  }

  return {
    look,
    end: async () => {
      await look()
      if (isLive) print(ERASE)
    },
  }
}
