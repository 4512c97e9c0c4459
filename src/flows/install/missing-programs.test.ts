// What checks lack where they will run: in this folder, or in the worktrees of a list.
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { files } from '../../adapters/platform/files/files.ts'
import type { CheckConfig } from '../../contract/config/config.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { World } from '../world.ts'
import { missingFor, missingInWorktrees } from './missing-programs.ts'

const MANIFEST = JSON.stringify({ scripts: { test: 'ava' }, devDependencies: { ava: '6' } })
const IN_ROOT: CheckConfig = { name: 'test', run: 'npm test' }
const BELOW: CheckConfig = { name: 'web', run: ['pnpm', 'test'], cwd: 'web' }
const world = {
  files,
  env: { PATH: '/bin' },
  openWorkshop: async () => ({ foreignFiles: { isProgram: () => true } }),
} as unknown as World
const lacks = (name: string, runner: string): string =>
  `node_modules is not in the worktrees, so ${name} may not run: worktree.link can bring it along, or worktree.setup can run \`${runner} install\``

const rows: ReadonlyArray<
  readonly [name: string, checks: CheckConfig[], worktree: Policy['worktree'], said: string[]]
> = [
  ['nothing is brought along', [IN_ROOT], undefined, [lacks('test', 'npm')]],
  ['something else is', [IN_ROOT], { link: ['.env'] }, [lacks('test', 'npm')]],
  ['the packages are linked', [IN_ROOT], { link: ['.env', 'node_modules/'] }, []],
  ['those of another folder are', [BELOW], { link: ['lib/node_modules'] }, [lacks('web', 'pnpm')]],
  ['those of its own folder are', [BELOW], { link: ['web/node_modules'] }, []],
  ['those of a folder above are', [BELOW], { link: ['node_modules'] }, []],
  ['a setup may install them', [IN_ROOT], { link: [], setup: 'npm ci' }, []],
  ['a check that needs none', [{ name: 'lint', run: 'sh lint.sh' }], undefined, []],
]

test.each(rows)('packages in worktrees, though this folder has them: %s', async (_, checks, worktree, said) => {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-missing-'))
  try {
    for (const folder of ['node_modules', 'web']) mkdirSync(join(root, folder))
    for (const folder of ['', 'web']) writeFileSync(join(root, folder, 'package.json'), MANIFEST)
    expect(await missingInWorktrees(world, { checks, ...(worktree ? { worktree } : {}) }, root)).toEqual(said)
    expect(await missingFor(world, checks, root)).toEqual([])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
