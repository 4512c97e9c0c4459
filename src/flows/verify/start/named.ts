// The files that the checks use by name. Texts are read until no new name turns up, within bounds.
import { given } from '../../../contract/given.ts'
import type { NamedFiles } from '../../../contract/change.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import { namedFiles, type NamingCheck } from '../../../domain/proof/yardstick/named/named-files.ts'
import { maskSecrets } from '../../../domain/text/mask-secrets.ts'

export type ReadTexts = (paths: readonly string[]) => Promise<ReadonlyMap<string, string | undefined>>

/** Each round follows the names one step further. */
const MOST_ROUNDS = 12

/** `known`: texts that were read already. */
export async function findNamed(
  checks: readonly NamingCheck[],
  root: string | undefined,
  read: ReadTexts,
  known: ReadonlyMap<string, string | undefined> = new Map(),
): Promise<NamedFiles> {
  const texts = new Map(known)
  for (let round = 0; ; round++) {
    const { named, missing } = namedFiles(checks, texts, root)
    if (missing.length === 0 || round === MOST_ROUNDS) return named
    const found = await read(missing)
    for (const path of missing) texts.set(path, found.get(path))
  }
}

/** What is needed of the checks to find files; values that look like secrets name none. */
export function toNaming(checks: readonly CheckConfig[]): NamingCheck[] {
  return checks.map(({ run, shell, cwd, env }) => ({
    run,
    ...given({ shell, cwd }),
    ...given({ env }, (values) => Object.fromEntries(Object.entries(values).filter(isHarmless))),
  }))
}

function isHarmless([name, value]: readonly [string, string]): boolean {
  return maskSecrets(`${name}=${value}`) === `${name}=${value}`
}
