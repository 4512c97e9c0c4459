// Where state lives for a hook: never in a folder that the repository holds, always where the user keeps it.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { osHome } from './account.ts'
import { agentConfigHome, agentHome } from './agent-home.ts'
import { defaultStateHome } from './env.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fullstop-home-')))
afterAll(() => rmSync(root, { recursive: true }))
const at = (...parts: readonly string[]): string => join(root, ...parts)

mkdirSync(at('me', 'repo', 'sub'), { recursive: true })
mkdirSync(at('me', 'repo', '.git', 'refs'), { recursive: true })
mkdirSync(at('me', 'plain', 'sub'), { recursive: true })
mkdirSync(at('dots', '.git', 'refs'), { recursive: true })
mkdirSync(at('sandbox', '.git'), { recursive: true })
mkdirSync(at('sandbox', 'project'))
mkdirSync(at('dots', 'work', 'sub'), { recursive: true })
mkdirSync(at('elsewhere'))
writeFileSync(at('file'), '')
symlinkSync(at('me', 'repo'), at('link'))

const me = defaultStateHome(at('me'), {})
const inRepo = at('me', 'repo', '.state')
const inside = (folder: string): string => `it lies inside the repository (${folder}); use a folder outside of it`

interface Row {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly osHome?: string
  readonly home: string
  readonly warnings?: readonly string[]
}

const rows: readonly Row[] = [
  { name: 'nothing is set', env: { HOME: at('me') }, home: me },
  { name: 'the user moved it', env: { HOME: at('me'), FULLSTOP_HOME: at('elsewhere') }, home: at('elsewhere') },
  { name: 'it is not there yet', env: { HOME: at('me'), FULLSTOP_HOME: at('new', 'one') }, home: at('new', 'one') },
  {
    name: 'beside an empty .git, which a sandbox put there',
    cwd: at('sandbox', 'project'),
    env: { HOME: at('me'), FULLSTOP_HOME: at('sandbox', 'state') },
    home: at('sandbox', 'state'),
  },
  {
    name: 'XDG_STATE_HOME',
    env: { HOME: at('me'), XDG_STATE_HOME: at('elsewhere') },
    home: at('elsewhere', 'fullstop'),
  },
  {
    name: 'FULLSTOP_HOME in the repository',
    env: { HOME: at('me'), FULLSTOP_HOME: inRepo },
    home: me,
    warnings: [`FULLSTOP_HOME=${inRepo} is not used: ${inside(at('me', 'repo'))}`],
  },
  {
    name: 'seen from a folder below',
    cwd: at('me', 'repo', 'sub'),
    env: { HOME: at('me'), FULLSTOP_HOME: inRepo },
    home: me,
    warnings: [`FULLSTOP_HOME=${inRepo} is not used: ${inside(at('me', 'repo'))}`],
  },
  {
    name: 'by a relative path',
    env: { HOME: at('me'), FULLSTOP_HOME: '.state' },
    home: me,
    warnings: [`FULLSTOP_HOME=.state is not used: ${inside(at('me', 'repo'))}`],
  },
  {
    name: 'by a link',
    env: { HOME: at('me'), FULLSTOP_HOME: at('link', '.state') },
    home: me,
    warnings: [`FULLSTOP_HOME=${at('link', '.state')} is not used: ${inside(at('me', 'repo'))}`],
  },
  {
    name: 'in a folder that is no repository',
    cwd: at('me', 'plain'),
    env: { HOME: at('me'), FULLSTOP_HOME: at('me', 'plain', 'sub') },
    home: me,
    warnings: [`FULLSTOP_HOME=${at('me', 'plain', 'sub')} is not used: ${inside(at('me', 'plain'))}`],
  },
  {
    name: 'XDG_STATE_HOME and FULLSTOP_HOME in the repository',
    env: { HOME: at('me'), FULLSTOP_HOME: inRepo, XDG_STATE_HOME: inRepo },
    home: me,
    warnings: [
      `FULLSTOP_HOME=${inRepo} is not used: ${inside(at('me', 'repo'))}`,
      `XDG_STATE_HOME=${inRepo} is not used: ${inside(at('me', 'repo'))}`,
    ],
  },
  {
    name: 'HOME in the repository',
    env: { HOME: inRepo },
    home: me,
    warnings: [`HOME=${inRepo} is not used: ${inside(at('me', 'repo'))}`],
  },
  {
    name: 'HOME is the repository',
    env: { HOME: at('me', 'repo') },
    home: me,
    warnings: [`HOME=${at('me', 'repo')} is not used: ${inside(at('me', 'repo'))}`],
  },
  {
    name: 'a home folder that is a repository',
    cwd: at('dots', 'work'),
    env: { HOME: at('dots') },
    osHome: at('dots'),
    home: defaultStateHome(at('dots'), {}),
  },
  {
    name: 'a home folder that is a repository, with a folder of its own',
    cwd: at('dots'),
    env: { HOME: at('dots'), FULLSTOP_HOME: at('dots', '.local', 'state', 'mine') },
    osHome: at('dots'),
    home: at('dots', '.local', 'state', 'mine'),
  },
  {
    name: 'a file',
    env: { HOME: at('me'), FULLSTOP_HOME: at('file', 'below') },
    home: me,
    warnings: [`FULLSTOP_HOME=${at('file', 'below')} is not used: it is not a folder`],
  },
  {
    name: 'a device',
    env: { HOME: at('me'), FULLSTOP_HOME: '/dev/null' },
    home: me,
    warnings: ['FULLSTOP_HOME=/dev/null is not used: it is not a folder'],
  },
  {
    name: 'where no file can be made',
    env: { HOME: at('me'), FULLSTOP_HOME: '/dev/fd/state', XDG_STATE_HOME: '/dev/fd' },
    home: me,
    warnings: [
      'FULLSTOP_HOME=/dev/fd/state is not used: no file can be made in it; name a folder that you may write to',
      'XDG_STATE_HOME=/dev/fd is not used: no file can be made in it; name a folder that you may write to',
    ],
  },
  {
    name: 'HOME where no file can be made',
    env: { HOME: '/dev/fd' },
    home: me,
    warnings: ['HOME=/dev/fd is not used: no file can be made in it; name a folder that you may write to'],
  },
  {
    name: 'where there is no other place, that is for the store to say',
    env: { HOME: '/dev/fd' },
    osHome: '/dev/fd',
    home: defaultStateHome('/dev/fd', {}),
  },
  {
    name: 'the launcher knows a folder where no file can be made',
    env: { HOME: at('me'), FULLSTOP_HOME: '/dev/fd/state', FULLSTOP_LAUNCHER_HOME: '/dev/fd/state' },
    home: '/dev/fd/state',
  },
  {
    name: 'the launcher knows another',
    env: { HOME: at('me'), FULLSTOP_HOME: at('elsewhere'), FULLSTOP_LAUNCHER_HOME: at('me', 'mine') },
    home: at('me', 'mine'),
    warnings: [
      `FULLSTOP_HOME=${at('elsewhere')} is not used: this hook was installed for ${at('me', 'mine')}; to change that, run \`fullstop init\``,
    ],
  },
  {
    name: 'the launcher knows the same',
    env: { HOME: at('me'), FULLSTOP_HOME: at('elsewhere'), FULLSTOP_LAUNCHER_HOME: `${at('elsewhere')}/` },
    home: at('elsewhere'),
  },
]

