// A project's file acts only after the user trusted exactly that content for exactly that root.
import { join } from 'node:path'
import type { World } from '../world.ts'
import { inState } from '../home/state-folder.ts'

const LARGEST = 64 * 1024

export interface Trust {
  readonly root: string
  /** What the user trusted here, newest first: a task keeps the checks it began with. */
  readonly hashes: readonly string[]
  readonly at: string
}

/** By what the user stored last, or by the environment, as CI does. */
export function isTrusted(
  world: Pick<World, 'files' | 'env' | 'stateHome' | 'hashOf'>,
  root: string,
  hash: string,
): boolean {
  const named = (world.env['FULLSTOP_TRUST'] ?? '').split(/[\s,]+/).filter(Boolean)
  return named.includes(hash) || readTrust(world, root)?.hashes[0] === hash
}

/** For a task that is open: it keeps the checks it began with, even if the user has trusted another content since. */
export function wasTrusted(
  world: Pick<World, 'files' | 'env' | 'stateHome' | 'hashOf'>,
  root: string,
  hash: string,
): boolean {
  return isTrusted(world, root, hash) || readTrust(world, root)?.hashes.includes(hash) === true
}

export function readTrust(world: Pick<World, 'files' | 'stateHome' | 'hashOf'>, root: string): Trust | undefined {
  return readTrustFile(world, trustFile(world, root), root)
}

/** One file for each root, so that two processes never write the same one. Its name is a hash; the root is inside. */
export function trustFile({ stateHome, hashOf }: Pick<World, 'stateHome' | 'hashOf'>, root: string): string {
  return join(trustFolder(stateHome), `${hashOf(root)}.json`)
}

export function trustFolder(stateHome: string): string {
  return inState({ stateHome }, 'trust')
}

/** A file that cannot be read grants no trust. */
export function readTrustFile({ files }: Pick<World, 'files'>, path: string, root?: string): Trust | undefined {
  const read = files.readText(path, LARGEST)
  if (read.kind !== 'text') return undefined
  try {
    const trust = JSON.parse(read.text) as Partial<Trust>
    const isWhole = typeof trust.root === 'string' && typeof trust.at === 'string' && Array.isArray(trust.hashes)
    return isWhole && (root === undefined || trust.root === root) ? (trust as Trust) : undefined
  } catch {
    // Neither does a file that is not JSON.
    return undefined
  }
}
