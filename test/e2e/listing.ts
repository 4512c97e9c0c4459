// A room in which `fullstop run --tasks` carries a list out with scripted agents, and what a test compares: the user's
// checkout before and after, the result branch, and what became of each item.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckConfig, Config } from '../../src/contract/config/config.ts'
import type { Event } from '../../src/contract/event.ts'
import type { Turn } from '../fake-agents/script.ts'
import { type Running, running } from './running.ts'

export interface Listing extends Running {
  /** The whole run of the list, with the checkout compared before and after. */
  readonly runList: (args?: readonly string[]) => Promise<ListRan>
  readonly listEvents: () => Event[]
  /** HEAD, branches of the user, index, stash and every file of the checkout. */
  readonly checkout: () => unknown
  /** A file on the result branch. */
  readonly onBranch: (file: string, branch?: string) => string
  readonly branch: () => string
  readonly worktrees: () => string[]
}

export interface ListRan {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Each item with its outcome. */
  readonly items: Readonly<Record<string, string>>
}

/** Every `*.txt` of the repository must say `good`; `sum` may not be above 10. */
export const ALL_GOOD: CheckConfig = { name: 'good', run: 'sh check.sh' }
export const CHECK_TEXT = `for file in *.txt; do
  test -e "$file" || continue
  grep -q good "$file" || { echo "$file is not good"; exit 1; }
done
test "$(cat *.num 2>/dev/null | awk '{ all += $1 } END { print all + 0 }')" -le 10 || { echo "the numbers add up to too much"; exit 1; }
`

export async function listing(
  list: string,
  file = 'TODO.md',
  files: Readonly<Record<string, string>> = {},
  config: Config = {},
): Promise<Listing> {
  const base = await running([ALL_GOOD], config)
  const { repository, room } = base
  repository.write('check.sh', CHECK_TEXT)
  for (const [name, text] of Object.entries(files)) repository.write(name, text)
  repository.write(file, list)
  repository.commit('List')
  appendFileSync(join(room.cwd, '.git/config'), '[user]\n\tname = Tester\n\temail = tester@example.com\n')
  const listEvents = (): Event[] => room.allEvents().filter((event) => 'list' in event)
  const branch = (): string => {
    const opened = listEvents().findLast((event) => event.kind === 'list.opened')
    return opened?.kind === 'list.opened' ? opened.branch : ''
  }
  return {
    ...base,
    listEvents,
    branch,
    checkout: () => checkoutOf(room.cwd, repository.git),
    onBranch: (name, of = branch()) => repository.git('show', `${of}:${name}`),
    worktrees: () =>
      repository
        .git('worktree', 'list', '--porcelain')
        .split('\n')
        .filter((line) => line.startsWith('worktree ')),
    runList: async (args = ['run', '--agent', 'claude', '--tasks', file]) => {
      const { code, stdout, stderr } = await base.goOn(args)
      return { code, stdout, stderr, items: outcomesIn(listEvents()) }
    },
  }
}

export function outcomesIn(events: readonly Event[]): Record<string, string> {
  return Object.fromEntries(
    events.flatMap((event) => (event.kind === 'item.ended' ? [[event.item, event.outcome] as const] : [])),
  )
}

function checkoutOf(cwd: string, git: Running['repository']['git']): unknown {
  const refs = git('for-each-ref', '--format=%(refname) %(objectname)').split('\n')
  const files = git('ls-files', '--cached', '--others', '-z').split('\0').filter(Boolean)
  return {
    head: readFileSync(join(cwd, '.git/HEAD'), 'utf8'),
    // Ours alone come and go.
    refs: refs.filter((ref) => !ref.startsWith('refs/heads/fullstop/')),
    staged: git('ls-files', '--stage'),
    stash: git('stash', 'list'),
    status: spawnSync('git', ['status', '--porcelain', '--untracked-files=all'], { cwd, encoding: 'utf8' }).stdout,
    files: files.map((name) => [name, textOf(join(cwd, name))]),
    top: readdirSync(cwd).sort(),
  }
}

/** A submodule is a folder. */
function textOf(path: string): string | null {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'latin1') : null
}

/** The agent of an item writes this and says that it is done. */
export function makes(files: Readonly<Record<string, string>>): Turn {
  return [
    ...Object.entries(files).map(([file, text]) => ({ do: 'write', file, text }) as const),
    { do: 'say', text: 'Done.\n\n{token}' },
  ]
}
