// Whether the settings of a runner give its tests what no plain program has.
import type { KnownTexts } from '../../yardstick/named/named-files.ts'
import type { StartedRunner } from '../canary/runners.ts'

const SCRIPT_SETTINGS =
  /\b(?:setupFiles(?:AfterEnv)?|globalSetup|testEnvironment|environment(?:MatchGlobs)?|moduleNameMapper|alias|transform|preset|resolver|modulePaths|moduleDirectories|define|plugins|fakeTimers|runner|require|import|nodeArguments|env)["']?\s*:/
const PYTHON_SETTINGS =
  /\b(?:autouse|pytest_\w+|monkeypatch|environ|mock|sys\.modules|DJANGO_SETTINGS_MODULE|--doctest|setattr)\b|^\s*env\s*=/m

const SCRIPT_FILES =
  /(?:^|\/)(?:(?:vitest|vite|jest)\.(?:config|workspace|setup)[\w.]*|jest\.config[\w.]*|\.mocharc[\w.]*|ava\.config[\w.]*|babel\.config[\w.]*|\.babelrc[\w.]*)$/
const PYTHON_FILES = /(?:^|\/)(?:conftest\.py|pytest\.ini|tox\.ini|setup\.cfg)$/
const WORDS = /^(?:--import|--require|--loader|--experimental-loader|--env|--environment|-r|-p|--conditions|-C)(?:=|$)/

export function needsRunner({ runner, args, cwd }: StartedRunner, texts: KnownTexts): boolean {
  // A plugin that is left out gives nothing.
  if (args.some((word, at) => WORDS.test(word) && args[at + 1]?.startsWith('no:') !== true)) return true
  const isPython = runner === 'pytest' || runner === 'unittest'
  return [...texts].some(([path, text = '']) => {
    if (!isAround(path, cwd)) return false
    if (isPython) return PYTHON_FILES.test(path) && PYTHON_SETTINGS.test(text)
    if (path.endsWith('package.json')) return inPackage(text)
    return SCRIPT_FILES.test(path) && (SCRIPT_SETTINGS.test(text) || /babel/.test(path))
  })
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
