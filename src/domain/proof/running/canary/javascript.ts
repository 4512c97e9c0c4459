// Canaries for JavaScript and TypeScript. The first thing that the file loads is a file of ours: it prints the witness before
// any other module is evaluated, and holds the test that must fail. The test file gets one import and one call.
import { folderOf } from '../../yardstick/named/paths.ts'
import { SCRIPT_CLOCKS, setsClock } from './clocks.ts'
import { failsByAssert, failsByExpect, failsByUvu, lateByAssert, programFailsByAssert } from './forms.ts'
import { type CanaryNames, type CanaryText, inParts } from './words.ts'

export type ScriptRunner = 'node:test' | 'vitest' | 'jest' | 'mocha' | 'bun' | 'tape' | 'ava' | 'uvu' | 'node'

/** Tests load helpers that assert too: what was loaded before may have changed what later files hold. */
const LATE = ['let isLate = false; try {', 'await require(late)() } catch { isLate = true } if (!isLate) return;'].join(
  ' ',
)
const LOADS_LATE: ReadonlySet<ScriptRunner> = new Set(['node:test', 'mocha'])

/** How the test is added, and how it fails by the assertions that the runner's users use. */
const TESTS: Readonly<Record<ScriptRunner, (title: string, said: string) => string>> = {
  'node:test': (title, said) =>
    `require('node:test').test('${title}', async () => { ${said}; ${LATE} ${failsByAssert()} })`,
  jest: (title, said) => `globalThis.test('${title}', async () => { ${said}; ${failsByExpect('globalThis.expect')} })`,
  vitest: (title, said) => `test('${title}', async () => { ${said}; ${failsByExpect('expect')} })`,
  bun: (title, said) => {
    const { test, expect } = { test: `require('bun:test').test`, expect: `require('bun:test').expect` }
    return `${test}('${title}', async () => { ${said}; ${failsByExpect(expect)} })`
  },
  mocha: (title, said) =>
    `(globalThis.it ?? globalThis.test)('${title}', async () => { ${said}; ${LATE} ${failsByAssert()} })`,
  tape: (title, said) => `require('tape')('${title}', (t) => { ${said}; t.equal(1, 2); t.end() })`,
  ava: (title, said) => `test('${title}', (t) => { ${said}; t.is(1, 2) })`,
  // The file may have handed its own suite over already: `test.run()` stands at its end.
  uvu: (title, said) => {
    const body = `async () => { ${said}; ${failsByUvu()} }`
    return `const one = require('uvu').suite('${title}'); one('${title}', ${body}); one.run()`
  },
  node: (_, said) =>
    `${said}; process.exitCode = 1; const code = () => { ${programFailsByAssert()} }; code(); process.exitCode = 0`,
}

const IMPORTS: Readonly<Partial<Record<ScriptRunner, string>>> = {
  vitest: `import { expect, test } from 'vitest'`,
  ava: `import test from 'ava'`,
}

export function scriptCanary(
  runner: ScriptRunner,
  { path, text }: { readonly path: string; readonly text: string },
  { witness, reached, name }: CanaryNames,
): CanaryText {
  // ava takes tests from the module that the file itself loaded.
  const isModule = runner === 'vitest' || (runner === 'ava' && isEsm(path, text))
  // … and takes every file of its folder for tests, unless its name begins like this.
  const beside = `${runner === 'ava' ? '_' : ''}${name}.${isModule ? 'mjs' : 'cjs'}`
  const test = TESTS[runner](title(name), `say([${inParts(reached)}])`)
  const say = `const say = (parts) => { try { writeSync(2, parts.join('') + '\\n') } catch {} }\nsay([${inParts(witness)}])\n`
  const clocks = setsClock(text) ? 'const isBent = () => false\n' : SCRIPT_CLOCKS
  const late = `${name}-late.cjs`
  const hasLate = LOADS_LATE.has(runner)
  const body = `${hasLate ? `const late = './${late}'; ` : ''}const bent = isBent(); ${test}`
  const helper = isModule
    ? `import { writeSync } from 'node:fs'\n${IMPORTS[runner] ?? ''}\n${clocks}${say}export const ${name} = () => { ${body} }\n`
    : `'use strict'\nconst { writeSync } = require('node:fs')\n${runner === 'ava' ? "const test = require('ava')\n" : ''}${clocks}${say}exports.${name} = () => { ${body} }\n`
  const load = isEsm(path, text)
    ? `import { ${name} } from './${beside}';`
    : `const { ${name} } = require('./${beside}');`
  // A compiler that checks types knows nothing of our file, and need not.
  const quiet = /\.[cm]?tsx?$/.test(path) ? '// @ts-ignore\n' : ''
  const at = firstScriptStatement(text)
  const loading = `${text.slice(0, at)}${quiet}${load}${text.slice(at)}`
  const folder = folderOf(path)
  const inFolder = (file: string): string => (folder === '' ? file : `${folder}/${file}`)
  return {
    text: `${loading.replace(/\n*$/, '')}\n;${name}()\n`,
    isLast: true,
    beside: [
      { path: inFolder(beside), text: helper },
      ...(hasLate ? [{ path: inFolder(late), text: `'use strict'\nmodule.exports = ${lateByAssert()}\n` }] : []),
    ],
  }
}

function title(name: string): string {
  return `handles ${name}`
}

/** By its ending, or by what it is written in; a compiler may make something else of it, and imports stay in order. */
export function isEsm(path: string, text: string): boolean {
  if (/\.c[jt]s$/.test(path)) return false
  return /\.m[jt]s$/.test(path) || /^[ \t]*(?:import\s*(?:[\w$*{"']|type\b)|export\s)/m.test(text)
}

/** Behind comments that stand first, which may be settings, and directives. */
export function firstScriptStatement(text: string): number {
  const head = /^(?:\uFEFF)?(?:#![^\n]*\n)?(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|(['"])use strict\1;?)*/.exec(text)
  return head?.[0].length ?? 0
}
