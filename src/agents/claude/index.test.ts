// Claude Code against the suite that every agent passes.
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentSuite } from '../agent.suite.ts'
import { readStreams } from '../stream.fixture.ts'
import { claude } from './index.ts'

const folder = join(import.meta.dirname, 'fixtures', '2.1.325')
const linesOf = (path: string): string[] => readFileSync(join(folder, path), 'utf8').split('\n').filter(Boolean)

await agentSuite(claude, {
  hooks: [...linesOf('hooks.jsonl'), ...linesOf('mcp.jsonl')].map(
    (line) => JSON.parse(line) as { name: string; input: Record<string, unknown> },
  ),
  lines: readdirSync(join(folder, 'transcripts')).flatMap((file) => linesOf(join('transcripts', file))),
  streams: readStreams(join(folder, 'streams')),
  sessionKey: 'session_id',
  files: { '/settings.json': 'claude-settings', '/.claude.json': 'claude-json', '/.mcp.json': 'mcp-json' },
})

describe('R7: with this command line it talks to a person', () => {
  const rows: readonly (readonly [line: string, isInteractive: boolean])[] = [
    ['claude', true],
    ['claude --resume 1 --permission-mode plan', true],
    ['/usr/bin/node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js --model opus', true],
    ['claude -c -r --dangerously-skip-permissions', true],
    ['claude -p Do it.', false],
    ['claude --print Do it.', false],
    ['claude -cp Do it.', false],
    ['claude --output-format stream-json --verbose', false],
    ['claude --input-format=stream-json', false],
  ]
  for (const [line, isInteractive] of rows)
    test(line, () => expect(claude.isInteractive?.(line.split(' '))).toBe(isInteractive))
})
