// `fullstop trust`: shows what the project file would run and with whose rights, and stores the trust in exactly that.
import { join } from 'node:path'
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { findHere } from '../../../flows/install/find-checks.ts'
import { writable } from '../../../flows/install/missing-programs.ts'
import { loadPolicy } from '../../../flows/project/load-policy.ts'
import { readTrustFile, type Trust, trustFile, trustFolder } from '../../../flows/project/trust.ts'
import { stamp, type World } from '../../../flows/world.ts'
import { inLine } from '../../../domain/text/printable.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { actorOf, requirePerson } from '../person.ts'
import { usage } from '../usage.ts'
import { age } from '../../../domain/view/amount.ts'
import { paperFor, pathOn } from '../screen/paper.ts'
import { drawTable } from '../screen/table.ts'
import { HOW_TO_NAME_ONE, showTrustable, storeTrust, toTrustable, type Trustable } from '../checks/trusting.ts'

export const command: Command = {
  name: 'trust',
  group: 'Prove',
  summary: 'Show what fullstop.json would run here, and trust exactly that',
  args: [],
  options: {
    hash: { type: 'boolean', summary: 'only print the hash of the content, for FULLSTOP_TRUST in CI' },
    list: { type: 'boolean', summary: 'list what is trusted' },
    revoke: { type: 'boolean', summary: 'take back the trust in this folder' },
    yes: { type: 'boolean', summary: 'do not ask; needed without a terminal' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop trust', does: 'shows the commands, asks, and stores your answer for this folder' },
    { line: 'fullstop trust --hash', does: 'prints what CI sets as FULLSTOP_TRUST' },
    { line: 'fullstop trust --revoke', does: 'the checks of this folder no longer run' },
  ],
  run: async (context) => {
    const orders = ['hash', 'list', 'revoke'].filter((name) => context.options[name] === true)
    if (orders.length > 1) throw usage(command, `--${orders.join(' and --')} cannot be given together`)
    const world = context.openWorld()
    try {
      if (context.options['list'] === true) return await list(world, context)
      if (context.options['revoke'] === true) return await revoke(world, context)
      const found = await trustableHere(world, context)
      if (context.options['hash'] === true) {
        context.print(`${found.hash}\n`)
        return exitCode.yes
      }
      return await give(world, context, found)
    } finally {
      world.store.close()
    }
  },
}

async function trustableHere(world: World, { cwd }: Context): Promise<Trustable> {
  const loaded = await loadPolicy(world, { cwd, attended: true })
  const found = toTrustable(loaded)
  if (found) return found
  if (loaded.projectFile !== undefined) {
    throw new FullstopError('config-invalid', loaded.problems.join('; '), 'fix the file, then run this again')
  }
  throw new FullstopError(
    'no-checks',
    'there is no fullstop.json here or above, up to the root of the repository',
    await howToMakeOne(world, cwd),
  )
}

/** Never a command that would write nothing. */
async function howToMakeOne(world: World, cwd: string): Promise<string> {
  const { found } = await findHere(world, cwd)
  if ((await writable(world, found)).length > 0) return 'run `fullstop checks find --write` to make one'
  if (found.length > 0) return 'run `fullstop checks find`: it says what the checks found here need'
  return HOW_TO_NAME_ONE
}

async function give(world: World, context: Context, found: Trustable): Promise<number> {
  requirePerson(context, 'trust')
  const isJson = context.options['json'] === true
  if (!isJson) context.print(`${(await showTrustable(world, found, paperFor(context))).join('\n')}\n\n`)
  if (found.trusted) {
    context.print(isJson ? `${JSON.stringify(found)}\n` : 'This content is trusted already.\n')
    return exitCode.yes
  }
  if (context.options['yes'] !== true && !context.confirm('Trust this content in this folder? [y/N] ')) {
    context.complain('Not trusted. Nothing of it runs.\n')
    return exitCode.no
  }
  const trust = await storeTrust(world, found, actorOf(context))
  context.print(isJson ? `${JSON.stringify(trust)}\n` : 'Trusted. A change to the file needs your trust again.\n')
  return exitCode.yes
}

async function revoke(world: World, context: Context): Promise<number> {
  requirePerson(context, 'trust')
  const { policy } = await loadPolicy(world, { cwd: context.cwd, attended: true })
  const root = policy.root ?? context.cwd
  const path = trustFile(world, root)
  const { disk } = await world.openWorkshop()
  if (!world.files.exists(path)) {
    context.complain(
      `fullstop: nothing is trusted in ${inLine(root)}\n  next: \`fullstop trust --list\` shows what is trusted\n`,
    )
    return exitCode.no
  }
  disk.remove(path)
  await world.store.append([{ ...stamp(world), kind: 'trust.revoked', root, actor: actorOf(context) }])
  context.print(
    context.options['json'] === true ? `${JSON.stringify({ revoked: root })}\n` : `Revoked: ${inLine(root)}\n`,
  )
  return exitCode.yes
}

async function list(world: World, context: Context): Promise<number> {
  const { disk } = await world.openWorkshop()
  const folder = trustFolder(world.stateHome)
  const all = disk
    .list(folder)
    .flatMap(({ name }) => readTrustFile(world, join(folder, name)) ?? [])
    .sort((one: Trust, other: Trust) => (one.root < other.root ? -1 : 1))
  if (context.options['json'] === true) context.print(`${JSON.stringify(all, null, 2)}\n`)
  else if (all.length === 0) context.print('Nothing is trusted.\n')
  else {
    const paper = paperFor(context)
    const columns = [
      { title: 'CONTENT' },
      { title: 'TRUSTED', least: 7 },
      { title: 'FOLDER', least: 20, keepsEnd: true },
    ]
    const rows = all.map(({ hashes, at, root }) => [
      hashes[0] ?? '',
      `${age(at, world.now())} ago`,
      inLine(pathOn(paper, root)),
    ])
    context.print(`${drawTable({ columns, rows }, paper).join('\n')}\n`)
  }
  return all.length > 0 ? exitCode.yes : exitCode.no
}
