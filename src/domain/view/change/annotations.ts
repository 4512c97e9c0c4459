// Annotations of a change for GitHub: workflow commands on standard output, one a line. Nothing that a repository holds can
// end a command or begin another one.
import type { VerifiedChange } from '../../../contract/view/verified-change.ts'
import { isRigging, isUnsettled } from '../../gate/judge-change.ts'
import { oneLine } from '../../text/printable.ts'
import { type FoundView, viewConclusion, viewDoubts, viewNote, viewSuspicion } from './change.ts'
import { isRed, resultText } from '../result-text.ts'
import { extraText } from '../suspicion.ts'

/** GitHub shows no more of one level in a step. */
const MOST_OF_LEVEL = 10

/** `folder`: where the repository lies in the workspace of the job; empty: there. */
export function toAnnotations(change: VerifiedChange, folder: string): readonly string[] {
  const at = (found: FoundView): Place => ({
    file: `${folder === '' ? '' : `${folder}/`}${found.file}`,
    line: found.line,
  })
  const open = change.suspicions.filter(isUnsettled).map(viewSuspicion)
  const cleared = change.suspicions.filter((one) => !isUnsettled(one)).map(viewSuspicion)
  const errors = [
    ...change.checks
      .filter(isRed)
      .map((check) => toCommand('error', `check "${oneLine(check.name, 60)}" ${resultText(check)}`)),
    ...viewDoubts(change.checks)
      .filter(({ tone }) => tone !== 'good')
      .map((doubt) => toCommand('error', `${doubt.check}: ${said(doubt)}`)),
    ...change.extra.filter(isRigging).map((run) => toCommand('error', extraText(run))),
    ...open.map((found) => toCommand('error', said(found), at(found))),
    ...whyNothing(change).map((text) => toCommand('error', text)),
  ]
  const notices = [...cleared, ...change.notes.map(viewNote)].map((found) =>
    toCommand('notice', said(found), at(found)),
  )
  return [...errors.slice(0, MOST_OF_LEVEL), ...notices.slice(0, MOST_OF_LEVEL)]
}

/** A job that fails without a place says why, too. */
function whyNothing(change: VerifiedChange): readonly string[] {
  if (change.result !== 'unverified' || change.barred?.kind === 'asked') return []
  return [viewConclusion(change, []).text]
}

function said({ what, settled }: Pick<FoundView, 'what' | 'settled'>): string {
  return settled === undefined ? what : `${what}; ${settled}`
}

interface Place {
  readonly file: string
  readonly line: number
}

function toCommand(level: 'error' | 'notice', text: string, place?: Place): string {
  const where = place ? `file=${toProperty(place.file)},line=${place.line},` : ''
  return `::${level} ${where}title=Fullstop::${toMessage(text)}`
}

function toMessage(text: string): string {
  return text.toWellFormed().replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function toProperty(text: string): string {
  return toMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** From here on the log holds text of the repository, in which nothing is a command; until `resumeCommands`. */
export function stopCommands(token: string): string {
  return `::stop-commands::${token}\n`
}

export function resumeCommands(token: string): string {
  return `::${token}::\n`
}
