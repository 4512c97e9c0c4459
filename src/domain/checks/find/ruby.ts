// The checks of a Ruby project: rake tasks, RSpec, minitest, RuboCop, run through Bundler where there is a Gemfile.
import { firstOf, NOTHING, propose, type EcosystemChecks, type FolderFiles, type Found } from './found.ts'

export const RAKEFILES = ['Rakefile', 'rakefile', 'Rakefile.rb', 'rakefile.rb'] as const
export const GEMFILES = ['Gemfile', 'gems.rb', 'Gemfile.lock'] as const

interface RubyProject {
  readonly seen: FolderFiles
  /** "bundle exec ", or nothing. */
  readonly start: string
  /** The files that name gems. */
  readonly gems: string
}

export function findRuby(seen: FolderFiles): EcosystemChecks {
  const gemspec = seen.files.find((name) => name.endsWith('.gemspec'))
  const rakefile = firstOf(seen, RAKEFILES)
  if (firstOf(seen, [...GEMFILES, '.rspec']) === undefined && gemspec === undefined && rakefile === undefined)
    return NOTHING
  const gems = [...GEMFILES, ...(gemspec === undefined ? [] : [gemspec])]
    .map((name) => seen.text(name) ?? '')
    .join('\n')
  const start = firstOf(seen, ['Gemfile', 'gems.rb']) === undefined ? '' : 'bundle exec '
  const project: RubyProject = { seen, start, gems }
  const found = [types(project), lint(project), tests(project, rakefile)].filter((one) => one !== undefined)
  return { found, problems: [] }
}

function types({ seen, start }: RubyProject): Found | undefined {
  if (!seen.files.includes('sorbet/')) return undefined
  return propose({ name: 'typecheck', run: `${start}srb tc`, from: 'sorbet/' })
}

function lint(project: RubyProject): Found | undefined {
  const { seen, start } = project
  if (seen.files.includes('.standard.yml') && names(project, 'standard'))
    return propose({ name: 'lint', run: `${start}standardrb`, from: '.standard.yml' })
  if (!seen.files.includes('.rubocop.yml')) return undefined
  // Often installed by itself: Bundler starts only gems that the Gemfile knows.
  const isBundled = names(project, 'rubocop') || seen.files.includes('Gemfile.lock')
  return propose({ name: 'lint', run: `${isBundled ? start : ''}rubocop`, from: '.rubocop.yml' })
}

function names({ gems }: RubyProject, gem: string): boolean {
  return new RegExp(`(?:^|[\\s"'(])${gem}(?=[\\s"')(]|$)`, 'm').test(gems)
}

function tests(project: RubyProject, rakefile: string | undefined): Found | undefined {
  const { seen, start } = project
  const task = rakefile === undefined ? undefined : testTask(seen.text(rakefile) ?? '')
  const hasSpecs = seen.files.includes('spec/')
  if (seen.files.includes('config.ru') && seen.files.includes('bin/') && names(project, 'rails'))
    return rails(project, hasSpecs)
  if (task !== undefined)
    return propose({ name: 'test', run: `${start}rake ${task}`, from: `${rakefile}, task "${task}"` })
  if (seen.files.includes('.rspec') || (hasSpecs && names(project, 'rspec')))
    return propose({
      name: 'test',
      run: `${start}rspec`,
      from: seen.files.includes('.rspec') ? '.rspec' : 'spec/',
    })
  if (rakefile !== undefined && /^\s*task\s*\(?:?["']?default\b/m.test(seen.text(rakefile) ?? ''))
    return propose({ name: 'test', run: `${start}rake`, from: `${rakefile}, task "default"` })
  if (!seen.files.includes('test/') || !names(project, 'minitest')) return undefined
  const files = `Dir["./test/**/*_test.rb", "./test/**/test_*.rb"].each { |file| require file }`
  return propose({ name: 'test', run: `${start}ruby -Ilib -Itest -e '${files}'`, from: 'test/, and minitest' })
}

function rails(project: RubyProject, hasSpecs: boolean): Found {
  if (hasSpecs && names(project, 'rspec-rails'))
    return propose({ name: 'test', run: `${project.start}rspec`, from: 'spec/, and rspec-rails' })
  return propose({ name: 'test', run: 'bin/rails test', from: 'config.ru, and rails' })
}

/** The task that runs the tests, if the Rakefile defines one by its usual name. */
function testTask(text: string): string | undefined {
  const code = text.replaceAll(/^\s*#.*$/gm, '')
  const defines = (name: string): boolean =>
    new RegExp(`^\\s*(?:multi)?task[ \\t(]+(?::?["']?${name}["']?(?=\\s*(?:[,:=)]|do\\b|\\{|$)))`, 'm').test(code) ||
    new RegExp(`(?:TestTask|RakeTask)\\.(?:new|create)[ \\t(]+:?["']?${name}\\b(?![:'])`).test(code)
  if (defines('test')) return 'test'
  // Without a name these two make `test` and `spec`.
  if (/TestTask\.(?:new|create)(?!\s*\(?\s*[:"'])/.test(code)) return 'test'
  if (defines('spec') || /RSpec::Core::RakeTask\.new(?!\s*\(?\s*[:"'])/.test(code)) return 'spec'
  return undefined
}
