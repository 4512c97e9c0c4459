// Repositories and commits as git leaves them, made without a process of it: nearly every room needs some, and they cost
// more than many of its tests. Whatever is not quite plain is left to git.
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  type BigIntStats,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

export interface PlainRepository {
  /** As `git add --all` and `git commit`; false: nothing was done, and git has to. */
  readonly commit: (message: string) => boolean
}

interface Place {
  readonly cwd: string
  /** The author, as git writes one. */
  readonly who: string
  /** Neither settings of the user nor files like `.gitignore` change what git would do. */
  readonly isPlain: () => boolean
}

const CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = false
\tlogallrefupdates = true
`
const FOLDERS = ['hooks', 'info', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'logs/refs/heads']
const BRANCH = 'refs/heads/main'
const NONE = '0'.repeat(40)

/** As `git init --initial-branch=main`, on a system whose files have modes and names as git knows them. */
export function initPlain(place: Place): PlainRepository | undefined {
  const git = join(place.cwd, '.git')
  if (process.platform !== 'linux' || existsSync(git) || !place.isPlain()) return undefined
  for (const folder of FOLDERS) mkdirSync(join(git, folder), { recursive: true })
  writeFileSync(join(git, 'config'), CONFIG)
  writeFileSync(join(git, 'HEAD'), `ref: ${BRANCH}\n`)
  let last: Made | undefined
  return {
    commit: (message) => {
      const made = isAsLeft(place, last) ? commit(place, message, last) : undefined
      last = made ?? last
      return made !== undefined
    },
  }
}

interface Made {
  readonly id: string
  readonly tree: string
  readonly index: Buffer
}

/** Nobody else has done anything here: no branch, no setting, no hook, and nothing that is staged. */
function isAsLeft(place: Place, last: Made | undefined): boolean {
  const at = (name: string): string => join(place.cwd, '.git', name)
  const known = new Set(['config', 'HEAD', 'hooks', 'info', 'logs', 'objects', 'refs', 'index', 'COMMIT_EDITMSG'])
  return (
    place.isPlain() &&
    readdirSync(at('')).every((name) => known.has(name)) &&
    readFileSync(at('config'), 'utf8') === CONFIG &&
    readFileSync(at('HEAD'), 'utf8') === `ref: ${BRANCH}\n` &&
    readdirSync(at('hooks')).length + readdirSync(at('info')).length === 0 &&
    textIn(at(BRANCH)) === (last ? `${last.id}\n` : undefined) &&
    (last ? existsSync(at('index')) && readFileSync(at('index')).equals(last.index) : !existsSync(at('index')))
  )
}

function textIn(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

interface Entry {
  readonly name: string
  readonly mode: number
  readonly id: Buffer
  readonly stat: BigIntStats
}

function commit({ cwd, who: name }: Place, message: string, last: Made | undefined): Made | undefined {
  if (!/^\w(?:.*\S)?$/.test(message)) return undefined
  const names = plainFiles(cwd)
  if (!names) return undefined
  const git = join(cwd, '.git')
  const entries = names.map((name): Entry => {
    const stat = lstatSync(join(cwd, name), { bigint: true })
    const mode = (stat.mode & 0o100n) === 0n ? 0o100644 : 0o100755
    return { name, mode, id: store(git, 'blob', readFileSync(join(cwd, name))), stat }
  })
  const tree = storeTree(git, entries).toString('hex')
  // Git has words for it.
  if (tree === last?.tree) return undefined
  const who = `${name} ${Math.floor(Date.now() / 1000)} +0000`
  const lines = [
    `tree ${tree}`,
    ...(last ? [`parent ${last.id}`] : []),
    `author ${who}`,
    `committer ${who}`,
    '',
    message,
    '',
  ]
  const id = store(git, 'commit', Buffer.from(lines.join('\n'))).toString('hex')
  const index = indexOf(entries)
  writeFileSync(join(git, 'index'), index)
  writeFileSync(join(git, 'COMMIT_EDITMSG'), `${message}\n`)
  const moved = `${last?.id ?? NONE} ${id} ${who}\tcommit${last ? '' : ' (initial)'}: ${message}\n`
  for (const log of ['HEAD', BRANCH]) appendFileSync(join(git, 'logs', log), moved)
  writeFileSync(join(git, BRANCH), `${id}\n`)
  return { id, tree, index }
}

/** All files in the order of git; undefined if there is a link, a repository or anything else. */
function plainFiles(cwd: string, below = ''): string[] | undefined {
  const names: string[] = []
  for (const item of readdirSync(join(cwd, below), { withFileTypes: true })) {
    if (below === '' && item.name === '.git') continue
    if (item.name === '.git' || !(item.isFile() || item.isDirectory())) return undefined
    const name = below === '' ? item.name : `${below}/${item.name}`
    const within = item.isFile() ? [name] : plainFiles(cwd, name)
    if (!within) return undefined
    names.push(...within)
  }
  return below === '' ? names.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))) : names
}

function store(git: string, kind: 'blob' | 'tree' | 'commit', content: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content])
  const id = createHash('sha1').update(whole).digest()
  const hex = id.toString('hex')
  const folder = join(git, 'objects', hex.slice(0, 2))
  const path = join(folder, hex.slice(2))
  if (existsSync(path)) return id
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, deflateSync(whole, { level: 1 }), { mode: 0o444 })
  return id
}

/** Entries stand in the order of their whole paths, which is the order within each folder, too. */
function storeTree(git: string, entries: readonly Entry[], below = ''): Buffer {
  const lines: Buffer[] = []
  let folder = ''
  for (const { name, mode, id } of entries) {
    const [first = '', ...rest] = name.slice(below.length).split('/')
    if (rest.length === 0) lines.push(Buffer.from(`${mode.toString(8)} ${first}\0`), id)
    else if (first !== folder) {
      folder = first
      const path = `${below}${first}/`
      const within = entries.filter((entry) => entry.name.startsWith(path))
      lines.push(Buffer.from(`40000 ${first}\0`), storeTree(git, within, path))
    }
  }
  return store(git, 'tree', Buffer.concat(lines))
}

/** Version 2, without extensions. */
function indexOf(entries: readonly Entry[]): Buffer {
  const head = Buffer.from('DIRC\0\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(entries.length, 8)
  const body = Buffer.concat([head, ...entries.map(indexEntry)])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

const SECOND = 1_000_000_000n

function indexEntry({ name, mode, id, stat }: Entry): Buffer {
  const path = Buffer.from(name)
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stat
  const times = [ctimeNs / SECOND, ctimeNs % SECOND, mtimeNs / SECOND, mtimeNs % SECOND]
  const entry = Buffer.alloc(Math.ceil((62 + path.length + 1) / 8) * 8)
  for (const [nth, value] of [...times, dev, ino, BigInt(mode), uid, gid, size].entries())
    entry.writeUInt32BE(Number(value & 0xffffffffn), nth * 4)
  id.copy(entry, 40)
  entry.writeUInt16BE(Math.min(path.length, 0xfff), 60)
  path.copy(entry, 62)
  return entry
}
