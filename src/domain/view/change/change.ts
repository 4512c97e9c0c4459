// A verified change as values to draw: what was compared, each suspicion with what settled it, and what is proven. The
// same words go to the terminal, to annotations, to the job summary and into SARIF.
import type { ChangeNote, Tampering } from '../../../contract/change.ts'
import type { EvidenceCheck, ExtraRun } from '../../../contract/evidence.ts'
import type { Barred, ChangeResult, RangeRead, VerifiedChange } from '../../../contract/view/verified-change.ts'
import { given } from '../../../contract/given.ts'
import { isOldTestFailing, isRigged, isUnsettled } from '../../gate/judge-change.ts'
import { joinWords } from '../../shell/words.ts'
import { plural } from '../../text/plural.ts'
import { inLine, oneLine } from '../../text/printable.ts'
import type { Tone } from '../part.ts'
import { isRed, resultText } from '../result-text.ts'
import { extraText, settlementText } from '../suspicion.ts'

const SHORT = 10
const MOST_NAMES = 8

/** As they were typed. */
export interface RangeNames {
  readonly base?: string | undefined
  readonly head?: string | undefined
}

export interface RangeView {
  /** `main (b049cad5bd) → the files as they are now`. */
  readonly title: string
  readonly counted: string
  readonly compared?: string
}

export function viewRange({ base, head, how, changed, yardstick }: RangeRead, names: RangeNames): RangeView {
  const end = head === undefined ? 'the files as they are now' : named(names.head, head)
  return {
    title: `${named(names.base, base)} → ${end}`,
    counted:
      changed === 0
        ? 'no file changed'
        : `${plural(changed, 'file')} changed, ${yardstick} of them tests, checks or settings`,
    ...given({ compared: how }, (base) => `compared with ${oneLine(base, 200)}`),
  }
}

function named(name: string | undefined, commit: string): string {
  const short = commit.slice(0, SHORT)
  return name === undefined || commit.startsWith(name) ? short : `${oneLine(name, 60)} (${short})`
}

export interface FoundView {
  /** As the repository calls it: not safe to print. */
  readonly file: string
  readonly line: number
  readonly kind: string
  readonly what: string
  /** Absent: a note. */
  readonly tone?: Tone
  /** What an extra run showed about it. */
  readonly settled?: string
}

export interface DoubtView extends Pick<FoundView, 'what' | 'settled'> {
  readonly check: string
  readonly tone: Tone
}

export function viewSuspicion({ file, line, kind = 'suspicion', what, settled }: Tampering): FoundView {
  const tone = toneOf(settled)
  return {
    file,
    line,
    kind,
    what: oneLine(what, 300),
    tone,
    ...(settled ? { settled: oneLine(settlementText(settled), 300) } : {}),
  }
}

/** Passes that may mean less than they say, by what ran. */
export function viewDoubts(checks: readonly EvidenceCheck[]): readonly DoubtView[] {
  return checks.flatMap(({ name, suspicion, settled }) =>
    suspicion === undefined
      ? []
      : [
          {
            check: `check "${oneLine(name, 60)}"`,
            what: oneLine(suspicion, 300),
            tone: toneOf(settled),
            ...(settled ? { settled: oneLine(settlementText(settled), 300) } : {}),
          },
        ],
  )
}

function toneOf(settled: Tampering['settled']): Tone {
  if (settled?.how === 'cleared') return 'good'
  // Only a canary says that something is rigged; old tests that fail are for a person to look at.
  return settled?.by === 'canary' ? 'bad' : 'warn'
}

export function viewNote({ file, line, kind, what }: ChangeNote): FoundView {
  return { file, line, kind, what: oneLine(what, 300) }
}

/** The runs that say more than the suspicions that they cleared. */
export function viewExtra({ suspicions, extra }: Pick<VerifiedChange, 'suspicions' | 'extra'>): readonly string[] {
  const isCleared = suspicions.some(({ settled }) => settled?.by === 'sealed' && settled.how === 'cleared')
  const isSaid = ({ kind, answer }: ExtraRun): boolean => isCleared && kind === 'sealed' && answer === 'green'
  return extra.filter((run) => !isSaid(run)).map(extraText)
}

export interface Conclusion {
  readonly tone: Tone
  readonly text: string
  /** What to do about it. */
  readonly next: readonly string[]
}

const TONES: Readonly<Record<ChangeResult, Tone>> = { proven: 'good', red: 'bad', unverified: 'warn', look: 'warn' }

/** `again`: the words after `fullstop` that ask for the same. */
export function viewConclusion(change: VerifiedChange, again: readonly string[]): Conclusion {
  if (change.barred?.kind === 'asked') return viewReading(change)
  const tone = TONES[change.result]
  switch (change.result) {
    case 'proven':
      return { tone, text: provenText(change), next: [] }
    case 'red':
      return { tone, text: redText(change), next: [] }
    case 'look': {
      const { barred, base } = change
      if (!barred) return { tone, text: lookText(change), next: [] }
      const text = `${lookText(change)} ${capital(barredText(barred))}.`
      return { tone, text, next: barredNext(barred, base, again) }
    }
    case 'unverified': {
      if (change.barred) {
        const text = `Unverified: ${barredText(change.barred)}.`
        return { tone, text, next: barredNext(change.barred, change.base, again) }
      }
      return { tone, text: `Unverified: ${barredChecks(change.checks)}.`, next: [] }
    }
    default:
      return change.result satisfies never
  }
}

