// The last step of `init`: checks that the repository offers, written down and trusted, each only if the person says so.
import { applyFile } from '../../../flows/install/apply-install.ts'
import type { Found } from '../../../domain/checks/find/find.ts'
import { toOffer } from '../../../flows/install/declined-checks.ts'
import { type ChosenChecks, findHere, planChecks, type PlannedChecks } from '../../../flows/install/find-checks.ts'
import { holdJournal } from '../../../flows/install/install-journal.ts'
import { loadPolicy } from '../../../flows/project/load-policy.ts'
import type { World } from '../../../flows/world.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { chooseChecks, drawFound, sayDeclined } from './choose-checks.ts'
import type { Context } from '../command.ts'
import { isPerson } from '../person.ts'
import { paperFor, pathOn } from '../screen/paper.ts'
import { foldLines } from '../screen/wrap.ts'
import { showTrustable, storeTrust, toTrustable } from './trusting.ts'
import { warnAboutMissing } from './warn-missing.ts'

export async function offerChecks(world: World, context: Context, root: string): Promise<void> {
  const found = await findHere(world, root)
  const plan = found.found.length > 0 ? planned(world, found) : undefined
  const say = (text: string): void => context.print(`\n${foldLines(text, paperFor(context).columns)}\n`)
  if (typeof plan === 'string') say(`Checks were not looked at: ${inLine(plan)}.`)
  if (found.found.length === 0 && !(await mayHaveChecks(world, root))) say(NO_CHECK)
  const { open, declined } = toOffer(world, root, typeof plan === 'object' ? plan.missing : [])
  // Without somebody to ask nothing is written into a repository, and nothing of it is ever trusted.
  if (!isPerson(context) || context.options['yes'] === true) {
    if (open.length > 0) say(hint(open, pathOn(paperFor(context), root)))
    const untrusted = await untrustedHere(world, root)
    if (untrusted !== '') say(`Not trusted yet, so not run: ${untrusted}. \`fullstop trust\` lets them run.`)
    return
  }
  if (open.length > 0) await write(world, context, { root, found: open })
  sayDeclined(context, declined)
  await offerTrust(world, context, root)
}

const NO_CHECK =
  'No check was found here. Without one the best outcome is "unverified". `fullstop checks find` says where it looked and how to name your own.'

/** The home folder is no project, so that it has none says nothing. */
async function mayHaveChecks(world: World, root: string): Promise<boolean> {
  if (root === world.files.realPath(world.userHome)) return true
  const { policy } = await loadPolicy(world, { cwd: root, attended: true })
  return policy.checks.length + policy.untrustedChecks.length > 0
}

/** The checks of a project file that nobody has trusted. */
async function untrustedHere(world: World, root: string): Promise<string> {
  const { policy } = await loadPolicy(world, { cwd: root, attended: true })
  return policy.untrustedChecks.map((name) => oneLine(name, 60)).join(', ')
}

function planned(world: World, found: Parameters<typeof planChecks>[1]): PlannedChecks | string {
  try {
    return planChecks(world, found)
  } catch (error) {
    // A project file that cannot be read stops no installation.
    return error instanceof Error ? error.message : String(error)
  }
}

function hint(found: readonly Found[], root: string): string {
  const names = found.map(({ check }) => check.name).join(', ')
  return `Checks found in ${inLine(root)}: ${inLine(names)}. \`fullstop checks find --write\` keeps them, \`fullstop trust\` lets them run.`
}

async function write(world: World, context: Context, { root, found }: ChosenChecks): Promise<void> {
  context.print(
    `\nThis repository offers checks. They decide whether a claim of success holds:\n\n${drawFound(found, paperFor(context)).join('\n')}\n\n`,
  )
  await warnAboutMissing(world, context, { root, found })
  const chosen = await chooseChecks(world, context, { root, found })
  if (chosen.length === 0) return
  const { file, before, after } = planChecks(world, { root, found: chosen })
  const edit = { path: file, format: 'json', parts: [], what: 'checks' } as const
  const planned = { path: file, scope: 'project', root, edit, before, change: { kind: 'write', after } } as const
  const applied = await holdJournal(world, () => applyFile(world, async () => planned))
  context.print(
    applied.kind === 'written' ? 'Wrote fullstop.json.\n' : 'fullstop.json was changed meanwhile; run this again.\n',
  )
}

/** Shows the project file and asks whether it may act, unless it is trusted already. True: its checks may run. */
export async function offerTrust(world: World, context: Context, root: string): Promise<boolean> {
  const found = toTrustable(await loadPolicy(world, { cwd: root, attended: true }))
  if (!found || found.trusted) return found?.trusted === true
  context.print(`\n${(await showTrustable(world, found, paperFor(context))).join('\n')}\n\n`)
  if (context.confirm('Trust this content in this folder? [y/N] ')) {
    await storeTrust(world, found, 'terminal')
    context.print('Trusted. A change to the file needs your trust again.\n')
    return true
  }
  context.print('Not trusted: nothing of it runs. `fullstop trust` asks again.\n')
  return false
}
