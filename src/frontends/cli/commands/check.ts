// `fullstop check [NAME…]`: runs the checks now, shows them at work, and prints the evidence.
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { Evidence } from '../../../contract/evidence.ts'
import { gatherHere } from '../../../flows/verify/check-here.ts'
import { startRound } from '../../../flows/home/rounds/start-round.ts'
import type { World } from '../../../flows/world.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { isGood, viewEvidence } from '../../../domain/view/evidence.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { isFromAgent } from '../person.ts'
import { showCheck, showRest } from '../screen/show-evidence.ts'
import { paperFor } from '../screen/paper.ts'
import type { Style } from '../screen/style.ts'
import { fitLines } from '../screen/wrap.ts'
import { refuseInside, showRound } from '../checks/show-round.ts'
import { trustedPolicy } from '../checks/trusting.ts'

export const command: Command = {
  name: 'check',
  group: 'Prove',
  summary: 'Run the checks now, and print the evidence',
  args: ['[NAME…]'],
  completes: { NAME: 'checks' },
  options: jsonOption,
  examples: [
    { line: 'fullstop check', does: 'runs every check of fullstop.json; exit 0 only if all passed' },
    { line: 'fullstop check lint test', does: 'runs these two' },
    {
      line: 'FULLSTOP_TRUST=$HASH fullstop check --json',
      does: 'in CI, with the hash that `fullstop trust --hash` prints',
    },
  ],
  run: async (context) => {
    const world = context.openWorld()
    try {
      return await runHere(world, context)
    } finally {
      world.store.close()
    }
  },
}

async function runHere(world: World, context: Context): Promise<number> {
  const loaded = await trustedPolicy(world, { cwd: context.cwd, attended: true }, context)
  const { policy } = loaded
  const { root } = policy
  if (root === undefined || policy.checks.length + policy.untrustedChecks.length === 0) throw noChecks(root)
  const isJson = context.options['json'] === true
  const shop = await world.openWorkshop()
  if (policy.untrustedChecks.length > 0 && policy.checks.length === 0) {
    chosen(
      policy.untrustedChecks.map((name) => ({ name, run: name })),
      context.args,
    )
    return finish(await gatherHere(world, shop, { policy, root, checks: [] }), context, isJson)
  }
  const checks = chosen(policy.checks, context.args)
  refuseInside(world, root, 'check')
  const asked = { root, cause: 'person', checks, mayReuse: false, counts: !isFromAgent(context) } as const
  const run = world.newId('run')
  const { isLost } = await showRound(world, () => startRound(world, shop, { run, ...asked }), context, isJson)
  return finish(await gatherHere(world, shop, { policy, root, checks, run, isLost }), context, isJson)
}

function chosen(checks: readonly CheckConfig[], names: readonly string[]): readonly CheckConfig[] {
  if (names.length === 0) return checks
  const known = checks.map((check) => check.name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return checks.filter((check) => names.includes(check.name))
  const near = nearest(unknown, known)
  throw new FullstopError(
    'unknown-check',
    `there is no check "${oneLine(unknown, 60)}"`,
    near ? `did you mean "${oneLine(near, 60)}"?` : `the checks here: ${inLine(known.join(', '))}`,
  )
}

function finish(evidence: Evidence, context: Context, isJson: boolean): number {
  const isAllGood = isGood(evidence.checks)
  const paper = paperFor(context)
  if (isJson) context.print(`${JSON.stringify({ passed: isAllGood, ...evidence }, null, 2)}\n`)
  else {
    const unseen = evidence.checks.filter((check) => check.run === '')
    const lines = [
      ...unseen.flatMap((check) => showCheck(check, paper)),
      '',
      ...showRest(viewEvidence(evidence), paper),
      '',
    ]
    context.print(`${[...lines, ...fitLines([summary(evidence, paper.style)], paper.columns)].join('\n')}\n`)
  }
  return isAllGood ? exitCode.yes : exitCode.no
}

function summary({ checks }: Evidence, style: Style): string {
  const bad = checks.filter((check) => check.result !== 'passed')
  if (bad.length === 0)
    return style.good(checks.length === 1 ? 'The check passed.' : `All ${checks.length} checks passed.`)
  const named = bad.map(({ name, result }) => `${oneLine(name, 60)} ${result.replaceAll('-', ' ')}`).join(', ')
  return style.bad(`${checks.length - bad.length} of ${checks.length} passed: ${named}.`)
}

function noChecks(root: string | undefined): FullstopError {
  if (root === undefined) {
    return new FullstopError(
      'no-checks',
      'there is no repository and no fullstop.json here',
      'go to a repository, or run `fullstop checks find --write`',
    )
  }
  return new FullstopError(
    'no-checks',
    `no check is configured in ${inLine(root)}`,
    'run `fullstop checks find --write`',
  )
}
