// Lines of .gitignore, or of git's lists beside it, that hide files which a test runner, a compiler or the interpreter loads by their names: what git does
// not see, no reader of a change sees either.
import type { FileChange } from '../../../../contract/change.ts'
import { toPathMatcher } from '../../../checks/paths.ts'
import { plainLines } from '../../source/source.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'

/** Paths of a change are relative: any other one is a list that git keeps outside the repository. */
const IGNORES = /(?:^|\/)\.gitignore$|^\.git\/info\/exclude$|^(?:\/|[A-Za-z]:)/
/** Loaded unasked. Where a project keeps a local config beside the shared one, as in PHP, to hide it is usual. */
const LOADED = [
  'conftest.py',
  'sitecustomize.py',
  'usercustomize.py',
  'pytest.py',
  'unittest.py',
  'pytest.ini',
  '.pytest.ini',
  '.rspec',
  '.taprc',
  'bunfig.toml',
  'tsconfig.json',
  '.mocharc.js',
  '.mocharc.cjs',
  '.mocharc.json',
  '.mocharc.yml',
  ...['vitest', 'vite', 'jest', 'playwright', 'cypress', 'ava', 'eslint'].flatMap((tool) =>
    ['js', 'cjs', 'mjs', 'ts', 'mts'].map((ending) => `${tool}.config.${ending}`),
  ),
  'GNUmakefile',
]
/** Seen by all who work on the project. */
const SHARED = /(?:^|\/)\.gitignore$/
/** In a list of one's own they hide what comes to them, since what git knows it still sees. */
const FOLDERS = /^(?:\*\*?|tests?|specs?|__tests__|e2e|src|lib)$/
/** Patterns for whole kinds of files, such as `*.js`, hide what a compiler writes. */
const NAMES_SOMETHING = /[a-z]{4}[\w*?.-]*$/i
const MOST_LINES = 200

export function hiddenFiles({ path, how, before, after }: FileChange): TamperFinding[] {
  if (!IGNORES.test(path) || after === undefined || (before === undefined && how !== 'added')) return []
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  return plainLines(after)
    .split('\n')
    .map((line, index) => ({ pattern: line.trim(), line: index + 1 }))
    .filter(({ pattern }) => pattern !== '' && !/^[#!]/.test(pattern) && !known.has(pattern))
    .slice(0, MOST_LINES)
    .flatMap(({ pattern, line }) => {
      const hidden = hiddenBy(pattern, SHARED.test(path))
      return hidden === undefined ? [] : [finding('hidden', path, line, `${quote(pattern)} hides ${hidden}`)]
    })
}

function hiddenBy(pattern: string, isShared: boolean): string | undefined {
  const name = pattern.replace(/\/+$/, '').replace(/^.*\//, '')
  if (!isShared && FOLDERS.test(name)) return 'new files of tests from git'
  if (pattern.endsWith('/')) return undefined
  if (isShared && !NAMES_SOMETHING.test(name.replace(/\.[cm]?[jt]sx?$|\.py$|\.json$/, ''))) return undefined
  const isHidden = toPathMatcher([name])
  const file = LOADED.find((one) => isHidden(one))
  return file === undefined ? undefined : `${file} from git, which checks load by its name`
}
