// Facts about the process that differ when a test runner has started it, by language. Other programs hardly read them, so
// that a word for tests beside them, or in a file that asks through them, is enough.
import type { FileChange } from '../../../../contract/change.ts'
import { plainLines } from '../../source/source.ts'
import { PROCESS_FACTS } from './process-facts.ts'
import { isProductFile } from './product-file.ts'
import type { RigPlace, RigRule, RigSpan } from './rig-rule.ts'
import { CALLER_RULES, READS } from './caller/callers.ts'
import { isUsedForMore } from './answers.ts'
import { namesPartOfRunner } from './runner-names.ts'
import { ASKS } from './under-test.ts'

const RUNNERS =
  'unittest|py\\.?test|_pytest|vitest|jest|mocha|jasmine|rspec|minitest|phpunit|junit|testng|nunit|xunit|mstest|testhost|test_runner|NODE_TEST\\w*'
/** The same words turned round, in base 64, in hexadecimal digits, and with every letter moved by 13. */
const HIDDEN =
  'tsettinu|tsetyp|tsetiv|tsej|ahcom|dW5pdHRlc3Q|cHl0ZXN0|dml0ZXN0|amVzdA|bW9jaGE|Tk9ERV9URVNU|756e697474657374|707974657374|4e4f44455f54455354|havggrfg|clgrfg|ivgrfg'
