// `fullstop verify [BASE[..HEAD]]`: proves a change without an agent: the checks of its base on the files of now, and what the
// change did to its tests, checks and settings. Here only asking and printing.
import { resolve } from 'node:path'
import { exitCode } from '../../../contract/exit-code.ts'
import type { ChangeResult, VerifiedChange } from '../../../contract/view/verified-change.ts'
import { jsonText, toSarif } from '../../../domain/view/change/sarif.ts'
import { type RangeNames, viewConclusion, viewRange } from '../../../domain/view/change/change.ts'
import {
  finishChange,
  type ReadChange,
  readChangeHere,
  startChange,
  type StartedChange,
  trustedChange,
} from '../../../flows/verify/change/verify-change.ts'
import type { RoundRequest } from '../../../flows/home/rounds/round-request.ts'
import type { Range } from '../../../flows/verify/change/range-ends.ts'
import type { World } from '../../../flows/world.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { version } from '../version.ts'
import { openJobLog, writeJobSummary } from '../checks/job-log.ts'
import { isFromAgent, isPerson } from '../person.ts'
import { paperFor } from '../screen/paper.ts'
import { showConclusion, showFound, showRange } from '../screen/show-change.ts'
import { refuseInside, showRound } from '../checks/show-round.ts'
import { showTrustable, storeTrust } from '../checks/trusting.ts'
import { usage } from '../usage.ts'

export const command: Command = {
  name: 'verify',
  group: 'Prove',
  summary: 'Prove a branch: do the checks pass, and did it weaken them?',
  args: ['[BASE[..HEAD]]'],
  options: {
    read: { type: 'boolean', summary: 'only read, run nothing: exit 0 nothing found, 9 look at it' },
    ...jsonOption,
    sarif: {
      type: 'string',
      value: 'FILE',
      alone: '-',
      summary: 'write SARIF 2.1.0 for code scanning; without FILE to standard output',
    },
  },
  examples: [
    { line: 'fullstop verify', does: 'this branch since it left main, with what is not committed' },
    {
      line: 'fullstop verify v1.2',
      does: 'the same since a tag or commit; exit 0 proven, 1 red, 3 unverified, 9 look',
    },
    {
      line: 'FULLSTOP_TRUST=$HASH fullstop verify origin/main --sarif out.sarif',
      does: 'in CI, with the hash that `fullstop trust --hash` prints',
    },
    { line: 'fullstop verify HEAD~1..HEAD --read --json', does: 'two commits, from git alone; runs nothing' },
  ],
  run: async (context) => {
    const range = toRange(context.args[0])
    if (context.options['json'] === true && context.options['sarif'] === '-')
      throw usage(command, '--json and --sarif both write to standard output', 'name a file: --sarif FILE')
    const world = context.openWorld()
    try {
      return await verifyHere(world, context, range)
    } finally {
      world.store.close()
    }
  },
}

const EXITS: Readonly<Record<ChangeResult, number>> = {
  proven: exitCode.yes,
  red: exitCode.no,
  unverified: exitCode.unverified,
  look: exitCode.look,
}

async function verifyHere(world: World, context: Context, range: Range): Promise<number> {
  const isRead = context.options['read'] === true
  const change = await offerTrust(world, await readChangeHere(world, context.cwd, range, isRead), context)
  const verified = await print(world, change, { context, names: range })
  const sarif = context.options['sarif']
  if (typeof sarif === 'string') await writeSarif(world, verified, sarif, context)
  await writeJobSummary(world, verified, { names: range, again: againWith(context) })
  if (isRead) return verified.suspicions.length > 0 ? exitCode.look : exitCode.yes
  return EXITS[verified.result]
}

interface Asked {
  readonly context: Context
  readonly names: RangeNames
}

/** For machines once it has ended; for people while it happens. */
async function print(world: World, change: ReadChange, { context, names }: Asked): Promise<VerifiedChange> {
  if (context.options['json'] === true) {
    const verified = await carryOut(world, change, context, true)
    context.print(toJson(verified))
    return verified
  }
  if (context.options['sarif'] === '-') return carryOut(world, change, context, true)
  const paper = paperFor(context)
  const log = openJobLog(world, context)
  try {
    context.print(`${showRange(viewRange(change.read, names), paper).join('\n')}\n`)
    if (!change.barred) context.print('\n')
    const verified = await carryOut(world, change, context, false)
    const conclusion = viewConclusion(verified, againWith(context))
    context.print([...showFound(verified, paper), '', ...showConclusion(conclusion, paper), ''].join('\n'))
    log.close(verified, change.top)
    return verified
  } finally {
    log.close()
  }
}

async function carryOut(world: World, change: ReadChange, context: Context, isQuiet: boolean): Promise<VerifiedChange> {
  if (change.from?.ok && !change.barred) refuseInside(world, change.from.root, 'verify')
  let started: StartedChange | undefined
  const start = async (): Promise<RoundRequest | undefined> => {
    started = await startChange(change, !isFromAgent(context))
    return started?.request
  }
  const { isLost } = await showRound(world, start, context, isQuiet)
  return finishChange(change, started, isLost)
}

/** A person is asked about a file of the base that lies before them as it was there. */
async function offerTrust(world: World, change: ReadChange, context: Context): Promise<ReadChange> {
  const { barred, from, top } = change
  if (barred?.kind !== 'untrusted' || !barred.isSameNow || !from?.ok || top === undefined) return change
  if (context.options['json'] === true || context.options['sarif'] === '-' || !isPerson(context)) return change
  const { file, root, text } = from
  const trustable = { file: `${top}/${file.file}`, root, text, hash: file.hash, trusted: false }
  context.complain(`${(await showTrustable(world, trustable, paperFor(context))).join('\n')}\n\n`)
  const isTrusted = context.confirm('Trust this content in this folder? [y/N] ')
  context.complain('\n')
  if (!isTrusted) return change
  await storeTrust(world, trustable, 'terminal')
  return trustedChange(change)
}

async function writeSarif(world: World, verified: VerifiedChange, file: string, context: Context): Promise<void> {
  const text = jsonText(toSarif(verified, version))
  if (file === '-') return context.print(text)
  const { disk } = await world.openWorkshop()
  // Never through a link that the change may have put there.
  disk.writeWhole(resolve(context.cwd, file), text, 0o644)
}

/** As git writes ranges; an end that is left out is `HEAD`. */
function toRange(text: string | undefined): Range {
  if (text === undefined) return {}
  const [, base = '', dots, head = ''] = /^(.*?)(\.{2,3})(.*)$/s.exec(text) ?? []
  if (dots === undefined) return { base: text }
  return { base: base || 'HEAD', head: head || 'HEAD', isSinceParting: dots === '...' }
}

function againWith({ args }: Context): readonly string[] {
  return ['verify', ...args]
}

/** Documented in docs/checks.md. */
function toJson({
  suspicions,
  notes,
  result,
  config,
  barred,
  root,
  tree,
  checks,
  extra,
  ...range
}: VerifiedChange): string {
  const flat = <Found extends { readonly what: string }>({ what, ...found }: Found) => ({ ...found, text: what })
  const read = {
    ...range,
    suspicions: suspicions.map(({ file, line, kind, what, settled }) => flat({ file, line, kind, what, settled })),
    notes: notes.map(({ file, line, kind, what }) => flat({ file, line, kind, what })),
  }
  if (barred?.kind === 'asked') return jsonText(read)
  return jsonText({ result, exit: EXITS[result], ...read, config, barred, root, tree, checks, extra })
}
