// What transcripts told once their stops were judged together: the same verdicts as one by one.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asClaude, type PastRequest } from '../../../test/fake-agents/past-session.ts'
import { files } from '../../adapters/platform/files/files.ts'
import { archive as claudeArchive } from '../../agents/claude/archive.ts'
import { claude } from '../../agents/claude/index.ts'
import { transcript as claudeReader } from '../../agents/claude/transcript.ts'
import { archive as codexArchive } from '../../agents/codex/archive.ts'
import { codex } from '../../agents/codex/index.ts'
import { transcript as codexReader } from '../../agents/codex/transcript.ts'
import type { TranscriptFile } from './find-transcripts.ts'
import { newHearing, type TranscriptHeard } from './hear-transcript.ts'
import { recorded } from './stops.fixture.ts'

const AGENTS = join(import.meta.dir, '../../agents')
const SOURCES = {
  claude: { agent: claude, archive: claudeArchive, reader: claudeReader, folder: 'claude/fixtures/2.1.325' },
  codex: { agent: codex, archive: codexArchive, reader: codexReader, folder: 'codex/fixtures/0.166.0' },
}

function fileOf(name: string): TranscriptFile {
  const [agent = 'claude', file = ''] = name.split('/') as ['claude' | 'codex', string]
  const folder = join(AGENTS, SOURCES[agent].folder, 'transcripts')
  return { ...SOURCES[agent], folder, path: join(folder, `${file}.jsonl`), size: 0 }
}

const temp = mkdtempSync(join(tmpdir(), 'fullstop-hear-'))
afterAll(() => rmSync(temp, { recursive: true }))

function written(name: string, requests: readonly PastRequest[]): TranscriptFile {
  const path = join(temp, `${name}.jsonl`)
  writeFileSync(path, asClaude({ id: name, cwd: temp, at: new Date('2026-11-15T10:00:00Z'), requests }))
  return { ...SOURCES.claude, folder: temp, path, size: 0 }
}

function verdictsIn({ heard }: TranscriptHeard): string[] {
  return heard.flatMap((one) => (one.kind === 'stop' ? [one.verdict] : []))
}

test('stops of all recorded sessions, settled together', () => {
  let bytes = 0
  const hearing = newHearing({ files }, { since: '', onRead: (more) => (bytes += more) })
  const told = recorded.map(([name]) => hearing.hear(fileOf(name)))
  hearing.settle()
  const found = told.map((one, index) => [recorded[index]?.[0], verdictsIn(one)])
  expect(found).toEqual(recorded.map(([name, verdicts]) => [name, [...verdicts]]))
  expect(told.map(({ why }) => why).filter((why) => why !== undefined)).toEqual([])
  expect(bytes).toBeGreaterThan(500_000)
})

const early = { calls: ['edit src/a.ts'], said: 'I moved the first two. I still have to convert the other five.' }
const woken: PastRequest = { asked: '<task-notification>It ended.</task-notification>', ...early }
const claimed = { asked: 'Fix it.', calls: ['edit src/a.ts', 'fullstop claim success'], said: 'Done.' }

test('where the host wakes the agent up, the decision before tells whether something is open', () => {
  const hearing = newHearing({ files }, { since: '', onRead: () => undefined })
  const unfinished = [{ asked: 'Move all.', ...early }, woken]
  const short = hearing.hear(written('short', unfinished))
  // More than are judged at once, and odd: some pairs are judged apart.
  const pairs = Array.from({ length: 99 }, () => [claimed, woken])
  const long = hearing.hear(written('long', [claimed, ...pairs.flat(), ...unfinished]))
  hearing.settle()
  expect(verdictsIn(short)).toEqual(['premature', 'premature'])
  expect(verdictsIn(long)).toEqual([...Array.from({ length: 199 }, () => 'fine'), 'premature', 'premature'])
})
