// `fullstop evidence TASK`: every run of the checks of a task, with full logs on disk, and what each claim rested on.
import { exitCode } from '../../../contract/exit-code.ts'
import type { Event, EventOf } from '../../../contract/event.ts'
import type { CheckRun } from '../../../contract/evidence.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { eventsOf } from '../../../flows/home/task-events.ts'
import { type Command, jsonOption } from '../command.ts'
import { findTask } from '../find-task.ts'
import { showCheck, showRest } from '../screen/show-evidence.ts'
import { type Style, styleFor, timeOfDay } from '../screen/style.ts'

export const command: Command = {
  name: 'evidence',
  summary: 'Show every run of the checks of a task, and what its claims rest on',
  args: ['[TASK]'],
  options: jsonOption,
  examples: [
    { line: 'fullstop evidence', does: 'the newest task' },
    { line: 'fullstop evidence task_7k3f --json', does: 'the same for a script, with the paths of the logs' },
  ],
  run: async ({ openWorld, args, options, print, terminal, env }) => {
    const world = openWorld()
    const task = await findTask(world, args[0])
    const events = await eventsOf(world, task.id)
    world.store.close()
    const runs = toRuns(events)
    const claims = lastOfEach(events.filter((event) => event.kind === 'claim.verified'))
    if (options['json'] === true) print(`${JSON.stringify({ task: task.id, runs, claims }, null, 2)}\n`)
    else print(`${render(task.id, runs, claims, styleFor({ terminal, env })).join('\n')}\n`)
    return runs.length + claims.length > 0 ? exitCode.yes : exitCode.no
  },
}

/** A claim by tool is looked at when it is answered and once more at the stop. */
function lastOfEach(claims: readonly EventOf<'claim.verified'>[]): EventOf<'claim.verified'>[] {
  return [...new Map(claims.map((event) => [event.claim, event])).values()]
}

interface Run {
  readonly run: string
  readonly at: string
  readonly cause: string
  readonly tree?: string | undefined
  readonly ended: boolean
  readonly checks: readonly CheckRun[]
  readonly notes: readonly string[]
}

function toRuns(events: readonly Event[]): Run[] {
  return events
    .filter((event): event is EventOf<'checks.started'> => event.kind === 'checks.started')
    .map(({ run, at, cause }) => {
      const end = events.find((event) => event.kind === 'checks.finished' && event.run === run)
      const finished = end?.kind === 'checks.finished' ? end : undefined
      return {
        run,
        at,
        cause,
        tree: finished?.tree,
        ended: finished !== undefined,
        checks: events.flatMap((event) => (event.kind === 'check.finished' && event.run === run ? [event.check] : [])),
        notes: finished?.notes ?? [],
      }
    })
}

function render(
  task: string,
  runs: readonly Run[],
  claims: readonly EventOf<'claim.verified'>[],
  style: Style,
): string[] {
  if (runs.length + claims.length === 0) return [`${task}: no checks have run, and no claim was verified.`]
  return [
    style.bold(task),
    ...runs.flatMap((run) => ['', ...showRun(run, style)]),
    ...claims.flatMap((event) => ['', ...showClaim(event, style)]),
  ]
}

function showRun(run: Run, style: Style): string[] {
  const why = { claim: 'for a claim', person: 'by hand', baseline: 'as the baseline' }[run.cause] ?? run.cause
  return [
    `${style.bold(`run ${run.run}`)}  ${timeOfDay(run.at)}, ${why}${run.ended ? '' : ', not ended'}`,
    ...(run.ended && run.checks.length === 0 ? ['nothing to run: every result was known for this tree'] : []),
    ...run.checks.flatMap((check) => showCheck(check, style)),
    ...run.notes.map((note) => `note     ${oneLine(note, 300)}`),
  ]
}

function showClaim({ at, claim, evidence }: EventOf<'claim.verified'>, style: Style): string[] {
  const results = evidence.checks.map(
    ({ name, result, reused }) => `${oneLine(name, 60)} ${result}${reused ? ' (reused)' : ''}`,
  )
  return [
    `${style.bold(`claim ${claim}`)}  ${timeOfDay(at)} rests on: ${results.join(', ') || 'no check'}`,
    ...showRest(evidence, style),
  ]
}
