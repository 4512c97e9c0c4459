// OpenCode against the suite that every agent passes.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentSuite } from '../agent.suite.ts'
import { agents, findAgent } from '../index.ts'
import { readStreams } from '../stream.fixture.ts'
import { opencode } from './index.ts'

const folder = join(import.meta.dirname, 'fixtures', '1.18.18')
const recorded = readFileSync(join(folder, 'hooks.jsonl'), 'utf8').trim().split('\n')

await agentSuite(opencode, {
  hooks: recorded.map((line) => JSON.parse(line) as { name: string; input: Record<string, unknown> }),
  lines: [],
  streams: readStreams(join(folder, 'streams')),
  sessionKey: 'session_id',
  files: { '/opencode.json': 'opencode-json' },
  plugin: '/plugins/fullstop.js',
})

test('it is one of the table', () =>
  expect([findAgent('opencode'), agents.includes(opencode)]).toEqual([opencode, true]))
