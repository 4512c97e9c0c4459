// Whether an order that was typed as a prompt joins a turn under way, as the transcript tells.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { files } from '../../adapters/platform/files/files.ts'
import { findAgent } from '../../agents/index.ts'
import type { World } from '../world.ts'
import { sourceOf } from '../transcript/source.ts'
import { answered } from './answer-order.ts'

const TURN = '019a7e3c-0000-7000-8000-000000000001'

/** How an order of this turn is answered after so many lines of it. */
function answerAfter(lines: readonly object[], world: (home: string) => object): string {
  const home = mkdtempSync(join(tmpdir(), 'fullstop-turn-'))
  try {
    const transcriptPath = join(home, 'rollout.jsonl')
    writeFileSync(transcriptPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const agent = findAgent('codex')
    if (!agent) throw new Error('there is no Codex')
    const here = { files, env: {}, ...world(home) } as unknown as World
    const source = sourceOf(here, agent, { promptId: TURN, transcriptPath })
    return answered({ agent, source }, { typed: 'fullstop status', text: 'Nothing is open.' }).kind
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const line = (turn: string): object => ({ type: 'event_msg', payload: { type: 'item_completed', turn_id: turn } })
const worlds: ReadonlyArray<readonly [name: string, world: (home: string) => object, isRead: boolean]> = [
  ['in the home folder', (home) => ({ userHome: home, osHome: () => home }), true],
  ['R7: in a home folder that the environment moved', (home) => ({ userHome: '/nowhere', osHome: () => home }), true],
  ['elsewhere, so that it is not read', () => ({ userHome: '/nowhere', osHome: () => undefined }), false],
]

test.each(worlds)('a transcript %s', (_, world, isRead) => {
  expect(answerAfter([line(TURN)], world)).toBe('inform')
  expect(answerAfter([line('another')], world)).toBe(isRead ? 'answer' : 'inform')
})
