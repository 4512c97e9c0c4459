// The checks of a Taskfile: the tasks with the usual names that can be called without a variable.
import { firstOf, LONGEST_LINE, NOTHING, propose, type EcosystemChecks, type FolderFiles } from './found.ts'
import { wantedOf } from './targets.ts'

export const TASKFILES = [
  'Taskfile.yml',
  'taskfile.yml',
  'Taskfile.yaml',
  'taskfile.yaml',
  'Taskfile.dist.yml',
  'taskfile.dist.yml',
  'Taskfile.dist.yaml',
  'taskfile.dist.yaml',
] as const

export function findTaskfile(seen: FolderFiles, isMissing: (name: string) => boolean): EcosystemChecks {
  const file = firstOf(seen, TASKFILES)
  const text = file === undefined ? undefined : seen.text(file)
  if (file === undefined || text === undefined) return NOTHING
  const tasks = tasksOf(text)
  const isCallable = (name: string): boolean => {
    const body = tasks.get(name)
    return body !== undefined && !/^\s*(?:internal|watch):\s*true\b|^\s*requires:|^\s*(?:- )?prompt:/m.test(body)
  }
  const { wanted, problems } = wantedOf(tasks, { isCallable, isMissing }, (name) => `${file}: task "${name}"`)
  return {
    found: wanted.map((name) => propose({ name, run: `task ${name}`, from: `${file}, task "${name}"` })),
    problems,
  }
}

/** The tasks with their bodies; what a body calls stands there as `task NAME`. */
function tasksOf(text: string): ReadonlyMap<string, string> {
  const tasks = new Map<string, string>()
  let indent: number | undefined
  let isInside = false
  let current: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE || /^\s*(?:#.*)?$/.test(line)) continue
    const depth = line.length - line.trimStart().length
    if (depth === 0) {
      isInside = /^tasks:\s*(?:#.*)?$/.test(line)
      continue
    }
    if (!isInside) continue
    indent ??= depth
    const head = depth === indent ? /^["']?([\w:.-]+?)["']?:(?:\s+(.*))?$/.exec(line.trim()) : null
    if (head) {
      current = head[1] ?? ''
      tasks.set(current, `${calls(head[2] ?? '')}\n`)
    } else if (current !== undefined) tasks.set(current, `${tasks.get(current) ?? ''}${calls(line)}\n`)
  }
  return tasks
}

/** `- task: lint` and `deps: [lint, build]` as lines that call; a plain item as the command it is. */
function calls(line: string): string {
  const deps = /^\s*deps:\s*\[(.*)\]\s*$/.exec(line)?.[1]
  if (deps !== undefined) return `task ${deps.replaceAll(/[,"']/g, ' ')}`
  return line
    .replace(/^\s*-\s+(?:task|cmd):\s*/, (start) => (start.includes('task') ? 'task ' : ''))
    .replace(/^\s*-\s+/, '')
}
