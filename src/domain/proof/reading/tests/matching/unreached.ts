// Functions that came with assertions in them and that nobody calls: what stands there is not run.
import type { CodeBlock } from '../../test-file/block.ts'
import type { Helper, TestCase, TestFile } from '../../test-file/test-file.ts'

/** A new function that no changed test file names outside of itself. */
export interface Unreached {
  readonly file: TestFile
  readonly helper: Helper
}

/** Called by the runner or the language, by their name. */
const HOOK =
  /^(?:set_?up|tear_?down|setup_\w+|teardown_\w+|setUp\w*|tearDown\w*|async(?:SetUp|TearDown)|before\w*|after\w*|around\w*|pytest_\w+|init|main|TestMain|constructor|SetupTest|SetupSuite|TearDown\w*|initialize|__\w+__|run|runTest)$/

export function unreachedIn(before: readonly TestFile[], after: readonly TestFile[]): Unreached[] {
  const known = new Set(before.flatMap(({ helpers }) => helpers.map(({ block }) => block.title)))
  const named = new Map<string, number>()
  const count = (code: string, by: 1 | -1): void => {
    for (const word of wordsIn(code)) named.set(word, (named.get(word) ?? 0) + by)
    for (const word of code.match(OF_A_VALUE) ?? []) named.set(word, (named.get(word) ?? 0) + by)
  }
  for (const { source } of after) count(source.code, 1)
  let open = after.flatMap((file) =>
    file.helpers
      .filter(({ block }) => !known.has(block.title) && !HOOK.test(block.title) && !isMarked(file, block))
      .map((helper) => ({ file, helper })),
  )
  const found: Unreached[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const dead = open.filter((one) => isOnlyNamedInside(one, named))
    if (dead.length === 0) break
    for (const { file, helper } of dead) count(codeOf({ file, helper }), -1)
    found.push(...dead)
    const gone = new Set(dead)
    open = open.filter((one) => !gone.has(one))
  }
  return found
}

/** Who is called only by such a function is not reached either. */
const MOST_ROUNDS = 3

function isOnlyNamedInside(one: Unreached, named: ReadonlyMap<string, number>): boolean {
  const name = one.helper.block.title.replace(/[?!]$/, '')
  // Kotlin: a name of several words in backticks.
  if (/\s/.test(name)) return one.file.source.text.split(`\`${name}\``).length === 2
  if (!/^[\w$]+$/.test(name)) return false
  const code = codeOf(one)
  const own = wordsIn(code).filter((word) => word === name).length
  const all = named.get(name) ?? 0
  if (!isFreeInRust(one)) return all <= own
  // What is called on a value is another function of that name.
  const ofValues = code.match(OF_A_VALUE)?.filter((word) => word === `.${name}`).length ?? 0
  return all - (named.get(`.${name}`) ?? 0) <= own - ofValues
}

const OF_A_VALUE = /(?<!\.)\.[A-Za-z_]\w*/g

/** Rust: a function without `self` cannot be called on a value. */
function isFreeInRust({ file: { path, source }, helper: { block } }: Unreached): boolean {
  return path.endsWith('.rs') && !/\bself\b/.test(source.code.slice(block.at, block.bodyStart))
}

const LONGEST_BODY = 4000

function codeOf({ file, helper: { block } }: Unreached): string {
  return file.source.code.slice(block.at, Math.min(block.end, block.at + LONGEST_BODY))
}

function wordsIn(code: string): string[] {
  return code.match(/[A-Za-z_$][\w$]*/g) ?? []
}

/** Say nothing about who calls it. */
const IDLE =
  /@(?:Override|SuppressWarnings|Disabled|Ignore|DisplayName|Deprecated|staticmethod|classmethod|(?:pytest\.)?mark\.\w+|(?:unittest\.)?skip\w*|(?:mock\.)?patch[\w.]*|objc|(?:hypothesis\.)?(?:given|settings|example)|parameterized\.expand|(?:Method|Csv|CsvFile|Value|Enum|Arguments|NullAndEmpty|Null|Empty)Source|Tag|Tags|Timeout|Order)\b|#\[\s{0,9}(?:allow|cfg|ignore|expect|should_panic|inline|\\?(?:\w+\\){0,9}(?:DataProvider(?:External)?|TestDox|TestWith(?:Json)?|Group|Ticket|Small|Medium|Large|Covers\w+|Uses\w+|Requires\w+|Depends\w*|IgnoreDeprecations|WithoutErrorHandler))\b/g

/** What stands under a decorator or an attribute is called by others. */
function isMarked({ source }: TestFile, { start, at }: CodeBlock): boolean {
  return /[@#]\s{0,9}\[?\s{0,9}\w/.test(source.code.slice(start, at).replaceAll(IDLE, ''))
}

/** What was a test and is now a function that nobody calls: by its name, or by what it asserts. */
export function formerTest(
  { title, file, assertions }: TestCase,
  unreached: readonly Unreached[],
): Unreached | undefined {
  const name = title.toLowerCase().replace(/^test_?/, '')
  const keys = new Set(assertions.flatMap(({ key, isVacuous }) => (isVacuous ? [] : [key])))
  const isNamed = ({ block }: Helper): boolean =>
    /^\w+$/.test(title) && (name.length < 3 ? block.title === title : block.title.toLowerCase().includes(name))
  return unreached.find(({ file: { path }, helper }) => {
    if (path !== file.path || helper.assertions.length === 0) return false
    const kept = helper.assertions.filter(({ key }) => keys.has(key)).length
    return (kept > 0 && kept * 2 >= keys.size) || isNamed(helper)
  })
}
