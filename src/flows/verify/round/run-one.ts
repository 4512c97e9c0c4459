// One check of a run: its command carried out, its output kept and masked, its end put into one of the four results.
import { join } from 'node:path'
import { whatPassed } from '../../../domain/checks/output/expected.ts'
import { failureLines } from '../../../domain/checks/output/failure-lines.ts'
import { type CheckEnd, toOutcome } from '../../../domain/checks/output/outcome.ts'
import { failingTail } from '../../../domain/checks/output/tail.ts'
import { toArgv } from '../../../domain/checks/argv.ts'
import { readRan } from '../../../domain/checks/ran/ran.ts'
import { whyMissing } from '../../../domain/checks/output/missing-module.ts'
import { withMissingProgram } from '../../../domain/checks/output/missing-program.ts'
import { whyWatching } from '../../../domain/checks/output/watcher.ts'
import { joinWords } from '../../../domain/shell/words.ts'
import { inLine } from '../../../domain/text/printable.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { CheckRun, WhatRan } from '../../../contract/evidence.ts'
import { given } from '../../../contract/given.ts'
import { toMs } from '../../../domain/text/duration.ts'
import type { CommandEnd } from '../../../adapters/platform/processes/command.ts'
import type { RoundRequest } from '../../home/rounds/round-request.ts'
import { maskFor } from '../../project/mask.ts'
import type { Mask } from '../../../domain/tasks/masked.ts'
import { type Carrying, checkKey, head, logFile, record } from './round-files.ts'

const DEFAULT_TIMEOUT = '10m'
const LONGEST_TOKEN = 8192
const PASSED_TAIL = { lines: 8, characters: 600 }
/** Less than this, and nothing more can be written. */
const LEAST_ROOM = 64 * 1024
/** With so little left, the words of the system in the output are believed. */
const SCARCE_ROOM = 16 * 1024 * 1024

export async function runOne(carrying: Carrying, check: CheckConfig): Promise<CheckRun> {
  const { world, shop, request, workspace, mark, spared, signal } = carrying
  const startedAt = world.now().toISOString()
  await record(carrying, { ...head(carrying), kind: 'check.started', workspace, run: request.run, name: check.name })
  const common = { name: check.name, key: checkKey(world, check), run: request.run, asked: askedBy(request), startedAt }
  const notStarted = { ...common, result: 'could-not-run' as const, durationMs: 0, tail: '', failures: [] }
  const words = toArgv(check)
  if (!words.ok) return { ...notStarted, why: words.why }
  const folder = folderOf(carrying, check)
  if (!folder.ok) return { ...notStarted, why: folder.why }
  const end = await shop.runCommand({
    argv: words.argv,
    cwd: folder.path,
    env: { ...world.env, ...check.env },
    timeoutMs: toMs(limitOf(check)),
    mark,
    spared,
    signal,
  })
  const { outcome, ran, output } = readEnd(carrying, check, { end, program: words.argv[0] ?? '' })
  const isGood = outcome.result === 'passed'
  return {
    ...common,
    ...outcome,
    ...given({ ran }),
    durationMs: end.durationMs,
    tail: isGood ? failingTail(output, PASSED_TAIL) : failingTail(output),
    // What was cut out may have named failures: then there is nothing to compare with.
    failures: isGood || end.left > 0 ? [] : failureLines(output, request.root),
    ...keepLog(carrying, logFile(carrying, check.name), output),
  }
}

export function limitOf({ timeout = DEFAULT_TIMEOUT }: CheckConfig): string {
  return timeout
}

export interface EndRead {
  readonly outcome: CheckEnd
  readonly ran?: WhatRan | undefined
  /** Masked. */
  readonly output: string
}

/** What the end of a command and its output come to, wherever it ran. */
export function readEnd(
  carrying: Carrying,
  check: CheckConfig,
  {
    end,
    program,
    limit = limitOf(check),
  }: { readonly end: CommandEnd; readonly program: string; readonly limit?: string },
): EndRead {
  const output = toText(end, maskOf(check, maskFor(carrying.world, [carrying.request.root])))
  const ended = toOutcome({ how: end.how, program, limit, isDiskFull: isDiskFull(carrying, output) })
  return { ...withWhatRan(ended, check, { output, limit, isCut: end.left > 0 }), output }
}

