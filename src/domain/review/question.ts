// A review as one question, for a form in the agent's own screen: no colours, few lines, nothing to scroll.
import type { ReviewMaterial } from '../../contract/view/review.ts'
import { claimWords } from './claim-words.ts'
import { countCompleted } from './count-completed.ts'
import { inLine, oneLine } from '../text/printable.ts'

const MOST_CHARACTERS = 200
const MOST_NAMED = 5

export interface AskedWhere {
  /** The agent is still at work: its review waits for other answers only after its stop. */
  readonly isAtStop: boolean
}

export function questionText(material: ReviewMaterial, { isAtStop }: AskedWhere): string {
  const { task, title, why, claim, yardstick } = material
  const said = claim && claimWords(claim)
  return [
    'Fullstop: this claim counts only if you approve it.',
    ...why.map(({ text }) => line('Why', text.split('\n')[0])),
    ...line('Task', title),
    ...line('Claim', said),
    ...(material.subtasks ? [`Subtasks: ${countCompleted(material.subtasks)}`] : []),
    `Checks: ${checksOf(material)}`,
    `Changed files: ${changedOf(material)}`,
    ...(yardstick.length === 0 ? [] : [`Changed tests and checks: ${listed(yardstick)}`]),
    `All of it: ${isAtStop ? 'decline, then ' : ''}fullstop review ${task}`,
  ]
    .flat()
    .join('\n')
}

/** In one line: no words of the agent may pass for a line of ours. */
function line(name: string, text: string | undefined): readonly string[] {
  return text === undefined || text.trim() === '' ? [] : [`${name}: ${oneLine(text, MOST_CHARACTERS)}`]
}

function checksOf({ checks, tree }: ReviewMaterial): string {
  if (checks.length === 0) return 'none ran for this claim'
  const results = checks.map(({ name, result }) => `${inLine(name)} ${result}`).join(', ')
  return tree.kind === 'changed' ? `${results}; the files have changed since` : results
}

function changedOf({ diff }: ReviewMaterial): string {
  if (diff.kind === 'unknown') return `unknown (${oneLine(diff.why, MOST_CHARACTERS)})`
  return `${diff.files.length + diff.left}${diff.from === 'last-commit' ? ' since the last commit' : ''}`
}

function listed(paths: readonly string[]): string {
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : ''
  return `${paths.slice(0, MOST_NAMED).map(inLine).join(', ')}${more}`
}
