// The checks of a Deno project: the tasks of deno.json, else Deno's own tools.
import { isEndless } from './endless.ts'
import { firstOf, NOTHING, propose, type EcosystemChecks, type FolderFiles, type Found } from './found.ts'
import { isRecord, parseJson } from './parse-json.ts'
import { callsUs, leftOut, sendsOut, writesFiles } from './unwanted.ts'

export const DENO_FILES = ['deno.json', 'deno.jsonc'] as const

const TASKS: ReadonlyArray<readonly [name: string, tasks: readonly string[]]> = [
  ['typecheck', ['typecheck', 'check:types', 'check-types', 'types']],
  ['lint', ['lint', 'lint:check']],
  ['test', ['test', 'test:ci', 'test:unit', 'test:all']],
  ['check', ['check', 'ok', 'ci']],
]

export function findDeno(seen: FolderFiles): EcosystemChecks {
  const file = firstOf(seen, DENO_FILES)
  const text = file === undefined ? undefined : seen.text(file)
  if (file === undefined || text === undefined) return NOTHING
  const manifest = parseJson(text)
  if (manifest === undefined) return { found: [], problems: [`${file} is not valid JSON`] }
  const tasks = tasksOf(manifest['tasks'])
  const found: Found[] = TASKS.flatMap(([name, names]) => {
    const task = names.find((each) => isUsable(tasks.get(each) ?? ''))
    return task === undefined ? [] : [propose({ name, run: `deno task ${task}`, from: `${file}, task "${task}"` })]
  })
  const has = (name: string): boolean => found.some(({ check }) => check.name === name)
  if (!has('lint') && isRecord(manifest['lint']))
    found.push(propose({ name: 'lint', run: 'deno lint', from: `${file}, "lint"` }))
  const place = seen.files.find((name) => /^tests?\/$|(?:_|\.|^)test\.[mc]?[jt]sx?$/.test(name))
  if (!has('test') && place !== undefined) found.push(propose({ name: 'test', run: 'deno test', from: place }))
  const sending = TASKS.flatMap(([, names]) => names).filter((name) => sendsOut(tasks.get(name) ?? ''))
  return {
    found: found.filter(({ check }) => check.name !== 'check' || !has('test')),
    problems: sending.map((name) => leftOut(`${file}: task "${name}"`)),
  }
}

function isUsable(text: string): boolean {
  if (text.trim() === '' || /^\s*(?:echo|true|exit)\b/.test(text)) return false
  return !callsUs(text) && !sendsOut(text) && !writesFiles(text) && !isEndless(text) && !/\bdeno serve\b/.test(text)
}

/** A task is a line, or an object with its command. */
function tasksOf(value: unknown): ReadonlyMap<string, string> {
  const entries = isRecord(value) ? Object.entries(value) : []
  return new Map(
    entries.map(([name, task]) => {
      const command = isRecord(task) ? task['command'] : task
      return [name, typeof command === 'string' ? command : '']
    }),
  )
}
