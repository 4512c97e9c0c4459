// `fullstop scan`: what the gate would have caught in the transcripts that agents already keep on this machine.
import { isAbsolute, join } from 'node:path'
import type { Agent } from '../../../agents/agent.ts'
import { agents } from '../../../agents/index.ts'
import { compileEarly } from '../../../adapters/platform/compiling.ts'
import { isTerminal } from '../../../adapters/platform/env.ts'
import { processors, runThread } from '../../../adapters/platform/processes/threads.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { byteText } from '../../../domain/view/amount.ts'
import type { World } from '../../../flows/world.ts'
import { onScan, type ScanProgress, SCAN_READER } from '../../../flows/scan/on-scan.ts'
import { threadsOn } from '../../../flows/scan/share-out.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { toAgents } from '../name-agents.ts'
import { paperFor } from '../screen/paper.ts'
import { showNoTranscripts, showScan, showUnreadable } from '../screen/show-scan.ts'
import { usage } from '../usage.ts'

const DAYS = 30
const FURTHER_DAYS = 365
const WORST = 5
const DAY_MS = 24 * 60 * 60 * 1000
const LOOK_MS = 100
const READ = agents.filter(({ archive }) => archive !== undefined)

export const command: Command = {
  name: 'scan',
  group: 'Start',
  summary: 'Show the premature stops and false claims in your past sessions',
  args: [],
  options: {
    days: { type: 'string', value: 'N', summary: `how far to look back (default: ${DAYS})` },
    since: { type: 'string', value: 'DATE', summary: 'look back to this day, such as 2026-11-01' },
    agent: { type: 'string', multiple: true, value: 'NAME', summary: 'only sessions of this agent' },
    path: { type: 'string', value: 'DIR', summary: "read the transcripts in this folder, not your agents' own" },
    all: { type: 'boolean', summary: `list every finding, not only the worst ${WORST}` },
    ...jsonOption,
  },
  choices: { agent: READ.map(({ id }) => id) },
  examples: [
    { line: 'fullstop scan', does: 'the last 30 days; reads only, sends nothing, needs no installation' },
    { line: 'fullstop scan --agent codex --days 7 --all', does: 'every finding of one week in Codex' },
    {
      line: 'fullstop scan --path ./transcripts --json | jq .findings',
      does: 'transcripts from elsewhere, for a script',
    },
  ],
  run: async (context) => {
    const { options, print, complain } = context
    compileEarly()
    // Its store is never opened: this must work before anything is installed.
    const world = context.openWorld('call')
    const now = world.now()
    const { since, period } = periodOf(context, now)
    const isAll = options['all'] === true
    const progress = progressOn(world, complain)
    const report = await onScan(world, {
      agents: chosen(context),
      folder: folderOf(context, world),
      since,
      most: isAll ? Number.MAX_SAFE_INTEGER : WORST,
      threadsFor: threadsOn(processors()),
      startReader: (order) => runThread([SCAN_READER], order),
      onProgress: progress.show,
    })
    progress.clear()
    const paper = paperFor(context)
    const isEmpty = report.rows.length === 0
    if (options['json'] === true) print(`${JSON.stringify(report, null, 2)}\n`)
    else if (isEmpty)
      print(`${showNoTranscripts(report, { period, further: further(since, now) }, paper).join('\n')}\n`)
    else print(`${showScan(report, { period, now, titleOf }, paper).join('\n')}\n`)
    complain(showUnreadable(report, paper))
    return isEmpty ? exitCode.no : exitCode.yes
  },
}

function titleOf(id: string): string {
  return agents.find((agent) => agent.id === id)?.title ?? id
}

function chosen({ options }: Context): readonly Agent[] {
  const { agent } = options
  if (typeof agent !== 'string') return READ
  const read = READ.map(({ id }) => id)
  const named = toAgents([agent], read)
  const unread = named.find((one) => !READ.includes(one))
  if (!unread) return named
  throw usage(
    command,
    `transcripts of ${unread.title} cannot be read`,
    `name an agent whose transcripts can: ${read.join(', ')}`,
  )
}

interface Period {
  readonly since: Date
  /** "the last 30 days", "since 2026-11-01". */
  readonly period: string
}

function periodOf({ options }: Context, now: Date): Period {
  const { days, since } = options
  if (typeof days === 'string' && typeof since === 'string') throw usage(command, 'use --days or --since, not both')
  if (typeof since === 'string') {
    // Midnight where the reader is.
    const at = /^\d{4}-\d\d-\d\d$/.test(since) ? new Date(`${since}T00:00:00`) : undefined
    if (!at || Number.isNaN(at.getTime())) throw usage(command, '--since is not a day such as 2026-11-01')
    return { since: at, period: `since ${since}` }
  }
  const count = typeof days === 'string' ? days : `${DAYS}`
  if (!/^[1-9]\d{0,3}$/.test(count)) throw usage(command, '--days must be a number from 1 to 9999')
  return {
    since: new Date(now.getTime() - Number(count) * DAY_MS),
    period: count === '1' ? 'the last day' : `the last ${count} days`,
  }
}

/** Nothing for somebody who looked back a year already. */
function further(since: Date, now: Date): string | undefined {
  return now.getTime() - since.getTime() < FURTHER_DAYS * DAY_MS ? `--days ${FURTHER_DAYS}` : undefined
}

function folderOf({ options, cwd }: Context, { files }: World): string | undefined {
  const { path } = options
  if (typeof path !== 'string') return undefined
  const folder = isAbsolute(path) ? path : join(cwd, path)
  if (!files.isFolder(folder))
    throw usage(command, `there is no folder "${path.slice(0, 200)}"`, 'name one: --path DIR')
  return folder
}

/** One line on standard error that is drawn over; nothing where that is no terminal. */
function progressOn(
  world: World,
  complain: Context['complain'],
): { show: (progress: ScanProgress) => void; clear: () => void } {
  if (!isTerminal('stderr')) return { show: () => {}, clear: () => {} }
  let drawn = world.elapsed()
  let isDrawn = false
  const draw = (text: string): void => complain(`\r\u001b[K${text}`)
  return {
    show: ({ done, files, bytes }) => {
      if (world.elapsed() - drawn < LOOK_MS) return
      drawn = world.elapsed()
      isDrawn = true
      draw(`reading transcript ${done + 1} of ${files}, ${byteText(bytes)} so far`)
    },
    clear: () => {
      if (isDrawn) draw('')
    },
  }
}
