// The part of a check that tells which files it uses by name.
import { given } from '../../../contract/given.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { NamingCheck } from '../../../domain/proof/yardstick/named/named-files.ts'
import { maskSecrets } from '../../../domain/text/mask-secrets.ts'

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
