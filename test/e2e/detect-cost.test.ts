// What `fullstop detect` costs on large output, measured against a program that does no more than read the same input.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from './binary.ts'
import { newRoom, type Room } from './room.ts'

const LINES = 'The agent ran `npm test` and changed two files.\n- and one item of a list\n\n'.repeat(400_000)
const CLAIM = 'All of it works.\n\n<promise>COMPLETE</promise>\n'
const READ_ONLY = [
  process.execPath,
  '-e',
  'process.exitCode = require("fs").readFileSync(0, "utf8").length > 0 ? 0 : 1',
]

/** In a process of its own: a child counts the memory of the one that started it, and that of the tests is large. */
const MEASURE = `
  const [input, ...argv] = process.argv.slice(1)
  const { resourceUsage, exitCode } = Bun.spawnSync(argv, { stdin: Bun.file(input), stdout: 'ignore', stderr: 'inherit' })
  console.log(JSON.stringify({ peak: resourceUsage.maxRSS, exitCode }))`

test.each([
  // They took 5 and 14 times as much as reading alone; now it is about 1 and 3.
  ['without a claim', LINES, 1, 2],
  ['with a claim at its end', `${LINES}${CLAIM}`, 0, 5],
])('S8: detect keeps little more in memory than its input: output %s', (_, output, code, most) => {
  using room = newRoom()
  const detect = growth(room, [binary, 'detect'], output)
  const reading = growth(room, READ_ONLY, output)
  expect(detect.exitCode).toBe(code)
  expect(detect.bytes / reading.bytes).toBeLessThan(most)
})

function growth(room: Room, argv: readonly string[], output: string): { bytes: number; exitCode: number } {
  const { peak, exitCode } = measure(room, argv, output)
  return { bytes: peak - measure(room, argv, 'x').peak, exitCode }
}

function measure(
  { root, env, cwd }: Room,
  argv: readonly string[],
  output: string,
): { peak: number; exitCode: number } {
  const input = join(root, 'output')
  writeFileSync(input, output)
  const { stdout } = spawnSync(process.execPath, ['-e', MEASURE, input, ...argv], { env, cwd, encoding: 'utf8' })
  return JSON.parse(stdout) as { peak: number; exitCode: number }
}
