// Asks the person at the terminal about each proposed check: yes, no, edit, all or none. Only asks; writes nothing.
import { toArgv } from '../../../domain/checks/argv.ts'
import type { Found } from '../../../domain/checks/find/find.ts'
import { joinWords } from '../../../domain/shell/words.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import type { Context } from '../command.ts'
import { paperFor } from '../screen/paper.ts'
import { fitLines, wrapText } from '../screen/wrap.ts'

const ANSWERS = ['yes', 'no', 'edit', 'all', 'none'] as const
type Answer = (typeof ANSWERS)[number]

const LEGEND = '  y = yes, n = no, e = edit the command, a = this and all that follow, q = none of the rest'

export function chooseChecks(context: Context, found: readonly Found[]): Found[] {
  explain(context)
  const chosen: Found[] = []
  for (const [index, one] of found.entries()) {
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
  const known = toAnswer(typed)
  if (known !== undefined) return known
  explain(context)
  return toAnswer(context.answer(question).trim().toLowerCase()) ?? 'no'
}

/** An end of the input is a no: nothing is written that nobody agreed to. */
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
