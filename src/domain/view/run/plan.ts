// What a run will prove and what its agent may do, as it is said before the agent starts.
import type { Criterion } from '../../../contract/criterion.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { Policy } from '../../../contract/config/policy.ts'
import type { Permissions } from '../../../contract/agent/run-setup.ts'
import { joinWords } from '../../shell/words.ts'
import { plural } from '../../text/plural.ts'
import { oneLine } from '../../text/printable.ts'
import type { Tone } from '../part.ts'

const MOST_CHECKS = 6
const MOST_CRITERIA = 12

export interface RunPlan {
  readonly policy: Pick<Policy, 'checks' | 'untrustedChecks' | 'around' | 'root'>
  readonly criteria?: readonly Criterion[]
  /** Absent for a program that no driver knows: it does what it does. */
  readonly permissions?: Permissions | undefined
  readonly isInRepository: boolean
  /** Files that differ from the last commit; absent where that is not known. */
  readonly uncommitted?: readonly string[] | undefined
  /** Of a list: its setup of worktrees. Absent where none is configured. */
  readonly setup?: { readonly run: string | readonly string[] } | 'not trusted' | undefined
  /** Checks that could be written down, as `checks find` finds them. */
  readonly findable: readonly CheckConfig[]
  /** Programs and packages that checks need and nobody finds, a sentence each. */
  readonly missing: readonly string[]
  /** What is wrong with the config that applies. */
  readonly warnings: readonly string[]
}

export interface PlanRow {
  readonly label: string
  readonly text: string
  readonly tone?: Tone
}

export function viewPlan(plan: RunPlan): readonly PlanRow[] {
  return [
    ...proof(plan),
    ...mustMeet(plan),
    ...setUp(plan),
    ...tree(plan),
    ...may(plan),
    ...plan.warnings.map((text): PlanRow => ({ label: 'warning', text: oneLine(text, 300), tone: 'warn' })),
  ]
}

function proof({ policy, findable, missing }: RunPlan): PlanRow[] {
  const { checks, untrustedChecks, around } = policy
  const trusted = checks
    .slice(0, MOST_CHECKS)
    .map((check) => ({ text: `${oneLine(check.name, 40)}: ${lineOf(check)}` }))
  const more = checks.length - trusted.length
  const foreign = around?.checks ?? []
  const untrusted = untrustedChecks.filter((name) => !foreign.includes(name))
  return labelled('proof', [
    ...trusted,
    ...(more > 0 ? [{ text: `${plural(more, 'more check')}` }] : []),
    ...missing.map((text) => ({ text, tone: 'warn' as const })),
    ...(untrusted.length > 0 ? [notTrusted(untrusted)] : []),
    ...(foreign.length > 0 ? [ofAround(foreign, around?.root ?? '')] : []),
    ...(checks.length + untrustedChecks.length === 0 ? nothing(findable) : []),
  ])
}

function notTrusted(names: readonly string[]): Omit<PlanRow, 'label'> {
  const listed = oneLine(names.join(', '), 120)
  return {
    text: `${listed}: not trusted, will not run, so the best outcome is "unverified"; \`fullstop trust\` lets ${names.length === 1 ? 'it' : 'them'} run`,
    tone: 'warn',
  }
}

function ofAround(names: readonly string[], root: string): Omit<PlanRow, 'label'> {
  return { text: `${oneLine(names.join(', '), 120)}: of ${oneLine(root, 120)}, will not run here`, tone: 'warn' }
}

function nothing(findable: readonly CheckConfig[]): Omit<PlanRow, 'label'>[] {
  const none = { text: 'none: no check is configured, so the best outcome is "unverified"', tone: 'warn' } as const
  if (findable.length === 0) return [none]
  const lines = findable.slice(0, MOST_CHECKS).map(lineOf).join(', ')
  return [none, { text: `found here: ${lines}; \`fullstop checks find --write\`, then \`fullstop trust\`` }]
}

function mustMeet({ criteria = [] }: RunPlan): PlanRow[] {
  const shown = criteria.slice(0, MOST_CRITERIA).map(({ id, text }) => ({ text: `${id}: ${oneLine(text, 200)}` }))
  const more = criteria.length - shown.length
  return labelled('criteria', [...shown, ...(more > 0 ? [{ text: `${more} more` }] : [])])
}

function setUp({ setup }: RunPlan): PlanRow[] {
  if (setup === undefined) return []
  if (setup !== 'not trusted') return [{ label: 'setup', text: `${lineOf(setup)}, in each new worktree` }]
  return [
    { label: 'setup', text: 'worktree.setup: not trusted, will not run; `fullstop trust` lets it run', tone: 'warn' },
  ]
}

/** As many as git and the notes of a claim count. Our own file is named: it may have been written a moment ago. */
function tree({ isInRepository, uncommitted = [] }: RunPlan): PlanRow[] {
  if (!isInRepository) return [{ label: 'tree', text: 'no repository: changes will not be listed' }]
  if (uncommitted.length === 0) return []
  const count = `${plural(uncommitted.length, 'file')} with uncommitted changes`
  const isOurs = uncommitted.includes('fullstop.json')
  if (isOurs && uncommitted.length === 1) return [{ label: 'tree', text: 'fullstop.json is not committed' }]
  return [{ label: 'tree', text: isOurs ? `${count}, fullstop.json among them` : count }]
}

function may({ permissions, policy: { checks } }: RunPlan): PlanRow[] {
  const run = checks.length === 0 ? '' : ' and run the checks'
  switch (permissions) {
    case undefined:
      return []
    case 'edits':
      return [{ label: 'may', text: `edit files${run}; the rest as its settings say (edits)` }]
    case 'settings':
      return [{ label: 'may', text: `do what its settings allow${run} (settings)` }]
    case 'all':
      return [{ label: 'may', text: 'do everything without asking (all)', tone: 'warn' }]
  }
}

function labelled(label: string, rows: readonly Omit<PlanRow, 'label'>[]): PlanRow[] {
  return rows.map((row, index) => ({ label: index === 0 ? label : '', ...row }))
}

function lineOf({ run }: { readonly run: string | readonly string[] }): string {
  return oneLine(typeof run === 'string' ? run : joinWords(run), 80)
}
