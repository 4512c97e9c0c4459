// The text of a refusal, as the agent reads it: short, with what is missing and every way out.
import type { Reason, Rule } from '../../../contract/decision.ts'
import type { Involuntary } from '../../../contract/agent/entry.ts'
import type { Facts, WaysToClaim } from '../../../contract/facts.ts'
import { hasWay, howToClaim } from './how-to-claim.ts'
import { unheardDispute } from './misnamed.ts'
import { flat, quoted } from './quoted.ts'

/** A refusal without its failing tail never grows past this. */
const MOST_CHARACTERS = 400
const LEAST_LINE = 40
/** What failing checks printed last, all of them together. */
const MOST_TAIL = 4000

/** `limit`: how many refusals this request may get; undefined: no cap. */
export function refusalText(rule: Rule, reasons: readonly Reason[], facts: Facts, limit: number | undefined): string {
  const isEarly = rule === 5 && (facts.awaitedSubtasks ?? []).length > 0
  const isCounted = rule !== 6 && !facts.isUnheard && !isEarly
  const nth = isCounted ? facts.continuations + 1 : facts.continuations
  const count = limit === undefined ? `${nth}` : `${nth}/${limit}`
  const head = `FULLSTOP (${count}) `
  const full = waysOut(rule, reasons, facts, 're-read the request, check each part, then ')
  // A token may be so long that the advice has to go; the token itself never does.
  const ways = head.length + full.length + LEAST_LINE <= MOST_CHARACTERS ? full : waysOut(rule, reasons, facts, '')
  const { line, tail } = missing(rule, reasons, facts)
  const room = MOST_CHARACTERS - head.length - ways.length - 1
  const text = `${head}${cut(withMisnamed(line, facts, room), room)}\n${ways}`
  return tail ? `${text}\n${tail}` : text
}

/** ` (1 of 5)`: the count that a refusal opens with, for a person. */
export function countIn(refusal: string): string {
  const [, nth, limit] = /^FULLSTOP \((\d+)(?:\/(\d+))?\)/.exec(refusal) ?? []
  if (nth === undefined) return ''
  return limit === undefined ? ` (${nth})` : ` (${nth} of ${limit})`
}

function missing(rule: Rule, reasons: readonly Reason[], facts: Facts): { line: string; tail?: string } {
  const failed = reasons.filter((reason) => reason.code === 'check-failed').map((reason) => reason.text.split('\n'))
  if (failed.length > 0) {
    const line = `Not done: ${failed.map(([first]) => first).join('; ')}`
    const room = Math.floor(MOST_TAIL / failed.length)
    const tails = failed.map(([, ...rest]) => lastLines(rest.join('\n'), room)).filter((tail) => tail !== '')
    return tails.length === 0 ? { line } : { line, tail: tails.map(quoted).join('\n') }
  }
  const listed = reasons.map((reason) => reason.text).join('; ')
  if (rule === 2) return { line: GO_ON[facts.involuntary ?? 'crashed'] }
  if (rule === 6) return { line: `Checks are ${sentence(listed)}` }
  if (rule === 8) return { line: `You claimed partial. ${sentence(listed)} Keep working on it.` }
  if (rule === 9) return { line: `Try another way, or claim blocked again. ${sentence(listed)}` }
  if (rule === 10 && facts.answer?.kind === 'text') {
    return { line: 'Your question is answered by the user, see below.', tail: facts.answer.text }
  }
  if (rule === 10 && reasons.some((reason) => reason.code === 'permission')) {
    return { line: `${sentence(listed)} Do it another way, or claim blocked and say which permission you need.` }
  }
  if (rule === 10) return { line: 'Nobody is there to answer. Decide it yourself if the request allows that.' }
  if (rule === 5) return unfinished(reasons)
  return { line: `Stop refused: ${sentence(listed)}${status(facts)}` }
}

/** The texts of criteria stand below, like the output of a check. */
function unfinished(reasons: readonly Reason[]): { line: string; tail?: string } {
  const split = reasons.map(({ code, text }) => (code === 'criterion-open' ? text.split('\n') : [text]))
  const line = `Not done: ${sentence(split.map(([first]) => first).join('; '))}${whatHelps(reasons)}`
  const texts = firstLines([...new Set(split.flatMap(([, ...rest]) => rest))])
  return texts.length === 0 ? { line } : { line, tail: texts.map(quoted).join('\n') }
}

/** As many as there is room for. */
function firstLines(lines: readonly string[]): readonly string[] {
  let room = MOST_TAIL
  const shown = lines.filter((line) => (room -= line.length + 1) >= 0)
  return shown.length === lines.length ? lines : [...shown, `[… ${lines.length - shown.length} more]`]
}

/** What an agent is told that did not stop by its own choice. */
const GO_ON: Readonly<Record<Involuntary, string>> = {
  'output-cut': 'Your output was cut off by its length limit. Continue where it ended, in smaller pieces.',
  'context-limit': 'The context of the former session was full. Continue from here.',
  compaction: 'The former session could not be compacted. Continue from here.',
  'agent-cap': 'A limit of your own ended your turn. Continue where you were.',
  hung: 'Your turn was ended because nothing happened any more. Continue another way: start nothing that waits for input or never ends.',
  'session-missing': 'Your former session cannot be taken up again. Continue from here.',
  interrupted: 'You were interrupted. Continue where you were.',
  'usage-limit': 'The usage limit is over. Continue where you were.',
  'api-error': 'The model could not be reached in mid-work; it answers again. Continue where you were.',
  crashed: 'Your process ended in the middle of the work. Look at what is there, then continue.',
  auth: 'Continue where you were.',
  'model-missing': 'Continue where you were.',
  'model-refused': 'Continue where you were.',
  'not-started': 'Continue where you were.',
}

