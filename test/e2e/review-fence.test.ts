// An agent that wants to answer its own review, by every detour that a shell offers. The verdicts stand beside the
// detours; what still gets through is a line of docs/security.md.
import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant } from '../rounds.ts'
import { asked, claim } from './checking.ts'
import { binary } from './binary.ts'
import { hasTmux } from './pane.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room, runProgram } from './room.ts'

interface Detour {
  /** `$now` is a script that gives the order, `$late` once the shell of the tool has ended; `$bare` empties the environment. */
  readonly line: string
  /** What the refusal names; undefined: the answer counts. */
  readonly refused: RegExp | undefined
  readonly needs?: boolean
}

const byMark = /CLAUDECODE/
const byParent = /process \d+ \((?:claude|CLAUDECODE)\), which this one descends from/
const byLoss = /the processes that started this one have ended/

const detours: Readonly<Record<string, Detour>> = {
  'its own shell': { line: '$now', refused: byMark },
  'an empty environment': { line: '$bare $now; exit $?', refused: byParent },
  'another name of the shell': { line: '$bare bash -c "exec -a login $now"; exit $?', refused: byParent },
  nohup: { line: 'nohup $late > /dev/null 2>&1 &', refused: byMark },
  'nohup, environment emptied': { line: 'nohup $bare $late > /dev/null 2>&1 &', refused: byLoss },
  'a job that outlives its shell': { line: '($bare $late < /dev/null > /dev/null 2>&1 &)', refused: byLoss },
  setsid: { line: 'setsid -f $late', refused: byMark },
  'setsid, environment emptied': { line: 'setsid -f $bare $late', refused: byLoss },
  'setsid and a terminal': { line: 'setsid -f $bare script -qec $late /dev/null > /dev/null', refused: byLoss },
  'setsid, nohup, nice, timeout': {
    line: 'setsid -f $bare nohup nice timeout 60 $late > /dev/null 2>&1',
    refused: byLoss,
  },
  'tmux, detached': { line: 'tmux -f /dev/null -S $PWD/socket new -d $late', refused: byMark, needs: hasTmux },
  // A person's own tmux looks the same.
  'tmux, environment emptied': {
    line: '$bare tmux -f /dev/null -S $PWD/socket new -d $late',
    refused: undefined,
    needs: hasTmux,
  },
  // So does a program that a person left running.
  'a program in the background': {
    line: `setsid -f $bare perl -e 'system "$late"' > /dev/null 2>&1`,
    refused: undefined,
  },
}

/** Told by those beside them in another form. */
const AGAIN: readonly string[] = [
  'another name of the shell',
  'nohup',
  'a job that outlives its shell',
  'setsid',
  'setsid and a terminal',
  'tmux, environment emptied',
]

/** A claim that waits for a person. */
async function waiting(room: Room): Promise<string> {
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }], { review: 'always' })
  const session = await asked(room)
  repository.write('answer.txt', '42\n')
  await claim(session, 'The answer is 42.')
  const [task] = await room.tasks()
  return task?.id ?? ''
}

/** The agent runs one line in a shell of its own session, outlives it, and ends once the order was answered. */
async function inAgent(room: Room, line: string, task: string): Promise<string> {
  const [now, late, told, shellEnded] = ['now', 'late', 'told', 'ended'].map((name) => join(room.root, name))
  const keep = ['HOME', 'FULLSTOP_HOME'].map((name) => `export ${name}='${room.env[name]}'`).join('\n')
  const order = `'${binary}' review '${task}' approve --yes > '${told}.part' 2>&1; mv '${told}.part' '${told}'`
  const waits = (path = ''): string => `until [ -e '${path}' ]; do sleep 0.2; done`
  const claude = join(room.root, 'claude')
  const scripts = {
    [now ?? '']: `${keep}\n${order}\n`,
    [late ?? '']: `${keep}\n${waits(shellEnded)}\n${order}\n`,
    [claude]: `setsid --wait sh -c "$1"\n: > '${shellEnded}'\n${waits(told)}\n`,
  }
  for (const [path, text] of Object.entries(scripts)) writeFileSync(path, `#!/bin/sh\n${text}`, { mode: 0o755 })
  const words = { $now: now, $late: late, $bare: `env -i PATH=${room.env['PATH']}` }
  const meant = line.replaceAll(/\$(?:now|late|bare)/g, (word) => words[word as keyof typeof words] ?? '')
  await runProgram(claude, [meant], { cwd: room.cwd, env: { ...room.env, CLAUDECODE: '1' } })
  return readFileSync(told ?? '', 'utf8').replaceAll(/\s+/g, ' ')
}

describe.skipIf(process.platform !== 'linux')('an agent answers its own review', () => {
  for (const [name, { line, refused, needs = true }] of Object.entries(detours)) {
    test.skipIf(!needs || (isVariant && AGAIN.includes(name)))(
      `[review-fence] by ${name}: ${refused ? 'refused' : 'counts, and the docs say so'}`,
      async () => {
        using room = newRoom()
        const told = await inAgent(room, line, await waiting(room))
        if (refused) expect(told).toMatch(refused)
        const [task] = await room.tasks()
        expect([task?.status, task?.outcome]).toEqual(refused ? ['awaiting-review', undefined] : ['ended', 'completed'])
      },
    )
  }
})
