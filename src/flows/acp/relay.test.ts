// Lines through the gate: each once, in order, whatever the pieces are.
import { describe, expect, test } from 'bun:test'
import type { Passed } from './gate-state.ts'
import { relay } from './relay.ts'

const LINES = ['{"told":1}', '{"told":2}', 'held', '', '{"told":"ü"}', 'other', 'swap', '{"told":4}', '{"told":5}']
const EXPECTED = ['{"told":1}', '{"told":2}', '', '{"told":"ü"}', 'other', 'swapped', '{"told":4}', '{"told":5}']
const BYTES = Buffer.from(`${LINES.join('\n')}\n`)

function judge(line: Buffer): Passed {
  if (line.toString() === 'held') return 'held'
  return line.toString() === 'swap' ? { instead: 'swapped' } : 'as-it-came'
}

function isTold(line: string): boolean {
  return line.startsWith('{"told"')
}

/** Gives the bytes in pieces of so many; what was written, and which lines told something, in their order. */
async function passed(size: number, isInRuns: boolean): Promise<{ written: string; told: readonly string[] }> {
  const written: Buffer[] = []
  const told: string[] = []
  const take = relay({
    judge: (line) => {
      if (isTold(line.toString())) told.push(line.toString())
      return judge(line)
    },
    ...(isInRuns
      ? {
          passRun: (whole: Buffer, text: string, from: number): number => {
            let end = from
            while (isTold(text.slice(end)) && text.includes('\n', end)) end = text.indexOf('\n', end) + 1
            told.push(...whole.toString('utf8', from, end).split('\n').slice(0, -1))
            return end
          },
        }
      : {}),
    write: async (bytes) => {
      written.push(Buffer.from(bytes))
    },
  })
  for (let at = 0; at < BYTES.length; at += size) await take(BYTES.subarray(at, at + size))
  return { written: Buffer.concat(written).toString(), told }
}

describe('relay', () => {
  for (const isInRuns of [false, true]) {
    test(`every line passes once, in its order, however it is cut${isInRuns ? ', in runs' : ''}`, async () => {
      for (let size = 1; size <= BYTES.length; size++) {
        const { written, told } = await passed(size, isInRuns)
        expect(written).toBe(`${EXPECTED.join('\n')}\n`)
        expect(told).toEqual(LINES.filter(isTold))
      }
    })
  }

  test('a line that may pass is written before anything else happens: no cancel waits for a turn of the event loop', () => {
    const written: string[] = []
    const take = relay({
      judge,
      write: async (bytes) => {
        written.push(Buffer.from(bytes).toString())
      },
    })
    void take(Buffer.from('held\n{"can'))
    expect(written).toEqual([])
    void take(Buffer.from('cel":1}\n'))
    expect(written).toEqual(['{"cancel":1}\n'])
  })
})