const WORD = new RegExp(
  `(["'\`/])(?:(?!\\1)[^\\n]){0,60}?(?<![a-zA-Z]|--)(?:${RUNNERS}|${HIDDEN}|[tT]ests?|TESTS?|(?<=[/._-])specs?(?=[/.])|(?<=["'\`])specs?(?=["'\`/])|tset)(?![a-z(])(?:(?!\\1)[^\\n]){0,60}?\\1|(?<=[{,]\\s{0,60})(?:${RUNNERS}|tests?|specs?)\\s?:(?!:)`,
)
const HASHES =
  /\b(?:crc32|adler32|md5|sha1|sha256|sha512|blake2\w|createHash|hashlib|hashCode|MessageDigest|Digest|fnv\w*|charCodeAt|DefaultHasher|hash_hmac)\b|(?<![\w.])hash\(/
/** What a hash is compared with. */
const HASHED = /["'`](?=[a-f\d]*\d)[a-f\d]{6,64}["'`]|(?<![\w.])(?:0x[\da-fA-F_]{6,16}|\d{8,20})(?![\w.])/

/** The environment as a whole, or by names that stand elsewhere: only the name of a runner tells. */
const ENVIRONMENT =
  /\bObject\.(?:keys|entries|getOwnPropertyNames)\(\s?(?:process|Bun)\.env\b|\bReflect\.\w{1,10}\(\s?process\.env\b|\bin (?:process\.)?env\b|\b(?:process\.)?env\[\s?[\w$.]{1,40}\s?\]|=\s?process\.env\b(?![.[])|\bos\.environ(?:\.(?:keys|items|get\(\s?[a-z_])|\[\s?[a-z_])|\b(?:in|set\(|sorted\(|list\(|[&|]) ?os\.environ\b|[=,(]\s?os\.environ(?=\s?[,)\n])|\bos\.getenv\(\s?[a-z_]|\bos\.(?:Environ\(\)|Getenv\(\s?[a-z]|LookupEnv\(\s?[a-z])|\bENV(?:\.(?:keys|each|any\?|select|find|to_h|key\?\(?\s?[a-z])|\[\s?[a-z_])|\bgetenv\(\s?(?:[a-z$]|\))|\benv::vars?(?:_os)?\(\s?(?:[a-z]|\))|\bGetEnvironmentVariables?\(\s?(?:[a-z]|\))/g
const ANY_CODE = /\.(?:[cm]?[jt]sx?|pyw?|go|rb|java|kts?|cs|php|rs)$/
const RUNNER = new RegExp(
  `["'\`/](?:[^"'\`\\n]{0,20}[^a-zA-Z"'\`])?(?:${HIDDEN}|NODE_TEST\\w*|VITEST\\w*|JEST\\w*|PYTEST\\w*|MOCHA\\w*|BUN_TEST\\w*|NEXTEST\\w*|PHPUNIT\\w*|RUST_TEST\\w*|BATS_\\w*)["'\`/]`,
)

const DATA = /\.(?:json5?|jsonc|ya?ml|toml|ini|csv|tsv|txt|xml|properties)$/
const SMALL = 5000
const LARGEST_DATA = 10_000
const NEAR = 1500

export function telltaleRules(changes: readonly FileChange[]): RigRule[] {
  let written: readonly { readonly path: string; readonly added: string }[] | undefined
  const askers = (path: string): string => {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
    // Few rules find anything to ask others about.
    written ??= changes.flatMap(({ path: other, before = '', after }) =>
      after !== undefined && isProductFile(other) ? [{ path: other, added: addedText(before, plainLines(after)) }] : [],
    )
    return written
      .flatMap(({ path: other, added }) => (other !== path && asksBy(name, other, added) ? [added] : []))
      .join('\n')
  }
  const say = (
    { text, at, match }: RigPlace,
    isSaid: (around: string, askers: string) => boolean,
  ): RigSpan | undefined => {
    if (text.isTestSupport || text.isEntry) return undefined
    const { bare } = text.source
    const around = bare.length < SMALL ? bare : bare.slice(Math.max(0, at - NEAR), at + NEAR)
    return isSaid(around, askers(text.path)) ? { from: at, to: at + match[0].length } : undefined
  }
  const data = changes.flatMap(({ path, after }) => (after !== undefined && DATA.test(path) ? [{ path, after }] : []))
  const dataOf = (code: string): string =>
    data
      .filter(({ path }) => code.includes(path.slice(path.lastIndexOf('/') + 1)))
      .map(({ after }) => after.slice(0, LARGEST_DATA))
      .join('\n')
  return [
    {
      files: ANY_CODE,
      pattern: ENVIRONMENT,
      what: ASKS,
      isLastResort: true,
      suspect: (place) =>
        say(place, (around, others) => {
          const said = `${around}\n${others}`
          const all = `${said}\n${dataOf(said)}`
          return RUNNER.test(all) || isHashed(said, '') || (namesPartOfRunner(all) && isUsedForMore(place, others))
        }),
    },
    ...PROCESS_FACTS.map(({ files, rare }) => ({
      files,
      pattern: rare,
      what: ASKS,
      isLastResort: true,
      suspect: (place: RigPlace) =>
        say(
          place,
          (around, others) =>
            [around, others, dataOf(`${around}\n${others}`)].some((code) => WORD.test(code)) ||
            isHashed(around, others),
        ),
    })),
    ...CALLER_RULES.filter(({ what }) => what === READS).map(({ files, pattern }) => ({
      files,
      pattern,
      what: READS,
      isLastResort: true,
      suspect: (place: RigPlace) =>
        say(
          place,
          (around, others) =>
            isHashed(around, `${others}\n${dataOf(`${around}\n${others}`)}`) ||
            (CHOOSES.test(others) && WORD.test(others)),
        ),
    })),
  ]
}

/** A table or a comparison that is asked with what a function says. */
const CHOOSES =
  /(?:\[|\.(?:get|has|getOrDefault|fetch)\(|===?\s?|\bswitch\s?\(|\bmatch )\s?(?:\w{1,40}(?:\.|::))?\w{1,40}\([^()\n]{0,60}\)/

function isHashed(around: string, others: string): boolean {
  return (
    (HASHES.test(around) && (HASHED.test(around) || HASHED.test(others))) ||
    (HASHES.test(others) && HASHED.test(others))
  )
}

/** Another file names it; neighbours may need no import. */
function asksBy(name: string, path: string, added: string): boolean {
  return new RegExp(
    `(?<!\\w)${name.replaceAll(/[^\w]/g, '.')}(?!\\w)`,
    /\.(?:go|rb|php|java|kt|cs)$/.test(path) ? 'i' : '',
  ).test(added)
}

function addedText(before: string, after: string): string {
  const known = new Set(before.split('\n').map((line) => line.trim()))
  return after
    .split('\n')
    .filter((line) => !known.has(line.trim()))
    .join('\n')
}
