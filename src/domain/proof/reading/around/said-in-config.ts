// Flags that a command lost and that the tool's own config says: to leave them out changes nothing.
import { readSettings } from '../settings/formats/read-settings.ts'
import { keysOf } from '../settings/setting.ts'
import { readCommand } from '../commands/command.ts'
import { isWeakerThan } from '../commands/weaker-command.ts'

interface ConfigHome {
  readonly file: RegExp
  /** What stands before the key. */
  readonly prefix: string
}

interface FlagRule {
  readonly homes: readonly ConfigHome[]
  /** The key for a flag, without its dashes. */
  readonly key: (flag: string) => string
}

const RULES: Readonly<Record<string, FlagRule>> = {
  mypy: {
    homes: [
      { file: /^pyproject\.toml$/, prefix: 'tool.mypy.' },
      { file: /^(?:setup\.cfg|\.?mypy\.ini)$/, prefix: 'mypy.' },
    ],
    key: (flag) => flag.replaceAll('-', '_'),
  },
  tsc: { homes: [{ file: /^tsconfig\.json$/, prefix: 'compilerOptions.' }], key: (flag) => flag },
}

const OTHER_CONFIG = /^(?:-p|--project|--config|--config-file|-b|--build)(?:=|$)/

/** `texts` are those after the change; the configs at the root count, which the tools find by themselves. */
export function isSaidInConfig(was: string, now: string, texts: ReadonlyMap<string, string>): boolean {
  const [old, is] = [readCommand(was), readCommand(now)]
  const short = old.map((part) => {
    const rule = Object.hasOwn(RULES, part.tool) ? RULES[part.tool] : undefined
    const on = rule && !part.flags.some((flag) => OTHER_CONFIG.test(flag)) ? switchedOn(rule, texts) : undefined
    return rule && on
      ? { ...part, flags: part.flags.filter((flag) => !on.has(rule.key(flag.replace(/^--/, '')))) }
      : part
  })
  return short.some((part, at) => part.flags.length < (old[at]?.flags.length ?? 0)) && !isWeakerThan(short, is)
}

function switchedOn({ homes }: FlagRule, texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = homes.flatMap(({ file, prefix }) =>
    [...texts].flatMap(([path, text]) =>
      file.test(path)
        ? readSettings(path, text)
            .filter((one) => /^(?:true|True)$/.test(one.value) && keysOf(one).startsWith(prefix))
            .map((one) => keysOf(one).slice(prefix.length))
        : [],
    ),
  )
  return new Set(found)
}
