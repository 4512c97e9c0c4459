// The same canary over the task's start: its file as it was then, with all other files as they were.
import type { FileChange } from '../../../../contract/change.ts'
import type { CanaryFile } from './in-file.ts'
import { planCanary, type ToCanary } from './plan.ts'
import { layered, planStart, type StartPlan } from '../plan-start.ts'

/**
 * `file`: where the canary of now went. With the test file of now over the start, a mark that the agent put into it would make
 * the canary green there too. Undefined where the file was not there at the start.
 */
export function planCanaryAtStart(
  { commands, tests, changed, texts, names }: ToCanary,
  file: string,
  changes: readonly FileChange[],
): StartPlan | undefined {
  const old = new Map(changes.map(({ path, before }) => [path, before]))
  const known = [...tests, ...commands.code, ...commands.scripts].find(({ path }) => path === file)?.text
  const text = old.has(file) ? old.get(file) : known
  if (text === undefined) return undefined
  const asItWas = (one: CanaryFile): CanaryFile => (one.path === file ? { ...one, text } : one)
  const planned = planCanary({
    commands: { ...commands, code: commands.code.map(asItWas), scripts: commands.scripts.map(asItWas) },
    tests: [{ path: file, text }],
    changed,
    texts: new Map([...texts].map(([path, now]) => [path, old.has(path) ? old.get(path) : now])),
    names,
    isEarly: true,
  })
  if (planned.kind === 'none') return undefined
  const start = planStart(changes)
  return { ...layered(start, planned.plan), missing: start.missing }
}
