// `fullstop checks`: the checks of this folder; `find` proposes them from what the repository holds, `--write` keeps them.
import { join } from 'node:path'
import type { Policy } from '../../../contract/config/policy.ts'
import { joinWords } from '../../../domain/shell/words.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { CheckRun } from '../../../contract/evidence.ts'
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import {
  type ChosenChecks,
  findHere,
  type FoundHere,
  planChecks,
  writeChecks,
} from '../../../flows/install/find-checks.ts'
import type { Found } from '../../../domain/checks/find/find.ts'
import { type Unrunnable, unrunnableHere, writable } from '../../../flows/install/missing-programs.ts'
import { parseConfig } from '../../../flows/project/config-file.ts'
import { type LoadedPolicy, loadPolicy, PROJECT_FILE } from '../../../flows/project/load-policy.ts'
import { workspaceId } from '../../../flows/home/workspace.ts'
import type { World } from '../../../flows/world.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { chooseChecks, drawFound } from '../checks/choose-checks.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { offerTrust } from '../checks/offer-checks.ts'
import { HOW_TO_NAME_ONE } from '../checks/trusting.ts'
import { isPerson } from '../person.ts'
import { noSuchCommand, usage } from '../usage.ts'
import { age, tookText } from '../../../domain/view/amount.ts'
import { toneOfResult } from '../../../domain/view/evidence.ts'
import type { Tone } from '../../../domain/view/part.ts'
import { type Paper, paperFor, pathOn } from '../screen/paper.ts'
import { type Cell, drawTable } from '../screen/table.ts'
import { foldLines, wrapText } from '../screen/wrap.ts'
import { warnAboutMissing } from '../checks/warn-missing.ts'
import { given } from '../../../contract/given.ts'

