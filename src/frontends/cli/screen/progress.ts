// A round of checks at the terminal: a line that moves while a check runs, and lines for each check that has ended.
import type { CheckRun } from '../../../contract/evidence.ts'
import type { WorkspaceState } from '../../../contract/state.ts'
import { newResults, runningCheck, runningExtra, type ToldResults } from '../../../domain/view/round.ts'
import type { World } from '../../../flows/world.ts'
import type { Context } from '../command.ts'

const ERASE = '\r\u001b[2K'
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const DRAW_MS = 100

export interface ShownRound {
  readonly workspace: string
  readonly run: string
  readonly names: readonly string[]
}

export interface RoundScreen {
  readonly look: (workspace: WorkspaceState | undefined) => Promise<void>
  readonly close: () => Promise<void>
}

export function openRoundScreen(
  world: World,
  { workspace: id, run, names }: ShownRound,
  { terminal, print, env }: Pick<Context, 'terminal' | 'print' | 'env'>,
  { isQuiet, show }: { isQuiet: boolean; show: (check: CheckRun) => readonly string[] },
): RoundScreen {
  const isLive = terminal.output && env['TERM'] !== 'dumb' && !isQuiet
  let told: ToldResults = new Map()
  let drawnAt = 0
  let frame = 0

  const look = async (workspace: WorkspaceState | undefined): Promise<void> => {
    if (isQuiet) return
    const { results, told: known } = newResults(workspace, run, told)
    told = known
    for (const result of results) print(`${isLive ? ERASE : ''}${show(result).join('\n')}\n`)
    const now = world.now().getTime()
    if (!isLive || now - drawnAt < DRAW_MS) return
    drawnAt = now
    const spinner = FRAMES[(frame += 1) % FRAMES.length]
    const check = runningCheck(workspace, run, now)
    const before = check?.before === undefined ? '' : `, last time ${check.before}`
    const extra = runningExtra(workspace, run, now)
    const text = check
      ? `${check.name}  ${check.running}${before}  [${told.size + 1}/${names.length}]`
      : extra
        ? `${extra.name}  ${extra.running}`
        : "waiting for this folder's other checks to end"
    print(`${ERASE}${spinner} ${text}`)
  }

  return {
    look,
    close: async () => {
      await look((await world.store.loadWorkspace(id)).state)
      if (isLive) print(ERASE)
    },
  }
}
