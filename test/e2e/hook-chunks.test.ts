// Which pieces of the binary a hook, a claim and the commands that agents call most load: each costs time at every start.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stageSources } from '../../scripts/stage.ts'

interface Output {
  readonly entryPoint?: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly imports: readonly { readonly path: string; readonly kind: string }[]
}

const root = join(import.meta.dirname, '../..')
const built = await build()

test('S6: a hook loads two chunks of the binary, and no installer or driver stands in them', () => {
  const loaded = built.chunksOf('cli/main.ts')
  expect(loaded).toHaveLength(2)
  const files = built.filesIn(loaded)
  expect(files.some((file) => file.endsWith('flows/hook/on-stop.ts'))).toBe(true)
  expect(files.filter((file) => /agents\/.*\/(?:driver|install|trial|failure)\.ts$/.test(file))).toEqual([])
})

const UNNEEDED =
  /node_modules\/|domain\/proof\/(?:reading\/(?!unread|finding|expected\/failed-before)|running\/)|domain\/checks\/find\//

const OWN: ReadonlyArray<readonly [string, string]> = [
  ['a claim, until its checks run', 'flows/verify/verify.ts'],
  ['a round of checks with nothing to settle', 'flows/verify/round/run-checks.ts'],
  ['a prompt that opens a task', 'flows/verify/start/begin-start.ts'],
  ['fullstop claim', 'frontends/cli/commands/claim.ts'],
  ['fullstop tasks', 'frontends/cli/commands/tasks.ts'],
]

for (const [name, entry] of OWN) {
  test(`S6: ${name} loads no package, no reader of changes and no extra runs`, () => {
    const files = built.filesIn(built.chunksOf(entry))
    expect(files.some((file) => file.endsWith(entry))).toBe(true)
    expect(files.filter((file) => UNNEEDED.test(file))).toEqual([])
  })
}

interface Built {
  /** The chunks that are loaded with this entry point, without those that are loaded later. */
  readonly chunksOf: (entry: string) => readonly string[]
  readonly filesIn: (chunks: readonly string[]) => readonly string[]
}

async function build(): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-chunks-'))
  const staged = await stageSources(root)
  try {
    const meta = join(folder, 'meta.json')
    const flags = ['--minify', '--format=esm', '--splitting', '--target=bun', `--metafile=${meta}`, '--outdir', folder]
    const { status, stderr } = spawnSync(process.execPath, ['build', ...flags, staged.entry], { encoding: 'utf8' })
    if (status !== 0 || stderr.includes('error')) throw new Error(`the build failed (exit ${status}): ${stderr}`)
    const { outputs } = JSON.parse(readFileSync(meta, 'utf8')) as { outputs: Readonly<Record<string, Output>> }
    return {
      chunksOf: (entry) => {
        const [path] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(entry)) ?? []
        return loadedFrom(outputs, path ?? '')
      },
      filesIn: (chunks) => chunks.flatMap((path) => Object.keys(outputs[path]?.inputs ?? {})),
    }
  } finally {
    staged.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

function loadedFrom(outputs: Readonly<Record<string, Output>>, entry: string): string[] {
  const loaded = new Set<string>()
  const visit = (path: string): void => {
    if (loaded.has(path) || !outputs[path]) return
    loaded.add(path)
    for (const { path: next, kind } of outputs[path].imports) if (kind === 'import-statement') visit(next)
  }
  visit(entry)
  return [...loaded]
}
