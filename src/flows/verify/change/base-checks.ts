// The checks of a change come from its base: the `fullstop.json` that the base commit holds, and the trust in exactly that
// content. What the change itself says about checks counts for nothing.
import { dirname, join, relative, sep } from 'node:path'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { Policy } from '../../../contract/config/policy.ts'
import type { BaseConfig, Barred } from '../../../contract/view/verified-change.ts'
import { resolvePolicy } from '../../../domain/policy/policy.ts'
import { parseConfig } from '../../project/config-file.ts'
import { PROJECT_FILE } from '../../project/load-policy.ts'
import { wasTrusted } from '../../project/trust.ts'
import type { Place } from './range-ends.ts'

export type BaseChecks =
  | {
      readonly ok: true
      readonly file: BaseConfig
      readonly text: string
      /** The folder of the file in the checkout: checks run there. */
      readonly root: string
      readonly checks: readonly CheckConfig[]
      /** As the file says, once it is trusted; nobody's own settings count. */
      readonly policy: Policy
      /** The file in the working tree has the same content. */
      readonly isSameNow: boolean
    }
  | { readonly ok: false; readonly barred: Barred }

/** The file nearest to the folder in which it was asked, up to the top of the repository. `top`: the folder of the checkout. */
export async function findBaseChecks(place: Place, top: string, base: string): Promise<BaseChecks> {
  const { world, trees, door, folder } = place
  const { files } = world
  const names = candidates(files.realPath(top), files.realPath(folder))
  const texts = await trees.textsAt(door, folder, { commit: base, paths: names }, trees.SMALL_TEXTS)
  const name = names.find((path) => texts.get(path) !== undefined)
  if (name === undefined) {
    const isNew = names.some((path) => files.exists(join(top, path)))
    return { ok: false, barred: { kind: 'no-config', isNew } }
  }
  const text = texts.get(name) ?? ''
  const parsed = parseConfig(text)
  if (!parsed.ok) return { ok: false, barred: { kind: 'config-invalid', file: name, errors: parsed.errors } }
  const checks = parsed.config.checks ?? []
  if (checks.length === 0) return { ok: false, barred: { kind: 'no-checks', file: name } }
  const root = files.realPath(join(top, dirname(name)))
  const hash = world.hashOf(text)
  const now = files.readText(join(top, name), LARGEST)
  return {
    ok: true,
    file: { file: name, hash, trusted: wasTrusted(world, root, hash) },
    text,
    root,
    checks,
    policy: resolvePolicy({
      env: {},
      attended: true,
      supervised: false,
      root,
      project: { config: parsed.config, trusted: true, hash },
    }).policy,
    isSameNow: now.kind === 'text' && now.text === text,
  }
}

const LARGEST = 1024 * 1024

/** Paths from the top, with forward slashes, the nearest first. */
function candidates(top: string, folder: string): string[] {
  const inside = relative(top, folder)
  const parts = inside === '' || inside.startsWith('..') ? [] : inside.split(sep)
  return [...parts.keys(), parts.length].toReversed().map((depth) => [...parts.slice(0, depth), PROJECT_FILE].join('/'))
}