export const command: Command = {
  name: 'checks',
  group: 'Prove',
  summary: 'List the checks of this folder, or find some in the repository',
  args: ['[find]', '[NAME…]'],
  options: {
    write: { type: 'boolean', summary: 'with find: put what was found and can run here into fullstop.json' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop checks', does: 'what is configured here, whether it may run, and how it went last time' },
    {
      line: 'fullstop checks find',
      does: 'looks for tests, linters and type checks, and asks which ones to keep',
    },
    {
      line: 'fullstop checks find --write',
      does: 'puts all that can run here into fullstop.json; then run `fullstop trust`',
    },
    { line: 'fullstop checks find lint --write', does: 'puts only lint there, even if its program is missing here' },
  ],
  run: async (context) => {
    const [action, ...names] = context.args
    if (action !== undefined && action !== 'find') throw noSuchCommand(command, action, ['find'])
    const world = context.openWorld()
    try {
      return action === 'find' ? await find(world, context, names) : await list(world, context)
    } finally {
      world.store.close()
    }
  },
}

interface Row {
  readonly name: string
  readonly run: string
  readonly cwd?: string
  readonly last: string
  readonly tone?: Tone
}

async function list(world: World, context: Context): Promise<number> {
  const loaded = await loadPolicy(world, { cwd: context.cwd, attended: true })
  for (const problem of loaded.problems) context.complain(`fullstop: ${problem}\n`)
  const { policy } = loaded
  const { state } =
    policy.root === undefined ? { state: undefined } : await world.store.loadWorkspace(workspaceId(world, policy.root))
  const rows: readonly Row[] = [
    ...policy.checks.map((check) => {
      const result = state?.results.find(({ name }) => name === check.name)
      const last = result ? lastRun(result, world.now()) : 'never run'
      const tone = result && toneOfResult(result.result)
      return { name: check.name, run: lineOf(check), ...given({ cwd: check.cwd, tone }), last }
    }),
    ...policy.untrustedChecks.map((name) => ({
      name,
      ...writtenDown(loaded, name),
      last: whyNever(policy, name),
      tone: 'warn' as const,
    })),
  ]
  if (context.options['json'] === true) context.print(`${JSON.stringify(rows.map(toJson), null, 2)}\n`)
  else if (rows.length === 0) context.print(none(loaded))
  else context.print(`${draw(rows, paperFor(context)).join('\n')}\n`)
  return rows.length > 0 ? exitCode.yes : exitCode.no
}

function lastRun({ result, startedAt, durationMs }: CheckRun, now: Date): string {
  const ago = `${result} ${age(startedAt, now)} ago`
  return durationMs === 0 ? ago : `${ago}, ${tookText(durationMs)}`
}

/** What an untrusted file would run. */
function writtenDown({ policy, project }: LoadedPolicy, name: string): Pick<Row, 'run' | 'cwd'> {
  const parsed = project && !policy.around?.checks.includes(name) ? parseConfig(project.text) : undefined
  const check = parsed?.ok === true ? parsed.config.checks?.find((one) => one.name === name) : undefined
  return check === undefined ? { run: '' } : { run: lineOf(check), ...given({ cwd: check.cwd }) }
}

function toJson({ tone: _tone, ...row }: Row): Omit<Row, 'tone'> {
  return row
}

function draw(rows: readonly Row[], paper: Paper): string[] {
  const columns = [{ title: 'CHECK' }, { title: 'COMMAND', least: 16 }, { title: 'LAST RUN', least: 20 }]
  const cells = rows.map(({ name, run, cwd, last, tone }): Cell[] => [
    oneLine(name, 40),
    shown(run, cwd),
    tone === undefined ? last : { text: last, tone },
  ])
  return drawTable({ columns, rows: cells }, paper)
}

function whyNever({ around }: Policy, name: string): string {
  return around?.checks.includes(name) ? `of ${inLine(around.root)}` : 'not trusted: see `fullstop trust`'
}

function none({ projectFile }: LoadedPolicy): string {
  const where = projectFile === undefined ? 'No check is configured here.' : `${inLine(projectFile)} names no checks.`
  return `${where} Run \`fullstop checks find\`.\n`
}

async function find(world: World, context: Context, names: readonly string[]): Promise<number> {
  const all = await findHere(world, context.cwd)
  const found = { ...all, found: named(all, names) }
  const isJson = context.options['json'] === true
  const paper = paperFor(context)
  // What was left out is understood by those who have seen what was found.
  const sayProblems = (): void => {
    for (const problem of found.problems)
      context.complain(`${wrapText(`note: ${inLine(problem)}`, paper.columns).join('\n')}\n`)
  }
  if (found.found.length === 0) {
    sayProblems()
    if (!isJson) context.print(`${lookedFor(found, paper).join('\n')}\n`)
    throw new FullstopError(
      'no-checks',
      isJson ? `no checks were found in ${inLine(found.root)}` : 'there is nothing to propose',
      HOW_TO_NAME_ONE,
    )
  }
  const isWriting = context.options['write'] === true
  if (isJson || isWriting) sayProblems()
  if (isJson && !isWriting) {
    context.print(`${JSON.stringify(found.found, null, 2)}\n`)
    return exitCode.yes
  }
  if (isWriting) return await write(world, context, { ...found, isNamed: names.length > 0 })
  const { missing } = planChecks(world, found)
  context.print(`${show(found, paper).join('\n')}\n`)
  if (found.problems.length > 0) context.complain('\n')
  sayProblems()
  await warnAboutMissing(world, context, found)
  if (missing.length === 0)
    context.print(`\n${inLine(pathOn(paper, join(found.root, PROJECT_FILE)))} has them all already.\n`)
  else if (!isPerson(context) || !context.terminal.output)
    context.print(`\n${foldLines(await howToWrite(world, missing), paper.columns)}\n`)
  else return await askAndWrite(world, context, { root: found.root, found: missing })
  return exitCode.yes
}

/** Without names `--write` leaves out what cannot run here. */
async function howToWrite(world: World, missing: readonly Found[]): Promise<string> {
  if ((await writable(world, missing)).length > 0) return '`fullstop checks find --write` puts them into fullstop.json.'
  const names = inLine(missing.map(({ check }) => check.name).join(' '))
  const which = missing.length === 1 ? 'It cannot run here, so' : 'None of them can run here, so'
  return `${which} \`fullstop checks find --write\` would write nothing. Install what is missing, or write down all the same: \`fullstop checks find ${names} --write\`.`
}

async function askAndWrite(world: World, context: Context, { root, found }: ChosenChecks): Promise<number> {
  context.print('\n')
  const chosen = await chooseChecks(world, context, { root, found })
  if (chosen.length === 0) {
    context.print('Nothing was written.\n')
    return exitCode.yes
  }
  const { file, added } = await writeChecks(world, { root, found: chosen })
  context.print(wrote(context, file, added))
  if (await offerTrust(world, context, root)) context.print('Next: `fullstop check` runs them once.\n')
  return exitCode.yes
}

/** All, or those with these names. */
function named({ found }: FoundHere, names: readonly string[]): readonly Found[] {
  for (const name of names)
    if (found.length > 0 && found.every(({ check }) => check.name !== name))
      throw usage(command, `no check "${oneLine(name, 40)}" was found here; there is ${inLine(namesOf(found))}`)
  return names.length === 0 ? found : found.filter(({ check }) => names.includes(check.name))
}

/** A check that cannot run here would make every claim unverified, so it is written only if it is named. */
async function write(
  world: World,
  context: Context,
  { root, found, isNamed }: ChosenChecks & { readonly isNamed: boolean },
): Promise<number> {
  const { missing } = planChecks(world, { root, found })
  const checks = missing.map(({ check }) => check)
  const left = isNamed ? [] : await unrunnableHere(world, checks)
  const leftOut = left.flatMap(({ names }) => names)
  const kept = found.filter(({ check }) => !leftOut.includes(check.name))
  const { file, added } = await writeChecks(world, { root, found: kept })
  await warnAboutMissing(world, context, { root, found: kept })
  const code = kept.length === 0 ? exitCode.no : exitCode.yes
  if (context.options['json'] === true) {
    context.print(`${JSON.stringify({ file, added, leftOut }, null, 2)}\n`)
    return code
  }
  const paper = paperFor(context)
  if (added.length > 0) context.print(wrote(context, file, added))
  else if (kept.length === 0) context.print('Nothing was written.\n')
  else if (leftOut.length === 0) context.print(`${inLine(pathOn(paper, file))} has them all already.\n`)
  else context.print(`${inLine(pathOn(paper, file))} has ${inLine(namesOf(kept))} already.\n`)
  for (const one of left) context.print(`${foldLines(whyLeftOut(one), paper.columns)}\n`)
  if (added.length > 0) context.print('Nothing runs yet: run `fullstop trust`.\n')
  return code
}

function whyLeftOut({ names, why, program }: Unrunnable): string {
  const all = inLine(names.join(' '))
  const install = program === undefined ? '' : `install ${oneLine(program, 40)} and run this again, or `
  return `Left out: ${inLine(names.join(', '))}, because ${why}.\n  next: ${install}\`fullstop checks find ${all} --write\``
}

function namesOf(found: readonly Found[]): string {
  return found.map(({ check }) => check.name).join(', ')
}

function wrote(context: Context, file: string, added: readonly string[]): string {
  return `Wrote ${inLine(added.join(', '))} to ${inLine(pathOn(paperFor(context), file))}.\n`
}

function show(here: FoundHere, paper: Paper): string[] {
  return [...lookedFor(here, paper), '', ...drawFound(here.found, paper)]
}

const MOST_SEEN = 12

/** What was looked for, and which files spoke for something. */
function lookedFor({ root, lookedFor: titles, seenIn }: FoundHere, paper: Paper): string[] {
  const more = seenIn.length > MOST_SEEN ? ` and ${seenIn.length - MOST_SEEN} more` : ''
  const seen = seenIn.length === 0 ? 'none of these' : `${seenIn.slice(0, MOST_SEEN).map(inLine).join(', ')}${more}`
  return [
    ...labelled('looked for', `${titles.join(', ')}`, paper),
    ...labelled('found', `${seen} in ${inLine(pathOn(paper, root))}`, paper),
  ]
}

/** `label: text`, continued under the text. */
function labelled(label: string, text: string, { columns }: Paper): string[] {
  const start = `${`${label}:`.padEnd(12)}`
  return wrapText(text, columns - start.length).map(
    (line, index) => `${index === 0 ? start : ' '.repeat(start.length)}${line}`,
  )
}

function lineOf({ run }: Pick<CheckConfig, 'run'>): string {
  return typeof run === 'string' ? run : joinWords(run)
}

function shown(run: string, cwd: string | undefined): string {
  return cwd === undefined ? oneLine(run, 400) : `${oneLine(run, 400)} (in ${oneLine(cwd, 200)})`
}
