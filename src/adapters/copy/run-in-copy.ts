// Runs a command in a copy of the workspace, by the best means that this machine has. What fails before the command began
// leads to the next means, and in the end to a reason in plain words.
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { BOX_SCRIPT } from './box-script.ts'
import { type Attempt, type CopyTools, lastLine, runInBox } from './run-in-box.ts'
import { toCopyEnv } from './copy-env.ts'
import type { CopiesHere, CopyEnd, CopyMeans, CopyRun, RunInCopy } from './copy-run.ts'
import { findProgram, readMounts } from './machine-facts.ts'
import { isBelow, isWithin } from './mounts.ts'
import { COPY, PUT_FOLDER, REMOVE_LIST } from './plan-box.ts'
import {
  COPY_VARIABLE,
  makeScratchFolder,
  removeScratchFolder,
  runsIn,
  type ScratchFolder,
  sweepScratchFolders,
  writeChanges,
} from './scratch-folder.ts'
import { measureTree, MOST_BYTES, MOST_MS, planFileClone, planTreeCopy, toCopyPath } from './tree-copy.ts'

const LEAST_ROOM = 2 * 1024 ** 3
const GIB = 1024 ** 3

export function runnerInCopies(tools: CopyTools): RunInCopy {
  return async (run) => {
    const refusal = refuse(tools, run)
    if (refusal !== undefined) return notRun(refusal)
    let scratch: ScratchFolder | undefined
    try {
      await sweepScratchFolders(tools, (mark) => tools.shop.endMarked(mark, run.spared))
      await spreadRuns(tools)
      scratch = makeScratchFolder(tools)
      writeChanges(scratch, run)
      return await attemptEach(tools, run, scratch)
    } catch (error) {
      return notRun(`a copy of the workspace could not be made: ${(error as Error).message}`)
    } finally {
      if (scratch) removeScratchFolder(scratch.path)
    }
  }
}

/**
 * Ext4 looks at each file that was removed in the last minutes before it makes another one near it. A folder marked as the
 * top of a hierarchy has its folders spread over the disk, so that one run does not pay for the files of those before it.
 */
async function spreadRuns({ shop, stateHome }: CopyTools): Promise<void> {
  const chattr = shop.platform === 'linux' ? findProgram('chattr') : undefined
  const folder = runsIn(stateHome)
  if (existsSync(folder) || chattr === undefined) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Other disks do not know the mark, and need none.
  await shop.runProgram([chattr, '+T', folder], { cwd: folder, env: {}, timeoutMs: MOST_MS, mostBytes: 1000 })
}

function notRun(why: string): CopyEnd {
  return { kind: 'not-run', why }
}

function refuse({ shop, stateHome }: CopyTools, { root, put, remove }: CopyRun): string | undefined {
  if (isWithin(stateHome, root)) return 'our state folder lies inside the workspace'
  const odd = [...put.map((file) => file.path), ...remove].find((path) => !isPlainPath(path))
  if (odd !== undefined) return `${JSON.stringify(odd)} is no path inside the workspace`
  const linked = [...put.map((file) => file.path), ...remove].find((path) => hasLinkedParent(root, path))
  if (linked !== undefined) return `${linked} lies behind a symbolic link`
  const room = shop.disk.room(nearestFolder(stateHome))
  if (room !== undefined && room.bytes < LEAST_ROOM)
    return `only ${(room.bytes / GIB).toFixed(1)} GiB are free where the copy would be made, and 2 GiB must be`
  return undefined
}

function isPlainPath(path: string): boolean {
  return path !== '' && !path.includes('\0') && path.split('/').every((part) => !['', '.', '..'].includes(part))
}

function hasLinkedParent(root: string, path: string): boolean {
  const parents = path.split('/').slice(0, -1)
  return parents.some((_, index) =>
    lstatSync(join(root, ...parents.slice(0, index + 1)), { throwIfNoEntry: false })?.isSymbolicLink(),
  )
}

/** Our state folder may not be there yet. */
function nearestFolder(path: string): string {
  return path === sep || existsSync(path) ? path : nearestFolder(join(path, '..'))
}

async function attemptEach(tools: CopyTools, run: CopyRun, scratch: ScratchFolder): Promise<CopyEnd> {
  const reasons: string[] = []
  const means = tools.means ?? (['overlay', 'clone', 'copy'] as const)
  if (means.includes('overlay')) {
    const attempt = await runInOverlay(tools, run, scratch)
    if (attempt.kind !== 'next') return attempt
    reasons.push(`overlay: ${attempt.why}`)
  }
  const box = await tryBox(tools, run)
  if (box !== undefined && run.needsIsolation) return notRun(`the run cannot be isolated here: ${box}`)
  for (const one of means) {
    if (one === 'overlay') continue
    const attempt = await runInTreeCopy(tools, run, scratch, { means: one, isBoxed: box === undefined })
    if (attempt.kind !== 'next') return attempt
    reasons.push(`${one}: ${attempt.why}`)
  }
  return notRun(`no copy of the workspace can be made here (${reasons.join('; ')})`)
}

async function runInOverlay(tools: CopyTools, run: CopyRun, scratch: ScratchFolder): Promise<Attempt> {
  if (tools.shop.platform !== 'linux') return { kind: 'next', why: 'there are no overlays on this system' }
  const inside = readMounts().find((mount) => isBelow(mount.path, run.root))
  if (inside) return { kind: 'next', why: `another file system is mounted at ${inside.path}` }
  return runInBox(tools, run, scratch, 'overlay')
}

