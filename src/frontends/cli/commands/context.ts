// `fullstop context`: what agents saved of their tasks, listed, shown, erased, or taken over from an older server.
import { resolve } from 'node:path'
import type { ContextState, SessionContext } from '../../../contract/context.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { contextOf } from '../../../flows/memory/get-context.ts'
import { clearTask, forgetOld } from '../../../flows/memory/save-context.ts'
import { importContexts, type ImportedFile } from '../../../flows/memory/import-contexts.ts'
import type { World } from '../../../flows/world.ts'
import { inLine, oneLine, printable } from '../../../domain/text/printable.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { findTask } from '../../../flows/home/tasks/find-task.ts'
import { usage } from '../usage.ts'
import { isAgreed, refuseStray } from '../person.ts'
import { age } from '../../../domain/view/amount.ts'
import { type Paper, paperFor } from '../screen/paper.ts'
import { type Style, styleFor } from '../screen/style.ts'
import { type Cell, drawTable } from '../screen/table.ts'

export const command: Command = {
  name: 'context',
  group: 'For agents and scripts',
  summary: 'List, show, clear or import what agents saved of their tasks',
  args: ['[clear|import]', '[TASK]'],
  options: {
    yes: { type: 'boolean', summary: 'with clear: do not ask; needed without a terminal' },
    'dry-run': { type: 'boolean', summary: 'with import: say what would be imported, write nothing' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop context', does: 'the stored contexts with age and size' },
    { line: 'fullstop context task_7k3f --json', does: 'one of them, for a script' },
    { line: 'fullstop context clear task_7k3f', does: 'erases it; the task and its decisions stay' },
    {
      line: 'fullstop context import ~/.accomplish/context-memory',
      does: 'imports the TASK.json files of a context-memory server',
    },
    {
      line: 'fullstop context import ~/.accomplish/context-memory --dry-run',
      does: 'says what it would take over',
    },
  ],
  run: async (context) => {
    const [first, second] = context.args
    const world = context.openWorld()
    try {
      if (first === 'clear') return await clear(world, context, second)
      if (first === 'import') return await importFolder(world, context, second)
      if (second !== undefined) throw usage(command, `"${second.slice(0, 60)}" is one argument too many`)
      return first === undefined ? await list(world, context) : await show(world, context, first)
    } finally {
      world.store.close()
    }
  },
}

async function list(world: World, context: Context): Promise<number> {
  await forgetOld(world)
  const contexts = await world.store.listContexts()
  const now = world.now()
  if (context.options['json'] === true) {
    const listed = contexts.map((state) => ({
      task: state.context.taskId,
      updatedAt: state.context.updatedAt,
      bytes: sizeOf(state),
    }))
    context.print(`${JSON.stringify(listed, null, 2)}\n`)
    return exitCode.yes
  }
  if (contexts.length === 0) {
    context.print('No context is stored. Agents save it with the tool update_session_context.\n')
    return exitCode.yes
  }
  const rows = contexts.map((state) => [
    state.context.taskId,
    age(state.context.updatedAt, now),
    kilobytes(sizeOf(state)),
    oneLine(state.context.currentStatus, 400),
  ])
  const columns = [{ title: 'TASK', least: 13 }, { title: 'AGE' }, { title: 'SIZE' }, { title: 'STATUS' }]
  context.print(`${drawTable({ columns, rows }, paperFor(context)).join('\n')}\n`)
  return exitCode.yes
}

async function show(world: World, context: Context, wanted: string): Promise<number> {
  const task = await findTask(world, wanted)
  const stored = await contextOf(world, task)
  if (!stored) {
    context.complain(`fullstop: nothing is stored of ${task.id}\n  next: \`fullstop context\` lists what is stored\n`)
    return exitCode.no
  }
  if (context.options['json'] === true) context.print(`${JSON.stringify(stored, null, 2)}\n`)
  else context.print(`${render(stored, world.now(), styleFor(context)).join('\n')}\n`)
  return exitCode.yes
}

async function clear(world: World, context: Context, wanted: string | undefined): Promise<number> {
  if (wanted === undefined) throw usage(command, 'TASK is missing: which context is to be cleared?')
  // An agent clears what its own session saved with its tool, and nobody else's.
  refuseStray(context, 'clearing a context')
  const task = await findTask(world, wanted)
  const isStored = (await contextOf(world, task)) !== undefined
  if (isStored && !isAgreed(context, `Erase the saved context of ${task.id}, for good? [y/N] `)) {
    context.complain('Nothing was erased.\n')
    return exitCode.no
  }
  const wasThere = await clearTask(world, task.id, 'person')
  if (context.options['json'] === true) context.print(`${JSON.stringify({ task: task.id, cleared: wasThere })}\n`)
  else context.print(wasThere ? `Context cleared for task ${task.id}\n` : `Nothing was stored of ${task.id}.\n`)
  return wasThere ? exitCode.yes : exitCode.no
}

async function importFolder(world: World, context: Context, wanted: string | undefined): Promise<number> {
  if (wanted === undefined) throw usage(command, 'DIR is missing: which folder holds the context files?')
  // An agent saves with its tool, for its own task.
  refuseStray(context, 'importing contexts')
  const folder = resolve(context.cwd, wanted)
  if (!world.files.isFolder(folder)) throw usage(command, `there is no folder "${inLine(wanted).slice(0, 200)}"`)
  const isTrial = context.options['dry-run'] === true
  const files = await importContexts(world, { folder, cwd: context.cwd, isTrial })
  if (context.options['json'] === true) context.print(`${JSON.stringify(files, null, 2)}\n`)
  else if (files.length === 0)
    context.complain(
      `fullstop: there is no file TASK.json in ${inLine(folder)}\n  next: name the folder in which the server kept its files: fullstop context import DIR\n`,
    )
  else context.print(`${drawImport(files, { isTrial, now: world.now(), paper: paperFor(context) }).join('\n')}\n`)
  return files.length > 0 && files.every(({ result }) => result !== 'skipped') ? exitCode.yes : exitCode.no
}

interface Drawing {
  readonly isTrial: boolean
  readonly now: Date
  readonly paper: Paper
}

function drawImport(files: readonly ImportedFile[], { isTrial, now, paper }: Drawing): string[] {
  const rows = files.map(({ file, savedAt, result, why }): Cell[] => {
    const text = why === undefined ? result : `${result}: ${inLine(why)}`
    return [oneLine(file, 200), savedAt === undefined ? '' : age(savedAt, now), toned(text, result)]
  })
  const columns = [{ title: 'FILE', least: 13 }, { title: 'AGE' }, { title: 'RESULT', least: 30, wraps: true }]
  const counts = ['imported', 'updated', 'kept', 'skipped'].flatMap((result) => {
    const count = files.filter((file) => file.result === result).length
    return count === 0 ? [] : [`${count} ${result}`]
  })
  const trial = isTrial ? 'Nothing was written. It would be: ' : ''
  return [...drawTable({ columns, rows }, paper), '', `${trial}${counts.join(', ')}.`]
}

function toned(text: string, result: ImportedFile['result']): Cell {
  return result === 'skipped' ? { text, tone: 'warn' } : text
}

function render(stored: SessionContext, now: Date, style: Style): string[] {
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : ['', style.bold(title), ...lines.map((text) => `  ${printable(text).replaceAll('\n', '\n  ')}`)]
  return [
    `${style.bold(stored.taskId)}  saved ${age(stored.updatedAt, now)} ago by session ${oneLine(stored.sessionId, 60)}`,
    ...part('Request', [stored.originalRequest]),
    ...part('Work completed', [stored.summary]),
    ...part(
      'Key decisions',
      stored.keyDecisions.map((decision) => `- ${decision}`),
    ),
    ...part(
      'Files',
      stored.filesModified.map(({ operation, path }) => `${operation.padEnd(8)} ${path}`),
    ),
    ...part('Current status', [stored.currentStatus]),
    ...part('Remaining work', stored.remainingWork ? [stored.remainingWork] : []),
    ...part(
      'Blockers',
      stored.blockers.map((blocker) => `- ${blocker}`),
    ),
    ...part(
      'Recent tool calls',
      stored.recentToolCalls.map(({ name, status, input = '' }) => `${status.padEnd(9)} ${name} ${oneLine(input, 80)}`),
    ),
  ]
}

function sizeOf({ context }: ContextState): number {
  return Buffer.byteLength(JSON.stringify(context))
}

function kilobytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KiB`
}
