// The canary for one test file, by the runner that runs it: one row per runner.
import type { KnownTexts } from '../../yardstick/named/named-files.ts'
import { folderOf } from '../../yardstick/named/paths.ts'
import { scriptCanary } from './javascript.ts'
import { goCanary, moduleOf, shellCanary } from './others.ts'
import { pytestCanary, pythonCanary, unittestCanary } from './python.ts'
import type { CanaryNames, CanaryText } from './words.ts'

export interface CanaryFile {
  readonly path: string
  readonly text: string
}

interface CanaryRow {
  /** A script of its own, which decides itself how it ends. */
  readonly isPlain?: true
  readonly add: (file: CanaryFile, names: CanaryNames, texts: KnownTexts, isEarly: boolean) => CanaryText | undefined
}

const ROWS = {
  'node:test': { add: (file, names) => scriptCanary('node:test', file, names) },
  vitest: { add: (file, names) => scriptCanary('vitest', file, names) },
  jest: { add: (file, names) => scriptCanary('jest', file, names) },
  mocha: { add: (file, names) => scriptCanary('mocha', file, names) },
  tape: { add: (file, names) => scriptCanary('tape', file, names) },
  ava: { add: (file, names) => scriptCanary('ava', file, names) },
  uvu: { add: (file, names) => scriptCanary('uvu', file, names) },
  'bun test': { add: (file, names) => scriptCanary('bun', file, names) },
  pytest: {
    add: (file, names, texts) => {
      const folder = folderOf(file.path)
      return pytestCanary(file, texts.get(folder === '' ? 'conftest.py' : `${folder}/conftest.py`), names)
    },
  },
  unittest: { add: (file, names) => unittestCanary(file, names) },
  'go test': {
    add: (file, names, texts) => {
      const module = moduleOf(file.path, texts)
      return module && goCanary(file, module, names)
    },
  },
  node: { isPlain: true, add: (file, names) => scriptCanary('node', file, names) },
  python: { isPlain: true, add: (file, names) => pythonCanary(file, names) },
  sh: { isPlain: true, add: (file, names, _, isEarly) => shellCanary(file, names, isEarly) },
} as const satisfies Readonly<Record<string, CanaryRow>>

export type CanaryRunner = keyof typeof ROWS

export function isPlainScript(runner: CanaryRunner): boolean {
  const row: CanaryRow = ROWS[runner]
  return row.isPlain === true
}

export interface CanaryAround {
  readonly names: CanaryNames
  readonly texts: KnownTexts
  /** Before the tests of the file itself, where the runner allows it. */
  readonly isEarly?: boolean | undefined
}

/** Undefined where the runner cannot take one in this file. */
export function canaryInFile(
  runner: CanaryRunner,
  file: CanaryFile,
  { names, texts, isEarly = false }: CanaryAround,
): CanaryText | undefined {
  const row: CanaryRow = ROWS[runner]
  return row.add(file, names, texts, isEarly)
}
