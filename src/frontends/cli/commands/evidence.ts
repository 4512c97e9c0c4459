// `fullstop evidence TASK`: prints every round of checks of a task, with full logs on disk, and what each claim rests on.
import { exitCode } from '../../../contract/exit-code.ts'
import type { EventOf } from '../../../contract/event.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { type Round, roundsIn, verifiedClaims, viewEvidence } from '../../../domain/view/evidence.ts'
import { criteriaIn, type CriterionLine } from '../../../domain/view/review/criteria.ts'
import { eventsOf } from '../../../flows/home/tasks/task-events.ts'
import { type Command, jsonOption } from '../command.ts'
import { meantTask } from '../meant-task.ts'
import { showCheck, showRest } from '../screen/show-evidence.ts'
import { type Paper, paperFor } from '../screen/paper.ts'
import { timeOfDay } from '../screen/style.ts'
import { fitLines } from '../screen/wrap.ts'

export const command: Command = {
  name: 'evidence',
  group: 'Look',
  summary: "Show every run of a task's checks, and what its claims rest on",
  args: ['[TASK]'],
  options: jsonOption,
  examples: [
    { line: 'fullstop evidence', does: 'the newest task of this folder' },
    { line: 'fullstop evidence task_7k3f --json', does: 'the same for a script, with the paths of the logs' },
  ],
  run: async (context) => {
    const { openWorld, options, print } = context
    const paper = paperFor(context)
    const world = openWorld()
    const task = await meantTask(world, context)
    const events = await eventsOf(world, task.id)
    world.store.close()
    const rounds = roundsIn(events)
    const claims = verifiedClaims(events)
    if (options['json'] === true) print(`${JSON.stringify({ task: task.id, runs: rounds, claims }, null, 2)}\n`)
    else {
      const criteria = criteriaIn(task.criteria, events)
      print(`${[...render(task.id, rounds, claims, paper), ...showCriteria(criteria, paper)].join('\n')}\n`)
    }
    return rounds.length + claims.length > 0 ? exitCode.yes : exitCode.no
  },
}

function render(
  task: string,
  rounds: readonly Round[],
  claims: readonly EventOf<'claim.verified'>[],
  paper: Paper,
): string[] {
  if (rounds.length + claims.length === 0) return [`${task}: no checks have run, and no claim was verified.`]
  return [
    paper.style.bold(task),
    ...rounds.flatMap((round) => ['', ...showRound(round, paper)]),
    ...claims.flatMap((event) => ['', ...showClaim(event, paper)]),
  ]
}

/** What the newest claim says of them. */
function showCriteria(criteria: readonly CriterionLine[], { style, columns }: Paper): string[] {
  if (criteria.length === 0) return []
  const lines = criteria.map(({ text, isMet }) => `${isMet ? style.good('✓') : style.warn('!')} ${text}`)
  return ['', style.bold('acceptance criteria'), ...fitLines(lines, columns)]
}

const WHY: Readonly<Record<string, string>> = { claim: 'for a claim', person: 'by hand', baseline: 'as the baseline' }

function showRound({ run, at, cause, ended, checks, notes }: Round, paper: Paper): string[] {
  return [
    `${paper.style.bold(`run ${run}`)}  ${timeOfDay(at)}, ${WHY[cause] ?? cause}${ended ? '' : ', not ended'}`,
    ...(ended && checks.length === 0 ? ['nothing to run: every result was known for this tree'] : []),
    ...checks.flatMap((check) => showCheck(check, paper)),
    ...fitLines(
      notes.map((note) => `note     ${oneLine(note, 300)}`),
      paper.columns,
    ),
  ]
}

function showClaim({ at, claim, evidence }: EventOf<'claim.verified'>, paper: Paper): string[] {
  const results = evidence.checks.map(
    ({ name, result, reused }) => `${oneLine(name, 60)} ${result.replaceAll('-', ' ')}${reused ? ' (reused)' : ''}`,
  )
  return [
    ...fitLines(
      [`${paper.style.bold(`claim ${claim}`)}  ${timeOfDay(at)} rests on: ${results.join(', ') || 'no check'}`],
      paper.columns,
    ),
    ...showRest(viewEvidence(evidence), paper),
  ]
}
