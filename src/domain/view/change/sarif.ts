// A verified change in SARIF 2.1.0 (OASIS, https://docs.oasis-open.org/sarif/sarif/v2.1.0/), as code scanning reads it.
import type { EvidenceCheck, ExtraRun } from '../../../contract/evidence.ts'
import { given } from '../../../contract/given.ts'
import type { VerifiedChange } from '../../../contract/view/verified-change.ts'
import { isRigging } from '../../gate/judge-change.ts'
import { type DoubtView, type FoundView, viewDoubts, viewNote, viewSuspicion } from './change.ts'
import { isRed, resultText } from '../result-text.ts'
import { extraText } from '../suspicion.ts'
import { oneLine } from '../../text/printable.ts'

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

type Level = 'error' | 'warning' | 'note' | 'none'

interface SarifResult {
  readonly ruleId: string
  readonly level: Level
  readonly kind: 'fail' | 'pass' | 'informational'
  readonly message: { readonly text: string }
  readonly locations: readonly unknown[]
}

export interface Sarif {
  readonly version: '2.1.0'
  readonly $schema: string
  readonly runs: readonly unknown[]
}

/** `version`: that of fullstop. */
export function toSarif(change: VerifiedChange, version: string): Sarif {
  const results = [
    ...change.checks.filter((check) => check.result !== 'passed').map((check) => ofCheck(check, change)),
    ...viewDoubts(change.checks).map((doubt) => ofDoubt(doubt, change)),
    ...change.extra.filter(isRigging).map((run) => ofRigged(run, change)),
    ...change.suspicions.map((one) => ofSuspicion(viewSuspicion(one))),
    ...change.notes.map((one) => ofNote(viewNote(one))),
  ]
  return {
    version: '2.1.0',
    $schema: SCHEMA,
    runs: [
      {
        tool: { driver: { name: 'fullstop', version, rules: rulesOf(results) } },
        // Paths count from the top of the repository.
        originalUriBaseIds: { [SOURCE]: { description: { text: 'The top folder of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, properties: { result: change.result } }],
        results,
        properties: {
          result: change.result,
          base: change.base,
          ...given({ head: change.head }),
        },
      },
    ],
  }
}

const SOURCE = '%SRCROOT%'
const PROJECT_FILE = 'fullstop.json'

function ofCheck(check: EvidenceCheck, { config }: VerifiedChange): SarifResult {
  return {
    ruleId: isRed(check) ? 'check/failed' : 'check/could-not-run',
    level: isRed(check) ? 'error' : 'warning',
    kind: 'fail',
    message: { text: `check "${oneLine(check.name, 60)}" ${resultText(check)}` },
    // A result without a place is not shown: the file that names the check stands for it.
    locations: [placeOf(config?.file ?? PROJECT_FILE, 1)],
  }
}

function ofDoubt({ check, what, tone, settled }: DoubtView, { config }: VerifiedChange): SarifResult {
  const found = { file: config?.file ?? PROJECT_FILE, line: 1, kind: 'what-ran', what: `${check}: ${what}`, tone }
  return ofSuspicion({ ...found, ...given({ settled }) })
}

function ofRigged(run: ExtraRun, { config }: VerifiedChange): SarifResult {
  return {
    ruleId: 'check/rigged',
    level: 'error',
    kind: 'fail',
    message: { text: extraText(run) },
    locations: [placeOf(config?.file ?? PROJECT_FILE, 1)],
  }
}

function ofSuspicion({ file, line, kind, what, tone, settled }: FoundView): SarifResult {
  const isCleared = tone === 'good'
  return {
    ruleId: `suspicion/${kind}`,
    level: isCleared ? 'none' : tone === 'bad' ? 'error' : 'warning',
    // The standard wants the level "none" for every other kind.
    kind: isCleared ? 'pass' : 'fail',
    message: { text: settled === undefined ? what : `${what}; ${settled}` },
    locations: [placeOf(file, line)],
  }
}

function ofNote({ file, line, kind, what }: FoundView): SarifResult {
  const message = { text: what }
  return { ruleId: `note/${kind}`, level: 'none', kind: 'informational', message, locations: [placeOf(file, line)] }
}

function placeOf(file: string, line: number): unknown {
  const artifactLocation = { uri: toUri(file), uriBaseId: SOURCE }
  return { physicalLocation: { artifactLocation, region: { startLine: line } } }
}

/** A relative reference: each part is encoded, so that no name can be a scheme, a query or a way out. */
function toUri(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/')
}

const RULES: readonly (readonly [prefix: string, text: string])[] = [
  ['check/failed', 'A check of the base failed or timed out on the change.'],
  ['check/could-not-run', 'A check of the base could not run, so that nothing is proven.'],
  ['check/rigged', 'A check of the base passes whatever the code does: a test that must fail passed, too.'],
  ['suspicion/', 'The change may have weakened what it is measured by: a test, a check or a setting.'],
  ['note/', 'The change replaced an expected value or a file that a check uses.'],
]

function rulesOf(results: readonly SarifResult[]): readonly unknown[] {
  return [...new Set(results.map(({ ruleId }) => ruleId))].sort().map((id) => ({
    id,
    shortDescription: { text: RULES.find(([prefix]) => id.startsWith(prefix))?.[1] ?? id },
  }))
}

/** JSON that no reader of a log takes for an order: `##[` begins one in the middle of a line, too. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll('##[', String.raw`\u0023#[`)}\n`
}
