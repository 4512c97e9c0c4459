// Whether the settings of a runner, or the line that starts it, give its tests what no plain program has.
import type { KnownTexts } from '../../yardstick/named/named-files.ts'
import type { StartedRunner } from '../canary/runners.ts'
import type { CheckCommands } from '../check-commands.ts'

const SCRIPT_SETTINGS =
  /\b(?:setupFiles(?:AfterEnv)?|globalSetup|testEnvironment|environment(?:MatchGlobs)?|moduleNameMapper|alias|transform|preset|resolver|modulePaths|moduleDirectories|define|plugins|fakeTimers|runner|require|import|nodeArguments|env|file)["']?\s*:|\bglobals["']?\s*:\s*\{|\bpreload\s*=/
const PYTHON_SETTINGS =
  /\b(?:autouse|pytest_\w+|monkeypatch|environ|mock|sys\.modules|DJANGO_SETTINGS_MODULE|--doctest|setattr|usefixtures|set_?env)\b|^[ \t]*env(?:_files?)?[ \t]*=/m
/** Of pyproject.toml, which holds much else. */
const PROJECT_SETTINGS =
  /\[tool\.pytest_env\]|\benv-vars\]|^[ \t]*env(?:_files?|-vars|file)?[ \t]*=|\b(?:usefixtures|DJANGO_SETTINGS_MODULE)\b|--doctest/m
/** A module that sets or calls something as it is loaded. */
const SETS_UP =
  /^[A-Za-z_]\w{0,80}(?:\.\w{1,80}){1,9}(?:\[[^\]\n]{0,200}\])?[ \t]{0,9}[-+|]?=(?!=)|^(?!sys\.path\.)[A-Za-z_][\w.]{0,200}\(/m

const SCRIPT_FILES =
  /(?:^|\/)(?:(?:vitest|vite|jest)\.(?:config|workspace|setup)[\w.]*|jest\.config[\w.]*|\.mocharc[\w.]*|ava\.config[\w.]*|babel\.config[\w.]*|\.babelrc[\w.]*|bunfig\.toml)$/
const PYTHON_FILES = /(?:^|\/)(?:conftest\.py|pytest\.ini|tox\.ini|setup\.cfg)$/
const LOADED_FIRST = /(?:^|\/)(?:conftest|__init__)\.py$/
const PROJECT_FILE = /(?:^|\/)pyproject\.toml$/
/** Runners and libraries read it for tests alone. */
const TEST_VARIABLES = /(?:^|\/)\.env\.test$/

const WORDS =
  /^(?:--import|--require|--loader|--experimental-loader|--env|--environment|--file|--globals|--setupFiles\w*|-r|-p|-o|--conditions|-C)(?:=|$)/
const CONFIG = /^(?:--config|-c)(?:=(.*))?$/

/** Marks of a test, and what no product answers by. */
const HARMLESS =
  /^(?:NODE_ENV|CI|FORCE_COLOR|NO_COLOR|PYTHONDONTWRITEBYTECODE|PYTHONUNBUFFERED|PYTHONPATH)=|^NODE_OPTIONS=(?:["' ]|--(?:experimental|max|no)-[\w=-]+)*$/

export function needsRunner(
  { runner, args, cwd }: StartedRunner,
  { variables }: Pick<CheckCommands, 'variables'>,
  texts: KnownTexts,
): boolean {
  if (variables.some((word) => !HARMLESS.test(word))) return true
  const isPython = runner === 'pytest' || runner === 'unittest'
  if (args.some((word, at) => givesMore(word, args[at + 1] ?? '', isPython))) return true
  return [...texts].some(([path, text = '']) => {
    if (!isAround(path, cwd)) return false
    if (TEST_VARIABLES.test(path)) return true
    if (isPython) return needsPytest(path, text)
    if (path.endsWith('package.json')) return inPackage(text)
    return SCRIPT_FILES.test(path) && (SCRIPT_SETTINGS.test(text) || /babel/.test(path))
  })
}

/** A plugin that is left out gives nothing; settings in another file than the usual ones are not known here. */
function givesMore(word: string, next: string, isPython: boolean): boolean {
  if (WORDS.test(word)) return !next.startsWith('no:')
  const config = CONFIG.exec(word)
  if (!config || (config[1] === undefined && (next === '' || next.startsWith('-')))) return false
  const path = config[1] ?? next
  return !(isPython ? PYTHON_FILES.test(path) || PROJECT_FILE.test(path) : SCRIPT_FILES.test(path))
}

function needsPytest(path: string, text: string): boolean {
  if (PROJECT_FILE.test(path)) return PROJECT_SETTINGS.test(text)
  if (LOADED_FIRST.test(path) && SETS_UP.test(text)) return true
  return (PYTHON_FILES.test(path) || LOADED_FIRST.test(path)) && PYTHON_SETTINGS.test(text)
}

/** `"jest": {…}` and its like. */
function inPackage(text: string): boolean {
  const [, own = ''] = /"(?:jest|mocha|ava|vitest|babel)"\s*:\s*(\{[\s\S]{0,3000}?\n {0,4}\})/.exec(text) ?? []
  return SCRIPT_SETTINGS.test(own)
}

/** In its folder, above it or below it. */
function isAround(path: string, cwd: string): boolean {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  return cwd === '' || folder === '' || `${folder}/`.startsWith(`${cwd}/`) || `${cwd}/`.startsWith(`${folder}/`)
}
