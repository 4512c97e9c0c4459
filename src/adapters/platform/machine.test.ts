// The id of this machine: made once, even by two processes at the same moment, and readable by the user alone.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineIn } from './machine.ts'

function withHome(work: (home: string) => Promise<void> | void): () => Promise<void> {
  return async () => {
    const root = mkdtempSync(join(tmpdir(), 'fullstop-machine-'))
    try {
      await work(join(root, 'state'))
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  }
}

test(
  'A6: it is made at the first call, kept, and the same for everybody',
  withHome((home) => {
    const machine = machineIn(home)
    expect(machine()).toMatch(/^mch_[0-9a-z]{16}$/)
    expect([machine(), machineIn(home)()]).toEqual([machine(), machine()])
    expect(readdirSync(home)).toEqual(['machine'])
    expect(statSync(join(home, 'machine')).mode & 0o777).toBe(0o600)
    expect(statSync(home).mode & 0o777).toBe(0o700)
  }),
)

test(
  'A6: two homes have two machines',
  withHome((home) => expect(machineIn(`${home}/a`)()).not.toBe(machineIn(`${home}/b`)())),
)

for (const [name, text] of [
  ['empty', ''],
  ['half written', 'mch_7k'],
  ['somebody else’s', 'hello\n'],
] as const) {
  test(
    `A6: a file that holds no id (${name}) is replaced`,
    withHome((home) => {
      const first = machineIn(home)()
      writeFileSync(join(home, 'machine'), text)
      const second = machineIn(home)()
      expect(second).toMatch(/^mch_[0-9a-z]{16}$/)
      expect(second).not.toBe(first)
      expect(readFileSync(join(home, 'machine'), 'utf8')).toBe(`${second}\n`)
    }),
  )
}

test(
  'A6: where it cannot be kept it is empty',
  withHome((home) => {
    writeFileSync(home, 'a file where the folder should be')
    expect(machineIn(home)()).toBe('')
  }),
)

test.skipIf(process.getuid?.() === 0)(
  'A6: in a folder that may not be written it is empty (skipped for root, who may)',
  withHome((home) => {
    machineIn(home)()
    rmSync(join(home, 'machine'))
    chmodSync(home, 0o500)
    expect(machineIn(home)()).toBe('')
    chmodSync(home, 0o700)
  }),
)

test(
  'A6: processes that make it at the same moment agree on it',
  withHome(async (home) => {
    const homes = Array.from({ length: 25 }, (_, round) => join(home, `${round}`))
    const program = `
      import { readFileSync } from 'node:fs'
      import { machineIn } from ${JSON.stringify(join(import.meta.dirname, 'machine.ts'))}
      readFileSync(0)
      for (const home of ${JSON.stringify(homes)}) console.log(machineIn(home)())`
    const makers = homes.slice(0, 4).map(() => spawn(process.execPath, ['-e', program]))
    // All begin at the end of their input.
    for (const { stdin } of makers) stdin.end()
    const told = await Promise.all(
      makers.map(async ({ stdout }) => (await Array.fromAsync(stdout)).join('').trim().split('\n')),
    )
    expect(told[0]).toHaveLength(homes.length)
    for (const ids of told) expect(ids).toEqual(homes.map((folder) => machineIn(folder)()))
    expect(homes.flatMap((folder) => readdirSync(folder))).toEqual(homes.map(() => 'machine'))
  }),
)
