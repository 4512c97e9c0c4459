// `fullstop config`: the effective value of every key and where it came from; `get`, `set`, `unset` and `list` for one or all.
import { exitCode } from '../../../contract/exit-code.ts'
import { configMeaning, type Meaning } from '../../../contract/config/config-meaning.ts'
import { HARD_END } from '../../../contract/config/hard-end.ts'
import { resolvePolicy, type Setting } from '../../../domain/policy/policy.ts'
import { maskSecrets } from '../../../domain/text/mask-secrets.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { rootAbove } from '../../../flows/install/find-checks.ts'
import { type LoadedPolicy, loadPolicy } from '../../../flows/project/load-policy.ts'
import { knownKey, planConfig, writeConfig } from '../../../flows/project/set-config.ts'
import type { World } from '../../../flows/world.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { refuseStray } from '../person.ts'
import { type Paper, paperFor, pathOn } from '../screen/paper.ts'
import { type Cell, drawTable } from '../screen/table.ts'
import { fitLines, hangBehind } from '../screen/wrap.ts'
import { noSuchCommand, usage } from '../usage.ts'

const ACTIONS = ['list', 'get', 'set', 'unset'] as const

export const command: Command = {
  name: 'config',
  group: 'Configure',
  summary: 'Show the settings here and where each comes from, or change one',
  args: ['[ACTION]', '[KEY]', '[VALUE]'],
  options: {
    user: { type: 'boolean', summary: 'set and unset: in your own file (default)' },
    project: { type: 'boolean', summary: 'set and unset: in fullstop.json of this project' },
    headless: { type: 'boolean', summary: 'as a headless session sees it' },
    ...jsonOption,
  },
  choices: { ACTION: ACTIONS, KEY: Object.keys(configMeaning) },
  completes: { VALUE: 'values' },
  examples: [
    { line: 'fullstop config', does: 'what a new task in this folder would get' },
    { line: 'fullstop config list', does: 'every key with its meaning, values and default' },
    { line: 'fullstop config get mode', does: 'the value alone, as JSON' },
    { line: 'fullstop config set agent claude', does: 'the agent that `run` starts, in your own file' },
    { line: 'fullstop config set baseline record --project', does: 'in fullstop.json; then run `fullstop trust`' },
    { line: 'fullstop config unset agent', does: 'takes the key out again' },
  ],
  run: async (context) => {
    const [action, key, value] = context.args
    const world = context.openWorld()
    try {
      if (action === undefined) return await overview(world, context)
      if (action === 'list') return await list(world, context)
      if (action === 'get') return await get(world, context, key)
      if (action === 'set' || action === 'unset') return await change(world, context, { action, key, value })
      throw noSuchCommand(command, action, ACTIONS)
    } finally {
      world.store.close()
    }
  },
}

async function load(world: World, { cwd, options, complain }: Context): Promise<LoadedPolicy> {
  const loaded = await loadPolicy(world, { cwd, attended: options['headless'] !== true })
  for (const problem of [...loaded.problems, ...loaded.warnings]) complain(`fullstop: ${problem}\n`)
  return loaded
}

const exitOf = ({ problems }: LoadedPolicy): number => (problems.length > 0 ? exitCode.usage : exitCode.yes)

async function overview(world: World, context: Context): Promise<number> {
  const loaded = await load(world, context)
  const isJson = context.options['json'] === true
  const text = isJson ? JSON.stringify(toJson(loaded), null, 2) : table(loaded, paperFor(context)).join('\n')
  context.print(`${text}\n`)
  return exitOf(loaded)
}

function toJson({ settings, problems, warnings, userFile, projectFile, project }: LoadedPolicy): object {
  return {
    files: { user: userFile, project: projectFile ?? null },
    trusted: project?.trusted ?? false,
    settings,
    problems,
    warnings,
  }
}

function trustOf({ project }: LoadedPolicy): string {
  if (!project) return 'cannot be used'
  return project.trusted ? 'trusted' : 'not trusted: it may only tighten; see `fullstop trust`'
}

function table(loaded: LoadedPolicy, paper: Paper): string[] {
  const { settings, userFile, projectFile } = loaded
  const rows = settings.map((setting): Cell[] => [setting.key, valueOf(setting), originOf(setting)])
  const columns = [
    { title: 'KEY', least: 23 },
    { title: 'VALUE', least: 12 },
    { title: 'FROM', least: 12 },
  ]
  const project = projectFile ? `${inLine(pathOn(paper, projectFile))} (${trustOf(loaded)})` : 'none'
  return [
    ...fitLines(
      [
        `user file     ${inLine(pathOn(paper, userFile))}${loaded.hasUserFile ? '' : ' (not there)'}`,
        `project file  ${project}`,
      ],
      paper.columns,
    ),
    '',
    ...drawTable({ columns, rows }, paper),
  ]
}

function valueOf({ value }: Pick<Setting, 'value'>): string {
  if (value === null) return 'not set'
  return oneLine(maskSecrets(JSON.stringify(value) ?? 'none'), 400)
}

function originOf({ origin, note }: Setting): string {
  return note ? `${origin} (${note})` : origin
}

