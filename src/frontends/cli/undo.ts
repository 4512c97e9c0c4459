// Taking back what `init` did: for `fullstop init --undo` and `fullstop uninstall`.
import { join } from 'node:path'
import type { Agent, Places, Scope } from '../../agents/agent.ts'
import { agents } from '../../agents/index.ts'
import { exitCode } from '../../contract/exit-code.ts'
import { holdJournal, type JournalEntry, readJournal } from '../../flows/install/install-journal.ts'
import { removeTraces } from '../../flows/install/launcher.ts'
import { namesLauncher, planInstall } from '../../flows/install/plan-install.ts'
import { applyUndo, planUndo, type PlannedReturn, type Undone } from '../../flows/install/undo-install.ts'
import { PROJECT_FILE } from '../../flows/project/load-policy.ts'
import type { World } from '../../flows/world.ts'
import { ownPackages, selfFacts } from '../../adapters/platform/processes/self.ts'
import { inLine } from '../../domain/text/printable.ts'
import type { Context } from './command.ts'
import { isAgreed, refuseStray } from './person.ts'
import { type Paper, paperFor, pathOn } from './screen/paper.ts'
import { listEdits, showEdit } from './screen/show-edits.ts'
import { fitLines, wrapWhole } from './screen/wrap.ts'

export interface UndoOrder {
  readonly named: readonly Agent[]
  readonly scope: Scope | undefined
  readonly places: Places
  /** Also in other repositories. */
  readonly everywhere: boolean
}

export async function undo(world: World, context: Context, order: UndoOrder): Promise<number> {
  // It opens the gate, so only a person may order it, as with cancel.
  if (context.options['dry-run'] !== true) refuseStray(context, 'taking the gate out')
  const planned = async (): Promise<PlannedReturn[]> =>
    planUndo(world, {
      places: order.places,
      isWanted: (entry) => isWanted(entry, order),
      known: await knownFiles(world, order),
    })
  const plan = await planned()
  const due = plan.filter(({ change }) => change.kind !== 'none' && change.kind !== 'kept')
  const isJson = context.options['json'] === true
  const isWhole = context.options['dry-run'] === true || context.options['diff'] === true
  const shown = isJson ? [] : show(plan, context, isWhole)
  if (shown.length > 0) context.print(`${shown.join('\n')}\n`)
  if (context.options['dry-run'] === true) {
    if (isJson) context.print(`${JSON.stringify(plan.map(toJson), null, 2)}\n`)
    else context.print('Nothing was changed (--dry-run).\n')
    return exitCode.yes
  }
  const showAll = (): void => context.print(`\n${showDiffs(plan, paperFor(context)).join('\n')}\n`)
  if (due.length > 0 && !isAgreed(context, 'Change these files? [y/N] ', isWhole ? undefined : showAll)) {
    context.complain('Nothing was changed.\n')
    return exitCode.no
  }
  const { left, undone, isAllGone } = await holdJournal(world, () => takeBack(world, { plan, planned }, order))
  if (isJson)
    context.print(
      `${JSON.stringify(
        undone.map((one) => ({
          ...toJson(one.planned),
          result: one.kind,
          ...(one.kind === 'left' ? { why: one.why } : {}),
        })),
        null,
        2,
      )}\n`,
    )
  else context.print(`${closing({ due: due.length, left, isAllGone, order, world }, paperFor(context)).join('\n')}\n`)
  return left.length > 0 ? exitCode.no : exitCode.yes
}

async function takeBack(
  world: World,
  { plan, planned }: { plan: readonly PlannedReturn[]; planned: () => Promise<PlannedReturn[]> },
  { places }: UndoOrder,
) {
  const undone = await applyUndo(world, plan, planned)
  const left = undone.filter((one) => one.kind === 'left')
  const isNamed = (await planInstall(world, { agents, scope: 'user', places })).some(({ before }) =>
    namesLauncher(world.stateHome, before),
  )
  const isAllGone = readJournal(world).files.length === 0 && left.length === 0 && !isNamed
  if (isAllGone) await removeTraces(world)
  return { undone, left, isAllGone }
}

function isWanted(entry: JournalEntry, { named, scope, places, everywhere }: UndoOrder): boolean {
  if (named.length > 0 && !named.some((agent) => agent.id === entry.agent)) return false
  if (scope !== undefined && entry.scope !== scope) return false
  return entry.scope === 'user' || everywhere || entry.root === places.root
}

