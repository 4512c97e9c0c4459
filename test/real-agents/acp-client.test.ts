// A client of somebody else behind which the gate stands: acpx, headless, with the scripted agent.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { binary, outcomesIn } from './gate.ts'
import { acpxPackage, installAgent } from './install.ts'
import { runToEnd } from './process.ts'
import { openRoom, roomEnv, writeFiles } from './room.ts'

const installed = await installAgent(acpxPackage)
const why = installed.kind === 'unavailable' ? ` (skipped: ${installed.reason})` : ''

test.skipIf(why !== '')(`acpx 0.19.1 shows one turn, with our continuation and its end in it${why}`, async () => {
  await using room = openRoom()
  const agent = join(import.meta.dirname, '..', 'fake-agents', 'acp-program.ts')
  const begins = { do: 'write', file: 'notes', text: 'Begun.\n' }
  const turns = [
    [begins, { do: 'say', text: 'I stop here.' }],
    [begins, { do: 'say', text: 'Done.\n\n{token}' }],
  ]
  writeFiles(room.root, { 'acp/script.json': JSON.stringify({ turns }) })
  const gated = `${binary} acp -- ${process.execPath} ${agent}`
  const client = installed.kind === 'installed' ? installed.binary : ''
  const { exitCode, stdout } = await runToEnd(
    process.execPath,
    [client, '--approve-all', '--agent', gated, 'exec', 'Write notes.'],
    { cwd: room.cwd, env: { ...roomEnv(room), FULLSTOP_MODE: 'strict', FAKE_ACP: join(room.root, 'acp') } },
  )
  expect({ exitCode, outcomes: outcomesIn(room) }, stdout).toEqual({ exitCode: 0, outcomes: ['unverified'] })
  const shown = ['I stop here.', 'FULLSTOP (1/5) Stop refused', 'Done.', 'Fullstop: unverified', '[done] end_turn']
  const places = shown.map((text) => stdout.indexOf(text))
  expect(places, stdout).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
})