const configRows: ReadonlyArray<Pick<Row, 'name' | 'env' | 'home' | 'warnings'>> = [
  { name: 'the default', env: { HOME: at('me') }, home: at('me', '.config', 'fullstop') },
  {
    name: 'the launcher knows another than XDG_CONFIG_HOME',
    env: { HOME: at('me'), XDG_CONFIG_HOME: at('elsewhere'), FULLSTOP_LAUNCHER_CONFIG_HOME: at('me', 'mine') },
    home: at('me', 'mine'),
    warnings: [
      `XDG_CONFIG_HOME=${at('elsewhere')} is not used: this hook was installed for ${at('me', 'mine')}; to change that, run \`fullstop init\``,
    ],
  },
  {
    name: 'the launcher knows another than HOME',
    env: { HOME: at('elsewhere'), FULLSTOP_LAUNCHER_CONFIG_HOME: at('me', 'mine') },
    home: at('me', 'mine'),
  },
  {
    name: 'the launcher knows the same',
    env: { XDG_CONFIG_HOME: at('me'), FULLSTOP_LAUNCHER_CONFIG_HOME: at('me', 'fullstop') },
    home: at('me', 'fullstop'),
  },
]

describe("R7: the folder of the user's own config", () => {
  for (const { name, env, home, warnings = [] } of configRows) {
    const around = { cwd: at('me', 'repo'), osHome: () => at('me') }
    test(name, () => expect(agentConfigHome(env, around)).toEqual({ home, warnings }))
  }
})

describe('R7: the folder of a hook', () => {
  for (const { name, env, cwd = at('me', 'repo'), osHome: own = at('me'), home, warnings = [] } of rows) {
    test(name, () => expect(agentHome(env, { cwd, osHome: () => own })).toEqual({ home, warnings }))
  }

  test('what it tries leaves nothing behind', () => {
    const before = readdirSync(at(), { recursive: true })
    agentHome({ FULLSTOP_HOME: at('new', 'one') }, { cwd: at('me', 'repo'), osHome: () => at('me') })
    expect(readdirSync(at(), { recursive: true })).toEqual(before)
  })

  test('the system knows the home folder, whatever HOME says', () => {
    const { stdout } = Bun.spawnSync(['sh', '-c', 'unset HOME; cd ~ 2>/dev/null; eval echo ~$(id -un)'])
    expect(osHome() ?? '').toBe(stdout.toString().trim())
  })
})
