// OpenCode against the suite that every agent passes.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { agentSuite } from '../agent.suite.ts'
import { agents, findAgent } from '../index.ts'
import { readStreams } from '../stream.fixture.ts'
import { opencode } from './index.ts'

await agentSuite(opencode, {
  hooks: [],
  lines: [],
  streams: readStreams(join(import.meta.dirname, 'fixtures', '1.18.18', 'streams')),
  sessionKey: 'session_id',
  files: {},
})

test('it is one of the table', () =>
  expect([findAgent('opencode'), agents.includes(opencode)]).toEqual([opencode, true]))
