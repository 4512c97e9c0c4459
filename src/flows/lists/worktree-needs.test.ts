// What a worktree needs, by the policy of its list: where its paths begin, and when its command must not run.
import { expect, test } from 'bun:test'
import { files } from '../../adapters/platform/files/files.ts'
import { hashOf } from '../../adapters/platform/ids.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { POLICY } from '../../domain/tasks/events.fixture.ts'
import { type WorktreeNeeds, worktreeNeeds } from './worktree-needs.ts'

const STATE = '/nowhere/state'

function needs(worktree: Policy['worktree'], root = '/repo', trusted = ''): WorktreeNeeds {
  const { worktree: _none, ...plain } = POLICY
  const policy = { ...plain, root, ...(worktree ? { worktree } : {}) }
  return worktreeNeeds({ files, hashOf, stateHome: STATE, env: { FULLSTOP_TRUST: trusted } }, { top: '/repo', policy })
}

test('nothing is needed where nothing is configured', () => {
  expect(needs(undefined).wish).toEqual({ links: [] })
  expect(needs(undefined).setup('/w')).toBeUndefined()
})

test('paths and the command begin at the root of the project, which may lie deeper than the repository', () => {
  const { wish, setup } = needs({ link: ['node_modules'], setup: 'npm ci', maxDiskBytes: 5 }, '/repo/packages/web')
  expect(wish).toEqual({ links: ['packages/web/node_modules'], maxDisk: 5 })
  expect(setup('/w')).toEqual({ ok: true, cwd: '/w/packages/web', argv: ['npm', 'ci'] })
})

test('the command of a project runs only while its content is trusted', () => {
  const worktree = { link: [], setup: ['npm', 'ci'], trustHash: 'h' }
  expect(needs(worktree, '/repo', 'h').setup('/w')).toEqual({ ok: true, cwd: '/w', argv: ['npm', 'ci'] })
  expect(needs(worktree, '/repo', 'other').setup('/w')).toMatchObject({ ok: false })
})

test('a line that would need a shell is not run as something else', () => {
  const need = needs({ link: [], setup: 'npm ci && npm run build' }).setup('/w')
  expect(need).toMatchObject({ ok: false, why: expect.stringContaining('write ["sh", "-c", "…"] instead') })
})
