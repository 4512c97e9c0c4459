// The checks of a PHP project: scripts of composer.json, else PHPUnit or Pest, PHPStan or Psalm, and a code style tool.
import { isEndless } from './endless.ts'
import { firstOf, NOTHING, propose, type EcosystemChecks, type FolderFiles, type Found } from './found.ts'
import { isRecord, parseJson } from './parse-json.ts'
import { callsUs, leftOut, sendsOut, writesFiles } from './unwanted.ts'

interface PhpProject {
  readonly seen: FolderFiles
  readonly scripts: ReadonlyMap<string, string>
  readonly requires: ReadonlySet<string>
}

/** Names of scripts, the best first. */
const SCRIPTS: ReadonlyArray<readonly [name: string, scripts: readonly string[]]> = [
  ['typecheck', ['phpstan', 'stan', 'analyse', 'analyze', 'static', 'static-analysis', 'types', 'test:types', 'psalm']],
  ['lint', ['lint', 'cs', 'cs:check', 'cs-check', 'check-style', 'check-cs', 'test:lint', 'phpcs', 'style']],
  ['test', ['test', 'tests', 'test:unit', 'unit', 'phpunit', 'pest']],
]

/** A tool, its package, and its config files; absent: the package alone speaks for it. */
const TOOLS: ReadonlyArray<readonly [name: string, packaged: string, configs: readonly string[], run: string]> = [
  [
    'typecheck',
    'phpstan/phpstan',
    ['phpstan.neon', 'phpstan.neon.dist', 'phpstan.dist.neon'],
    'vendor/bin/phpstan analyse',
  ],
  ['typecheck', 'vimeo/psalm', ['psalm.xml', 'psalm.xml.dist'], 'vendor/bin/psalm'],
  [
    'lint',
    'squizlabs/php_codesniffer',
    ['phpcs.xml', 'phpcs.xml.dist', '.phpcs.xml', '.phpcs.xml.dist'],
    'vendor/bin/phpcs',
  ],
  [
    'lint',
    'friendsofphp/php-cs-fixer',
    ['.php-cs-fixer.php', '.php-cs-fixer.dist.php'],
    'vendor/bin/php-cs-fixer check',
  ],
  ['lint', 'laravel/pint', ['pint.json'], 'vendor/bin/pint --test'],
  ['test', 'pestphp/pest', ['phpunit.xml', 'phpunit.xml.dist'], 'vendor/bin/pest'],
  ['test', 'phpunit/phpunit', ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'], 'vendor/bin/phpunit'],
]

export function findPhp(seen: FolderFiles): EcosystemChecks {
  const text = seen.text('composer.json')
  if (text === undefined) return NOTHING
  const manifest = parseJson(text)
  if (manifest === undefined) return { found: [], problems: ['composer.json is not valid JSON'] }
  const project: PhpProject = {
    seen,
    scripts: scriptsOf(manifest['scripts']),
    requires: new Set([...keysOf(manifest['require']), ...keysOf(manifest['require-dev'])]),
  }
  const found = ['typecheck', 'lint', 'test'].flatMap((name) => byScript(project, name) ?? byTool(project, name) ?? [])
  const sending = SCRIPTS.flatMap(([, names]) => names).filter((name) => sendsOut(project.scripts.get(name) ?? ''))
  return { found, problems: sending.map((name) => leftOut(`composer.json: script "${name}"`)) }
}

function byScript({ scripts }: PhpProject, name: string): Found | undefined {
  const names = SCRIPTS.find(([wanted]) => wanted === name)?.[1] ?? []
  const script = names.find((each) => isUsable(wholeText(each, scripts)))
  // `composer NAME` where Composer has no command of that name.
  if (script === undefined) return undefined
  return propose({ name, run: `composer run ${script}`, from: `composer.json, script "${script}"` })
}

function byTool({ seen, requires }: PhpProject, name: string): Found | undefined {
  const isLaravel = name === 'test' && seen.files.includes('artisan')
  if (isLaravel && requires.has('laravel/framework')) return propose({ name, run: 'php artisan test', from: 'artisan' })
  // A test target often starts what the tests need, so it is left to make.
  if (name === 'test' && /^test\s*:/m.test(seen.text('Makefile') ?? '')) return undefined
  for (const [wanted, packaged, configs, run] of TOOLS) {
    const config = firstOf(seen, configs)
    if (wanted === name && config !== undefined && requires.has(packaged)) return propose({ name, run, from: config })
  }
  return undefined
}

function isUsable(text: string): boolean {
  if (text.trim() === '' || /^\s*@?(?:echo|true|exit)\b/.test(text)) return false
  return !callsUs(text) && !sendsOut(text) && !writesFiles(text) && !isEndless(text)
}

/** A script with those that it calls as `@name` or `composer name`. */
function wholeText(name: string, scripts: PhpProject['scripts']): string {
  const names = new Set([name])
  for (const next of names)
    for (const [, called = ''] of (scripts.get(next) ?? '').matchAll(
      /(?:@|composer\s+(?:run(?:-script)?\s+)?)([\w:.-]+)/g,
    ))
      if (scripts.has(called)) names.add(called)
  return [...names].map((each) => scripts.get(each) ?? '').join(' && ')
}

function scriptsOf(value: unknown): PhpProject['scripts'] {
  const entries = isRecord(value) ? Object.entries(value) : []
  return new Map(
    entries.map(([name, lines]) => [name, (Array.isArray(lines) ? lines : [lines]).filter(isText).join(' && ')]),
  )
}

function keysOf(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
