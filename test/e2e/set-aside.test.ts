// What the binary sets aside: it behaves as before, and a plain stop makes none of it.
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LAST_WORDS, PROMPT, TURN, writeTranscript } from '../../bench/transcript.ts'
import { setAside } from '../../scripts/set-aside.ts'
import { stageSources } from '../../scripts/stage.ts'

const root = join(import.meta.dirname, '../..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-aside-'))
afterAll(() => rmSync(temp, { recursive: true, force: true }))

async function told(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const src = join(temp, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, file)), { recursive: true })
    writeFileSync(join(src, file), text)
  }
  await setAside(src, { rare: ['rare', 'alone.ts'] })
  const { stdout, stderr } = Bun.spawnSync([process.execPath, join(src, 'main.ts')])
  return `${stdout.toString()}${stderr.toString()}`
}

const RARE = {
  'kept.ts': `export const KEPT = 'kept'\nexport function twice(text: string): string { return text + text }\n`,
  'rare/inner.ts': `console.log('made')\nexport const hidden = new Map([['a', 1]])\n`,
  'rare/asked.ts': `import { KEPT, twice } from '../kept.ts'
import { hidden } from './inner.ts'
export const MOST = 64 * 1024
export const NAME = 'rare'
export const table = lazily(() => [...hidden.keys()])
export const arrow = (text: string): string => twice(text) + KEPT
export async function later(...all: number[]): Promise<number> { return all.length + hidden.size }
export function* each(): Generator<string> { yield* hidden.keys() }
function lazily<T>(make: () => T): () => T { return make }
`,
  'alone.ts': `export function alone(a = 'x', b?: string): string { return a + (b ?? '-') }\n`,
}

test('S6: a unit is made once, when one of its functions is first called, and gives what it gave', async () => {
  const main = `import { alone } from './alone.ts'
import { arrow, each, later, MOST, NAME, table } from './rare/asked.ts'
console.log('before', MOST, NAME)
console.log(arrow('b'), table(), [...each()], await later(1, 2), alone(), alone(undefined, 'y'))
`
  expect(await told('works', { ...RARE, 'main.ts': main })).toBe(
    'before 65536 rare\nmade\nbbkept [ "a" ] [ "a" ] 3 x- xy\n',
  )
})

test('S6: a unit whose functions nobody calls is not made', async () => {
  const main = `import { arrow, NAME } from './rare/asked.ts'\nconsole.log(NAME, typeof arrow)\n`
  expect(await told('idle', { ...RARE, 'main.ts': main })).toBe('rare function\n')
})

test('S6: a value that must be made first cannot be set aside, nor a file that is not there', async () => {
  const main = `import { hidden } from './rare/inner.ts'\nconsole.log(hidden)\n`
  await expect(told('value', { ...RARE, 'main.ts': main })).rejects.toThrow('hidden is no function and no plain value')
  await expect(told('missing', { 'main.ts': '', 'alone.ts': RARE['alone.ts'] })).rejects.toThrow('there is no rare')
})

test.each(['claude', 'codex'] as const)('S6: a plain stop of %s makes no unit', async (agent) => {
  const staged = await stageSources(root)
  try {
    const units = join(dirname(staged.entry), '../../units')
    const log = join(temp, `${agent}.units`)
    for (const file of readdirSync(units).filter((one) => one.endsWith('.js'))) {
      const note = `function load() {\nrequire('node:fs').appendFileSync(process.env.UNITS_LOG, ${JSON.stringify(`${file}\n`)})\n`
      const text = readFileSync(join(units, file), 'utf8')
      expect(text).toContain('\nfunction load() {\n')
      writeFileSync(join(units, file), text.replace('function load() {\n', note))
    }
    const home = join(temp, agent)
    const folder = agent === 'claude' ? join(home, '.claude', 'projects') : join(home, '.codex', 'sessions')
    mkdirSync(folder, { recursive: true })
    const path = join(folder, 'one.jsonl')
    writeTranscript(path, agent, 'calls and text', 100)
    const hook = (name: string, transcript: string): string => {
      const input = {
        session_id: 'aside',
        transcript_path: transcript,
        cwd: home,
        prompt_id: TURN,
        turn_id: TURN,
        permission_mode: 'default',
        hook_event_name: name,
        ...(name === 'Stop' ? { stop_hook_active: false, last_assistant_message: LAST_WORDS } : { prompt: PROMPT }),
      }
      writeFileSync(log, '')
      const env = { PATH: '/usr/bin:/bin', HOME: home, FULLSTOP_HOME: join(home, 'state'), FULLSTOP_MODE: 'strict' }
      const stdin = Buffer.from(JSON.stringify(input))
      const { exitCode, stdout } = Bun.spawnSync([process.execPath, staged.entry, 'hook', agent], {
        stdin,
        env: { ...env, UNITS_LOG: log },
      })
      expect(exitCode).toBe(0)
      return stdout.toString()
    }
    hook('UserPromptSubmit', join(folder, 'not there yet.jsonl'))
    expect(readFileSync(log, 'utf8')).toContain('prompt.js\n')
    expect(hook('Stop', path)).toContain('Stop refused')
    expect(readFileSync(log, 'utf8')).toBe('')
  } finally {
    staged.remove()
  }
})
