// How many pieces of the binary a hook loads: each costs time at every stop.
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

test('S6: a hook loads two chunks of the binary, and no installer or driver stands in them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-chunks-'))
  const staged = stageSources(root)
  try {
    const meta = join(folder, 'meta.json')
    const flags = ['--minify', '--format=esm', '--splitting', '--target=bun', `--metafile=${meta}`, '--outdir', folder]
    const { status, stderr } = spawnSync(process.execPath, ['build', ...flags, staged.entry], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')])
    const { outputs } = JSON.parse(readFileSync(meta, 'utf8')) as { outputs: Readonly<Record<string, Output>> }
    const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith('cli/main.ts')) ?? []
    const loaded = loadedFrom(outputs, entry ?? '')
    expect(loaded).toHaveLength(2)
    const files = loaded.flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}))
    expect(files.some((file) => file.endsWith('flows/hook/on-stop.ts'))).toBe(true)
    expect(files.filter((file) => /agents\/.*\/(?:driver|install|trial|failure)\.ts$/.test(file))).toEqual([])
  } finally {
    staged.remove()
    rmSync(folder, { recursive: true, force: true })
  }
})

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
