// What is on in a folder: mode, checks and trust, agents, open tasks, and what waits for the person. Reads only.
import { given } from '../../contract/given.ts'
import { agents } from '../../agents/index.ts'
import type { WaitingReview } from '../../contract/view/review.ts'
import type { TaskState } from '../../contract/state.ts'
import type { Setting } from '../../domain/policy/policy.ts'
import { isOfFolder, newestHere } from '../home/tasks/here.ts'
import { workspaceId } from '../home/workspace.ts'
import { findAgents, isUsed } from '../install/find-agents.ts'
import { rootAbove } from '../install/find-checks.ts'
import { type Installed, lookInstalled } from '../install/installed.ts'
import { type LoadedPolicy, loadPolicy } from '../project/load-policy.ts'
import { listWaiting } from '../review/list.ts'
import { checkKey } from '../verify/round/round-files.ts'
import { treeNow } from '../verify/tree-now.ts'
import type { World } from '../world.ts'

/** Open tasks are among the newest. */
const MOST_TASKS = 1000

export interface FolderStatus {
  readonly folder: string
  /** As a session that a person attends sees it. */
  readonly mode: Setting
  readonly checks: readonly StatusCheck[]
  readonly projectFile?: string
  /** The project file is there, but cannot be used: `problems` say why. */
  readonly isProjectFileBroken: boolean
  readonly trusted: boolean
  readonly agents: readonly StatusAgent[]
  /** Tasks of this folder that have not ended, newest first. */
  readonly open: readonly TaskState[]
  readonly openElsewhere: number
  /** Where none is open: the run that `resume` would continue. */
  readonly unfinished?: TaskState
  readonly waiting: readonly WaitingReview[]
  readonly problems: readonly string[]
}

export interface StatusCheck {
  readonly name: string
  readonly isTrusted: boolean
  /** What holds for the files as they are now; where nothing is known of them, the newest result. */
  readonly last?: { readonly result: string; readonly at: string; readonly isOfOtherFiles?: true }
}

export interface StatusAgent extends Installed {
  readonly id: string
  readonly title: string
  readonly program?: string
}

export async function gatherStatus(
  world: World,
  { cwd, env }: { cwd: string; env: World['env'] },
): Promise<FolderStatus> {
  const loaded = await loadPolicy(world, { cwd, attended: true })
  const open = (await world.store.listTasks(MOST_TASKS)).filter(({ status }) => status !== 'ended')
  const here = open.filter(isOfFolder(world, cwd))
  return {
    folder: cwd,
    mode: loaded.settings.find(({ key }) => key === 'mode') ?? { key: 'mode', value: 'off', origin: 'default' },
    checks: await checksOf(world, loaded),
    ...given({ projectFile: loaded.projectFile }),
    isProjectFileBroken: loaded.projectFile !== undefined && loaded.project === undefined,
    trusted: loaded.project?.trusted ?? false,
    agents: await agentsHere(world, { home: world.userHome, root: rootAbove(world, cwd), env }),
    open: here,
    openElsewhere: open.length - here.length,
    ...given({ unfinished: here.length === 0 ? await unfinishedRun(world, cwd) : undefined }),
    waiting: await listWaiting(world),
    problems: [...loaded.problems, ...loaded.warnings],
  }
}

const FINISHED: readonly (TaskState['outcome'] | undefined)[] = ['completed', 'cancelled', 'rejected', undefined]

async function unfinishedRun(world: World, cwd: string): Promise<TaskState | undefined> {
  const task = await newestHere(world, cwd)
  return task?.run === undefined || FINISHED.includes(task.outcome) ? undefined : task
}

async function checksOf(world: World, { policy }: LoadedPolicy): Promise<StatusCheck[]> {
  const { root, checks } = policy
  const { state } =
    root === undefined ? { state: undefined } : await world.store.loadWorkspace(workspaceId(world, root))
  const results = state?.results ?? []
  const now = root === undefined || results.length === 0 ? undefined : await treeNow(world, root)
  const trusted = checks.map((check): StatusCheck => {
    const { name } = check
    const key = checkKey(world, check)
    const here = now && results.find((one) => one.key === key && one.tree === now && one.result !== 'could-not-run')
    const last = here ?? results.find((one) => one.name === name)
    if (!last) return { name, isTrusted: true }
    const isOfOtherFiles = now !== undefined && last.tree !== undefined && last.tree !== now
    const told = { result: last.result, at: last.startedAt, ...(isOfOtherFiles ? { isOfOtherFiles } : {}) }
    return { name, isTrusted: true, last: told }
  })
  return [...trusted, ...policy.untrustedChecks.map((name): StatusCheck => ({ name, isTrusted: false }))]
}

async function agentsHere(world: World, places: Parameters<typeof findAgents>[1]): Promise<StatusAgent[]> {
  const found = (await findAgents(world, places)).filter(isUsed)
  const rows: StatusAgent[] = []
  for (const agent of agents) {
    const one = found.find((each) => each.agent === agent)
    if (!one) continue
    const { id, title } = agent
    const program = one.program === undefined ? {} : { program: one.program }
    rows.push({ id, title, ...program, ...(await lookInstalled(world, agent, places)) })
  }
  return rows
}
