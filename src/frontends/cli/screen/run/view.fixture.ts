// A run in mid-work, and a frame to draw it into, for tests of the live screen.
import type { RunView } from '../../../../contract/view/run-view.ts'
import type { TodoItem } from '../../../../contract/work.ts'
import type { Frame } from '../frame.ts'

export const NOW_MS = Date.UTC(2026, 6, 30, 15, 27, 30)
const MINUTE = 60_000

export function todo(text: string, status: TodoItem['status'] = 'open'): TodoItem {
  return { id: text, text, status }
}

export function viewWith(more: Partial<RunView> = {}): RunView {
  return {
    task: 'task_7k3f9qz1',
    request: 'Add retries with backoff to the uploader, with tests.',
    agent: 'Claude Code',
    model: 'claude-opus-4-1',
    folder: '/home/ada/code/uploader',
    phase: 'working',
    doing: 'npm test -- src/uploader.test.ts',
    said: 'The retry works; now the test for the time limit.',
    todos: [
      todo('Read the uploader', 'done'),
      todo('Write the backoff', 'done'),
      todo('Retry on 503', 'done'),
      todo('Retry on a lost connection', 'done'),
      todo('Test the time limit'),
      todo('Describe it in the README'),
      todo('Changelog'),
    ],
    checks: [
      { name: 'typecheck', state: 'passed', ms: 2140 },
      { name: 'lint', state: 'passed', ms: 810 },
      { name: 'test', state: 'failed', ms: 14_200 },
      { name: 'build', state: 'not-run' },
    ],
    continuations: { used: 2, limit: 5 },
    tokens: { used: 431_000, limit: 500_000 },
    cost: { used: 0.42 },
    time: { used: 3 * MINUTE + 12_000, limit: 60 * MINUTE },
    isStopping: false,
    ...more,
  }
}

const asIs = (text: string): string => text

export function frameOf(columns: number, rows: number, more: Partial<Frame> = {}): Frame {
  return {
    columns,
    rows,
    nowMs: NOW_MS,
    spin: 2,
    isPlain: false,
    paint: { bold: asIs, dim: asIs, good: asIs, bad: asIs, warn: asIs },
    widthOf: (text) => Bun.stringWidth(text),
    ...more,
  }
}

export const USAGE_LIMIT = { why: 'usage limit', fromMs: NOW_MS - 30 * MINUTE, untilMs: NOW_MS + 12.5 * MINUTE }
