// One check of a run: its command carried out, its output kept and masked, its end put into one of the four results.
import { failureLines } from '../../domain/checks/failure-lines.ts'
import { toOutcome } from '../../domain/checks/outcome.ts'
import { failingTail } from '../../domain/checks/tail.ts'
import { toArgv } from '../../domain/checks/argv.ts'
import type { CheckConfig } from '../../contract/config.ts'
import type { CheckRun } from '../../contract/evidence.ts'
import { toMs } from '../../domain/gate/policy.ts'
import type { CommandEnd } from '../../adapters/platform/command.ts'
import type { RunRequest } from '../home/run-request.ts'
import { maskFor } from '../project/mask.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { given } from '../../contract/given.ts'
import { type Carrying, checkKey, head, logFile, record } from './carrying.ts'

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
  const words = toArgv(check)
  if (!words.ok) {
    return { ...common, result: 'could-not-run', why: words.why, durationMs: 0, tail: '', failures: [] }
  }
  const limit = check.timeout ?? DEFAULT_TIMEOUT
  const end = await shop.runCommand({
    argv: words.argv,
    cwd: request.root,
    env: { ...world.env, ...check.env },
    timeoutMs: toMs(limit),
    mark,
    spared,
    signal,
  })
  const output = toText(end, maskOf(check, maskFor(world, [request.root])))
  const program = words.argv[0] ?? ''
  const outcome = toOutcome({ how: end.how, program, limit, isDiskFull: isDiskFull(carrying, output) })
  const isGood = outcome.result === 'passed'
  return {
    ...common,
    ...outcome,
    durationMs: end.durationMs,
    tail: isGood ? failingTail(output, PASSED_TAIL) : failingTail(output),
    // What was cut out may have named failures: then there is nothing to compare with.
    failures: isGood || end.left > 0 ? [] : failureLines(output, request.root),
    ...keepLog(carrying, check.name, output),
  }
}

function askedBy({ cause, task }: RunRequest): CheckRun['asked'] {
  return { cause, ...given({ task }) }
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
function keepLog(carrying: Carrying, name: string, output: string): { log?: string } {
  const log = logFile(carrying, name)
  try {
    carrying.shop.disk.writeQuickly(log, output)
    return { log }
  } catch {
    // The evidence then names no log, and the tail is all there is.
    return {}
  }
}
