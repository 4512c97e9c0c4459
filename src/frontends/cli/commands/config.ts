// `fullstop config`: the effective value of every key, and where it came from.
import { exitCode } from '../../../contract/exit-code.ts'
import { type LoadedPolicy, loadPolicy } from '../../../flows/project/load-policy.ts'
import { maskSecrets } from '../../../domain/text/mask-secrets.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { type Command, jsonOption } from '../command.ts'
import { type Style, styleFor, table } from '../screen/style.ts'

export const command: Command = {
  name: 'config',
  group: 'Configure',
  summary: 'Print the effective config here, and where each value comes from',
  args: [],
  options: { headless: { type: 'boolean', summary: 'as a headless session sees it' }, ...jsonOption },
  examples: [
    { line: 'fullstop config', does: 'what a new task in this folder would get' },
    { line: 'fullstop config --json', does: 'the same for a script' },
  ],
  run: async ({ openWorld, options, cwd, print, complain, terminal, env }) => {
    const loaded = await loadPolicy(openWorld(), { cwd, attended: options['headless'] !== true })
    for (const problem of [...loaded.problems, ...loaded.warnings]) complain(`fullstop: ${problem}\n`)
    if (options['json'] === true) print(`${JSON.stringify(toJson(loaded), null, 2)}\n`)
    else print(`${render(loaded, styleFor({ terminal, env })).join('\n')}\n`)
    return loaded.problems.length > 0 ? exitCode.usage : exitCode.yes
  },
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

function render(loaded: LoadedPolicy, style: Style): string[] {
  const { settings, userFile, projectFile } = loaded
  const rows = settings.map(({ key, value, origin, note }) => [
    key,
    oneLine(maskSecrets(JSON.stringify(value) ?? 'none'), 60),
    note ? `${origin} (${note})` : origin,
  ])
  const [head = '', ...lines] = table([['KEY', 'VALUE', 'FROM'], ...rows])
  return [
    `user file     ${inLine(userFile)}`,
    `project file  ${projectFile ? `${inLine(projectFile)} (${trustOf(loaded)})` : 'none'}`,
    '',
    style.dim(head),
    ...lines,
  ]
}
