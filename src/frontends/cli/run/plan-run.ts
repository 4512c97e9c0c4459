// Before an agent starts: offers checks where there are none, then says what will be proven and what the agent may do.
import type { Criterion } from '../../../contract/criterion.ts'
import { FullstopError } from '../../../contract/error.ts'
import type { Policy } from '../../../contract/config/policy.ts'
import type { RunSetup } from '../../../contract/agent/run-setup.ts'
import { maskedCriteria } from '../../../domain/tasks/criteria.ts'
import { policyOfToday } from '../../../domain/tasks/run/former-run.ts'
import { type RunPlan, viewPlan } from '../../../domain/view/run/plan.ts'
import { toOffer } from '../../../flows/install/declined-checks.ts'
import { type FoundHere, findHere, planChecks, writeChecks } from '../../../flows/install/find-checks.ts'
import { missingFor, missingInWorktrees } from '../../../flows/install/missing-programs.ts'
import { maskFor } from '../../../flows/project/mask.ts'
import { type LoadedPolicy, loadPolicy, type PolicyQuery } from '../../../flows/project/load-policy.ts'
import { isInRepository } from '../../../flows/home/workspace.ts'
import { lookAtTree } from '../../../flows/verify/tree-now.ts'
import type { World } from '../../../flows/world.ts'
import { chooseChecks, drawFound } from '../checks/choose-checks.ts'
import type { Context } from '../command.ts'
import { offerTrust } from '../checks/offer-checks.ts'
import { isPerson } from '../person.ts'
import { drawRows } from '../screen/label-rows.ts'
import { paperFor } from '../screen/paper.ts'
import { trustedPolicy } from '../checks/trusting.ts'
import { warnAboutMissing } from '../checks/warn-missing.ts'

export interface Announced {
  readonly query: PolicyQuery
  readonly setup: RunSetup
  readonly criteria?: readonly Criterion[] | undefined
  /** That of the task that is resumed. */
  readonly frozen?: Policy
  /** Worktrees are made for it. */
  readonly isList?: boolean
}

export interface PlannedRun {
  readonly policy: Policy
  /** What is said once it is sure that the run begins. */
  readonly lines: readonly string[]
}

/** The policy that the run gets, after everything that the person was asked about. */
export async function planRun(
  world: World,
  { query, setup, criteria, frozen, isList = false }: Announced,
  context: Context,
): Promise<PlannedRun> {
  const isShown = context.options['json'] !== true && context.options['quiet'] !== true
  const trusted = await trustedPolicy(world, query, context)
  const found = isEmpty(trusted) ? await findHere(world, setup.cwd) : undefined
  const isOffered = found !== undefined && isShown && isPerson(context) && (await offer(world, context, found))
  if (context.hasLeft()) throw left()
  const loaded = isOffered ? await loadPolicy(world, query) : trusted
  const policy = frozen ? policyOfToday(frozen, loaded.policy) : loaded.policy
  const setUp = isList ? setupOf(loaded) : undefined
  if (!isShown) {
    if (setUp === 'not trusted')
      context.complain('fullstop: worktree.setup is not trusted and does not run; `fullstop trust` lets it run\n')
    return { policy, lines: [] }
  }
  const root = policy.root ?? setup.cwd
  const rows = viewPlan({
    policy,
    criteria: maskedCriteria(criteria, maskFor(world, [policy.root, setup.cwd])),
    permissions: setup.command === undefined || setup.acp ? setup.permissions : undefined,
    setup: setUp,
    isInRepository: isInRepository(world, setup.cwd),
    uncommitted: await uncommittedHere(world, loaded),
    findable: (isEmpty(loaded) ? (found?.found ?? []) : []).map(({ check }) => check),
    missing: isList ? await missingInWorktrees(world, policy, root) : await missingFor(world, policy.checks, root),
    warnings: loaded.warnings,
  })
  return { policy, lines: [...drawRows(rows, paperFor(context)), ''] }
}

/** Ctrl-D at a question: nobody said that the agent may begin without what was asked about. */
function left(): FullstopError {
  return new FullstopError(
    'person-needed',
    'the agent was not started: the input ended at a question',
    'run it again, and answer n to begin without',
  )
}

function setupOf({ policy, settings }: LoadedPolicy): RunPlan['setup'] {
  const run = policy.worktree?.setup
  if (run !== undefined) return { run }
  return settings.some(({ key, note }) => key === 'worktree.setup' && note !== undefined) ? 'not trusted' : undefined
}

function isEmpty({ policy: { checks, untrustedChecks } }: LoadedPolicy): boolean {
  return checks.length + untrustedChecks.length === 0
}

/** True: a check was written down. */
async function offer(world: World, context: Context, here: FoundHere): Promise<boolean> {
  const { root } = here
  const { missing } = here.found.length === 0 ? { missing: [] } : planChecks(world, here)
  const { open } = toOffer(world, root, missing)
  if (open.length === 0) return false
  const table = drawFound(open, paperFor(context)).join('\n')
  context.print(`No check is configured here, so nothing could be proven. These were found:\n\n${table}\n\n`)
  await warnAboutMissing(world, context, { root, found: open })
  const chosen = await chooseChecks(world, context, { root, found: open })
  if (chosen.length > 0) {
    await writeChecks(world, { root, found: chosen })
    await offerTrust(world, context, root)
  }
  context.print('\n')
  return chosen.length > 0
}

/** Undefined where there is no repository. */
async function uncommittedHere(
  world: World,
  { policy: { root } }: LoadedPolicy,
): Promise<readonly string[] | undefined> {
  const looked = root === undefined ? undefined : await lookAtTree(world, root, { walks: false })
  if (!looked) return undefined
  const { uncommittedIn } = await world.openTrees()
  return uncommittedIn(looked.reading)
}
