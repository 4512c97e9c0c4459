// The check of a repository whose tests are started by a script: `test.sh`, `scripts/test`.
import { isEndless } from './endless.ts'
import { type EcosystemChecks, type FolderFiles, NOTHING, propose } from './found.ts'
import { callsUs, leftOut, leftOutAsFixer, sendsOut, writesFiles } from './unwanted.ts'

export const TEST_SCRIPTS = ['test.sh', 'tests.sh', 'run-tests.sh', 'run_tests.sh', 'runtests.sh']
/** In a folder for scripts the name needs no ending. */
const IN_FOLDERS = ['test', ...TEST_SCRIPTS]
const FOLDERS = ['scripts/', 'script/', 'bin/', 'ci/']

export function findTestScript(seen: FolderFiles, isMissing: (name: string) => boolean): EcosystemChecks {
  const script = isMissing('test') ? scriptIn(seen) : undefined
  if (script === undefined || callsUs(script.text) || isEndless(script.text)) return NOTHING
  if (sendsOut(script.text)) return { found: [], problems: [leftOut(script.path)] }
  if (writesFiles(script.text)) return { found: [], problems: [leftOutAsFixer(script.path)] }
  return { found: [propose({ name: 'test', run: startOf(script), from: script.path })], problems: [] }
}

interface Script {
  readonly path: string
  readonly text: string
}

function scriptIn(seen: FolderFiles): Script | undefined {
  const own = textOf(seen, TEST_SCRIPTS, '')
  if (own) return own
  for (const folder of FOLDERS.filter((name) => seen.files.includes(name))) {
    const inside = seen.inside?.(folder)
    const script = inside && textOf(inside, IN_FOLDERS, folder)
    if (script) return script
  }
  return undefined
}

function textOf({ files, text }: FolderFiles, names: readonly string[], folder: string): Script | undefined {
  const name = names.find((one) => files.includes(one) && isScript(one, text(one)))
  return name === undefined ? undefined : { path: `${folder}${name}`, text: text(name) ?? '' }
}

/** Without an ending it may be a program, which is not for us to guess at. */
function isScript(name: string, text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && (name.endsWith('.sh') || text.startsWith('#!'))
}

/** By its shell, so that no permission to run it is needed; any other interpreter is found by the system. */
function startOf({ path, text }: Script): string {
  const shell = /^#![^\n]*[\s/](bash|zsh|ksh|dash)\b/.exec(text)?.[1]
  const isOther = text.startsWith('#!') && !/^#![^\n]*[\s/](?:ba|z|k|da)?sh\b/.test(text)
  return isOther ? `./${path}` : `${shell ?? 'sh'} ${path}`
}
