// The built binary that the end-to-end tests run; built once if it is missing or older than the sources.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BUILD_MS } from '../limits.ts'

const root = join(import.meta.dirname, '..', '..')
const built = join(root, 'dist', 'fullstop')
const lock = join(root, 'dist', '.building')

export const binary: string = ensureBuilt()

function ensureBuilt(): string {
  const deadline = Date.now() + BUILD_MS
  while (isStale()) {
    if (Date.now() > deadline) throw new Error(`${built} was not built within ${BUILD_MS} ms`)
    if (takeLock()) build()
    else Bun.sleepSync(50)
  }
  return built
}

/** Tests and suites are no part of the binary. */
function isStale(): boolean {
  if (!existsSync(built)) return true
  const at = statSync(built).mtimeMs
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|sql)$/.test(file) && !/\.(?:test|suite)\.ts$/.test(file))
    .map((file) => join(root, 'src', file))
  return [...sources, join(root, 'package.json')].some((file) => statSync(file).mtimeMs > at)
}

/** Test files may run in several processes: one of them builds, the others look until it is done. */
function takeLock(): boolean {
  mkdirSync(join(root, 'dist'), { recursive: true })
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > BUILD_MS) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

function build(): void {
  try {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`the build failed:\n${stderr}`)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}
