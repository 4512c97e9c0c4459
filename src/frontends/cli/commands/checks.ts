// `fullstop checks`: the checks of this folder; `find` proposes them from what the repository holds, `--write` keeps them.
import type { Policy } from '../../../contract/policy.ts'
import { joinWords } from '../../../domain/shell/words.ts'
import type { CheckConfig } from '../../../contract/config.ts'
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { findHere, type FoundHere, writeChecks } from '../../../flows/install/find-checks.ts'
import { type LoadedPolicy, loadPolicy } from '../../../flows/project/load-policy.ts'
import { workspaceId } from '../../../flows/home/workspace.ts'
import type { World } from '../../../flows/world.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { usage } from '../usage.ts'
import { age, duration } from '../../../domain/view/amount.ts'
import { styleFor, table } from '../screen/style.ts'
import { given } from '../../../contract/given.ts'

export const command: Command = {
  name: 'checks',
  group: 'Prove',
  summary: 'List the checks of this folder, or find some in the repository',
  args: ['[find]'],
  options: {
    write: { type: 'boolean', summary: 'with find: put what was found into fullstop.json' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop checks', does: 'what is configured here, whether it may run, and how it went last time' },
    {
      line: 'fullstop checks find',
      does: 'what package scripts, pytest, cargo, go, make, just, Maven, Gradle or .NET offer',
    },
    { line: 'fullstop checks find --write', does: 'puts them into fullstop.json; then run `fullstop trust`' },
  ],
  run: async (context) => {
    const [action] = context.args
    if (action !== undefined && action !== 'find')
      throw usage(command, `"${action.slice(0, 40)}" is not known; did you mean "find"?`)
    const world = context.openWorld()
    try {
      return action === 'find' ? await find(world, context) : await list(world, context)
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
      const last = result
        ? `${result.result} ${age(result.startedAt, world.now())} ago, ${duration(result.durationMs)}`
        : 'never run'
      return { name: check.name, run: lineOf(check), ...given({ cwd: check.cwd }), last }
    }),
    ...policy.untrustedChecks.map((name) => ({ name, run: '', last: whyNever(policy, name) })),
  ]
  if (context.options['json'] === true) context.print(`${JSON.stringify(rows, null, 2)}\n`)
  else if (rows.length === 0) context.print(none(loaded))
  else
    context.print(
      `${table(rows.map(({ name, run, cwd, last }) => [oneLine(name, 40), shown(run, cwd), last])).join('\n')}\n`,
    )
  return rows.length > 0 ? exitCode.yes : exitCode.no
}

function whyNever({ around }: Policy, name: string): string {
  return around?.checks.includes(name) ? `of ${inLine(around.root)}` : 'not trusted: see `fullstop trust`'
}

function none({ projectFile }: LoadedPolicy): string {
  const where = projectFile === undefined ? 'No check is configured here.' : `${inLine(projectFile)} names no checks.`
  return `${where} Run \`fullstop checks find\`.\n`
}

async function find(world: World, context: Context): Promise<number> {
  const found = await findHere(world, context.cwd)
  const isJson = context.options['json'] === true
  for (const problem of found.problems) context.complain(`fullstop: ${inLine(problem)}\n`)
  if (found.found.length === 0) {
    throw new FullstopError(
      'no-checks',
      `no checks were found in ${inLine(found.root)}`,
      'write them into fullstop.json yourself: {"checks":[{"name":"test","run":"…"}]}',
    )
  }
  if (context.options['write'] !== true) {
    context.print(isJson ? `${JSON.stringify(found.found, null, 2)}\n` : `${show(found, context).join('\n')}\n`)
    return exitCode.yes
  }
  const written = await writeChecks(world, found)
  if (isJson) context.print(`${JSON.stringify(written, null, 2)}\n`)
  else if (written.added.length === 0) context.print(`${inLine(written.file)} has them all already.\n`)
  else
    context.print(
      `Wrote ${inLine(written.added.join(', '))} to ${inLine(written.file)}.\nNothing runs yet: run \`fullstop trust\`.\n`,
    )
  return exitCode.yes
}

function show({ found, root }: FoundHere, context: Context): string[] {
  const style = styleFor(context)
  const rows = found.map(({ check, from }) => [
    oneLine(check.name, 40),
    oneLine(lineOf(check), 80),
    style.dim(`from ${oneLine(from, 80)}`),
  ])
  return [
    `Found in ${inLine(root)}:`,
    '',
    ...table(rows).map((row) => `  ${row}`),
    '',
    '`fullstop checks find --write` puts them into fullstop.json.',
  ]
}

function lineOf({ run }: Pick<CheckConfig, 'run'>): string {
  return typeof run === 'string' ? run : joinWords(run)
}

function shown(run: string, cwd: string | undefined): string {
  return cwd === undefined ? oneLine(run, 80) : `${oneLine(run, 80)} (in ${oneLine(cwd, 40)})`
}