async function knownFiles(world: World, { named, scope, places }: UndoOrder): ReturnType<typeof planInstall> {
  const chosen = named.length > 0 ? named : agents
  // In the home folder a project's files would be the user's own.
  const isHome = places.root === world.files.realPath(places.home)
  const both = isHome ? (['user'] as const) : (['user', 'project'] as const)
  const scopes = scope === undefined ? both : [scope]
  const plans = await Promise.all(scopes.map((one) => planInstall(world, { agents: chosen, scope: one, places })))
  return plans.flat()
}

function show(plan: readonly PlannedReturn[], context: Context, isWhole: boolean): string[] {
  const paper = paperFor(context)
  const files = plan.flatMap(({ entry: { path }, before, change }) => {
    if (change.kind === 'kept') return [{ path, before, after: before, what: 'git tracks it', fate: 'stays' }]
    return change.kind === 'write' ? [{ path, what: whatComes(change), before, after: change.after }] : []
  })
  return [
    ...(isWhole ? showDiffs(plan, paper) : []),
    ...(files.length > 0 ? [...listEdits(files, paper), ''] : []),
    ...plan.flatMap(({ entry, change }) =>
      change.kind === 'left'
        ? [
            ...fitLines(
              [`${pathOn(paper, inLine(entry.path))}  ${paper.style.bad('left alone')}: ${inLine(change.why)}`],
              paper.columns,
            ),
            '',
          ]
        : [],
    ),
  ]
}

function showDiffs(plan: readonly PlannedReturn[], paper: Paper): string[] {
  return plan.flatMap(({ entry, before, change }) => {
    if (change.kind !== 'write') return []
    return showEdit({ path: entry.path, what: whatComes(change), before, after: change.after }, paper)
  })
}

function whatComes({ after, isExact, isCommitted }: Extract<PlannedReturn['change'], { kind: 'write' }>): string {
  if (isExact) return after === undefined ? 'did not exist before' : 'as it was before'
  return isCommitted ? 'git tracks it: only our part goes' : 'others edited it since: only our part goes'
}

interface Ending {
  readonly due: number
  readonly left: readonly Extract<Undone, { kind: 'left' }>[]
  readonly isAllGone: boolean
  readonly order: UndoOrder
  readonly world: World
}

function closing({ due, left, isAllGone, order, world }: Ending, paper: Paper): string[] {
  if (left.length > 0) {
    const each = left.map(
      ({ planned, why }) => `${pathOn(paper, inLine(planned.entry.path))}  not taken back: ${inLine(why)}`,
    )
    return [...fitLines(each, paper.columns), 'Fix these files, then run this again.']
  }
  const done = due === 0 ? 'Nothing of ours was found in the files of your agents.' : 'Taken back.'
  const checks = projectFileLeft(world, order)
  const kept =
    checks === undefined
      ? []
      : wrapWhole(`Left: ${pathOn(paper, inLine(checks))}, your checks. \`init\` did not write it.`, paper.columns)
  if (!isAllGone) return [done, ...kept]
  return [
    done,
    ...kept,
    ...wrapWhole(
      `Your records stay in ${pathOn(paper, inLine(world.stateHome))}; delete that folder to erase them.`,
      paper.columns,
    ),
    ...(order.everywhere ? wrapWhole(`The program itself goes with ${removal()}.`, paper.columns) : []),
  ]
}

/** That of this repository, where `checks find` or a person wrote it. */
function projectFileLeft({ files }: World, { places: { root }, everywhere }: UndoOrder): string | undefined {
  const path = join(root, PROJECT_FILE)
  return everywhere && files.exists(path) ? path : undefined
}

function removal(): string {
  return `\`npm uninstall -g ${ownPackages(selfFacts().program).join(' ')}\``
}

function toJson({ entry, change }: PlannedReturn): object {
  const { path, agent, scope, root } = entry
  return {
    path,
    agent,
    scope,
    ...(scope === 'project' ? { root } : {}),
    change: change.kind,
    ...(change.kind === 'write' ? { exact: change.isExact } : {}),
    ...(change.kind === 'left' ? { why: change.why } : {}),
  }
}
