// Installs a real agent from npm into a cache folder outside the tree and returns the path of its native binary, or of
// its script where a JavaScript runtime has to run it.
// Safe to run twice at once: each process installs beside the target and the first rename wins.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_MS } from '../limits.ts'

export type Installed =
  | { readonly kind: 'installed'; readonly binary: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

export interface AgentPackage {
  readonly agent: string
  readonly packageName: string
  /** Exact: npm picks an old release by itself when the running Node is too old for the newest. */
  readonly version: string
  readonly binaryName: string
  /** The native binary lies in `vendor/<target>/bin` of the platform's package, not at its top. */
  readonly isVendored?: boolean
  /** The platform's package by what stands before the platform in its name, and the folder of the binary in it. */
  readonly native?: { readonly prefix: string; readonly folder: string }
  /** `binaryName` is the path of a script in the package itself; there is no native binary. */
  readonly isScript?: boolean
  /** It works with a program that is installed by itself: the second copy that it brings, of hundreds of MB, is left out. */
  readonly isBare?: boolean
}

export const claudePackage: AgentPackage = {
  agent: 'claude',
  packageName: '@anthropic-ai/claude-code',
  version: '2.1.325',
  binaryName: 'claude',
}

export const codexPackage: AgentPackage = {
  agent: 'codex',
  packageName: '@openai/codex',
  version: '0.166.0',
  binaryName: 'codex',
  isVendored: true,
}

export const opencodePackage: AgentPackage = {
  agent: 'opencode',
  packageName: 'opencode-ai',
  version: '1.18.18',
  binaryName: 'opencode',
  native: { prefix: 'opencode', folder: 'bin' },
}

/**
 * It asks for a Node newer than the oldest that we support. Its script runs on Bun as well, and that is pinned: so the
 * newest Inspector runs wherever our tests do, whatever Node is there.
 */
export const inspectorPackage: AgentPackage = {
  agent: 'inspector',
  packageName: '@modelcontextprotocol/inspector',
  version: '2.12.0',
  binaryName: 'clients/launcher/build/index.js',
  isScript: true,
}

/** A client of ACP that is nobody's editor. */
export const acpxPackage: AgentPackage = {
  agent: 'acpx',
  packageName: 'acpx',
  version: '0.19.1',
  binaryName: 'dist/cli.js',
  isScript: true,
}

/** Never throws: a machine without network, npm or a build for its processor is an outcome. */
export async function installAgent(agent: AgentPackage): Promise<Installed> {
  try {
    const target = join(cacheRoot(), `${agent.agent}-${agent.version}`)
    const present = await findBinary(target, agent)
    if (present) return { kind: 'installed', binary: present }
    return await installInto(target, agent)
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function installInto(target: string, agent: AgentPackage): Promise<Installed> {
  const staging = `${target}.${process.pid}-${randomUUID().slice(0, 8)}`
  try {
    await mkdir(staging, { recursive: true })
    await writeFile(join(staging, 'package.json'), '{"private":true}\n')
    const failure = await runNpmInstall(staging, agent)
    if (failure) return { kind: 'unavailable', reason: failure }
    if (!(await findBinary(staging, agent))) return { kind: 'unavailable', reason: missingBuild(agent) }
    await rename(staging, target).catch(async (error: unknown) => {
      if (!(await exists(target))) throw error
    })
    const binary = await findBinary(target, agent)
    return binary ? { kind: 'installed', binary } : { kind: 'unavailable', reason: `${target} holds no usable binary` }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function findBinary(root: string, agent: AgentPackage): Promise<string | undefined> {
  if (!agent.isScript) return findNative(root, agent)
  const script = join(root, 'node_modules', agent.packageName, agent.binaryName)
  return (await exists(script)) ? script : undefined
}

/** The platform's own package holds the executable; the launcher package is not needed to run it. */
async function findNative(root: string, agent: AgentPackage): Promise<string | undefined> {
  const slash = agent.packageName.indexOf('/')
  const scope = join(root, 'node_modules', slash < 0 ? '' : agent.packageName.slice(0, slash))
  const prefix = agent.native?.prefix ?? agent.packageName.slice(slash + 1)
  const wanted = `${prefix}-${process.platform}-${process.arch}`
  const names = await readdir(scope).catch(() => [])
  for (const name of names.filter((name) => name === wanted || name.startsWith(`${wanted}-`)).toSorted()) {
    for (const folder of await binaryFolders(join(scope, name), agent)) {
      const binary = join(folder, agent.binaryName)
      if (await isExecutable(binary)) return binary
    }
  }
  return undefined
}

async function binaryFolders(platformPackage: string, agent: AgentPackage): Promise<string[]> {
  if (agent.native) return [join(platformPackage, agent.native.folder)]
  if (!agent.isVendored) return [platformPackage]
  const vendor = join(platformPackage, 'vendor')
  const targets = await readdir(vendor).catch(() => [])
  return targets.toSorted().map((target) => join(vendor, target, 'bin'))
}

/** Resolves to a sentence when npm did not succeed. */
function runNpmInstall(folder: string, agent: AgentPackage): Promise<string | undefined> {
  const spec = `${agent.packageName}@${agent.version}`
  const optional = agent.isBare ? '--omit=optional' : '--include=optional'
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', optional, spec]
  return new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: PROGRAM_MS })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)))
    child.on('error', (error) => resolve(`npm could not be started: ${error.message}`))
    child.on('close', (code) => resolve(code === 0 ? undefined : `npm install ${spec} failed: ${complaint.trim()}`))
  })
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).size > 0
  } catch {
    return false // Absent or not executable: the caller goes on looking.
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function missingBuild(agent: AgentPackage): string {
  if (agent.isScript) return `${agent.packageName}@${agent.version} brings no ${agent.binaryName}`
  return `${agent.packageName}@${agent.version} brings no native binary for ${process.platform}-${process.arch}`
}

function cacheRoot(): string {
  const base = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  return join(base, 'fullstop-test-agents')
}
