// Plain programs played with the real interpreters, for tests.
import { afterAll } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PROGRAM_MS } from '../../../../../test/limits.ts'
import { canaryNames } from '../canary/words.ts'
import { judgePlain } from './judge.ts'
import { planPlain, toPlainPlan } from './plan.ts'

const names = canaryNames('mfjdkslaqpwoeirutyvnbcxz')
const folder = mkdtempSync(join(tmpdir(), 'fullstop-plain-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

export interface Project {
  readonly argv: readonly string[]
  /** Where it is not there, another command stands for the check. */
  readonly control?: readonly string[]
  readonly test: string
  readonly text: string
  readonly product: string
}

let count = 0

/** `before`: the product at the start, where it was there. */
export function answer(
  { argv, control = argv, test: path, text, product }: Project,
  code: string,
  before?: string,
): string {
  const root = join(folder, String(count++))
  const [program = '', ...args] = argv
  const words = program === 'python3' ? { program: args[2] ?? '', args: args.slice(3) } : { program, args }
  const planned = planPlain(
    {
      commands: {
        commands: [{ ...words, cwd: '', from: '' }],
        names: [],
        variables: [],
        code: [],
        scripts: [],
        isLenient: false,
        unclear: [],
        missing: [],
      },
      tests: [{ path, text }],
      changed: [product],
      texts: new Map(),
      names,
    },
    [{ path: product, how: before === undefined ? 'added' : 'modified', after: code, ...(before && { before }) }],
  )
  if (!planned) return 'nothing'
  const plan = toPlainPlan(planned, { argv: control, depth: 0, limitMs: PROGRAM_MS })
  for (const file of [
    { path: 'tests/__init__.py', text: '' },
    { path, text },
    { path: product, text: code },
    ...plan.put,
  ]) {
    mkdirSync(dirname(join(root, file.path)), { recursive: true })
    writeFileSync(join(root, file.path), file.text)
  }
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const [driver = '', ...rest] = plan.argv
  const { stdout } = spawnSync(driver, rest, { cwd: root, env, encoding: 'utf8' })
  const end = { result: 'passed' as const, why: 'exit 0' }
  const { answer: said, why } = judgePlain({ kind: 'ran', end, output: stdout }, plan)
  return said === 'red' ? why : said
}
