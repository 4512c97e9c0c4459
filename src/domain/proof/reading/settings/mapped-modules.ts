// Modules of the product that a test config sends to a stand-in: the tests then measure something else.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { lineAt, lineStarts, plainLines } from '../../source/source.ts'
import { stemOf } from '../../source/stem.ts'

const FILES =
  /(?:^|\/)(?:package\.json|(?:jest|vitest|vite|karma|wdio|playwright|cypress)[\w.-]*\.(?:[cm]?[jt]s|json)|(?:ts|js)config[\w.-]*\.json|deno\.jsonc?|import_?map\.json)$/
/** `'^../lib$': '<rootDir>/stubs/lib.js'`, whatever calls stand around the target. */
const MAPPED =
  /(?<key>"[^"\n]{1,200}"|'[^'\n]{1,200}')\s{0,9}:\s{0,9}\[?\s{0,9}(?:[\w.]{1,40}\(|new URL\(|__dirname,|import\.meta\.\w{1,20},|process\.cwd\(\),|\s){0,4}(?<target>"[^"\n]{1,200}"|'[^'\n]{1,200}')/g
const REPLACED =
  /\bfind:\s{0,9}(?<key>"[^"\n]{1,200}"|'[^'\n]{1,200}'|\/[^\n,]{1,200}\/)\s{0,9},\s{0,9}replacement:\s{0,9}(?:[\w.]{1,40}\(|new URL\(|__dirname,|import\.meta\.\w{1,20},|process\.cwd\(\),|\s){0,4}(?<target>"[^"\n]{1,200}"|'[^'\n]{1,200}')/g

const STAND_IN =
  /(?:^|[/_.-])(?:tests?|specs?|__tests__|__mocks__|mocks?|stubs?|fakes?|dummy|dummies|doubles?|fixtures?|support|shims?)(?:$|[/_.-])/i
/** By where it lies, or by the usual names for the own sources. */
const OWN =
  /^\^?\(?(?:\\?\.{1,2}\\?\/|(?:\\?\.){1,2}\\?\/|@\/|~\/|#|<rootDir>|\\?\/?(?:src|lib|app)(?:\/|\\|$)|\.\*\\?\/|\.\*(?:src|lib|app)\\?\/)/
/** What no test reads: styles, pictures. */
const ASSET = /css|less|sass|scss|styl|svg|png|jpe?g|gif|webp|woff|ttf|mp[34]|\.md|asset|image|style|font/i

/** Keys of lists of files. */
const LIST = /^(?:exclude|include|files|roots|projects|references|types|typeRoots|extends|testMatch|setupFiles\w*)$/

export function mappedModules(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path: file, before = '', after = '' } = change
  if (!FILES.test(file)) return []
  const old = mappingsIn(before)
  return mappingsIn(after).flatMap(({ key, target, line }) => {
    const was = old.find((one) => one.key === key)
    const isKnown = old.some((one) => isSame(one, { key, target }))
    if (isKnown || LIST.test(key) || ASSET.test(key) || STAND_IN.test(key)) return []
    if (!STAND_IN.test(target) && (isEntry(file, after, key) || !isNewTwin(key, target, changes))) return []
    if (!OWN.test(key) && !(was && /^(?:\.|<rootDir>|src|lib)/.test(was.target) && !STAND_IN.test(was.target)))
      return []
    return [finding('config', file, line, `${quote(key)} is sent to ${quote(target)}`)]
  })
}

/** `#helpers/*` and `#helpers` may lead to the same folder. */
function isSame(old: Pick<Mapping, 'key' | 'target'>, now: Pick<Mapping, 'key' | 'target'>): boolean {
  return nameIn(old.key) === nameIn(now.key) && folderIn(old.target) === folderIn(now.target)
}

function nameIn(key: string): string {
  return key.replaceAll(/[\^$]/g, '').replace(/\/(?:\(\.[*+]\)|\*{1,2})$/, '')
}

function folderIn(target: string): string {
  return target.replace(/\/(?:\$1|\*{1,2}|index(?:\.[cm]?[jt]sx?)?)$/, '')
}

/** An entry of the package came, for those who use it. */
function isEntry(file: string, text: string, key: string): boolean {
  if (!file.endsWith('package.json')) return false
  try {
    const { exports, publishConfig } = JSON.parse(text) as Record<string, unknown>
    return [exports, isRecord(publishConfig) ? publishConfig['exports'] : undefined].some(
      (entries) => isRecord(entries) && Object.hasOwn(entries, key),
    )
  } catch {
    // What cannot be read sends its modules somewhere for all we know.
    return false
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One module is sent to a file of the same name that came, while it stays where it is. */
function isNewTwin(key: string, target: string, changes: readonly FileChange[]): boolean {
  const name = stemOf(key.replaceAll(/[\\^$()]/g, ''))
  const came = target.replace(/^<rootDir>/, '').replace(/^(?:\.{0,2}\/)+/, '')
  if (!/^[\w-]{2,60}$/.test(name) || name === 'index' || stemOf(came) !== name) return false
  const isOfName = ({ path }: FileChange): boolean => stemOf(path) === name
  return (
    changes.some(
      ({ path, how }) => how === 'added' && path.replace(/\.\w+$/, '').endsWith(came.replace(/\.\w+$/, '')),
    ) && !changes.some((other) => other.how === 'deleted' && isOfName(other))
  )
}

interface Mapping {
  readonly key: string
  readonly target: string
  readonly line: number
}

function mappingsIn(raw: string): Mapping[] {
  const text = plainLines(raw)
  const starts = lineStarts(text)
  return [MAPPED, REPLACED].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ groups, index }) => ({
      key: (groups?.['key'] ?? '').slice(1, -1).replaceAll('\\\\', '\\'),
      target: (groups?.['target'] ?? '').slice(1, -1),
      line: lineAt({ starts }, index),
    })),
  )
}
