// Projects that are data of tests: a package of its own below a folder of tests or fixtures.
import { holdsPath } from './called-names.ts'

const TEST_FOLDER = /^(?:tests?|__tests__|specs?|e2e|fixtures?|__fixtures__|testdata|test[-_]data|test[-_]fixtures)$/
const OWN_PACKAGE = ['package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod', 'composer.json', 'deno.json']

export interface FixtureProject {
  readonly folder: string
  /** From the folder of tests on: how commands name it from wherever they run. */
  readonly tail: string
}

/** The innermost one. */
export function fixtureProject(file: string, files: ReadonlySet<string>): FixtureProject | undefined {
  const parts = file.split('/').slice(0, -1)
  const tests = parts.findIndex((part) => TEST_FOLDER.test(part))
  if (tests < 0) return undefined
  for (let end = parts.length; end >= tests + 2; end--) {
    const folder = parts.slice(0, end).join('/')
    if (OWN_PACKAGE.some((name) => files.has(`${folder}/${name}`)))
      return { folder, tail: parts.slice(tests, end).join('/') }
  }
  return undefined
}

/** A config in a folder above refers to it. */
export function isReferredTo(folder: string, texts: ReadonlyMap<string, string>): boolean {
  return [...texts].some(([path, text]) => {
    const above = path.slice(0, path.lastIndexOf('/') + 1)
    return CONFIG.test(path) && folder.startsWith(above) && holdsPath(text, folder.slice(above.length))
  })
}

/** Configs that may name other projects to type. */
export const CONFIG = /(?:^|\/)(?:ts|js)config[\w.-]*\.json$/
