// A room whose project has a bug, a test that shows it, and checks that the user has trusted.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CheckConfig, Config } from '../../src/contract/config/config.ts'
import { type Trust, trustFile } from '../../src/flows/project/trust.ts'
import { hashOf } from '../../src/adapters/platform/ids.ts'
import { callTool, type Turn } from '../model-server/script.ts'
import { fullstop, pathWithFullstop } from './gate.ts'
import { openRoom, type Room } from './room.ts'

export interface CheckedProject {
  readonly room: Room
  /** For the agent: strict, with `fullstop` on the PATH. */
  readonly env: Readonly<Record<string, string>>
  /** Lets `heldSuite` go on, now and ever after. */
  readonly release: () => void
}

const sources = {
  'package.json': '{ "type": "module" }\n',
  'add.js': 'export const add = (one, other) => one - other\n',
  'add.test.js': `import assert from 'node:assert/strict'
import test from 'node:test'
import { add } from './add.js'

test('two numbers are added', () => {
  assert.equal(add(2, 3), 5, 'two and three are five')
})
`,
  'sanity.test.js': `import assert from 'node:assert/strict'
import test from 'node:test'

test('one is one', () => {
  assert.equal(1, 1)
})
`,
}

const gateFile = 'go'

/** Red until the bug is repaired. */
export const suite: CheckConfig = { name: 'test', run: 'node --test' }

/** The same, but it does not begin before it is released: slower than any hook's limit. */
export const heldSuite: CheckConfig = {
  name: 'test',
  run: `until [ -e ../${gateFile} ]; do sleep 0.05; done; node --test`,
  shell: true,
  timeout: '60s',
}

interface ProjectOptions {
  readonly isTrusted?: boolean
  readonly files?: Readonly<Record<string, string>>
}

export function openProject(config: Config, { isTrusted = true, files = {} }: ProjectOptions = {}): CheckedProject {
  const room = openRoom({ files: { ...sources, ...files, 'fullstop.json': `${JSON.stringify(config, null, 2)}\n` } })
  if (isTrusted) trust(room)
  return {
    room,
    env: { FULLSTOP_MODE: 'strict', PATH: pathWithFullstop(room) },
    release: () => writeFileSync(join(room.root, gateFile), ''),
  }
}

/** As `fullstop trust` stores it, which wants a person at a terminal. */
function trust(room: Room): void {
  const stored: Trust = {
    root: room.cwd,
    hashes: [fullstop(room, 'trust', '--hash').trim()],
    at: new Date().toISOString(),
  }
  const path = trustFile({ stateHome: room.fullstopHome, hashOf }, room.cwd)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(stored)}\n`)
}

export function shell(command: string): Turn {
  return callTool('Bash', { command, description: 'Work on it' })
}

/** Work that leaves the bug where it is. */
export const pretend = shell('echo "// Repaired." >> add.js')
export const repair = shell("sed -i.old 's/one - other/one + other/' add.js && rm add.js.old")
export const deleteTest = shell('rm add.test.js')
export const skipTest = shell("sed -i.old 's/^test(/test.skip(/' add.test.js && rm add.test.js.old")
export const restoreTest = shell('git checkout -q add.test.js')

/** A line of the failing output of `suite`. */
export const failure = 'two and three are five'
