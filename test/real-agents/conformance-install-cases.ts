// Conformance of the installation: twice is as good as once, the doctor tells what is wrong, and undo leaves no trace.
import { expect } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readableText, toolsOf, type ModelRequest } from '../model-server/script.ts'
import {
  install,
  openAgent,
  runAgent,
  treeOf,
  type Breakage,
  type ConformingAgent,
  type Home,
} from './conformance-agent.ts'
import type { Case } from './conformance.suite.ts'
import { isExhaustive } from '../rounds.ts'
import { completeTask, decisionsIn, eventsIn, waitForEvent } from './gate.ts'

const strict = { FULLSTOP_MODE: 'strict' }

export function installCases(agent: ConformingAgent): Case[] {
  return [bothScopes(agent), doctor, ...agent.breakages.map(brokenAndFixed), undo(agent)]
}

function bothScopes({ shell }: ConformingAgent): Case {
  const script = [shell('echo made > made.txt'), 'I stop here.', completeTask(), 'It is done.']
  const refusal = 'FULLSTOP (1/5) Stop refused: nothing says that the task is done.'
  const told = [[], [], [refusal], [refusal]]
  const decided = (home: Home) => {
    expect(decisionsIn(home.room)).toEqual(['continue 11 no-claim', 'allow 7 no-check-exists'])
    expect(eventsIn(home.room).filter((event) => event.kind === 'claim.made')).toHaveLength(1)
  }
  return {
    title: 'Installed for the user and for the project at once: one decision per stop, and the model is told one thing',
    headless: async ({ open }) => {
      await using home = await open()
      install(home, '--scope', 'project')
      const run = await runAgent(home, { env: strict, prompt: 'Make the file.', script })
      decided(home)
      expect(run.requests.map(toldIn)).toEqual(told)
    },
    tui: async ({ open }) => {
      await using home = await open()
      install(home, '--scope', 'project')
      await using tui = await openAgent(home, { env: strict, script })
      await tui.submit('Make the file.')
      await waitForEvent(home.room, 'task.ended')
      decided(home)
      expect(tui.model.mainRequests().map(toldIn)).toEqual(told)
    },
  }
}

const noScreen = 'the doctor runs the agent headless'

const doctor: Case = {
  title: '`fullstop doctor` proves every line of a fresh installation with the real agent',
  headless: async ({ open }) => {
    await using home = await open()
    const findings = examine(home)
    expect(findings.filter(({ result }) => result !== 'ok')).toEqual([])
    expect(findings.map(({ what }) => what)).toContain('an honest claim passes')
  },
  tui: noScreen,
}

/** The files tell what is broken where they show it; the real agent then proves that it is fixed. */
function brokenAndFixed({ name, line, needsTrial, apply, takeBack }: Breakage): Case {
  const what = `${name[0]?.toUpperCase()}${name.slice(1)}`
  const then = takeBack ? 'and names the setting to take back' : 'and the command that it names fixes it'
  return {
    title: `${what}: \`fullstop doctor\` says so, ${then}`,
    headless: async ({ open }) => {
      await using home = await open()
      const before = partsOf(home)
      apply(home)
      const broken = examine(home, ...(needsTrial ? [] : ['--no-trial'])).find((finding) => finding.what === line)
      expect(broken?.result).toBe('not ok')
      if (takeBack) {
        expect(broken?.fix).toContain(takeBack.setting)
        takeBack.apply(home)
      } else carryOut(home, broken?.fix)
      expect(wrongIn(home, before)).toEqual([])
    },
    tui: noScreen,
  }
}

/** All files by which the agent finds us: its settings, and the launcher that they name. */
function partsOf({ agent, room }: Home): (string | undefined)[] {
  const files = [
    ...agent.settingsFiles.map((file) => join(room.home, file)),
    join(room.fullstopHome, 'bin', 'fullstop'),
  ]
  return files.map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : undefined))
}

/** What a fresh installation has proven with the agent holds for the same files, to the byte; others are tried anew. */
function wrongIn(home: Home, fresh: readonly (string | undefined)[]): Finding[] {
  const isFresh = Bun.deepEquals(partsOf(home), fresh)
  const findings = isFresh && !isExhaustive ? examine(home, '--no-trial') : examine(home)
  return findings.filter(({ result, detail }) => result !== 'ok' && detail !== 'not tried (--no-trial)')
}

function undo({ shell, settingsFiles }: ConformingAgent): Case {
  const script = [shell('echo made > made.txt'), 'I stop here.']
  const withoutUs = async (home: Home) => {
    const run = await runAgent(home, { env: strict, prompt: 'Make the file.', script })
    isWithoutUs(run.requests)
  }
  const isWithoutUs = (requests: readonly ModelRequest[]) => {
    expect(requests).toHaveLength(2)
    expect(requests.flatMap(toolsOf).filter((name) => name.includes('fullstop'))).toEqual([])
  }
  return {
    title: '`fullstop init --undo` leaves no trace, and the agent runs as without us',
    headless: async ({ open }) => {
      await using home = await open({ isInstalled: false })
      const before = treeOf(home.room.home)
      install(home)
      expect(treeOf(home.room.home)).not.toEqual(before)
      expect(home.fullstop('init', '--undo', '--yes').status).toBe(0)
      // To the byte as it was: what the agent does then is what it did before.
      expect(treeOf(home.room.home)).toEqual(before)
      install(home)
      await runAgent(home, {
        env: strict,
        prompt: 'Make the file.',
        script: [...script, completeTask(), 'It is done.'],
      })
      const decided = decisionsIn(home.room)
      expect(decided).toHaveLength(2)
      expect(home.fullstop('init', '--undo', '--yes').status).toBe(0)
      const left = settingsFiles.filter((file) => namesUs(join(home.room.home, file)))
      expect(left).toEqual([])
      await withoutUs(home)
      expect(decisionsIn(home.room)).toEqual(decided)
    },
    tui: async ({ open }) => {
      await using home = await open()
      expect(home.fullstop('init', '--undo', '--yes').status).toBe(0)
      await using tui = await openAgent(home, { env: strict, script })
      await tui.submit('Make the file.')
      const screen = await tui.waitFor((text) => text.includes('I stop here.'))
      expect(screen).not.toContain('FULLSTOP (')
      isWithoutUs(tui.model.mainRequests())
      expect(decisionsIn(home.room)).toEqual([])
    },
  }
}

interface Finding {
  readonly agent?: string
  readonly what: string
  readonly result: 'ok' | 'not ok' | 'not proven'
  readonly detail: string
  readonly fix?: string
}

function examine({ agent, fullstop }: Home, ...args: readonly string[]): Finding[] {
  const { stdout, stderr } = fullstop('doctor', agent.id, '--json', ...args)
  if (!stdout.startsWith('[')) throw new Error(`fullstop doctor said: ${stdout}${stderr}`)
  return JSON.parse(stdout) as Finding[]
}

/** As a person would type it who agrees to what it shows. */
function carryOut({ fullstop }: Home, fix = ''): void {
  const [program, ...args] = fix.split(' ')
  expect(program).toBe('fullstop')
  expect(fullstop(...args, '--yes').status).toBe(0)
}

/** Each thing that the gate told the model, once. */
function toldIn(request: ModelRequest): string[] {
  return [...new Set(readableText(request).match(/FULLSTOP \(\d\/\d\)[^\n<]*/g))]
}

function namesUs(path: string): boolean {
  return existsSync(path) && /fullstop/i.test(readFileSync(path, 'utf8').replaceAll(/\/fullstop-[\w-]+/g, ''))
}
