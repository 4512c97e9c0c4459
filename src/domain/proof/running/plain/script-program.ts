// A test file in JavaScript or TypeScript as a plain program: the same bodies in the same order, without a test library, and
// the value of each comparison printed in place of the comparison.
import { given } from '../../../../contract/given.ts'
import { readSource, lineAt, type SourceText } from '../../source/source.ts'
import { languageOf } from '../../source/languages.ts'
import { folderOf, joinPath } from '../../yardstick/named/paths.ts'
import type { CanaryFile } from '../canary/in-file.ts'
import { firstScriptStatement, isEsm } from '../canary/javascript.ts'
import { scriptComparisons } from '../bent/script.ts'
import { type PlainEdit, type PlainNames, type PlainProgram, withEdits } from './names.ts'
import { withOwnTables } from './own-tables.ts'
import { SCRIPT_PARTS } from './script-helper.ts'
import { librariesIn } from './script-libraries.ts'

interface ScriptPlace {
  /** The folder that the program stands in. */
  readonly folder: string
  /** Our file beside it. */
  readonly helper: string
  /** Of the first assertion. */
  readonly first: number
}

/** What cannot be the same without a runner. */
const UNFIT =
  /(?<![\w$.])(?:vi|vitest|jest|sinon|td|nock|mockdate|MockDate|timekeeper|proxyquire|rewire|msw)\s*[.(]|\bmock\b|[fF]akeTimers|\.spyOn\b|\bgetByRole\b|\bt\.(?:test|after|before\w*|runOnly|skip|signal)\b|[(,]\s*done\s*\)|\bdone\s*=>|\bthis\.(?:timeout|retries|skip)\b|\bimport\.meta\.(?!url\b)|\b(?:test|it)\.run\(|\bsuite\(\s{0,20}['"`][^)\n]{0,200}\)[ \t]{0,20};?[ \t]{0,20}$|@(?:vitest|jest)-environment/m
/** Its own folder, and no file in it: other test files are missing there. */
const OWN_FOLDER =
  /\b__dirname\b(?!\s*(?:,\s*["'`](?!\.{1,2}\/?["'`])|\+))|\bimport\.meta\.dirname\b|\bnew URL\(\s*["'`]\.{1,2}\/?["'`]\s*,\s*import\.meta\.url\b/

/** Undefined where it cannot be told what it would do without its runner. */
export function scriptProgram(
  { path, text }: CanaryFile,
  { word, own }: Pick<PlainNames, 'word' | 'own'>,
  { folder, helper, first }: ScriptPlace,
): PlainProgram | undefined {
  const language = languageOf(path)
  if (!language || path.endsWith('x')) return undefined
  const { syntax } = language
  const source = readSource(withOwnTables(text, { syntax, isPython: false }), syntax)
  const libraries = librariesIn(source, own)
  if (!libraries || UNFIT.test(source.bare) || OWN_FOLDER.test(source.bare)) return undefined
  const compared = scriptComparisons({ source, isPython: false, word, takesAll: true }).toSorted(
    (a, b) => a.span.from - b.span.from,
  )
  if (compared.length === 0) return undefined
  const edits: PlainEdit[] = [
    ...libraries.imports.map(({ from, to }) => ({ from, to, by: '' })),
    ...compared.flatMap(({ span, side }, index): PlainEdit[] => {
      const isInside = side.literal.from >= span.from && side.literal.to <= span.to
      return [
        { from: span.from, to: side.actual.from, by: `${own}.${SCRIPT_PARTS.value}(${first + index}, ` },
        { from: side.actual.to, to: span.to, by: ')' },
        ...(side.cells ?? (isInside ? [] : [side.literal])).map((one) => ({ ...one, by: 'null' })),
      ]
    }),
    ...specifiers(source, folderOf(path), folder),
    ...places(source, path, folder),
    ...libraries.names,
  ]
  const body = withEdits(source.text, edits)
  const at = firstScriptStatement(body)
  const isModule = isEsm(path, text)
  const load = isModule ? `import ${own} from './${helper}';` : `const ${own} = require('./${helper}');`
  const end = `\n;${isModule ? 'await ' : ''}${own}.${SCRIPT_PARTS.run}()\n`
  return {
    text: `${/\.[cm]?ts$/.test(path) ? '// @ts-nocheck\n' : ''}${body.slice(0, at)}${load}${body.slice(at)}${end}`,
    assertions: compared.map(({ span, side, by, distance }) => ({
      line: lineAt(source, span.from),
      written: source.text.slice(span.from, span.to),
      expected: (side.cells ?? [side.literal]).map(({ from, to }) => source.text.slice(from, to)),
      isLoose: isLoose(by, libraries.isStrict),
      ...given({ distance }),
    })),
  }
}

/** `equal` of the assert module that is not strict, and comparisons that do not look at types. */
function isLoose(by: string, isStrict: boolean): boolean {
  return /(?:^|\.)(?:equal|deepEqual|eql)\($/.test(by) && !by.includes('.strict.') && !isStrict
}

const SPECIFIER =
  /(?:\bfrom\s{0,20}|\bimport\s{0,20}\(?\s{0,20}|\brequire\(\s{0,20})(["'])(\.{1,2}(?:\/[^"'\n]{0,200})?)\1/g

function specifiers({ bare }: SourceText, from: string, to: string): PlainEdit[] {
  return Array.from(bare.matchAll(SPECIFIER)).flatMap(({ 0: whole, 1: quote = '', 2: path = '', index }) => {
    const target = joinPath(from, path)
    if (target === undefined) return []
    const start = index + whole.length - path.length - quote.length
    return [{ from: start, to: start + path.length, by: relativeTo(to, target) }]
  })
}

/** Where the test file stands, which stays where it was. */
function places({ code }: SourceText, path: string, folder: string): PlainEdit[] {
  const file = relativeTo(folder, path)
  const rows: readonly (readonly [RegExp, string])[] = [
    [/(?<![\w$.])import\.meta\.url\b/g, `new URL('${file}', import.meta.url).href`],
    [/(?<![\w$.])__dirname\b/g, `require('node:path').resolve(__dirname, '${relativeTo(folder, folderOf(path))}')`],
    [/(?<![\w$.])__filename\b/g, `require('node:path').resolve(__dirname, '${file}')`],
  ]
  return rows.flatMap(([pattern, by]) =>
    Array.from(code.matchAll(pattern), ({ 0: found, index }) => ({ from: index, to: index + found.length, by })),
  )
}

function relativeTo(folder: string, path: string): string {
  const [own, other] = [folder, path].map((one) => (one === '' ? [] : one.split('/')))
  let same = 0
  while (own?.[same] !== undefined && own[same] === other?.[same]) same++
  const up = '../'.repeat((own?.length ?? 0) - same)
  const rest = (other ?? []).slice(same).join('/')
  return `${up === '' ? './' : up}${rest}`
}
