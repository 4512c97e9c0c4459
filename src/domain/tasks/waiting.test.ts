// Which background work the agent may rightly wait for.
import { describe, expect, test } from 'bun:test'
import type { BackgroundTask } from '../../contract/hook-event.ts'
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
