// Canaries for Go and for shell scripts.
import { folderOf } from '../../yardstick/named/paths.ts'
import { asSum, type CanaryNames, type CanaryText } from './words.ts'

interface OwnFile {
  readonly path: string
  readonly text: string
}

/**
 * Packages are initialised before those that import them, and one that imports nothing comes before all that do: it prints
 * the witness by a builtin, which needs no import. `module`: where go.mod stands, and the name in it.
 */
export function goCanary(
  { text }: OwnFile,
  module: { readonly folder: string; readonly name: string },
  { witness, reached, name }: CanaryNames,
): CanaryText | undefined {
  const clause = /^package[ \t]+\w+[^\n]*\n/m.exec(text)
  if (!clause) return undefined
  const at = clause.index + clause[0].length
  const first = `a${name}`
  const imports = `\nimport _ "${module.name}/${first}"\nimport ${name}testing "testing"\n`
  const exported = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  const test = `\nfunc Test${exported}(t *${name}testing.T) {\n\tprintln(${asSum(reached)})\n\tt.Fatal("1 is not 2")\n}\n`
  const folder = module.folder === '' ? first : `${module.folder}/${first}`
  return {
    text: `${text.slice(0, at)}${imports}${text.slice(at).replace(/\n*$/, '\n')}${test}`,
    isLast: true,
    beside: [
      { path: `${folder}/${first}.go`, text: `package ${first}\n\nfunc init() {\n\tprintln(${asSum(witness)})\n}\n` },
    ],
  }
}

/** The nearest go.mod above a file, of those that are known. */
export function moduleOf(
  path: string,
  texts: ReadonlyMap<string, string | undefined>,
): { readonly folder: string; readonly name: string } | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const name = /^module[ \t]+"?([^\s"]+)/m.exec(texts.get(folder === '' ? 'go.mod' : `${folder}/go.mod`) ?? '')?.[1]
    if (name !== undefined) return { folder, name }
    if (folder === '') return undefined
  }
}

/** What tests compare with. Each must fail: what it compares is not the same. */
const SHELL_FORMS = [
  'test 1 = 2',
  '[ 1 = 2 ]',
  '[ 1 -eq 2 ]',
  '[ -s /dev/null ]',
  'false',
  '! true',
  'echo 1 | diff - /dev/null >/dev/null 2>&1',
  'echo 1 | cmp - /dev/null >/dev/null 2>&1',
  'echo 1 | grep -q 2',
  '[ "$(echo 1)" != 1 ]',
  '[ "$(printf 1)" != 1 ]',
]
/** A script that ends at the first failure, and says so itself. */
const STOPS = /^[ \t]*set -\w*e|^#![^\n]*sh -\w*e|^[ \t]*set (?:-\w+ )*-o errexit/m
const GOES_ON = 'case $- in *e*) false ;; esac'

/**
 * Where its last line leaves the script, the canary must come before it. `isEarly`: right behind what the script takes in,
 * since over the task's start one of its own tests may end it.
 */
export function shellCanary({ text }: OwnFile, { witness, reached }: CanaryNames, isEarly: boolean): CanaryText {
  const shebang = /^#![^\n]*\n/.exec(text)?.[0] ?? ''
  const body = text.slice(shebang.length).replace(/\n*$/, '\n')
  const print = (word: string): string => `printf '%s%s\\n' ${asSum(word).replace(' + ', ' ')} >&2\n`
  const canary = `${print(reached)}if ${formsFor(text).join(' || ')}; then :; else exit 1; fi\n`
  const last = /^(?:exit|exec|return)\b[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*$/m.exec(body)
  const taken = isEarly ? [...body.matchAll(/^(?:\.|source)[ \t][^\n]*\n/gm)].at(-1) : undefined
  const at = taken ? taken.index + taken[0].length : (last?.index ?? body.length)
  const whole = `${shebang}${print(witness)}${body.slice(0, at)}${canary}${body.slice(at)}`
  return { text: whole, isLast: at === body.length, beside: [] }
}

/** Without what the script itself gives another meaning. */
function formsFor(text: string): string[] {
  const isOwn = (word: string): boolean =>
    new RegExp(`(?:^|[\\s;])(?:${word}[ \\t]*\\(\\)|alias ${word}=)`, 'm').test(text)
  const forms = SHELL_FORMS.filter((form) => !(form.match(/[a-z]+/g) ?? []).some(isOwn))
  return STOPS.test(text) && !/\bset \+/.test(text) ? [...forms, GOES_ON] : forms
}
