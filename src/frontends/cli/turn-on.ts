// `fullstop init --enforce`: ends `--watch`, and says what changed.
import type { Places } from '../../agents/agent.ts'
import { exitCode } from '../../contract/exit-code.ts'
import { inLine } from '../../domain/text/printable.ts'
import { enforce, type Enforcing, modeHere, planEnforce } from '../../flows/install/watch-mode.ts'
import type { World } from '../../flows/world.ts'
import type { Context } from './command.ts'
import { isAgreed } from './person.ts'
import { type Paper, paperFor, pathOn } from './screen/paper.ts'
import { listEdits, showEdit, type Shown } from './screen/show-edits.ts'
import { foldLines } from './screen/wrap.ts'

export async function turnOn(world: World, context: Context, places: Places): Promise<number> {
  const before = await modeHere(world, places)
  const planned = await planEnforce(world, places)
  const isJson = context.options['json'] === true
  const isDry = context.options['dry-run'] === true
  const edits = editsOf(planned)
  const paper = paperFor(context)
  const isWhole = isDry || context.options['diff'] === true
  if (!isJson && edits.length > 0) context.print(`${shown(edits, paper, isWhole).join('\n')}\n\n`)
  if (edits.length > 0 && !isDry) {
    const showAll = (): void => context.print(`\n${shown(edits, paper, true).join('\n')}\n\n`)
    if (!isAgreed(context, 'Turn refusing on? [y/N] ', isWhole ? undefined : showAll)) {
      context.complain('Nothing was changed.\n')
      return exitCode.no
    }
    await enforce(world, places, planned)
  }
  const now = isDry ? before : await modeHere(world, places)
  const isOn = now.mode === 'balanced' || now.mode === 'strict'
  if (isJson) context.print(`${JSON.stringify({ before: before.mode, now: now.mode, origin: now.origin }, null, 2)}\n`)
  else if (isDry) context.print('Nothing was changed (--dry-run).\n')
  else context.print(`${foldLines(closing(before.mode, now, isOn), paper.columns)}\n`)
  return isOn || isDry ? exitCode.yes : exitCode.no
}

function editsOf(planned: Enforcing): Shown[] {
  if (planned.kind === 'none') return []
  if (planned.kind === 'unset') return [{ ...planned, path: planned.file, what: 'without "mode": "watch"' }]
  return planned.plan.flatMap(({ entry: { path }, before, change }) =>
    change.kind === 'write' ? [{ path, what: 'without "mode": "watch"', before, after: change.after }] : [],
  )
}

function shown(edits: readonly Shown[], paper: Paper, isWhole: boolean): string[] {
  const named = edits.map((edit) => ({ ...edit, path: pathOn(paper, edit.path) }))
  return isWhole ? named.flatMap((edit) => showEdit(edit, paper)) : listEdits(named, paper)
}

function closing(before: string, now: { readonly mode: string; readonly origin: string }, isOn: boolean): string {
  if (!isOn) return `Refusing is still off: mode ${now.mode}, set by ${inLine(now.origin)}. See \`fullstop config\`.`
  if (before === now.mode) return `Refusing is on already: mode ${now.mode} (${inLine(now.origin)}).`
  return [
    `Refusing is on: mode ${now.mode} instead of ${before}.`,
    'It holds from the next task on; a task that is open keeps the mode that it began with.',
  ].join('\n')
}