function askedBy({ cause, task }: RoundRequest): CheckRun['asked'] {
  return { cause, ...given({ task }) }
}

/** Links are followed: a folder of the repository may be one that leads out of it. */
export function folderOf(
  { world: { files }, request: { root } }: Carrying,
  { cwd }: CheckConfig,
): { readonly ok: true; readonly path: string } | { readonly ok: false; readonly why: string } {
  if (cwd === undefined) return { ok: true, path: root }
  const path = files.realPath(join(root, cwd))
  if (!files.isFolder(path)) return { ok: false, why: `"cwd" names no folder: ${inLine(cwd)}` }
  const isInside = `${path}/`.startsWith(`${files.realPath(root)}/`)
  return isInside ? { ok: true, path } : { ok: false, why: `"cwd" leads out of the root: ${inLine(cwd)}` }
}

/** What its output says beyond the way in which it ended. */
function withWhatRan(
  ended: CheckEnd,
  check: CheckConfig,
  { output, limit, isCut }: { readonly output: string; readonly limit: string; readonly isCut: boolean },
): { readonly outcome: CheckEnd; readonly ran?: WhatRan | undefined } {
  if (ended.result === 'timed-out') {
    const why = whyWatching(output, limit)
    return { outcome: why === undefined ? ended : { ...ended, result: 'could-not-run', why } }
  }
  const command = typeof check.run === 'string' ? check.run : joinWords(check.run)
  const found = withMissingProgram(ended, command, output)
  if (found.result === 'could-not-run') return { outcome: found }
  const missing = ended.result === 'failed' ? whyMissing(command, output) : undefined
  if (missing !== undefined) return { outcome: { ...ended, result: 'could-not-run', why: missing } }
  const ran = readRan({ command, output, isCut })
  return { outcome: whatPassed(ended, { expect: check.expect, ran, output, isCut }), ran }
}

/** Both parts are masked by themselves: a key block that the cut goes through has its end in the other one, or nowhere. */
function toText({ head, tail, left }: CommandEnd, mask: Mask): string {
  if (left <= 0) return mask(Buffer.concat([head, tail]).toString('utf8'))
  // A secret that the cut goes through would be left in part: the lines at the cut go, of a single line as much as a
  // long token has.
  const first = head.toString('utf8')
  const last = tail.toString('utf8')
  const firstEnd = first.lastIndexOf('\n')
  const lastStart = last.indexOf('\n')
  const begin = firstEnd < 0 ? first.slice(0, -LONGEST_TOKEN) : first.slice(0, firstEnd)
  const end = lastStart < 0 ? last.slice(LONGEST_TOKEN) : last.slice(lastStart + 1)
  return `${mask(begin)}\n[… ${left} bytes left out …]\n${mask(end)}`
}

/** What the config itself gives the check as a secret must not come back in its output. */
function maskOf({ env }: CheckConfig, mask: Mask): Mask {
  const secrets = Object.entries(env ?? {}).filter(
    ([name, value]) => value.length >= 6 && /key|token|secret|pass|credential/i.test(name),
  )
  return (text) => secrets.reduce((rest, [, value]) => rest.replaceAll(value, '[masked]'), mask(text))
}

function isDiskFull({ world, shop, request }: Carrying, output: string): boolean {
  const temporary = world.env['TMPDIR'] || '/tmp'
  const rooms = [request.root, temporary, world.stateHome].flatMap((path) => shop.disk.room(path) ?? [])
  const isSaid = /ENOSPC|No space left on device|disk quota exceeded/i.test(output.slice(-4000))
  return rooms.some(({ bytes, files }) => bytes < LEAST_ROOM || files < 1 || (isSaid && bytes < SCARCE_ROOM))
}

/** A result stands without its log: the disk may be full of just that. */
export function keepLog({ shop }: Carrying, log: string, output: string): { log?: string } {
  try {
    shop.disk.writeQuickly(log, output)
    return { log }
  } catch {
    // The evidence then names no log, and the tail is all there is.
    return {}
  }
}