function viewReading({ suspicions }: VerifiedChange): Conclusion {
  return suspicions.length === 0
    ? { tone: 'good', text: 'Nothing suspicious was found by reading.', next: [] }
    : {
        tone: 'warn',
        text: 'A green check may mean less than it did before: a person should look at these lines.',
        next: [],
      }
}

function provenText({ checks, suspicions }: VerifiedChange): string {
  const passed = ['', 'the check', 'both checks'][checks.length] ?? `all ${checks.length} checks`
  const open = suspicions.filter(isUnsettled).length
  const cleared = suspicions.length - open
  // Only where the config of the base says that suspicions trigger nothing.
  if (open > 0) return `Proven: ${passed} passed on these files; ${plural(open, 'suspicion')} shown ("tamper": "warn").`
  if (cleared > 0)
    return `Proven: ${passed} passed on these files, and running cleared ${plural(cleared, 'suspicion')}.`
  return `Proven: ${passed} passed on these files, and reading found nothing that weakens ${checks.length === 1 ? 'it' : 'them'}.`
}

function redText(change: VerifiedChange): string {
  const red = change.checks.filter(isRed).map((check) => `${oneLine(check.name, 60)} ${resultText(check)}`)
  if (red.length > 0) return `Red: ${red.join('; ')}.`
  return isRigged(change) ? 'Red: a check passes whatever the code does (the canary run stayed green).' : 'Red.'
}

function lookText({ suspicions, checks, extra }: VerifiedChange): string {
  const all = [...suspicions, ...checks.filter((check) => check.suspicion !== undefined)].filter(isUnsettled)
  const failing = all.filter(({ settled }) => settled?.how === 'confirmed').length
  const open = all.length - failing
  const parts = [
    ...(failing > 0 ? [`${plural(failing, 'suspicion')} about tests from the base that fail on the current code`] : []),
    ...(open > 0 ? [`${plural(open, 'suspicion')} that no run settled`] : []),
    ...(all.length === 0 && extra.some(isOldTestFailing) ? ['tests from the base fail on the current code'] : []),
  ]
  return `A person must look: ${parts.join(', ')}.`
}

function barredChecks(checks: readonly EvidenceCheck[]): string {
  const barred = checks.filter(({ result }) => result === 'could-not-run')
  return barred.map((check) => `${oneLine(check.name, 60)} ${resultText(check)}`).join('; ') || 'no check ran'
}

/** Without a capital and without a full stop. */
export function barredText(barred: Barred): string {
  switch (barred.kind) {
    case 'asked':
      return 'it was only read'
    case 'two-commits':
      return 'two commits can only be read, so nothing was run'
    case 'event':
      return `nothing was run, since the event ${oneLine(barred.event, 40)} gives the change the rights of this repository`
    case 'secrets':
      return `nothing was run, since the environment holds secrets that the change could read: ${listed(barred.names)}`
    case 'git-token':
      return `nothing was run, since the git config holds a token that the change could read: ${oneLine(barred.key, 80)}`
    case 'no-config':
      return barred.isNew
        ? 'the base has no fullstop.json; a fullstop.json added by this change cannot prove it'
        : 'the base has no fullstop.json, so there is no check to run'
    case 'config-invalid':
      return `${inLine(barred.file)} of the base is not valid: ${oneLine(barred.errors.join('; '), 300)}`
    case 'no-checks':
      return `${inLine(barred.file)} of the base names no checks`
    case 'untrusted':
      return `${inLine(barred.file)} of the base is not trusted, so its checks were not run`
    case 'moved':
      return barred.files.length === 0
        ? 'the files could not be compared before and after the checks'
        : `the files changed while the checks ran: ${listed(barred.files.map(inLine))}`
    case 'cut-off':
      return `what speaks against the pass was not looked into to the end: ${listed([...new Set(barred.runs)])}`
    default:
      return barred satisfies never
  }
}

function barredNext(barred: Barred, base: string, again: readonly string[]): readonly string[] {
  const line = joinWords(['fullstop', ...again])
  switch (barred.kind) {
    case 'asked':
      return []
    case 'two-commits':
      return ['check the second one out, and name the first one alone: fullstop verify BASE']
    case 'event':
      return ['run it with `on: pull_request`; the event of now is right for reading: add --read']
    case 'secrets':
      return [`run it without them: ${joinWords(['env', ...barred.names.flatMap((name) => ['-u', name])])} ${line}`]
    case 'git-token':
      return ['check out with persist-credentials: false']
    case 'no-config':
      return barred.isNew
        ? [
            'bring it into the base first; to verify changes made since it was committed, name that commit: fullstop verify COMMIT',
          ]
        : ['write it and commit it: fullstop checks find --write; changes made after that can be verified']
    case 'config-invalid':
    case 'no-checks':
      return ['correct it in the base first']
    case 'untrusted':
      return [
        `read it: ${joinWords(['git', 'show', `${base.slice(0, SHORT)}:${barred.file}`])}`,
        ...(barred.isSameNow ? ['then trust it: fullstop trust'] : []),
        `${barred.isSameNow ? 'or, in CI' : 'then run'}: FULLSTOP_TRUST=${barred.hash} ${line}`,
      ]
    case 'moved':
      return ['take the writing out of the check, or ignore what it writes; then run it again']
    case 'cut-off':
      return [`run it again: ${line}`]
    default:
      return barred satisfies never
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => oneLine(name, 80))
  return `${shown.join(', ')}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ''}`
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