/** After a limit or a fault has passed: no refusal, and counted nowhere. */
export function goOnText(end: Involuntary): string {
  return `FULLSTOP: ${GO_ON[end]}`
}

function lastLines(text: string, room: number): string {
  if (text.length <= room) return text
  const cutOff = text.slice(-room)
  return `[…]${cutOff.slice(Math.max(cutOff.indexOf('\n'), 0))}`
}

function whatHelps(reasons: readonly Reason[]): string {
  const codes = new Set(reasons.map((reason) => reason.code))
  if (codes.has('todo-open')) return ' Finish them, or say in the claim what became of each.'
  if (codes.has('criterion-open'))
    return ' State each: met (by: check or file), not-applicable (by: why), or claim partial.'
  if (codes.has('partial')) return ' Do that and leave it out of the next claim, or claim partial.'
  if (codes.has('rigged')) return ' Take that out: the check has to fail when a test fails.'
  return codes.has('tampered') ? ' Undo that: the yardstick is not yours to change.' : ''
}

/** Recent tool errors are named, so that a stop after a failure is not called done by mistake. */
function status(facts: Facts): string {
  const todos = facts.openTodos.length > 0 ? ` Open todos: ${facts.openTodos.slice(0, 3).join('; ')}.` : ''
  return `${toolErrors(facts)}${todos}`
}

function toolErrors(facts: Facts): string {
  if (facts.lastTool?.failed) {
    const detail = facts.lastTool.detail ? ` (${cut(facts.lastTool.detail, 60)})` : ''
    return ` The last tool failed: ${facts.lastTool.name}${detail}.`
  }
  if (facts.recentErrors.length > 0) return ` Recent tool errors: ${facts.recentErrors.slice(-2).join('; ')}.`
  return ''
}

function waysOut(rule: Rule, reasons: readonly Reason[], facts: Facts, advice: string): string {
  const ways = [`Done: ${advice}${claimSuccess(facts.ways)}`, 'Not done: keep working.']
  if (rule === 6) {
    const waiting = 'Run `fullstop wait`, then stop again: your claim stands.'
    return [waiting, `If you worked on since: ${claimSuccess(facts.ways)}`].join('\n')
  }
  const isRed = facts.isRefusedForCheck === true || reasons.some(({ code }) => code === 'check-failed')
  const dispute = isRed ? [disputeLine(reasons, facts.ways)] : []
  return [...ways, ...dispute, `Stuck: ${claimBlocked(facts.ways)}`].join('\n')
}

function claimSuccess(ways: WaysToClaim): string {
  return howToClaim(ways, { end: 'end with', orLine: 'end with the line' })
}

/** The same text for another session: how to claim there, in place of how to claim by one of the `former` ways. */
export function withWaysOf(now: WaysToClaim, former: readonly WaysToClaim[], text: string): string {
  return former.reduce((said, ways) => said.replaceAll(claimSuccess(ways), () => claimSuccess(now)), text)
}

/** An agent that has no honest way out of a wrong check takes another one. */
function disputeLine(reasons: readonly Reason[], ways: WaysToClaim): string {
  if (reasons.some(({ code }) => code === 'check-disputed')) return 'Your dispute is heard once the rest is done.'
  return `Check wrong? ${howToDispute(ways)}; never work around it.`
}

/** A dispute that names no check which failed is not heard: the agent may have mistaken the name. */
function withMisnamed(line: string, facts: Facts, room: number): string {
  const wrong = unheardDispute(facts)
  if (wrong === undefined) return line
  const named = `ou dispute "${cut(wrong, 20)}", which did not fail`
  return line.length + named.length + 3 <= room ? `${line}; y${named}` : `Y${named}. ${line}`
}

function howToDispute(ways: WaysToClaim): string {
  if (hasWay(ways, 'tool')) return 'Dispute it (disputed_checks)'
  return hasWay(ways, 'cli') ? 'Run `fullstop claim success --summary "…" --dispute CHECK --why "…"`' : 'Ask the user'
}

function claimBlocked(ways: WaysToClaim): string {
  if (hasWay(ways, 'tool')) return 'call complete_task with status blocked.'
  if (hasWay(ways, 'cli')) return 'run `fullstop claim blocked --summary "…" --remaining "…"`.'
  return 'say what blocks you and end with a question to the user.'
}

/** Equal for the same refusal, whatever its digits, durations and temporary paths. */
export function fingerprint(rule: Rule, reasons: readonly Reason[]): string {
  return `${rule}:${reasons.map((reason) => `${reason.code}=${normalize(reason.text)}`).join('|')}`
}

function normalize(text: string): string {
  if (!/[\d/]/.test(text)) return text.slice(0, 300)
  return text
    .slice(0, 2000)
    .replace(/(?:\/private)?\/(?:tmp|var\/folders|var\/tmp)\/[^\s:'")\]]*/g, '<tmp>')
    .replace(/\b[0-9a-f]{7,64}\b/gi, '<id>')
    .replace(/\d+(?:[.,:]\d+)*(?:\s?(?:ms|s|m|h|min|sec|seconds|minutes)\b)?/g, '<n>')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function cut(text: string, room: number): string {
  const line = flat(text)
  return line.length <= room ? line : `${line.slice(0, Math.max(room - 1, 0))}…`
}
