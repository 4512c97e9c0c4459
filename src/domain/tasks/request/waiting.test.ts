// Which background work the agent may rightly wait for.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../../test/cost.ts'
import type { BackgroundTask } from '../../../contract/agent/hook-event.ts'
import { rowsIn } from '../../last-words/stops.fixture.ts'
import { awaited } from './waiting.ts'

const DEFAULT = ['dev', 'serve', 'watch', 'preview']

const rows: ReadonlyArray<readonly [label: string, awaited: boolean, ignore?: readonly string[]]> = [
  ['sleep 6; echo bg-over', true],
  ['npm test', true],
  ['npm run build', true],
  ['cargo build --release', true],
  ['Slow helper', true],
  ['npm run dev', false],
  ['pnpm dev', false],
  ['NODE_ENV=development npm run dev', false],
  ['vite preview', false],
  ['npx serve dist', false],
  ['python -m http.server', false],
  ['node server.js', false],
  ['tsc --watch', false],
  ['jest --watch', false],
  ['npm run test:watch', false],
  ['tsc --watch & npm run build', false],
  ['next dev -p 3000', false],
  ['Dev server', false],
  ['npm test -- dev', true],
  ['npm run build:dev', true],
  ['deploy to dev', true],
  ['node scripts/device-report.js', true],
  ['observe the development notes', true],
  ['npm run dev', true, []],
  ['npm run storybook', false, ['storybook']],
  ['npm run start:local', false, ['start:local']],
  ['docker compose up', false, ['docker compose up']],
  ['npm run e2e', false, ['e2e']],
  ['NPM RUN DEV', false, ['Dev']],
]

describe('awaited (F10)', () => {
  for (const [label, expected, ignore = DEFAULT] of rows) {
    test(`"${label}" with ${JSON.stringify(ignore)}`, () => {
      const task: BackgroundTask = { running: true, label, command: label }
      expect(awaited([task], ignore)).toEqual(expected ? task : (undefined as never))
    })
  }

  const server: BackgroundTask = { running: true, label: 'npm run dev', command: 'npm run dev' }
  const test1: BackgroundTask = { running: true, label: 'npm test', command: 'npm test' }
  test('nothing runs', () => expect(awaited([], DEFAULT)).toBeUndefined())
  test('what has ended is not waited for, though the host still lists it', () => {
    expect(awaited([{ running: false, label: 'npm test' }], DEFAULT)).toBeUndefined()
  })
  test('the work beside the server is waited for', () => expect(awaited([server, test1], DEFAULT)).toEqual(test1))
})

describe('J1: servers, watchers and followers are not waited for, and what ends by itself is', () => {
  for (const file of ['background.txt', 'background-held.txt']) {
    for (const [verdict, command] of rowsIn(file)) {
      test(`${verdict}: ${command}`, () => {
        const task: BackgroundTask = { running: true, label: command, command }
        expect(awaited([task], DEFAULT) === task ? 'ends' : 'endless').toBe(verdict)
      })
    }
  }

  const others: ReadonlyArray<readonly [command: string, verdict: 'ends' | 'endless']> = [
    ['(cd web && npm start)', 'endless'],
    ['go run ./cmd/server', 'endless'],
    ['go run ./cmd/import', 'ends'],
    ['tail -100f app.log', 'endless'],
    ['tail -f app.log | grep -m1 listening', 'ends'],
    ['npm start & npx wait-on http://localhost:3000 && npm test; kill %1', 'ends'],
    ['npm start & npm test', 'endless'],
    ['while true; do npm test && break; done', 'ends'],
    ['npx concurrently "npm:dev" "tsc -w"', 'endless'],
    ['docker run -d redis:7', 'ends'],
    ['docker run --rm postgres:16 pg_dump app', 'ends'],
    ['docker compose -f ci.yml run web rails s', 'endless'],
    ['vite --help', 'ends'],
    ['Air quality report', 'ends'],
  ]
  for (const [command, verdict] of others) {
    test(`${verdict}: ${command}`, () =>
      expect(awaited([{ running: true, label: command, command }], DEFAULT) ? 'ends' : 'endless').toBe(verdict))
  }

  test('an emptied waiting.ignore takes nothing out of the table', () => {
    expect(awaited([{ running: true, label: 'uvicorn app:app', command: 'uvicorn app:app' }], [])).toBeUndefined()
  })

  test('a hostile command is read in time', () => {
    for (const part of ['sh -c ', 'env ', 'npx ', '(', '>', 'a=1 ', 'docker compose ', '"', "sh -c 'sh -c '", '& '])
      expectLinear(100_000, (size) => awaited([{ running: true, label: 'x', command: part.repeat(size) }], DEFAULT))
  })
})
