// Lines of .gitignore that hide files which a test runner, a compiler or the interpreter loads by their names: what git does
// not see, no reader of a change sees either.
import type { FileChange } from '../../../../contract/change.ts'
import { toPathMatcher } from '../../../checks/paths.ts'
import { plainLines } from '../../source/source.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'

const IGNORES = /(?:^|\/)\.gitignore$/
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
      const hidden = hiddenBy(pattern)
      return hidden === undefined
        ? []
        : [finding('config', path, line, `${quote(pattern)} hides ${hidden} from git, which checks load by its name`)]
    })
}

function hiddenBy(pattern: string): string | undefined {
  const name = pattern.replace(/\/+$/, '').replace(/^.*\//, '')
  if (pattern.endsWith('/') || !NAMES_SOMETHING.test(name.replace(/\.[cm]?[jt]sx?$|\.py$|\.json$/, '')))
    return undefined
  const isHidden = toPathMatcher([name])
  return LOADED.find((file) => isHidden(file))
}