/** Why namespaces do not work here; undefined: they do. */
async function tryBox(tools: CopyTools, run: CopyRun): Promise<string | undefined> {
  const trial: CopyRun = { ...run, argv: ['true'], cwd: '/', timeoutMs: MOST_MS, put: [], remove: [] }
  const scratch = makeScratchFolder(tools)
  try {
    writeChanges(scratch, trial)
    const attempt = await runInBox(tools, trial, scratch, 'copy')
    return attempt.kind === 'ran' ? undefined : attempt.why
  } finally {
    removeScratchFolder(scratch.path)
  }
}

interface TreeCopyWay {
  readonly means: Exclude<CopyMeans, 'overlay'>
  readonly isBoxed: boolean
}

async function runInTreeCopy(
  tools: CopyTools,
  run: CopyRun,
  scratch: ScratchFolder,
  { means, isBoxed }: TreeCopyWay,
): Promise<Attempt> {
  const began = tools.elapsed()
  const left = (): number => MOST_MS - (tools.elapsed() - began)
  const measured = measureTree(run.root, means === 'copy' ? MOST_BYTES : Number.POSITIVE_INFINITY, () => left() <= 0)
  if (!measured) return { kind: 'next', why: 'the workspace is larger than 2 GiB or takes longer than 20 s to copy' }
  if (!isBoxed && measured.leadingBack !== undefined)
    return notRun(`${measured.leadingBack} leads out of a copy at another place`)
  const copy = join(scratch.path, COPY)
  const failure = await copyTree(tools, run, { means, to: copy, timeoutMs: Math.max(left(), 1) })
  if (failure !== undefined) return { kind: 'next', why: failure }
  return isBoxed ? runInBox(tools, run, scratch, means) : runBeside(tools, run, scratch, means)
}

interface TreeCopyOrder {
  readonly means: TreeCopyWay['means']
  readonly to: string
  readonly timeoutMs: number
}

async function copyTree(
  { shop }: CopyTools,
  { root }: CopyRun,
  { means, to, timeoutMs }: TreeCopyOrder,
): Promise<string | undefined> {
  removeScratchFolder(to)
  mkdirSync(to)
  const argv = planTreeCopy(means, shop.platform, { from: root, to })
  const ran = await shop.runProgram(argv, { cwd: to, env: { LC_ALL: 'C' }, timeoutMs, mostBytes: 1_000_000 })
  if (ran.kind === 'failed') return ran.why
  return ran.code === 0 ? undefined : lastLine(ran.stderr)
}

/** Without namespaces: at another path, with the user's own network and files around it. */
async function runBeside(
  { shop }: CopyTools,
  run: CopyRun,
  scratch: ScratchFolder,
  means: CopyMeans,
): Promise<Attempt> {
  const copy = join(scratch.path, COPY)
  const steps = ['clear', COPY, REMOVE_LIST, 'put', COPY, PUT_FOLDER, 'end']
  const changed = await shop.runProgram(['/bin/sh', '-c', BOX_SCRIPT, 'fullstop-copy', ...steps], {
    cwd: scratch.path,
    env: {},
    timeoutMs: MOST_MS,
    mostBytes: 1_000_000,
  })
  if (changed.kind === 'failed') return notRun(changed.why)
  if (changed.code !== 0) return notRun(lastLine(changed.stderr))
  const there = (path: string): string => toCopyPath(path, run.root, copy)
  const env = Object.entries(toCopyEnv(run.env)).map(([name, value]) => [name, value?.split(':').map(there).join(':')])
  const end = await shop.runCommand({
    ...run,
    argv: run.argv.map(there),
    cwd: there(run.cwd),
    env: { ...Object.fromEntries(env), [COPY_VARIABLE]: scratch.name },
  })
  return { kind: 'ran', end, means, isIsolated: false }
}

/** What this machine would use for this workspace, tried with a command that does nothing. Never rejects. */
export async function copiesHere(tools: CopyTools, asked: CopyRun): Promise<CopiesHere> {
  try {
    const root = realpathSync(asked.root)
    const run = { ...asked, root, cwd: root }
    const overlay = await runnerInCopies({ ...tools, means: ['overlay'] })({ ...run, needsIsolation: false })
    if (overlay.kind === 'ran') return { means: 'overlay', isIsolated: true }
    const refusal = refuse(tools, run)
    if (refusal !== undefined) return { means: 'none', isIsolated: false, why: refusal }
    const box = await tryBox(tools, run)
    const means = (await canClone(tools, run)) ? 'clone' : measuredMeans(tools, run)
    return { means, isIsolated: box === undefined && means !== 'none', why: box ?? overlay.why }
  } catch (error) {
    return { means: 'none', isIsolated: false, why: (error as Error).message }
  }
}

/** One file says it for all: they lie on one disk, as a rule. */
async function canClone(tools: CopyTools, { root }: CopyRun): Promise<boolean> {
  const file = readdirSync(root, { withFileTypes: true }).find((entry) => entry.isFile())
  if (!file) return false
  const { path } = makeScratchFolder(tools)
  const argv = planFileClone(tools.shop.platform, { from: join(root, file.name), to: join(path, COPY) })
  const ran = await tools.shop.runProgram(argv, { cwd: path, env: {}, timeoutMs: MOST_MS, mostBytes: 1_000_000 })
  removeScratchFolder(path)
  return ran.kind === 'ended' && ran.code === 0
}

function measuredMeans({ elapsed }: CopyTools, { root }: CopyRun): 'copy' | 'none' {
  const began = elapsed()
  return measureTree(root, MOST_BYTES, () => elapsed() - began > MOST_MS) ? 'copy' : 'none'
}
