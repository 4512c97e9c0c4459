// A test file in which the expected values of assertions are others: whatever honest code returns, each of them must fail.
import { given } from '../../../../contract/given.ts'
import { languageOf } from '../../source/languages.ts'
import { lineAt, readSource } from '../../source/source.ts'
import { folderOf } from '../../yardstick/named/paths.ts'
import type { CanaryFile, CanaryRunner } from '../canary/in-file.ts'
import { firstScriptStatement, isEsm } from '../canary/javascript.ts'
import { firstPythonStatement } from '../canary/python.ts'
import { asSum, type CanaryNames, inParts } from '../canary/words.ts'
import type { PutFile } from '../plans.ts'
import type { BentStatements, EqualAssertion } from './assertion.ts'
import { buildersIn, type ProductBuilders } from './builders.ts'
import { bentPython, pythonAssertions, pythonMarks } from './python.ts'
import { bentScript, scriptAssertions, scriptMarks } from './script.ts'

export interface BentAssertion {
  /** In the file as it is. */
  readonly line: number
  /** As it is written there. */
  readonly written: string
  /** Product code builds what it expects. */
  readonly isBuilt?: true
}

export interface BentFile {
  readonly put: readonly PutFile[]
  /** In the order of their numbers. */
  readonly assertions: readonly BentAssertion[]
  /** It also says what must not be equal or true: its values may be made to equal many others. */
  readonly hasNegatives: boolean
}

const PYTHON: ReadonlySet<CanaryRunner> = new Set(['pytest', 'unittest', 'python'])
const SCRIPTS: ReadonlySet<CanaryRunner> = new Set([
  'node:test',
  'vitest',
  'jest',
  'mocha',
  'bun test',
  'ava',
  'uvu',
  'node',
])
const NEGATIVE = /\bnot[A-Z]\w*|\bassertNot|\bassertFalse|\.not\b|\bnot\b|!=|!\w|\b[fF]alse\b/

/** `product`: what it builds values by. Undefined where no assertion of the file can be bent. Never throws. */
export function bendFile(
  runner: CanaryRunner,
  file: CanaryFile,
  { names, product }: { readonly names: CanaryNames; readonly product: ProductBuilders },
): BentFile | undefined {
  const language = languageOf(file.path)
  if (!language || !(PYTHON.has(runner) || SCRIPTS.has(runner))) return undefined
  const isPython = PYTHON.has(runner)
  const source = readSource(file.text, language.syntax)
  const test = { source, isPython, word: names.name, builders: buildersIn(source, isPython, product) }
  const found: readonly Bending[] = isPython
    ? withoutOverlaps(pythonAssertions(test)).map((one, index) => ({
        ...one,
        around: (statements) => bentPython(one, { statements, name: names.name, index }),
      }))
    : withoutOverlaps(scriptAssertions(test)).map((one, index) => ({
        ...one,
        around: (statements) => bentScript(one, { statements, name: names.name, index }),
      }))
  if (found.length === 0) return undefined
  const text = withAll(source.text, found)
  return {
    put: isPython ? pythonFiles(file.path, text, names) : scriptFiles(runner, file.path, text, names),
    assertions: found.map(({ span, isBuilt }) => ({
      line: lineAt(source, span.from),
      written: source.text.slice(span.from, span.to),
      ...given({ isBuilt }),
    })),
    hasNegatives: NEGATIVE.test(source.code),
  }
}

interface Bending extends EqualAssertion {
  readonly around: (statements: BentStatements['statements']) => string
}

/** One that stands within another is left alone. */
function withoutOverlaps<Found extends EqualAssertion>(all: readonly Found[]): Found[] {
  let end = 0
  return all
    .toSorted((a, b) => a.span.from - b.span.from)
    .filter(({ span }) => {
      const isFree = span.from >= end
      if (isFree) end = span.to
      return isFree
    })
}

/** A literal in a variable or table stands before its assertion. */
function withAll(text: string, all: readonly Bending[]): string {
  const edits = all.flatMap(({ span, literal, bent, cells, bentCells, ways, around }) => {
    const isInside = !cells && literal.from >= span.from
    const written = (value: string): string =>
      isInside
        ? `${text.slice(span.from, literal.from)}${value}${text.slice(literal.to, span.to)}`
        : text.slice(span.from, span.to)
    const statements = ways
      ? [bent, ...ways].map((value) => ({ text: written(value), value }))
      : [{ text: written(bent) }]
    const elsewhere = cells?.map((cell, index) => ({ ...cell, by: bentCells?.[index] ?? '' })) ?? [
      { ...literal, by: bent },
    ]
    return [{ ...span, by: around(statements) }, ...(isInside ? [] : elsewhere)]
  })
  let at = 0
  const parts = edits
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, by }) => {
      const part = `${text.slice(at, from)}${by}`
      at = to
      return part
    })
  return `${parts.join('')}${text.slice(at)}`
}

function pythonFiles(path: string, text: string, { witness, reached, name }: CanaryNames): PutFile[] {
  const at = firstPythonStatement(text)
  const marks = pythonMarks(name, asSum(witness), asSum(reached))
  return [{ path, text: `${text.slice(0, at)}${marks}${text.slice(at)}` }]
}

/** As for canaries: what prints stands in a file of ours, which the test file loads first. */
function scriptFiles(runner: CanaryRunner, path: string, text: string, names: CanaryNames): PutFile[] {
  const { witness, reached, name } = names
  const isModule = runner === 'vitest'
  const beside = `${runner === 'ava' ? '_' : ''}${name}.${isModule ? 'mjs' : 'cjs'}`
  const marks = scriptMarks(inParts(witness), inParts(reached))
  const helper = isModule
    ? `import { writeSync } from 'node:fs'\n${marks}export const ${name} = marks\n`
    : `'use strict'\nconst { writeSync } = require('node:fs')\n${marks}exports.${name} = marks\n`
  const load = isEsm(path, text)
    ? `import { ${name} } from './${beside}';`
    : `const { ${name} } = require('./${beside}');`
  // A compiler knows that these values are never equal.
  const quiet = /\.[cm]?tsx?$/.test(path) ? '// @ts-nocheck\n' : ''
  const at = firstScriptStatement(text)
  const folder = folderOf(path)
  return [
    { path, text: `${quiet}${text.slice(0, at)}${load}${text.slice(at)}` },
    { path: folder === '' ? beside : `${folder}/${beside}`, text: helper },
  ]
}