/** For a text that stands in brackets itself. */
function bracketed(origin: string): string {
  return `(${origin.replace(/ \((.*)\)$/, '; $1')})`
}

interface Listed extends Meaning {
  readonly key: string
  readonly value: unknown
  readonly origin: string
  readonly default: unknown
}

async function list(world: World, context: Context): Promise<number> {
  const loaded = await load(world, context)
  const all = listed(loaded, context)
  const paper = paperFor(context)
  const text =
    context.options['json'] === true
      ? JSON.stringify(all, null, 2)
      : all
          .flatMap((one) => [...draw(one, paper), ''])
          .join('\n')
          .trimEnd()
  context.print(`${text}\n`)
  return exitOf(loaded)
}

function listed({ settings }: LoadedPolicy, { options }: Context): Listed[] {
  const plain = resolvePolicy({ env: {}, attended: options['headless'] !== true, supervised: false }).settings
  return settings.map((setting) => ({
    key: setting.key,
    value: setting.value,
    origin: originOf(setting),
    default: plain.find(({ key }) => key === setting.key)?.value ?? null,
    ...configMeaning[setting.key as keyof typeof configMeaning],
  }))
}

function draw({ key, value, origin, default: usual, meaning, values }: Listed, { style, columns }: Paper): string[] {
  const line = (label: string, text: string): string[] =>
    hangBehind(`  ${style.dim(label.padEnd(8))}`, text, { indent: 10, columns })
  const isUsual = JSON.stringify(value) === JSON.stringify(usual)
  return [
    style.bold(key),
    ...hangBehind('  ', meaning, { indent: 2, columns }),
    ...line('value', `${valueOf({ value })} ${bracketed(origin)}`),
    ...(isUsual ? [] : line('default', valueOf({ value: usual }))),
    ...line('takes', values),
  ]
}

async function get(world: World, context: Context, key: string | undefined): Promise<number> {
  if (key === undefined) throw usage(command, 'KEY is missing', 'for example: fullstop config get mode')
  const wanted = knownKey(key)
  const loaded = await load(world, context)
  const one = listed(loaded, context).find((each) => each.key === wanted)
  const value = maskSecrets(JSON.stringify(one?.value ?? null))
  context.print(context.options['json'] === true ? `${JSON.stringify(one, null, 2)}\n` : `${value}\n`)
  return exitOf(loaded)
}

interface Wanted {
  readonly action: 'set' | 'unset'
  readonly key: string | undefined
  readonly value: string | undefined
}

async function change(world: World, context: Context, { action, key, value }: Wanted): Promise<number> {
  const { project, user, json } = context.options
  if (project === true && user === true) throw usage(command, '--user and --project exclude each other')
  if (key === undefined) throw usage(command, 'KEY is missing', 'for example: fullstop config set mode strict')
  if (action === 'set' && value === undefined) {
    const { values } = configMeaning[knownKey(key) as keyof typeof configMeaning]
    throw usage(command, 'VALUE is missing', `${key} takes ${values}`)
  }
  if (action === 'unset' && value !== undefined) throw usage(command, 'unset takes no value')
  const name = knownKey(key)
  if (project === true && (name === 'agent' || name === 'ui.url')) {
    throw usage(command, `${name} can only be set in your own file`)
  }
  // A setting loosens the gate as easily as it tightens it.
  refuseStray(context, 'changing a setting')
  const scope = project === true ? 'project' : 'user'
  const root = rootAbove(world, context.cwd)
  const changed = planConfig(world, { key, text: action === 'set' ? value : undefined, scope, root })
  if (changed.before !== changed.after) await writeConfig(world, changed, scope)
  if (json === true) {
    context.print(`${JSON.stringify({ file: changed.file, key, changed: changed.before !== changed.after })}\n`)
    return exitCode.yes
  }
  context.print(
    `${(await told(world, context, { key, file: changed.file, isSame: changed.before === changed.after })).join('\n')}\n`,
  )
  return exitCode.yes
}

/** What was changed, and whether it takes effect here. */
async function told(
  world: World,
  context: Context,
  { key, file, isSame }: { readonly key: string; readonly file: string; readonly isSame: boolean },
): Promise<string[]> {
  const paper = paperFor(context)
  const loaded = await loadPolicy(world, { cwd: context.cwd, attended: true })
  const setting = loaded.settings.find((one) => one.key === key)
  const { project, projectFile } = loaded
  const isOfProject = projectFile !== undefined && world.files.realPath(projectFile) === file
  return [
    `${isSame ? 'Nothing to change in' : 'Changed'} ${inLine(pathOn(paper, file))}.`,
    ...(setting ? [`${key} is ${valueOf(setting)} here ${bracketed(originOf(setting))}.`, ...hardEnd(setting)] : []),
    ...(isOfProject && project && !project.trusted
      ? ['The project file is not trusted as it is now: look at it with `fullstop trust`.']
      : []),
  ]
}

/** A number that promises more than the gate ever does. */
function hardEnd({ key, value }: Setting): string[] {
  const most = HARD_END.continuations
  const isAbove = key === 'maxContinuations' && (value === 0 || Number(value) > most)
  return isAbove ? [`After ${most} the stop is allowed in any case.`] : []
}
