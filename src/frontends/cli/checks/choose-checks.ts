// Asks the person at the terminal about each proposed check: yes, no, edit, all or none. Remembers what was declined, and
// leaves writing to others.
import { toArgv } from '../../../domain/checks/argv.ts'
import type { Found } from '../../../domain/checks/find/find.ts'
import { joinWords } from '../../../domain/shell/words.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { noteDeclined } from '../../../flows/install/declined-checks.ts'
import type { FoundHere } from '../../../flows/install/find-checks.ts'
import type { World } from '../../../flows/world.ts'
import type { Context } from '../command.ts'
import { type Paper, paperFor } from '../screen/paper.ts'
import { type Cell, drawTable } from '../screen/table.ts'
import { fitLines, foldLines, wrapText } from '../screen/wrap.ts'

const ANSWERS = ['yes', 'no', 'edit', 'all', 'none'] as const
type Answer = (typeof ANSWERS)[number]

const LEGEND = '  y = yes, n = no, e = edit the command, a = add all, q = skip the rest'

export async function chooseChecks(
  world: World,
  context: Context,
  { root, found }: Pick<FoundHere, 'root' | 'found'>,
): Promise<Found[]> {
  const chosen = askAll(context, found)
  // Who leaves has declined nothing.
  if (context.hasLeft()) return []
  await noteDeclined(world, root, { asked: found, chosen })
  return chosen
}

/** Each proposal with the file that speaks for it. Where the window is narrow, the place of "from" is the file's. */
export function drawFound(found: readonly Found[], paper: Paper): string[] {
  const whole = tableOf(found, 'from ', { ...paper, columns: Number.POSITIVE_INFINITY })
  return whole.every((line) => paper.widthOf(line) <= paper.columns) ? whole : tableOf(found, '', paper)
}

function tableOf(found: readonly Found[], lead: string, paper: Paper): string[] {
  const rows: readonly (readonly Cell[])[] = found.map(({ check, from }) => [
    oneLine(check.name, 40),
    oneLine(lineOf(check), 80),
    { text: `${lead}${oneLine(from, 80)}`, tone: 'dim' },
  ])
  return drawTable({ columns: [{ least: 40 }, { least: 16 }, { least: 12, keepsEnd: true }], rows, indent: 2 }, paper)
}

/** Says which checks are not offered because they were declined before, and how to get them back. */
export function sayDeclined(context: Context, declined: readonly Found[]): void {
  if (declined.length === 0) return
  const names = inLine(declined.map(({ check }) => check.name).join(', '))
  const text = `Not offered again: ${names}, which you declined before. \`fullstop checks find\` asks again.`
  context.print(`\n${foldLines(text, paperFor(context).columns)}\n`)
}

function askAll(context: Context, found: readonly Found[]): Found[] {
  explain(context)
  const chosen: Found[] = []
  for (const [index, one] of found.entries()) {
    if (context.hasLeft()) return []
    const answer = askAbout(context, one)
    if (answer === 'none') return chosen
    if (answer === 'all') return [...chosen, ...found.slice(index)]
    if (answer === 'yes') chosen.push(one)
    if (answer === 'edit') chosen.push(edited(context, one))
  }
  return chosen
}

function explain(context: Context): void {
  context.complain(`${fitLines([LEGEND], paperFor(context).columns).join('\n')}\n`)
}

function askAbout(context: Context, { check }: Found): Answer {
  const place = check.cwd === undefined ? '' : ` in ${oneLine(check.cwd, 40)}`
  const text = `Add ${oneLine(check.name, 40)}: ${oneLine(lineOf(check), 60)}${place}? [y/n/e/a/q]`
  // Room for the answer behind it.
  const question = `${wrapText(text, paperFor(context).columns - 2).join('\n  ')} `
  const typed = context.answer(question).trim().toLowerCase()
  if (context.hasLeft()) return 'none'
  const known = toAnswer(typed)
  if (known !== undefined) return known
  explain(context)
  return toAnswer(context.answer(question).trim().toLowerCase()) ?? 'no'
}

/** An empty line is a no: nothing is written that nobody agreed to. */
function toAnswer(typed: string): Answer | undefined {
  if (typed === '') return 'no'
  if (typed === 'q') return 'none'
  return ANSWERS.find((answer) => answer === typed || answer.slice(0, 1) === typed)
}

/** A line that cannot be used, such as an empty one, leaves the check as it was found. */
function edited({ answer, complain }: Pick<Context, 'answer' | 'complain'>, one: Found): Found {
  complain(`  ${oneLine(lineOf(one.check), 2000)}\n`)
  const typed = answer('  The command instead (Enter keeps this one): ').trim()
  if (typed === '') return one
  const check = { ...one.check, run: typed }
  const plain = toArgv(check)
  if (plain.ok) return { ...one, check }
  const inShell = { ...check, shell: true }
  if (toArgv(inShell).ok) return { ...one, check: inShell }
  complain(`  It cannot be run: ${plain.why}. The command stays as it was found.\n`)
  return one
}

function lineOf({ run }: Found['check']): string {
  return typeof run === 'string' ? run : joinWords(run)
}
